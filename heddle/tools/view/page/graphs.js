// What was computed at once: the tensor graph, as the schedule prepared it, and the calls it became.

import {count, empty, h, plural, request, seconds, shortLocation, sourceLocation} from "./dom.js";
import {Chosen} from "./chosen.js";
import {go, where} from "./route.js";
import {Rows} from "./rows.js";
import {boundariesPanel, schedulePanel} from "./schedule.js";
import {Stages} from "./stages.js";

export class Graphs extends Chosen {
  constructor() {
    super("graph");
    this.counted = h("div", {class: "count"});
    this.rows = new Rows({height: 48, label: "Graphs", fetchPage: (from, wanted) => request("graphs", {from, count: wanted}), choose: row => go("graphs", {id: row.id}, true),
      onTotal: total => { this.counted.textContent = plural(total, "graph"); },
      draw: row => [h("div", {class: "first"}, h("span", {}, row.location?.text || `graph ${row.id}`), h("span", {class: "nowrap dim"}, row.uses > 1 ? `${count(row.uses)}×` : "")),
        h("div", {class: "second"}, h("span", {class: "clip"}, shortLocation(row.location)), h("span", {class: "nowrap"}, `${plural(row.calls, "call")} · ${plural(row.nodes ?? 0, "node")}`))]});
    this.detail = h("div", {class: "detail"}, empty("Choose a graph", "Each is what was computed at once: its tensors, its schedule, its kernels."));
    this.element = [h("div", {class: "side"}, this.rows.element, this.counted), this.detail];
    this.rows.reload().then(() => {
      if (!this.rows.total) this.detail.replaceChildren(empty("No graphs", "The script computed nothing with heddle: a tensor is computed when its values are asked for, or by realize()."));
      else if (!where().id) this.rows.move(0);
    });
  }

  show(graph) {
    this.stages = new Stages(graph.stages, {schedule: {title: "Schedule", note: plural(graph.calls, "call"), open: () => schedulePanel(graph.id)},
      ...(graph.boundaries ? {between: {title: "Between kernels", note: count(graph.boundaries), open: () => boundariesPanel(graph.id)}} : {})}, String(graph.stages[0]?.id ?? "schedule"));
    const head = h("div", {class: "head"}, h("h1", {}, `Graph ${graph.id}`), h("div", {class: "facts"},
      h("span", {}, h("span", {class: "dim"}, "computed "), h("b", {}, graph.uses > 1 ? `${count(graph.uses)} times` : "once")),
      h("span", {}, h("span", {class: "dim"}, "first at "), h("b", {}, seconds(graph.start)))), h("div", {class: "line clip"}, sourceLocation(graph.location)));
    this.detail.replaceChildren(head, this.stages.element);
  }
}
