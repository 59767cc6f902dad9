// A list of any length: only the rows in view exist, and they are fetched a page at a time.

import {h} from "./dom.js";

const PAGE = 200, SPARE = 6;

/**
 * `fetchPage(from, count)` gives {total, rows}; `draw(row, index)` gives the contents of a row; `choose(row, index)` is called on a click
 * or Enter; `key(row)` tells rows apart. The element has methods: reload(), select(key), move(by), at(index).
 */
export class Rows {
  constructor({height, fetchPage, draw, choose = null, key = row => row.id, label, className = "", onTotal = () => {}}) {
    Object.assign(this, {height, fetchPage, draw, choose, key, className, onTotal});
    this.tall = h("div", {class: "tall"});
    this.element = h("div", {class: "rows", tabindex: 0, role: choose ? "listbox" : "list", "aria-label": label}, this.tall);
    this.element.addEventListener("scroll", () => this.draft());
    this.element.addEventListener("keydown", e => this.onKey(e));
    this.watch = new ResizeObserver(() => this.draft());
    this.watch.observe(this.element);
    this.selected = null;
    this.forget();
  }

  forget() { this.pages = new Map(); this.total = null; this.version = (this.version ?? 0) + 1; }

  async reload() {
    this.forget();
    this.element.scrollTop = 0;
    await this.page(0);
    this.draft();
  }

  async page(number) {
    if (this.pages.has(number)) return this.pages.get(number);
    const version = this.version;
    const coming = this.fetchPage(number * PAGE, PAGE).then(piece => {
      if (version !== this.version) return [];
      if (this.total !== piece.total) { this.total = piece.total; this.tall.style.height = `${piece.total * this.height}px`; this.onTotal(piece.total); }
      coming.rows = piece.rows;
      return piece.rows;
    });
    this.pages.set(number, coming);
    return coming;
  }

  /** The row with this index, once it is there. */
  async at(index) { return (await this.page(Math.floor(index / PAGE)))[index % PAGE]; }

  /** Draws the rows in view. */
  async draft() {
    const version = this.version;
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - SPARE);
    const last = Math.min((this.total ?? 1) - 1, Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + SPARE);
    for (let n = Math.floor(first / PAGE); n <= Math.floor(Math.max(last, 0) / PAGE); n++) await this.page(n);
    if (version !== this.version) return;
    const drawn = [];
    for (let i = first; i <= last; i++) {
      const row = this.pages.get(Math.floor(i / PAGE))?.rows?.[i % PAGE];
      if (row) drawn.push(this.element_of(row, i));
    }
    this.tall.replaceChildren(...drawn);
  }

  element_of(row, index) {
    const chosen = this.selected !== null && String(this.key(row)) === String(this.selected);
    return h("div", {class: `row ${this.className}`, role: this.choose ? "option" : "listitem", "aria-selected": this.choose ? String(chosen) : null,
      style: {top: `${index * this.height}px`, height: `${this.height}px`}, onclick: () => this.pick(row, index)}, this.draw(row, index));
  }

  pick(row, index) {
    if (!this.choose) return;
    this.index = index;
    this.select(this.key(row));
    this.choose(row, index);
  }

  select(key) { this.selected = key; this.draft(); }

  /** Scrolls so that the row with this index is in view. */
  show(index) {
    this.index = index;
    const top = index * this.height, view = this.element;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + this.height > view.scrollTop + view.clientHeight) view.scrollTop = top + this.height - view.clientHeight;
  }

  /** Chooses the row `by` further on. */
  async move(by) {
    if (!this.total) return;
    const index = Math.min(this.total - 1, Math.max(0, (this.index ?? -by) + by));
    const row = await this.at(index);
    if (!row) return;
    this.show(index);
    this.pick(row, index);
  }

  onKey(e) {
    const by = {ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12}[e.key];
    if (!by || !this.choose) return;
    e.preventDefault();
    this.move(by);
  }
}
