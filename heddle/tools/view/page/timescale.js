// A span of time on a canvas: zoomed and moved by wheel, drag, and keys; with a ruler. Used by the timeline and the memory plot.

const LEAST = 1e-8;  // seconds that a picture shows at least

export class TimeScale {
  constructor(canvas, left, changed) {
    Object.assign(this, {canvas, left, changed, begin: 0, end: 1, whole: [0, 1]});
    canvas.addEventListener("wheel", e => { e.preventDefault(); this.onWheel(e); }, {passive: false});
    canvas.addEventListener("pointerdown", e => { canvas.setPointerCapture(e.pointerId); this.from = e.clientX; this.moved = 0; });
    canvas.addEventListener("pointermove", e => {
      if (this.from === undefined || !e.buttons) return;
      this.moved += Math.abs(e.clientX - this.from);
      this.shift(-(e.clientX - this.from) * this.perPixel);
      this.from = e.clientX;
    });
    canvas.addEventListener("pointerup", () => { this.from = undefined; });
  }

  get width() { return Math.max(1, this.canvas.clientWidth - this.left); }
  get perPixel() { return (this.end - this.begin) / this.width; }
  get dragged() { return this.moved > 4; }

  setWhole(begin, end) {
    const spare = Math.max((end - begin) * 0.01, LEAST);
    this.whole = [begin - spare, end + spare];
    this.show(...this.whole);
  }

  show(begin, end) {
    const most = this.whole[1] - this.whole[0], span = Math.min(most, Math.max(LEAST, end - begin));
    this.begin = Math.max(this.whole[0], Math.min(begin, this.whole[1] - span));
    this.end = this.begin + span;
    this.changed();
  }

  x(time) { return this.left + (time - this.begin) / this.perPixel; }
  time(clientX) { return this.begin + (clientX - this.canvas.getBoundingClientRect().left - this.left) * this.perPixel; }
  shift(by) { this.show(this.begin + by, this.end + by); }
  zoom(by, at = (this.begin + this.end) / 2) { this.show(at - (at - this.begin) / by, at + (this.end - at) / by); }

  onWheel(e) {
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) this.shift((e.deltaX || e.deltaY) * this.perPixel);
    else this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.002)), this.time(e.clientX));
  }

  /** True if the key was for the scale. */
  key(e) {
    if (e.key === "+" || e.key === "=") this.zoom(1.5);
    else if (e.key === "-") this.zoom(1 / 1.5);
    else if (e.key === "0") this.show(...this.whole);
    else return false;
    return true;
  }

  /** The ruler: lines at round times, with their distance from the start of the recording. */
  ruler(pen, colors, height) {
    const step = round(110 * this.perPixel);
    pen.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    pen.textAlign = "left";
    pen.lineWidth = 1;
    for (let n = Math.ceil(this.begin / step); n * step <= this.end; n++) {
      const x = Math.round(this.x(n * step)) + 0.5;
      if (x < this.left) continue;
      pen.strokeStyle = colors.line;
      pen.beginPath();
      pen.moveTo(x, 0);
      pen.lineTo(x, height);
      pen.stroke();
      pen.fillStyle = colors.dim;
      const text = stamp(n * step, step);
      if (x + 4 + pen.measureText(text).width < this.canvas.clientWidth) pen.fillText(text, x + 4, 13);  // none that would be cut off
    }
  }
}

/** The next of 1, 2, 5, 10 … above. */
export function round(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].map(n => n * power).find(n => n >= x);
}

/** A time in the unit of the step, with as many digits as tell neighbours apart. */
function stamp(time, step) {
  const [unit, factor] = [["s", 1], ["ms", 1e3], ["µs", 1e6]].find(([, f]) => Math.abs(time) * f >= 1 || step * f >= 1) ?? ["ns", 1e9];
  const decimals = Math.max(0, Math.min(6, -Math.floor(Math.log10(step * factor) + 1e-9)));
  return `${(time * factor).toFixed(decimals)} ${unit}`;
}
