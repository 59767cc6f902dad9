// The kernels: found by name, ordered by what they cost, each with its code, stages, line and schedules.

import {bytes, count, empty, h, plural, rate, request, seconds, shortLocation, sourceLocation} from "./dom.js";
import {Chosen} from "./chosen.js";
import {codePanel} from "./code.js";
import {go, link, where} from "./route.js";
import {Rows} from "./rows.js";
import {Stages} from "./stages.js";

const ORDERS = {time: "time", calls: "launches", name: "name", order: "first use", ops: "arithmetic", bytes: "memory"};

export class Kernels extends Chosen {
  constructor() {
    super("kernel");
    const now = where();
    this.search = h("input", {type: "search", placeholder: "Name, device or line  (/)", "aria-label": "Search kernels", value: now.search ?? "", oninput: () => this.filter()});
    this.order = h("select", {"aria-label": "Order", onchange: () => this.filter()}, Object.entries(ORDERS).map(([key, text]) => h("option", {value: key, selected: key === now.order}, text)));
    this.counted = h("div", {class: "count", "aria-live": "polite"});
    this.rows = new Rows({height: 48, label: "Kernels", draw: row => this.drawRow(row), choose: row => go("kernels", {...this.filters(), id: row.id}, true),
      fetchPage: (from, wanted) => request("kernels", {search: this.search.value, order: this.order.value, from, count: wanted}),
      onTotal: total => { this.counted.textContent = total ? plural(total, "kernel") : "no kernel fits"; }});
    this.detail = h("div", {class: "detail"}, empty("Choose a kernel", "Its source, assembly, stages and rewrites are shown here."));
    this.element = [h("div", {class: "side"}, h("div", {class: "tools"}, this.search, this.order), this.rows.element, this.counted), this.detail];
    this.filter(true);
  }

  filters() { return {search: this.search.value, order: this.order.value === "time" ? "" : this.order.value}; }

  async filter(first = false) {
    if (!first) { const {view, search, order, ...rest} = where(); go(view, {...rest, ...this.filters()}, true); }
    await this.rows.reload();
    if (this.rows.total && !where().id) this.rows.move(0);
    else if (!this.rows.total && !this.search.value && !where().id) this.detail.replaceChildren(empty("No kernels", "Nothing that was recorded needed one."));
  }

  drawRow(row) {
    return [h("div", {class: "first"}, h("span", {class: "mono"}, row.name || "(not compiled)"), h("span", {class: row.error ? "bad" : "nowrap"}, row.error ? "failed" : row.calls ? seconds(row.seconds) : "")),
      h("div", {class: "second"}, h("span", {class: "clip"}, shortLocation(row.location)), h("span", {class: "nowrap"}, `${row.device} · ${count(row.calls)}×`))];
  }

  show(kernel) {
    const more = {source: {title: "Source", open: () => codePanel(kernel.id, "source")}, assembly: {title: "Assembly", open: () => codePanel(kernel.id, "assembly")}};
    this.stages = new Stages(kernel.stages, more, kernel.error && kernel.stages.length ? String(kernel.stages[0].id) : "source");
    this.detail.replaceChildren(head(kernel), this.stages.element);
  }
}

function head(kernel) {
  const {info, calls} = kernel, each = calls ? kernel.seconds / calls : 0;
  const fact = (name, value) => value ? h("span", {}, h("span", {class: "dim"}, `${name} `), h("b", {}, value)) : "";
  const used = kernel.used.slice(0, 6).map(u => [" ", h("a", {href: link("graphs", {id: u.graph, stage: "schedule"})}, `graph ${u.graph}`)]);
  return h("div", {class: "head"}, h("h1", {class: "mono"}, kernel.name || "kernel that was not compiled"),
    h("div", {class: "facts"}, fact("on", kernel.device), fact("grid", (info.grid ?? []).join(" × ")), fact("work-group", (info.workgroup ?? []).join(" × ")),
      fact("launches", calls ? count(calls) : "not timed"), calls ? fact("time", `${seconds(kernel.seconds)}, each ${seconds(each)}`) : "",
      calls > 1 ? fact("from … to", `${seconds(kernel.least)} … ${seconds(kernel.most)}`) : "", fact("arithmetic", info.ops ? `${count(info.ops)} (${rate(info.ops, each, "FLOP/s")})` : ""),
      fact("memory", info.bytes ? `${bytes(info.bytes)} (${rate(info.bytes, each, "B/s")})` : ""), fact("fast memory", info.scratch ? bytes(info.scratch) : ""), fact("code", info.binary ? bytes(info.binary) : ""),
      kernel.first !== null ? h("a", {href: link("timeline", {kernel: kernel.id})}, "in the timeline") : "", used.length ? h("span", {}, h("span", {class: "dim"}, "used by "), ...used.flat()) : ""),
    h("div", {class: "line clip"}, sourceLocation(kernel.location)), kernel.error ? h("div", {class: "note bad"}, kernel.error) : "");
}
