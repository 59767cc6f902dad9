// What there is to see, in figures, and where the time went.

import {bytes, count, h, plural, rate, request, seconds, sourceLocation} from "./dom.js";
import {link} from "./route.js";

export class Overview {
  constructor(summary) {
    this.element = [h("div", {class: "page"}, title(summary), notes(summary), figures(summary), this.columns = h("div", {class: "columns"}))];
    this.fill(summary);
  }

  async fill(summary) {
    const kernels = await request("kernels", {order: "time", count: 12}), graphs = await request("graphs", {count: 12});
    this.columns.replaceChildren(h("section", {}, dearest(kernels, summary), computed(graphs)), h("section", {}, host(summary), rules(summary)));
  }

  update() {}
  close() {}
}

function title({meta, devices}) {
  const command = [meta.script || "recorded in a program", ...JSON.parse(meta.arguments ?? "[]")].join(" ");
  const when = meta.began ? new Date(Number(meta.began) * 1000).toLocaleString() : "";
  return h("div", {}, h("h1", {}, command), h("div", {class: "dim"}, [when, devices.join(", "), meta.machine, meta.python && `Python ${meta.python}`].filter(Boolean).join(" · ")));
}

function notes({meta, counts}) {
  const said = [];
  if (meta.error) said.push(h("div", {class: "note bad"}, `The script ended with an error: ${meta.error}`));
  if (!meta.complete) said.push(h("div", {class: "note bad"}, "The recording is not whole: its process ended before kernels were taken through their passes."));
  if (Number(meta.dropped)) said.push(h("div", {class: "note"}, `${count(Number(meta.dropped))} events were dropped, the oldest first: the timeline shows the end of the run.`));
  if (!counts.graph) said.push(h("div", {class: "note"}, "Nothing was computed: heddle computes a tensor when its values are asked for, or by realize()."));
  return h("div", {}, said);
}

function figures(s) {
  const figure = (name, value, more = "") => h("div", {}, h("dt", {}, name), h("dd", {}, value, more && h("small", {}, more)));
  const busy = s.device_seconds;
  return h("dl", {class: "figures"}, figure("Whole run", s.meta.seconds ? seconds(Number(s.meta.seconds)) : "–", "Python included"),
    figure("In kernels and copies", seconds(busy), plural(s.launches, "launch").replace("launchs", "launches")),
    figure("Kernels", count(s.counts.kernel), `in ${plural(s.counts.graph, "graph")}`),
    figure("Arithmetic", rate(s.ops, busy, "FLOP/s"), `${count(Math.round(s.ops))} operations`),
    figure("Memory traffic", rate(s.bytes, busy, "B/s"), bytes(s.bytes)),
    figure("Most memory in use", s.peak ? bytes(s.peak) : "–", s.peak ? "in live buffers" : "not recorded"),
    figure("Rewrites", count(s.counts.step), `by ${count(s.counts.rule)} rules and passes`));
}

function dearest({rows}, summary) {
  if (!rows.length) return "";
  return h("div", {}, h("h2", {}, "Kernels that took longest"), h("table", {class: "list"},
    h("tr", {}, h("th", {style: {width: "46%"}}, "kernel"), h("th", {}, "line"), h("th", {class: "num", style: {width: "70px"}}, "launches"), h("th", {class: "num", style: {width: "80px"}}, "time")),
    rows.map(k => h("tr", {}, h("td", {}, h("a", {class: "mono", href: link("kernels", {id: k.id})}, k.name || "(not compiled)"), h("div", {class: "bar"}, h("i", {style: {width: `${share(k, summary)}%`}}))),
      h("td", {}, sourceLocation(k.location)), h("td", {class: "num"}, count(k.calls)), h("td", {class: "num"}, k.calls ? seconds(k.seconds) : "–")))));
}

const share = (kernel, summary) => summary.device_seconds ? 100 * kernel.seconds / summary.device_seconds : 0;

function computed({rows, total}) {
  if (!rows.length) return "";
  return h("div", {}, h("h2", {}, "What was computed"), h("table", {class: "list"},
    h("tr", {}, h("th", {style: {width: "52%"}}, "line"), h("th", {class: "num"}, "nodes"), h("th", {class: "num"}, "calls"), h("th", {class: "num"}, "times")),
    rows.map(g => h("tr", {}, h("td", {}, h("a", {href: link("graphs", {id: g.id})}, sourceLocation(g.location))), h("td", {class: "num"}, count(g.nodes ?? 0)), h("td", {class: "num"}, count(g.calls)), h("td", {class: "num"}, count(g.uses))))),
    total > rows.length ? h("a", {href: "#graphs"}, `all ${count(total)}`) : "");
}

const HOST = {realize: "running what was asked for, in all", schedule: "graphs into kernels", lower: "kernels through their passes", compile: "compilers", load: "loading kernels", graph: "submitting graphs",
  capture: "capturing a TinyJit", replay: "replays of a TinyJit"};

function host({host}) {
  if (!host.length) return "";
  return h("div", {}, h("h2", {}, "What the host did"), h("table", {class: "list"}, h("tr", {}, h("th", {style: {width: "60%"}}, "work"), h("th", {class: "num"}, "times"), h("th", {class: "num"}, "time")),
    host.map(k => h("tr", {}, h("td", {}, h("b", {}, k.kind), HOST[k.kind] ? h("span", {class: "dim"}, `  ${HOST[k.kind]}`) : ""), h("td", {class: "num"}, count(k.count)), h("td", {class: "num"}, seconds(k.seconds))))),
    h("p", {class: "dim"}, "Work may lie inside other work: the times do not add up."));
}

function rules({rules}) {
  if (!rules.length) return "";
  return h("div", {}, h("h2", {}, "Rules and passes that applied most"), h("table", {class: "list"}, h("tr", {}, h("th", {style: {width: "80%"}}, "rule or pass"), h("th", {class: "num"}, "times")),
    rules.slice(0, 14).map(r => h("tr", {title: `${r.file}:${r.line}`}, h("td", {}, h("b", {}, r.name), h("div", {class: "dim clip"}, r.says)), h("td", {class: "num"}, count(r.count))))));
}
