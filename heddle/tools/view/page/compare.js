// Two recordings side by side: totals, and each kernel of both with what differs between them.

import {bytes, count, empty, h, plural, request, seconds, sourceLocation} from "./dom.js";
import {go, link, where} from "./route.js";

const FEW = 200;  // rows that are drawn at first
const COLUMNS = [["name", "kernel"], ["state", "what differs"], ["launches", "launches"], ["before", "time before"], ["after", "after"], ["change", "change"], ["traffic", "traffic before"], ["", "after"]];
const WIDTHS = ["28%", "14%", "9%", "11%", "9%", "9%", "11%", "9%"];
const STATES = {new: "new", gone: "gone", changed: "changed", same: "same"};

export class Compare {
  constructor() {
    this.totals = h("div", {});
    this.table = h("div", {});
    this.element = [h("div", {class: "page"}, this.totals, this.table)];
    this.most = FEW;
    this.opened = new Map();
    request("comparison").then(found => this.totals.replaceChildren(title(found), figures(found)))
      .catch(fault => this.totals.replaceChildren(empty("The recordings cannot be compared", fault.message)));
  }

  async update() {
    const order = where().order ?? "change";
    if (order === this.order && this.most === this.drawn) return;
    Object.assign(this, {order, drawn: this.most});
    const {total, rows} = await request("pairs", {order, count: this.most});
    if (order !== this.order) return;
    if (!total) { this.table.replaceChildren(empty("No kernels", "Neither of the recordings has one.")); return; }
    this.table.replaceChildren(h("table", {class: "list compare"}, h("tr", {}, COLUMNS.map((column, at) => this.heading(...column, at))), rows.map(row => this.row(row))),
      total > rows.length ? h("button", {onclick: () => { this.most *= 10; this.update(); }}, `${count(total - rows.length)} more`) : "");
  }

  heading(order, text, at) {
    const is = order === this.order;
    return h("th", {class: at > 1 ? "num" : "", style: {width: WIDTHS[at]}, "aria-sort": is ? "descending" : null},
      order ? h("button", {class: "quiet", onclick: () => go("compare", {order: order === "change" ? "" : order}, true)}, text, is ? " ▾" : "") : text);
  }

  row(row) {
    const {before, after} = row, key = `${before?.id ?? 0} ${after?.id ?? 0}`;
    const both = (name, text) => [before, after].map(k => h("td", {class: "num"}, k ? text(k[name]) : "–"));
    const launches = [...new Set([before, after].filter(Boolean).map(k => count(k.calls)))].join(" → ");
    const line = h("tr", {class: "pair-row", tabindex: 0, "aria-expanded": "false", onclick: e => { if (!e.target.closest("a")) this.toggle(row, line, key); },
      onkeydown: e => { if (e.key === "Enter") this.toggle(row, line, key); }},
    h("td", {title: row.name}, h("span", {class: "mono"}, row.name || "(not compiled)")), h("td", {}, h("span", {class: `state ${row.state}`}, whatDiffers(row))),
    h("td", {class: "num"}, launches), ...both("seconds", seconds), h("td", {class: `num ${trend(row)}`}, before && after ? relative(before.seconds, after.seconds) : STATES[row.state]), ...both("bytes", bytes));
    return line;
  }

  /** Shows or hides what differs, below the row. */
  async toggle(row, line, key) {
    const is = line.getAttribute("aria-expanded") === "true";
    line.setAttribute("aria-expanded", String(!is));
    if (is) { line.nextElementSibling.remove(); return; }
    const inside = h("td", {colspan: COLUMNS.length}, h("p", {class: "dim"}, "…"));
    line.after(h("tr", {class: "more"}, inside));
    try { inside.replaceChildren(...detail(await request("pair", {before: row.before?.id ?? 0, after: row.after?.id ?? 0}))); }
    catch (fault) { inside.replaceChildren(empty("This pair cannot be shown", fault.message)); }
  }

  /** Opens or closes the rows one after another by keys. */
  move(by) {
    const rows = [...this.table.querySelectorAll(".pair-row")], at = rows.indexOf(document.activeElement);
    rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
  }

  close() {}
}

function title({before, after}) {
  const name = ({file, script}) => h("span", {title: script}, h("b", {class: "mono"}, file), script ? ` (${script.split("/").pop()})` : "");
  return h("div", {}, h("h1", {}, "Two runs compared"), h("div", {class: "dim"}, "before: ", name(before), " · after: ", name(after)));
}

function figures({before, after, counts}) {
  const figure = (name, key, text) => h("div", {}, h("dt", {}, name), h("dd", {}, text(after[key] ?? 0), h("small", {}, `before ${text(before[key] ?? 0)}`), h("small", {class: after[key] > before[key] ? "worse" : after[key] < before[key] ? "better" : ""}, relative(before[key], after[key]))));
  return h("div", {}, h("dl", {class: "figures"}, figure("In kernels and copies", "seconds", seconds), figure("Whole run", "run", seconds), figure("Launches", "launches", count), figure("Kernels", "kernels", count),
    figure("Operations", "ops", n => count(Math.round(n))), figure("Memory traffic", "bytes", bytes), figure("Most memory in use", "peak", bytes)),
  h("p", {class: "dim"}, `${plural(counts.same, "kernel")} the same, ${count(counts.changed)} changed, ${count(counts.new)} new, ${count(counts.gone)} gone. A row opens with a click.`));
}

/** `+12 %`, or how many times as much. */
export function relative(before, after) {
  if (!before || before === after) return after && !before ? "new" : "";
  const ratio = after / before;
  return ratio > 2 ? `${ratio.toFixed(1)} ×` : `${ratio < 1 ? "−" : "+"}${Math.abs(100 * (ratio - 1)).toFixed(0)} %`;
}

const trend = ({before, after}) => before && after && before.seconds ? after.seconds > before.seconds ? "worse" : "better" : "";
const whatDiffers = row => row.before && row.after ? [row.by === "name" && "ast", row.other_actions && "actions", row.other_source && "source"].filter(Boolean).join(", ") || "same" : STATES[row.state];

function detail(pair) {
  const lines = found => h("pre", {class: "code diff"}, found.map(([sign, text]) => h("span", {class: {"+": "added", "-": "removed", "…": "dim"}[sign] ?? ""}, `${sign} ${text}\n`)));
  const part = (name, found, none) => h("section", {}, h("h3", {}, name), found.length ? lines(found) : h("p", {class: "dim"}, none));
  const own = pair.after ? h("a", {href: link("kernels", {id: pair.after.id})}, "stages, source and assembly of the later one") : "";
  return [h("div", {class: "line"}, sourceLocation(pair.location), "  ", own), h("div", {class: "parts"}, part("Actions", pair.actions, "None in either, or the same."),
    part("Source", pair.source, pair.too_long ? "Too long to be compared line by line." : "The same."))];
}
