// Small things that every part of the page uses: elements, figures in a person's units, answers of the server.
// Text from a recording only ever becomes a text node: it cannot become markup.

/** An element: h("a", {href: "#x", class: "dim"}, "text", other). Attributes that are null or false are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false));
  return element;
}

export function empty(title, text = "") { return h("p", {class: "empty"}, h("b", {}, title), text); }

/** What the server says to `name`, with arguments. An Error with its words if it refuses. */
export async function request(name, values = {}, signal = undefined) {
  const answer = await fetch(`api/${name}?${new URLSearchParams(values)}`, {signal});
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.error);
  return value;
}

export const PIECE = 5000;

/** All rows of a long answer, a piece at a time; `progress` is told how many of how many have come. */
export async function requestAll(name, values, progress = () => {}, signal = undefined) {
  const rows = [];
  for (;;) {
    const piece = await request(name, {...values, from: rows.length, count: PIECE}, signal);
    rows.push(...piece.rows);
    progress(rows.length, piece.total);
    if (rows.length >= piece.total || !piece.rows.length) return rows;
  }
}

function digits(x) { return x >= 100 || x === 0 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2); }

function scaled(x, step, units) {
  let at = 0;
  while (Math.abs(x) >= step && at < units.length - 1) { x /= step; at++; }
  return `${at === 0 && Number.isInteger(x) ? x : digits(x)} ${units[at]}`.trim();
}

export function seconds(s) {
  if (s === null || s === undefined) return "–";
  for (const [unit, factor] of [["s", 1], ["ms", 1e3], ["µs", 1e6]]) if (Math.abs(s) * factor >= 1) return `${digits(s * factor)} ${unit}`;
  return s === 0 ? "0 s" : `${digits(s * 1e9)} ns`;
}
export const bytes = n => scaled(n, 1024, ["B", "KiB", "MiB", "GiB", "TiB"]);
export const count = n => n.toLocaleString("en");
export const rate = (n, s, unit) => s > 0 && n > 0 ? scaled(n / s, 1000, [unit, `k${unit}`, `M${unit}`, `G${unit}`, `T${unit}`]) : "–";
export const plural = (n, word) => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

/** The user's line: file, number, and its text. */
export function sourceLocation(p) {
  if (!p) return h("span", {class: "dim"}, "no line known");
  const name = p.file.split("/").pop();
  return h("span", {title: `${p.file}:${p.line}, in ${p.function}`}, h("span", {class: "dim"}, `${name}:${p.line}  `), p.text ? h("code", {}, p.text) : p.function);
}
export const shortLocation = p => p ? `${p.file.split("/").pop()}:${p.line}` : "";

/** Colours of the theme, for pictures. */
export function colors() {
  const style = getComputedStyle(document.documentElement);
  return new Proxy({}, {get: (known, name) => known[name] ??= style.getPropertyValue(`--${name}`).trim()});
}

/** A box beside the pointer; with no text it is gone. */
const tipBox = h("div", {class: "tip", role: "tooltip", hidden: true});
export function tip(text, x = 0, y = 0) {
  if (!tipBox.isConnected) document.body.append(tipBox);
  tipBox.hidden = !text;
  if (!text) return;
  tipBox.textContent = text;
  tipBox.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - tipBox.offsetWidth - 8))}px`;
  tipBox.style.top = `${Math.max(4, Math.min(y + 16, innerHeight - tipBox.offsetHeight - 8))}px`;
}

/** A canvas that fills `holder` and is drawn again, once a frame, when it must be. Returns {canvas, redraw}. */
export function canvasIn(holder, label, draw) {
  const canvas = h("canvas", {tabindex: 0, role: "application", "aria-label": label});
  holder.append(canvas);
  let waiting = false;
  const now = () => {
    waiting = false;
    if (!canvas.isConnected) return;
    const {width, height} = canvas.getBoundingClientRect(), sharp = devicePixelRatio || 1;
    if (!width || !height) return;
    if (canvas.width !== Math.round(width * sharp) || canvas.height !== Math.round(height * sharp)) {
      canvas.width = Math.round(width * sharp);
      canvas.height = Math.round(height * sharp);
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.clearRect(0, 0, width, height);
    draw(pen, width, height);
  };
  const redraw = () => { if (!waiting) { waiting = true; requestAnimationFrame(now); } };
  const watch = new ResizeObserver(redraw);
  watch.observe(canvas);
  document.addEventListener("themechange", redraw);
  const close = () => { watch.disconnect(); document.removeEventListener("themechange", redraw); };
  return {canvas, redraw, close};
}
