// Memory in use over time, for each device: what live buffers take, and what is kept to be used again. Beside it the buffers of all
// schedules with the lines that fill them and their lifetimes.

import {bytes, canvasIn, colors, count, empty, h, plural, request, seconds, sourceLocation, tip} from "./dom.js";
import {link} from "./route.js";
import {Rows} from "./rows.js";
import {TimeScale} from "./timescale.js";

const LEFT = 84;

export class Memory {
  constructor() {
    this.facts = h("div", {class: "bar-of-tools"});
    this.picture = h("div", {class: "picture"});
    const {canvas, redraw, close} = canvasIn(this.picture, "Memory in use: plus, minus and 0 zoom, the arrow keys move", (pen, w, ht) => this.draw(pen, w, ht));
    Object.assign(this, {canvas, redraw, close});
    this.scale = new TimeScale(canvas, LEFT, () => { this.redraw(); clearTimeout(this.waiting); this.waiting = setTimeout(() => this.fetch(), 50); });
    canvas.addEventListener("pointermove", e => this.hover(e));
    canvas.addEventListener("pointerleave", () => tip(""));
    canvas.addEventListener("keydown", e => {
      const by = {ArrowRight: 0.1, ArrowLeft: -0.1}[e.key];
      if (by) this.scale.shift(by * (this.scale.end - this.scale.begin));
      if (by || this.scale.key(e)) e.preventDefault();
    });
    this.counted = h("div", {class: "count"});
    this.buffers = new Rows({height: 70, label: "Buffers", key: row => `${row.graph} ${row.buffer} ${row.device}`, draw: drawBuffer,
      fetchPage: (from, wanted) => request("buffers", {from, count: wanted}), onTotal: total => { this.counted.textContent = `${plural(total, "buffer")} of schedules, the largest first`; }});
    this.element = [h("div", {class: "side"}, this.buffers.element, this.counted), h("div", {class: "detail"}, this.facts, h("div", {class: "body"}, this.picture))];
    this.buffers.reload();
    this.load();
  }

  async load() {
    const {begin, end} = await request("lanes"), {devices} = await request("memory", {begin, end, pixels: 1000});
    if (!Object.keys(devices).length) { this.element[1].replaceChildren(empty("No memory was recorded", "No buffer was allocated while the script ran.")); return; }
    this.devices = devices;
    this.facts.replaceChildren(...Object.entries(devices).map(([name, d]) => h("span", {}, h("b", {}, name), h("span", {class: "dim"}, " most in use "), bytes(d.peak), " ",
      h("button", {onclick: () => this.scale.show(d.at - (this.scale.whole[1] - this.scale.whole[0]) / 40, d.at + (this.scale.whole[1] - this.scale.whole[0]) / 40)}, `at ${seconds(d.at)}`))),
      h("span", {class: "spring"}), h("span", {class: "legend"}, h("span", {}, h("i", {style: {background: "var(--accent)"}}), "in live buffers"), h("span", {}, h("i", {style: {background: "var(--line)"}}), "kept to be used again")),
      h("button", {onclick: () => this.scale.show(...this.scale.whole), title: "0"}, "Whole run"));
    this.scale.setWhole(begin, end);
  }

  async fetch() {
    if (!this.devices) return;
    const {begin, end, width} = this.scale, requested = this.requested = `${begin} ${end}`;
    const {devices} = await request("memory", {begin, end, pixels: Math.round(width)});
    if (requested !== this.requested) return;
    this.devices = devices;
    this.redraw();
  }

  draw(pen, w, ht) {
    if (!this.devices) return;
    const c = colors();
    this.scale.ruler(pen, c, ht);
    drawMemory(pen, c, this.devices, this.scale, {left: LEFT, right: w, top: 24, bottom: ht - 8});
  }

