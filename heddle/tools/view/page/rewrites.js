// Every rewrite that led to a stage: which rule made what of what, as formulas, as pictures, and in the whole graph.

import {count, empty, h, plural, request, sourceLocation} from "./dom.js";
import {GraphView} from "./graph.js";
import {go, where} from "./route.js";
import {Rows} from "./rows.js";
import {graphPanel} from "./stage.js";

/** `stage` as the server gives it. Steps of all its rewritings in one list. `lead` stands above. */
export function rewritesPanel(stage, lead) {
  const parts = stage.rewritings.filter(r => r.steps);
  const bar = h("div", {class: "bar-of-tools"}, lead);
  if (!parts.length) return {element: h("div", {class: "change"}, bar, empty("No rewrites", noRewrites(stage))), close() {}};
  const total = parts.reduce((sum, r) => sum + r.steps, 0);
  const right = h("div", {class: "change"});
  let shown = null;
  const rows = new Rows({height: 46, label: "Rewrites", key: row => row.at, fetchPage: (from, wanted) => stepsOf(parts, total, from, wanted),
    draw: row => [h("div", {class: "first"}, h("span", {}, row.name), h("span", {class: "dim"}, row.at + 1)),
      h("div", {class: "second"}, h("span", {class: "clip"}, row.says || row.file), h("span", {class: "nowrap"}, row.by))],
    choose: row => { go(where().view, {...where(), step: row.at}, true); show(row); }});
  const show = row => { shown?.close(); shown = stepPanel(row, total); right.replaceChildren(shown.element); };
  rows.reload().then(async () => {
    const at = Math.min(Number(where().step ?? 0), total - 1);
    rows.show(at);
    rows.select(at);
    show(await rows.at(at));
  });
  const side = h("div", {class: "side"}, rows.element, h("div", {class: "count"}, `${plural(total, "rewrite")} in ${plural(parts.length, "pass")}`.replace("passs", "passes")));
  return {element: h("div", {class: "change"}, bar, h("div", {class: "body"}, side, right)), rows, close: () => shown?.close()};
}

function noRewrites(stage) {
  if (!stage.rewritings.length) return "This stage changed nothing.";
  return `Its rules were tried on every node (${stage.rewritings.map(r => r.by).join(", ")}) and none applied.`;
}

/** A page of the steps of several rewritings, as one list. */
async function stepsOf(parts, total, from, wanted) {
  const rows = [];
  let before = 0;
  for (const part of parts) {
    const begin = Math.max(from - before, 0);
    if (begin < part.steps && rows.length < wanted) {
      const piece = await request("steps", {rewriting: part.id, from: begin, count: wanted - rows.length});
      rows.push(...piece.rows.map(row => ({...row, rewriting: part.id, by: part.by, at: before + row.position})));
    }
    before += part.steps;
  }
  return {total, rows};
}

/** One rewrite. */
function stepPanel(row) {
  const element = h("div", {class: "change"});
  let open = [];
  const close = () => { open.forEach(o => o.close()); open = []; };
  const near = h("button", {"aria-pressed": "true", onclick: () => set(true)}, "What changed");
  const whole = h("button", {"aria-pressed": "false", onclick: () => set(false)}, "Whole graph after it");
  const body = h("div", {class: "body"}), formulas = h("div", {class: "pair"});
  const set = isNear => {
    near.setAttribute("aria-pressed", String(isNear));
    whole.setAttribute("aria-pressed", String(!isNear));
    close();
    if (isNear) sides.then(drawSides);
    else {
      const panel = graphPanel({name: "nodes-at-step", values: {rewriting: row.rewriting, step: row.position + 1}}, "outlined: new with this rewrite");
      panel.ready.then(() => reveal(panel.view));
      open = [panel];
      body.replaceChildren(panel.element);
    }
  };
  const sides = request("step", {rewriting: row.rewriting, position: row.position});
  const drawSides = step => {
    open = ["before", "after"].map(side => new GraphView({title: side === "before" ? "before" : "after", label: `Graph ${side} the rewrite`, small: true}));
    body.replaceChildren(h("div", {class: "two"}, open.map(view => view.element)));
    open.forEach((view, at) => view.show(inOrder(step[at ? "after" : "before"].rows)));
  };
  sides.then(step => formulas.replaceChildren(...["before", "after"].map(side =>
    h("div", {}, h("h3", {}, side), h("div", {class: `formula ${side}`}, step[side].formula))),
    step.before.location ? h("div", {class: "line"}, sourceLocation(step.before.location)) : ""))
    .catch(fault => formulas.replaceChildren(h("p", {class: "bad"}, fault.message)));
  element.append(h("div", {class: "rule"}, h("h2", {}, row.name), row.says ? h("div", {class: "mono"}, row.says) : "",
    h("div", {class: "dim"}, `${row.file}:${row.line}, in ${row.by}`)), formulas, h("div", {class: "bar-of-tools"}, h("span", {class: "choice"}, near, whole)), body);
  set(true);
  return {element, close};
}

/** The nodes of a part with sources first, as pictures want them. */
function inOrder(rows) {
  const known = new Map(rows.map(row => [row[0], row])), done = new Map(), stack = rows.map(row => row[0]);
  while (stack.length) {
    const id = stack[stack.length - 1], lacking = known.get(id)[5].filter(s => known.has(s) && !done.has(s));
    if (!done.has(id) && lacking.length) { stack.push(...lacking); continue; }
    done.set(id, known.get(id));
    stack.pop();
  }
  return [...done.values()];
}

/** Shows what the rewrite made: the last node that is new. */
function reveal(view) {
  const made = view.model.rows.findIndex(row => row[7]);
  if (made >= 0 && view.model.hasNew && view.camera.scale < 0.42) view.reveal(made);
}
