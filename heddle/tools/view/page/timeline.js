// What ran when: a row for each device and for each thread of the host, and the memory in use below.

import {bytes, canvasIn, colors, count, empty, h, plural, rate, request, seconds, sourceLocation, tip} from "./dom.js";
import {drawMemory} from "./memory.js";
import {go, link, where} from "./route.js";
import {TimeScale} from "./timescale.js";

const LEFT = 168, TOP = 22, ROW = 19, SPACE = 12, MEMORY = 84;
const LABEL = "600 12px system-ui, 'DejaVu Sans', sans-serif";
const HUES = {kernel: 202, copy: 36, view: 280, compile: 8, lower: 330, schedule: 150, realize: 220, load: 90, replay: 260, capture: 300, graph: 176};

export class Timeline {
  constructor() {
    this.inspector = h("aside", {class: "inspector", hidden: true, "aria-label": "Chosen event"});
    this.tools = h("div", {class: "bar-of-tools"});
    this.picture = h("div", {class: "picture"});
    const {canvas, redraw, close} = canvasIn(this.picture, "Timeline: plus, minus and 0 zoom, arrow keys go from event to event, Enter opens the kernel", (pen, w, ht) => this.draw(pen, w, ht));
    Object.assign(this, {canvas, redraw, close, scroll: 0, rows: [], lanes: [], memory: null, chosen: null});
    this.scale = new TimeScale(canvas, LEFT, () => this.moved());
    canvas.addEventListener("pointermove", e => this.hover(e));
    canvas.addEventListener("pointerleave", () => tip(""));
    canvas.addEventListener("pointerup", e => { if (!this.scale.dragged) this.pick(this.hit(e)); });
    canvas.addEventListener("dblclick", e => { const found = this.hit(e); if (found) this.scale.show(found.start - found.seconds, found.start + 2 * found.seconds); });
    canvas.addEventListener("keydown", e => this.onKey(e));
    this.element = [h("div", {class: "detail"}, this.tools, h("div", {class: "body"}, this.picture, this.inspector))];
    this.load();
  }

  async load() {
    const found = await request("lanes");
    if (!found.lanes.length) { this.element[0].replaceChildren(empty("No events", "Nothing ran while this was recorded.")); return; }
    let top = TOP;
    this.lanes = found.lanes.map(lane => { const positioned = {...lane, top: top + 4}; top += (lane.depth + 1) * ROW + SPACE; return positioned; });
    this.bottom = top;
    this.byName = new Map(this.lanes.map(lane => [lane.lane, lane]));
    this.hasMemory = Object.keys((await request("memory", {begin: found.begin, end: found.end, pixels: 2})).devices).length > 0;
    const legend = found.kinds.map(k => h("span", {}, h("i", {style: {background: hue(k.kind)}}), `${k.kind} ${count(k.count)}`));
    const find = h("input", {type: "search", placeholder: "Mark by name  (/)", "aria-label": "Mark events by name", oninput: () => { this.wanted = find.value.toLowerCase(); this.redraw(); }, onkeydown: e => e.stopPropagation()});
    this.tools.replaceChildren(find, h("button", {onclick: () => this.scale.show(...this.scale.whole), title: "0"}, "Whole run"), h("span", {class: "legend"}, legend), h("span", {class: "spring"}), this.span = h("span", {class: "dim nowrap"}));
    this.ready = true;
    this.scale.setWhole(found.begin, found.end);
    await this.update();
  }

  /** The address may name a kernel: its first launch is shown. */
  async update() {
    const {kernel} = where();
    if (!kernel || !this.ready || kernel === this.kernel) return;
    this.kernel = kernel;
    const {first, most, name, event} = await request("kernel", {id: kernel});
    if (event === null) return;
    this.wanted = name.toLowerCase();
    this.tools.querySelector("input").value = name;
    this.scale.show(first - most * 15, first + most * 25);
    await this.choose(await request("event", {id: event}));
  }

