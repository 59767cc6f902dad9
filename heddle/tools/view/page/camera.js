// What part of a picture is seen: dragging, wheel, pinch and keys move it. Used by graphs.

export class Camera {
  constructor(canvas, changed) {
    Object.assign(this, {canvas, changed, x: 0, y: 0, scale: 1, touches: new Map()});
    canvas.addEventListener("wheel", e => { e.preventDefault(); this.onWheel(e); }, {passive: false});
    canvas.addEventListener("pointerdown", e => this.onDown(e));
    canvas.addEventListener("pointermove", e => this.onMove(e));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, e => this.touches.delete(e.pointerId));
  }

  /** The point of the picture at a point of the screen. */
  at(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    return [(clientX - box.left) / this.scale + this.x, (clientY - box.top) / this.scale + this.y];
  }

  zoom(by, clientX = null, clientY = null) {
    const box = this.canvas.getBoundingClientRect();
    const px = (clientX ?? box.left + box.width / 2) - box.left, py = (clientY ?? box.top + box.height / 2) - box.top;
    const next = Math.min(4, Math.max(this.least ?? 0.0005, this.scale * by));
    this.x += px / this.scale - px / next;
    this.y += py / this.scale - py / next;
    this.scale = next;
    this.changed();
  }

  move(dx, dy) {
    this.x += dx / this.scale;
    this.y += dy / this.scale;
    this.changed();
  }

  centre(x, y) {
    const box = this.canvas.getBoundingClientRect();
    this.x = x - box.width / 2 / this.scale;
    this.y = y - box.height / 2 / this.scale;
    this.changed();
  }

  onWheel(e) {
    if (e.shiftKey) this.move(e.deltaY || e.deltaX, 0);
    else if (e.ctrlKey || !e.deltaX) this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0016)), e.clientX, e.clientY);
    else this.move(e.deltaX, e.deltaY);
  }

  onDown(e) {
    this.canvas.setPointerCapture(e.pointerId);
    this.touches.set(e.pointerId, [e.clientX, e.clientY]);
    this.moved = 0;
  }

  onMove(e) {
    const before = this.touches.get(e.pointerId);
    if (!before) return;
    const other = [...this.touches].find(([id]) => id !== e.pointerId)?.[1];
    if (other) {
      const span = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]) || 1;
      this.zoom(span([e.clientX, e.clientY], other) / span(before, other), other[0], other[1]);
    } else this.move(before[0] - e.clientX, before[1] - e.clientY);
    this.moved += Math.hypot(e.clientX - before[0], e.clientY - before[1]);
    this.touches.set(e.pointerId, [e.clientX, e.clientY]);
  }

  /** Whether the pointer that was just lifted had been dragging, and not clicking. */
  get dragged() { return this.moved > 4; }
}