  hover(e) {
    if (!this.devices || e.buttons) { tip(""); return; }
    const time = this.scale.time(e.clientX);
    const lines = Object.entries(this.devices).map(([name, d]) => {
      const at = d.points.filter(p => p.start <= time).pop();
      const {live, cached} = at ?? d.before;
      return `${name}: ${bytes(live)} in use, ${bytes(cached)} kept`;
    });
    tip([seconds(time), ...lines].join("\n"), e.clientX, e.clientY);
  }

  update() {}
}

/** A buffer: how large, what fills it, and a bar from the first call that uses it to the last, among the calls of its graph. */
function drawBuffer(b) {
  const share = calls => `${100 * calls / b.calls}%`;
  const life = h("div", {class: "life", title: `calls ${b.first} to ${b.last} of ${count(b.calls)}`}, h("i", {style: {left: share(b.first), width: share(b.last - b.first + 1)}}));
  const filler = b.kernel ? h("a", {class: "mono", href: link("kernels", {id: b.kernel})}, b.name || "kernel") : h("span", {class: "mono"}, b.name);
  return [h("div", {class: "first"}, h("span", {}, h("b", {}, bytes(b.bytes)), ` ${b.dtype}`), h("span", {class: "dim nowrap"}, `buffer ${b.buffer} on ${b.device}`)),
    h("div", {class: "second"}, h("span", {class: "clip"}, b.filled === null ? "read first by " : "filled by ", filler, "  ", sourceLocation(b.location)),
      h("a", {class: "nowrap", href: link("graphs", {id: b.graph})}, `graph ${b.graph}`)), life];
}

/** Draws a strip for each device into the box {left, right, top, bottom}, with a scale of bytes at its left. */
export function drawMemory(pen, c, devices, scale, box) {
  const names = Object.keys(devices), each = (box.bottom - box.top) / names.length;
  names.forEach((name, n) => drawDevice(pen, c, devices[name], scale, {...box, top: box.top + n * each, bottom: box.top + (n + 1) * each - 6}, names.length > 1 ? name : ""));
}

function drawDevice(pen, c, device, scale, box, name) {
  const most = Math.max(device.before.live + device.before.cached, ...device.points.map(p => p.total), 1) * 1.06;
  const y = value => box.bottom - (box.bottom - box.top) * value / most;
  area(pen, c.line, device, scale, box, y, p => [p.total, p.live + p.cached], device.before.live + device.before.cached);
  pen.globalAlpha = 0.8;
  area(pen, c.accent, device, scale, box, y, p => [p.most, p.live], device.before.live);
  pen.globalAlpha = 1;
  pen.font = "11px system-ui, 'DejaVu Sans', sans-serif";
  pen.textAlign = "right";
  const step = 2 ** Math.ceil(Math.log2(most / (box.bottom - box.top > 160 ? 6 : 2)));
  for (let value = 0; value <= most; value += step) {
    pen.strokeStyle = c["edge-soft"];
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(box.left, Math.round(y(value)) + 0.5);
    pen.lineTo(box.right, Math.round(y(value)) + 0.5);
    pen.stroke();
    pen.fillStyle = c.dim;
    pen.fillText(bytes(value), box.left - 6, Math.max(y(value) + 4, box.top + 9));
  }
  if (!name) return;
  pen.textAlign = "left";
  pen.fillStyle = c.text;
  pen.fillText(name, box.left + 6, box.top + 13);
}

/** Memory stays as it is until it changes: steps. Of each pixel, `value` gives the most and the last. */
function area(pen, color, device, scale, box, y, value, before) {
  pen.fillStyle = color;
  pen.beginPath();
  let x = box.left, height = y(before);
  pen.moveTo(x, box.bottom);
  pen.lineTo(x, height);
  for (const p of device.points) {
    x = Math.min(box.right, Math.max(box.left, scale.x(p.start)));
    pen.lineTo(x, height);
    const [most, last] = value(p);
    pen.lineTo(x, y(most));
    height = y(last);
    pen.lineTo(x, height);
  }
  pen.lineTo(box.right, height);
  pen.lineTo(box.right, box.bottom);
  pen.fill();
}