  moved() {
    this.redraw();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.fetch(), this.rows.length ? 60 : 0);
  }

  async fetch() {
    if (!this.ready) return;
    const {begin, end, width} = this.scale, spare = (end - begin) / 2;
    const requested = this.requested = `${begin} ${end}`;
    const values = {begin: begin - spare, end: end + spare, pixels: Math.round(2 * width)};
    const [events, memory] = await Promise.all([request("events", values), this.hasMemory ? request("memory", values) : null]);
    if (requested !== this.requested) return;
    Object.assign(this, {rows: events.rows, memory: memory?.devices});
    this.redraw();
  }

  // ---- drawing

  draw(pen, w, ht) {
    if (!this.ready) return;
    const c = colors(), laneRoom = ht - (this.hasMemory ? MEMORY + 8 : 0);
    this.span.textContent = `${seconds(this.scale.end - this.scale.begin)} shown`;
    this.scroll = Math.max(0, Math.min(this.scroll, this.bottom - laneRoom));
    this.scale.ruler(pen, c, ht);
    pen.save();
    pen.beginPath();
    pen.rect(0, TOP - 4, w, laneRoom - TOP);
    pen.clip();
    pen.translate(0, -this.scroll);
    this.drawLanes(pen, c, w);
    for (const row of this.rows) this.drawEvent(pen, c, row, w);
    pen.restore();
    if (!this.hasMemory || !this.memory) return;
    drawMemory(pen, c, this.memory, this.scale, {left: LEFT, right: w, top: laneRoom + 4, bottom: ht - 10});
    pen.fillStyle = c.text;
    pen.font = LABEL;
    pen.textAlign = "left";
    pen.fillText("memory", 10, laneRoom + 18);
  }

  drawLanes(pen, c, w) {
    this.lanes.forEach((lane, at) => {
      pen.fillStyle = at % 2 ? "transparent" : c["edge-soft"].slice(0, 7) + "12";
      pen.fillRect(0, lane.top - 5, w, (lane.depth + 1) * ROW + SPACE - 2);
      pen.fillStyle = c.text;
      pen.font = LABEL;
      pen.textAlign = "left";
      pen.fillText(lane.lane, 10, lane.top + 12, LEFT - 20);
    });
  }

  drawEvent(pen, c, row, w) {
    const lane = this.byName.get(row.lane), y = lane.top + row.depth * ROW;
    const left = Math.max(LEFT, this.scale.x(row.start)), right = Math.min(w, this.scale.x(row.start + row.seconds));
    if (right < LEFT || left > w) return;
    const width = Math.max(1, right - left), fits = !this.wanted || row.name?.toLowerCase().includes(this.wanted);
    pen.globalAlpha = fits ? row.count ? Math.min(1, 0.35 + row.busy / Math.max(row.seconds, 1e-12)) : 1 : 0.18;
    pen.fillStyle = hue(row.kind);
    pen.fillRect(left, y, width, ROW - 3);
    if (row.id !== undefined && row.id === this.chosen) { pen.strokeStyle = c.text; pen.lineWidth = 2; pen.strokeRect(left, y, width, ROW - 3); }
    if (width > 34 && row.name) {
      pen.save();
      pen.beginPath();
      pen.rect(left, y, width - 3, ROW);
      pen.clip();
      pen.fillStyle = "#111";
      pen.font = "11px system-ui, 'DejaVu Sans', sans-serif";
      pen.textAlign = "left";
      pen.fillText(row.name, left + 4, y + 12);
      pen.restore();
    }
    pen.globalAlpha = 1;
  }

  // ---- pointer and keys

  hit(e) {
    const box = this.canvas.getBoundingClientRect(), y = e.clientY - box.top + this.scroll, time = this.scale.time(e.clientX), near = 2 * this.scale.perPixel;
    let best = null;
    for (const row of this.rows) {
      const lane = this.byName.get(row.lane), top = lane.top + row.depth * ROW;
      if (y < top || y > top + ROW - 3 || time < row.start - near || time > row.start + row.seconds + near) continue;
      if (!best || row.seconds < best.seconds) best = row;
    }
    return best;
  }

  hover(e) {
    const found = e.buttons ? null : this.hit(e);
    if (!found) { tip(""); return; }
    tip(found.count ? `${plural(found.count, found.kind)} here, ${seconds(found.busy)} in all\nzoom in to tell them apart` : `${found.name}\n${found.kind}, ${seconds(found.seconds)}`, e.clientX, e.clientY);
  }

  async pick(found) {
    if (found?.count) { this.scale.show(found.start - found.seconds, found.start + 2 * found.seconds); return; }
    await this.choose(found ? await request("event", {id: found.id}) : null);
  }

  async choose(event) {
    this.event = event;
    this.chosen = event?.id ?? null;
    this.inspector.hidden = !event;
    if (event) {
      if (event.start < this.scale.begin || event.start + event.seconds > this.scale.end) {
        const span = this.scale.end - this.scale.begin, middle = event.start + event.seconds / 2;
        this.scale.show(middle - span / 2, middle + span / 2);
      }
      const fact = (name, value) => value ? [h("dt", {}, name), h("dd", {}, value)] : [];
      this.inspector.replaceChildren(h("h2", {class: "mono"}, event.name || event.kind), h("dl", {}, fact("what", event.kind), fact("where", event.lane), fact("from", seconds(event.start)), fact("for", seconds(event.seconds)),
        fact("arithmetic", event.ops ? `${count(event.ops)} (${rate(event.ops, event.seconds, "FLOP/s")})` : ""), fact("memory", event.bytes ? `${bytes(event.bytes)} (${rate(event.bytes, event.seconds, "B/s")})` : ""), fact("within", event.within)),
        h("div", {class: "line"}, sourceLocation(event.location)),
        event.kernel ? h("p", {}, h("a", {href: link("kernels", {id: event.kernel})}, "Source, assembly and stages of this kernel")) : "");
    }
    this.redraw();
  }

  async onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || !this.ready) return;
    const by = {ArrowRight: 1, ArrowLeft: -1}[e.key];
    if (this.scale.key(e)) { e.preventDefault(); return; }
    if (e.key === "Escape") this.choose(null);
    else if (e.key === "Enter" && this.event?.kernel) go("kernels", {id: this.event.kernel});
    else if (by) {
      e.preventDefault();
      const first = this.rows.find(row => row.id !== undefined && row.start >= this.scale.begin);
      if (this.chosen !== null) this.choose(await request("next-event", {id: this.chosen, by}));
      else if (first) this.pick(first);
    } else if (e.key === "ArrowDown" || e.key === "ArrowUp") { e.preventDefault(); this.scroll += e.key === "ArrowDown" ? 40 : -40; this.redraw(); }
  }
}

function hue(kind) { return `hsl(${HUES[kind] ?? 60} 58% 66%)`; }
