// A picture of a graph on a canvas. Only what is in view is drawn, with as much of it as can be read at that size.

import {Camera} from "./camera.js";
import {canvasIn, colors, count, h, plural, tip} from "./dom.js";
import {ROW} from "./layout.js";
import {Model, kindOf} from "./model.js";

const HEIGHT = 42, MARGIN = 14, FONT = 12, MOST_TEXT = 700, MOST_EDGES = 5000, CHAINS_FROM = 1500;
const worker = new Worker("layout-worker.js", {type: "module"});
const answers = new Map();
let jobs = 0;
worker.onmessage = e => { answers.get(e.data.id)?.(e.data); answers.delete(e.data.id); };
const layOut = graph => new Promise(done => { const id = ++jobs; answers.set(id, done); worker.postMessage({...graph, id}); });

export class GraphView {
  /** `onSelect(node or null)` is told of choices; `title` stands in the corner; a `small` picture has no status line. */
  constructor({onSelect = () => {}, title = "", label = "graph", small = false} = {}) {
    this.onSelect = onSelect;
    this.status = h("div", {class: "status", hidden: small, "aria-live": "polite"});
    this.foot = h("div", {class: "foot"}, this.status);
    this.element = h("div", {class: "picture"}, title && h("div", {class: "title"}, title), this.foot);
    const {canvas, redraw, close} = canvasIn(this.element, label, (pen, w, ht) => this.draw(pen, w, ht));
    Object.assign(this, {canvas, redraw, close, camera: new Camera(canvas, redraw), picture: null, selected: null, marked: new Set()});
    canvas.addEventListener("pointerup", e => { if (!this.camera.dragged) this.click(e); });
    canvas.addEventListener("dblclick", e => this.toggle(this.hit(e)));
    canvas.addEventListener("pointermove", e => this.hover(e));
    canvas.addEventListener("pointerleave", () => tip(""));
    canvas.addEventListener("keydown", e => this.onKey(e));
  }

  /** Shows another graph. */
  async show(rows) {
    this.model = new Model(rows);
    this.options = {inline: true, chains: this.model.n > CHAINS_FROM, folded: new Set(), opened: new Set(), roots: null};
    this.selected = null;
    this.marked = new Set();
    await this.arrange();
    this.frame();
  }

  /** Lays out what is to be shown, anew. Of several calls the last one counts. */
  async arrange(changes = {}) {
    Object.assign(this.options, changes);
    const shown = this.model.shown(this.options);
    const n = shown.nodes.length, widths = new Float32Array(n);
    const labels = shown.nodes.map(i => this.labelOf(i, shown));
    for (let k = 0; k < n; k++) widths[k] = Math.max(46, 18 + 7.1 * Math.max(labels[k][0].length, labels[k][1].length * 0.9));
    this.status.textContent = `laying out ${plural(n, "node")} …`;
    const version = this.version = (this.version ?? 0) + 1;
    const placed = await layOut({n, starts: shown.starts, sources: shown.sources, widths});
    if (version !== this.version) return;
    this.picture = {...shown, ...placed, labels, widths, n, rows: byLayer(placed.layer, placed.x, placed.layers), edges: edgesByLayer(shown, placed)};
    this.count();
    this.redraw();
  }

  labelOf(i, shown) {
    const chain = shown.chain.get(i);
    if (!chain) return this.model.label(i, this.options.inline);
    const ops = chain.map(m => this.model.op(m));
    return [`▸ ${chain.length} nodes`, `${ops[0]} … ${ops[ops.length - 1]}`];
  }

  count() {
    const hidden = this.model.n - this.picture.n;
    this.status.textContent = `${plural(this.picture.n, "node")} drawn` + (hidden ? `, ${count(hidden)} folded or written into others` : "");
  }

  // ---- what is seen

  /** Shows all of the graph, whatever its size; as soon as the canvas has one. */
  frame() {
    this.unframed = !this.canvas.clientWidth;
    if (!this.picture?.n || this.unframed) return;
    this.camera.least = Math.min(this.fitting(), 0.05) / 2;
    this.fit();
  }

