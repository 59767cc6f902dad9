// All about one node of a graph: what it is, its formula, the user's line, and its neighbours to go to.

import {h, plural, request, sourceLocation} from "./dom.js";

/** Fills `holder` with node `i` of the view's model; with null, hides it. `actions` are more buttons for the node. */
export function inspect(holder, view, i) {
  holder.hidden = i === null;
  if (i === null) return;
  const model = view.model, [id, op, dtype, shape, arg, , , isNew] = model.rows[i];
  const rest = h("div", {}, h("p", {class: "dim"}, "…"));
  const fact = (name, value) => value ? [h("dt", {}, name), h("dd", {class: "mono"}, value)] : [];
  const links = (title, list) => list.length ? [h("h3", {}, `${title} (${list.length})`), h("ul", {}, list.slice(0, 30).map(n =>
    h("li", {class: "clip"}, h("a", {href: location.hash, onclick: e => { e.preventDefault(); view.select(n, true); }}, model.label(n, true).filter(Boolean).join("  ")))),
    list.length > 30 && h("li", {class: "dim"}, `… ${list.length - 30} more`))] : [];
  const isFolded = view.options.folded.has(i) || view.picture.chain.has(i);
  holder.replaceChildren(
    h("h2", {}, op), isNew && model.hasNew ? h("span", {class: "dim"}, "new here") : "",
    h("dl", {}, fact("type", dtype), fact("shape", shape), fact("argument", arg)),
    h("div", {class: "bar-of-tools"},
      h("button", {onclick: () => view.toggle(i).then(() => inspect(holder, view, i)), title: "Enter, or a double click"}, isFolded ? "Unfold" : "Fold sources"),
      h("button", {onclick: () => view.arrange({roots: [i]}).then(() => { view.frame(); view.select(i); })}, "Only its sources"),
      view.options.roots && h("button", {onclick: () => view.arrange({roots: null}).then(() => view.select(i, true))}, "Whole graph")),
    rest, ...links("Sources", [...new Set(model.sources[i])]), ...links("Read by", model.readers[i]),
    model.missing[i] ? h("p", {class: "dim"}, `${plural(model.missing[i], "source")} not in this picture`) : "");
  if (id < 0) { rest.replaceChildren(h("p", {class: "dim"}, "This node stood only between two rewrites.")); return; }
  request("node", {id}).then(node => rest.replaceChildren(
    h("h3", {}, "As a formula"), h("div", {class: "formula"}, node.formula),
    node.location ? h("div", {class: "line"}, sourceLocation(node.location)) : "",
    node.arg.length > arg.length ? h("div", {}, h("h3", {}, "Whole argument"), h("div", {class: "formula"}, node.arg)) : ""))
    .catch(fault => rest.replaceChildren(h("p", {class: "bad"}, fault.message)));
}
