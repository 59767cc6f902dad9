// One graph in full: as a picture with tools beside it, or as text.

import {count, empty, h, request, requestAll} from "./dom.js";
import {GraphView} from "./graph.js";
import {inspect} from "./inspector.js";
import {LEGEND} from "./model.js";
import {Rows} from "./rows.js";

/** The picture of a graph. `query` is the request to the server: {name, values}; `lead` stands first among the tools. */
export function graphPanel(query, note = "", lead = "") {
  const inspector = h("aside", {class: "inspector", hidden: true, "aria-label": "Chosen node"});
  const view = new GraphView({label: "Graph: arrow keys go along it, Enter folds, plus, minus and 0 zoom", onSelect: i => inspect(inspector, view, i)});
  const {bar, refresh} = tools(view, note, lead);
  const element = h("div", {class: "change"}, bar, h("div", {class: "body"}, view.element, inspector));
  const stop = new AbortController();
  const ready = requestAll(query.name, query.values, (have, all) => { view.status.textContent = `${count(have)} of ${count(all)} nodes …`; }, stop.signal)
    .then(rows => rows.length ? view.show(rows).then(refresh) : view.element.replaceChildren(empty("Nothing here", "This graph has no nodes.")))
    .catch(fault => { if (fault.name !== "AbortError") view.element.replaceChildren(empty("This graph cannot be shown", fault.message)); });
  return {element, ready, view, close: () => { stop.abort(); view.close(); }};
}

function tools(view, note, lead) {
  const found = h("span", {class: "dim", "aria-live": "polite"});
  let hits = [], at = -1;
  const jump = by => {
    if (!hits.length) return;
    at = (at + by + hits.length) % hits.length;
    found.textContent = `${at + 1} of ${count(hits.length)}`;
    view.select(hits[at], true);
  };
  const search = h("input", {type: "search", placeholder: "Find op, type, shape  (/)", "aria-label": "Find nodes",
    oninput: () => { hits = view.model?.search(search.value) ?? []; at = -1; view.mark(hits); found.textContent = search.value ? `${count(hits.length)} found` : ""; },
    onkeydown: e => { if (e.key === "Enter") { e.preventDefault(); jump(e.shiftKey ? -1 : 1); } e.stopPropagation(); }});
  const option = (name, text, title) => {
    const button = h("button", {title, "aria-pressed": "false", onclick: () => view.arrange({[name]: !view.options[name]}).then(refresh)}, text);
    button.option = name;
    return button;
  };
  const options = [option("inline", "Constants inside", "Write constants into the nodes that read them"),
    option("chains", "Fold chains", "Draw a run of nodes that have one source and one reader as one")];
  const refresh = () => options.forEach(b => b.setAttribute("aria-pressed", String(view.options[b.option])));
  const legend = h("div", {class: "legend"}, Object.entries(LEGEND).map(([kind, text]) => h("span", {}, h("i", {style: {background: `var(--op-${kind})`}}), text)));
  const bar = h("div", {class: "bar-of-tools"}, lead, search, found, ...options,
    h("button", {title: "All of it (0)", onclick: () => view.fit()}, "Fit"), h("span", {class: "dim"}, note));
  view.foot.append(legend);
  return {bar, refresh};
}

/** A graph as text, a node a line, as `show_graph` prints it; any length. */
export function textPanel(query, lead) {
  const fetchPage = (from, wanted) => request(query.name, {...query.values, numbered: 1, from, count: wanted});
  const sources = list => list.length ? ` (${list.join(", ")})` : "";
  const rows = new Rows({height: 20, label: "Nodes", className: "textrow", fetchPage, key: row => row[0],
    draw: ([, op, dtype, shape, arg, list, , isNew], i) => h("span", {class: isNew ? "isnew" : ""}, h("span", {class: "no"}, `${i}:`), h("span", {class: "op"}, op),
      ` ${[dtype, shape && `[${shape}]`].filter(Boolean).join(" ")}${sources(list)}`, arg && h("span", {class: "where"}, `  ${arg}`))});
  rows.reload();
  return {element: h("div", {class: "change"}, h("div", {class: "bar-of-tools"}, lead), rows.element), close() {}};
}
