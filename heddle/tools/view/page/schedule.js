// A schedule: its calls in order with the memory that each reads and writes, as a list and as a picture of what waits for what.

import {bytes, h, request, requestAll, shortLocation, sourceLocation} from "./dom.js";
import {GraphView} from "./graph.js";
import {link} from "./route.js";
import {Rows} from "./rows.js";

export function schedulePanel(graph) {
  const rows = new Rows({height: 44, label: "Calls", key: row => row.position, fetchPage: (from, count) => request("calls", {graph, from, count}), choose: row => picture.select(picture.model?.index.get(row.position) ?? null, true), draw: drawCall});
  const picture = new GraphView({label: "Calls and the memory between them", title: "each call below those whose results it reads",
    onSelect: i => { if (i !== null) rows.select(picture.model.id(i)); }});
  requestAll("calls", {graph}).then(calls => picture.show(nodesOf(calls))).catch(fault => { picture.status.textContent = fault.message; });
  rows.reload();
  const list = h("div", {class: "change"}, rows.element);
  return {element: h("div", {class: "two"}, list, picture.element), close: () => picture.close()};
}

const NAMES = {COPY: "copy", COLLECTIVE: "collective", BUFFER_VIEW: "view of memory", SINK: "kernel", PROGRAM: "kernel"};
const nameOf = call => call.name || NAMES[call.what] || call.what;

function drawCall(call) {
  const part = (title, list) => list.length ? `${title} ${list.map(o => `${o.buffer} (${bytes(o.bytes)})`).join(", ")}` : "";
  const title = call.kernel ? h("a", {class: "mono", href: link("kernels", {id: call.kernel})}, nameOf(call)) : h("span", {class: "mono"}, nameOf(call));
  const written = call.operands.filter(o => o.written), read = call.operands.filter(o => !o.written);
  return [h("div", {class: "first"}, h("span", {}, `${call.position}  `, title), h("span", {class: "dim nowrap"}, shortLocation(call.location))),
    h("div", {class: "second"}, h("span", {class: "clip"}, [part("writes", written), part("reads", read)].filter(Boolean).join(" · ")), h("span", {}, call.operands[0]?.device ?? ""))];
}

/** The calls as nodes of a graph: the sources of a call are those that wrote last what it reads. */
function nodesOf(calls) {
  const writer = new Map(), inputs = new Map(), nodes = [];
  for (const call of calls) {
    const sources = [];
    for (const o of call.operands) {
      if (o.written) {
        // a kernel that updates memory in place waits for who filled it; parts of a shared block are simply used again
        if (writer.has(o.buffer) && !o.buffer.includes(" from ")) sources.push(writer.get(o.buffer));
        continue;
      }
      if (!writer.has(o.buffer) && !inputs.has(o.buffer)) {
        inputs.set(o.buffer, -1 - inputs.size);
        nodes.push([inputs.get(o.buffer), "BUFFER", o.dtype, "", `${o.buffer}, ${bytes(o.bytes)}`, [], 0, 0]);
      }
      sources.push(writer.get(o.buffer) ?? inputs.get(o.buffer));
    }
    nodes.push([call.position, nameOf(call), "", "", "", [...new Set(sources)], 0, 0]);
    for (const o of call.operands) if (o.written) writer.set(o.buffer, call.position);
  }
  return nodes;
}

/** The values that go from one kernel to others through memory, and why they were not computed inside them. */
export function boundariesPanel(graph) {
  const rows = new Rows({height: 66, label: "Values between kernels", key: row => row.position, fetchPage: (from, count) => request("boundaries", {graph, from, count}), draw: drawBoundary});
  rows.reload();
  return {element: h("div", {class: "change"}, h("div", {class: "bar-of-tools"}, h("span", {class: "dim"}, "Values that one call stores and others read. What is not listed was computed inside the kernels that want it.")), rows.element), close() {}};
}

function drawBoundary(b) {
  const value = [b.op, b.dtype, b.shape && `[${b.shape}]`].filter(Boolean).join(" ");
  return [h("div", {class: "first"}, h("span", {class: "mono"}, value), h("span", {class: "nowrap dim"}, `${bytes(b.bytes)}, from call ${b.writer} to ${b.readers.split(" ").join(", ")}`)),
    h("div", {}, `stored, because ${b.why}`), h("div", {class: "second"}, h("span", {class: "clip"}, sourceLocation(b.location)))];
}