  fit() {
    if (!this.picture?.n) return;
    const box = bounds(this.picture);
    this.camera.scale = this.fitting();
    this.camera.centre((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    this.camera.move(0, this.atFoot / 2);
  }

  /** How much of the canvas the lines at the foot cover. */
  get atFoot() { return this.foot.offsetHeight + 10; }

  /** The scale at which all of it is seen above the lines at the foot. */
  fitting() {
    const {clientWidth: w, clientHeight: ht} = this.canvas, box = bounds(this.picture);
    return Math.min((w - 2 * MARGIN) / (box.right - box.left), (ht - this.atFoot - 2 * MARGIN) / (box.bottom - box.top), 1.15);
  }

  /** Brings a node into view, at a size to be read; if it is folded into another, that one. */
  reveal(i) {
    const k = this.indexOfNode(i);
    if (k === undefined) return;
    if (this.camera.scale < 0.5) this.camera.scale = 0.8;
    this.camera.centre(this.picture.x[k], this.picture.layer[k] * ROW);
  }

  indexOfNode(i) { return this.picture.at.get(i) ?? this.picture.at.get(this.picture.inside.get(i)); }

  select(i, reveal = false) {
    this.selected = i;
    if (reveal && i !== null) this.reveal(i);
    this.onSelect(i);
    this.redraw();
  }

  /** Colours these nodes as found. */
  mark(nodes) { this.marked = new Set(nodes); this.redraw(); }

  /** Folds what only leads to the node, or unfolds it. */
  toggle(i) {
    if (i === null) return;
    if (this.picture.chain.has(i)) for (const m of this.picture.chain.get(i)) this.options.opened.add(m);
    else if (!this.options.folded.delete(i)) this.options.folded.add(i);
    return this.arrange();
  }

  // ---- pointer and keys

  hit(e) {
    const p = this.picture;
    if (!p) return null;
    const [x, y] = this.camera.at(e.clientX, e.clientY);
    const layer = Math.round(y / ROW), row = p.rows[layer];
    if (!row || Math.abs(y - layer * ROW) > HEIGHT / 2) return null;
    for (let at = firstFrom(row, p, x - 400); at < row.length && p.x[row[at]] - p.widths[row[at]] / 2 <= x; at++)
      if (x <= p.x[row[at]] + p.widths[row[at]] / 2) return p.nodes[row[at]];
    return null;
  }

  click(e) { this.canvas.focus(); this.select(this.hit(e)); }

  hover(e) {
    const i = e.buttons ? null : this.hit(e);
    this.canvas.style.cursor = i === null ? "" : "pointer";
    if (i === null) { tip(""); return; }
    const [, op, dtype, shape, arg] = this.model.rows[i];
    tip([op, [dtype, shape && `[${shape}]`].filter(Boolean).join(" "), arg].filter(Boolean).join("\n"), e.clientX, e.clientY);
  }

  onKey(e) {
    if (!this.picture?.n || e.ctrlKey || e.metaKey || e.altKey) return;
    const zooms = {"+": 1.3, "=": 1.3, "-": 1 / 1.3};
    if (zooms[e.key]) this.camera.zoom(zooms[e.key]);
    else if (e.key === "0") this.fit();
    else if (e.key === "Enter") this.toggle(this.selected);
    else if (e.key === "Escape") this.select(null);
    else if (e.key.startsWith("Arrow")) this.step(e.key.slice(5));
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** Along the graph from the chosen node; without one, to the last. */
  step(way) {
    const p = this.picture, k = this.selected === null ? undefined : this.indexOfNode(this.selected);
    if (k === undefined) { this.select(p.nodes[p.n - 1], true); return; }
    let next;
    if (way === "Up") next = p.sources[p.starts[k]] ?? undefined;
    else if (way === "Down") next = p.edges.below(k);
    else { const row = p.rows[p.layer[k]]; next = row[row.indexOf(k) + (way === "Left" ? -1 : 1)]; }
    if (way === "Up" && p.starts[k] === p.starts[k + 1]) next = undefined;
    if (next !== undefined) this.select(p.nodes[next], true);
  }

  // ---- drawing

  draw(pen, w, ht) {
    const p = this.picture;
    if (!p?.n) return;
    if (this.unframed) this.frame();
    const c = colors(), {x, y, scale} = this.camera;
    const view = {left: x, top: y, right: x + w / scale, bottom: y + ht / scale};
    const first = Math.max(0, Math.floor(view.top / ROW - 0.4)), last = Math.min(p.rows.length - 1, Math.ceil(view.bottom / ROW + 0.4));
    pen.scale(scale, scale);
    pen.translate(-x, -y);
    this.drawn = {edges: this.drawEdges(pen, c, view, first, last), nodes: this.drawNodes(pen, c, view, first, last)};
  }

  drawEdges(pen, c, view, first, last) {
    const p = this.picture, wide = 1 / this.camera.scale;
    const found = p.edges.within(first, last, view);
    const chosen = this.selected === null ? -1 : this.indexOfNode(this.selected) ?? -1;
    const dense = found.length > 1500, skip = Math.ceil(found.length / MOST_EDGES);
    const ends = k => p.x[k] >= view.left && p.x[k] <= view.right && p.layer[k] >= first && p.layer[k] <= last;
    pen.strokeStyle = c.edge;
    pen.lineWidth = dense ? wide : Math.max(1, Math.min(wide, 2));
    // of many edges, those that only pass by would hide the others
    for (const passing of dense ? [true, false] : [null]) {
      pen.globalAlpha = dense ? (passing ? 0.08 : Math.max(0.12, Math.min(0.5, 900 / found.length))) : 1;
      pen.beginPath();
      for (let at = 0; at < found.length; at += skip) {
        const e = found[at];
        if (passing === null || passing === !(ends(p.sources[e]) || ends(p.edges.reader[e]))) this.trace(pen, e, dense);
      }
      pen.stroke();
    }
    pen.globalAlpha = 1;
    if (chosen >= 0) {
      pen.strokeStyle = c.accent;
      pen.lineWidth = 2.4 * Math.max(1, wide * 0.7);
      pen.beginPath();
      for (const e of p.edges.of(chosen)) this.trace(pen, e, false);
      pen.stroke();
    }
    return found.length;
  }

  /** Adds an edge to the path: curves through the points where it crosses layers. */
  trace(pen, e, straight) {
    const p = this.picture, s = p.sources[e], t = p.edges.reader[e];
    let x = p.x[s], y = p.layer[s] * ROW + HEIGHT / 2;
    pen.moveTo(x, y);
    const to = (nx, ny) => {
      if (straight) pen.lineTo(nx, ny);
      else { const bend = Math.min(34, (ny - y) / 2); pen.bezierCurveTo(x, y + bend, nx, ny - bend, nx, ny); }
      x = nx;
      y = ny;
    };
    for (let b = p.bendStarts[e], l = p.layer[s] + 1; b < p.bendStarts[e + 1]; b++, l++) to(p.bends[b], l * ROW);
    to(p.x[t], p.layer[t] * ROW - HEIGHT / 2);
  }

  drawNodes(pen, c, view, first, last) {
    const p = this.picture, seen = [];
    for (let l = first; l <= last; l++) {
      const row = p.rows[l];
      for (let at = firstFrom(row, p, view.left - 400); at < row.length; at++) {
        const k = row[at];
        if (p.x[k] - p.widths[k] / 2 > view.right) break;
        if (p.x[k] + p.widths[k] / 2 >= view.left) seen.push(k);
      }
    }
    const text = this.camera.scale > 0.34 && seen.length <= MOST_TEXT;
    const chosen = this.selected === null ? -1 : this.indexOfNode(this.selected);
    for (const k of seen) this.box(pen, c, k, text, k === chosen);
    return seen.length;
  }

  box(pen, c, k, text, chosen) {
    const p = this.picture, i = p.nodes[k], w = p.widths[k], left = p.x[k] - w / 2, top = p.layer[k] * ROW - HEIGHT / 2;
    const marked = this.marked.has(i), isNew = this.model.isNew(i);
    pen.fillStyle = marked ? c.mark : c[`op-${kindOf(this.model.op(i))}`];
    if (!text) {
      pen.fillRect(left, top, w, HEIGHT);
      if (chosen || isNew) { pen.strokeStyle = chosen ? c.accent : c.new; pen.lineWidth = 2 / this.camera.scale; pen.strokeRect(left, top, w, HEIGHT); }
      return;
    }
    pen.beginPath();
    pen.roundRect(left, top, w, HEIGHT, 7);
    pen.fill();
    pen.strokeStyle = chosen ? c.accent : isNew ? c.new : c["edge-soft"];
    pen.lineWidth = chosen ? 3 : isNew ? 2.2 : 1;
    pen.setLineDash(this.options.folded.has(i) || this.model.missing[i] ? [5, 3] : []);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = c.text;
    pen.font = `600 ${FONT}px ui-sans-serif, system-ui, "DejaVu Sans", sans-serif`;
    pen.textAlign = "center";
    const [first, second] = p.labels[k];
    pen.fillText(first, p.x[k], top + (second ? 18 : 26), w - 8);
    pen.font = `${FONT - 1}px ui-sans-serif, system-ui, "DejaVu Sans", sans-serif`;
    pen.fillStyle = c.dim;
    if (second) pen.fillText(second, p.x[k], top + 33, w - 8);
  }
}

function bounds(p) {
  let left = Infinity, right = -Infinity;
  for (let k = 0; k < p.n; k++) { left = Math.min(left, p.x[k] - p.widths[k] / 2); right = Math.max(right, p.x[k] + p.widths[k] / 2); }
  for (const x of p.bends) { left = Math.min(left, x); right = Math.max(right, x); }
  return {left, right, top: -HEIGHT / 2, bottom: (p.rows.length - 1) * ROW + HEIGHT / 2};
}

function byLayer(layer, x, layers) {
  const rows = Array.from({length: layers}, () => []);
  layer.forEach((l, k) => rows[l].push(k));
  for (const row of rows) row.sort((a, b) => x[a] - x[b]);
  return rows;
}

/** The first index in a row whose centre is not left of x. */
function firstFrom(row, p, x) {
  let low = 0, high = row.length;
  while (low < high) { const middle = (low + high) >> 1; if (p.x[row[middle]] < x) low = middle + 1; else high = middle; }
  return low;
}

const BUCKET = 16, LONG = 40;  // layers that are looked up together; longer edges are kept in a list of their own

/** Edges by the layers that they cross, so that those in view are found without looking at all. */
function edgesByLayer({starts, sources, nodes}, {layer, x, layers}) {
  const reader = new Int32Array(sources.length), buckets = Array.from({length: Math.ceil(layers / BUCKET)}, () => []), long = [];
  const below = nodes.map(() => []);
  for (let k = 0; k < nodes.length; k++) for (let e = starts[k]; e < starts[k + 1]; e++) {
    reader[e] = k;
    below[sources[e]].push(e);
    const top = layer[sources[e]], bottom = layer[k];
    if (bottom - top > LONG * BUCKET) { long.push(e); continue; }
    for (let b = top / BUCKET | 0; b <= (bottom / BUCKET | 0); b++) buckets[b].push(e);
  }
  const reaches = (e, view) => {
    const a = x[sources[e]], b = x[reader[e]];
    return Math.max(a, b) + 300 >= view.left && Math.min(a, b) - 300 <= view.right;
  };
  return {
    reader,
    within(first, last, view) {
      const found = [], all = long.length ? [long] : [];
      for (let b = first / BUCKET | 0; b <= (last / BUCKET | 0) && b < buckets.length; b++) all.push(buckets[b]);
      const from = first / BUCKET | 0;
      all.forEach((list, at) => {
        const bucket = from + at - (long.length ? 1 : 0);
        for (const e of list) {
          if (layer[reader[e]] < first || layer[sources[e]] > last || !reaches(e, view)) continue;
          // an edge in several buckets counts in the first of them that is looked at
          if (list !== long && bucket > from && (layer[sources[e]] / BUCKET | 0) < bucket) continue;
          found.push(e);
        }
      });
      return found;
    },
    of: k => [...below[k], ...Array.from({length: starts[k + 1] - starts[k]}, (_, j) => starts[k] + j)],
    below: k => below[k].length ? reader[below[k][0]] : undefined,
  };
}
