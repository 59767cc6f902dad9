// The page: what is typed becomes vectors, and vectors a list and a picture.

import { SentenceEncoder, likeness } from "./encoder.js";

const SHOWN = 5, MOST = 400; // nearest lines that are listed; lines that are looked at
const at = (id) => document.getElementById(id);
const bytes = (n) => `${(n / 2 ** 20).toFixed(1)} MiB`;

let encoder = null, running = 0;

/** The encoder at work; null while it loads. */
export const current = () => encoder;

function say(text) { at("status").textContent = text; }

function showFault(fault) {
  at("loading").hidden = true;
  at("find").disabled = true;
  at("fault").hidden = false;
  at("fault").textContent = fault.message;
  say("");
}

function showProgress({ loaded, total }) {
  at("progress").value = loaded / total;
  at("loaded").textContent = `${bytes(loaded)} of ${bytes(total)}`;
}

async function start() {
  try {
    encoder = await SentenceEncoder.load(showProgress);
    encoder.lost.then(showFault);
    at("loading").hidden = true;
    at("find").disabled = false;
    say("Ready.");
  } catch (fault) { showFault(fault); }
}

/** Embeds what is typed; a later call takes over from an earlier one. */
async function find() {
  const mine = ++running;
  const lines = [...new Set(at("lines").value.split("\n").map((line) => line.trim()).filter((line) => line))].slice(0, MOST);
  const query = at("query").value.trim();
  if (!lines.length || !query) return say(lines.length ? "Type a question." : "Type some lines.");
  const begin = performance.now(), vectors = [];
  const fresh = [...lines, query].filter((text) => !encoder.known.has(text)).length;
  for (const [i, text] of [query, ...lines].entries()) {
    say(`Reading line ${i} of ${lines.length} …`);
    vectors.push(await encoder.embed(text));
    if (mine !== running) return undefined;
  }
  const took = performance.now() - begin;
  show(lines, vectors.slice(1), vectors[0]);
  return say(fresh ? `Done: ${fresh} texts, ${(took / fresh).toFixed(1)} ms each.` : "Done; all texts were known.");
}

function show(lines, vectors, asked) {
  const scores = vectors.map((v) => likeness(v, asked));
  const order = scores.map((_, i) => i).sort((a, b) => scores[b] - scores[a]).slice(0, SHOWN);
  at("nearest").replaceChildren(...order.map((i) => item(scores[i], lines[i])));
  at("results").hidden = false;
  const matrix = vectors.map((a) => vectors.map((b) => likeness(a, b)));
  draw(matrix);
  at("matrix-text").textContent = described(matrix, lines);
  at("table").replaceChildren(...tableRows(matrix, lines));
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function item(score, line) {
  const made = element("li", "", { "data-score": score });
  made.append(element("span", score.toFixed(3), { class: "score" }), line);
  return made;
}

/** A square for each pair: the darker (on a dark page, the lighter), the nearer. */
function draw(matrix) {
  const canvas = at("matrix"), cell = Math.max(1, Math.floor(720 / matrix.length)), paint = canvas.getContext("2d");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  canvas.width = canvas.height = cell * matrix.length;
  matrix.forEach((row, y) => row.forEach((score, x) => {
    const share = Math.min(Math.max(score, 0), 1);
    paint.fillStyle = `hsl(${230 - 40 * share} ${20 + 60 * share}% ${dark ? 8 + 72 * share : 98 - 70 * share}%)`;
    paint.fillRect(x * cell, y * cell, cell, cell);
  }));
}

/** What the picture shows, in words. */
function described(matrix, lines) {
  const pairs = matrix.flatMap((row, i) => row.slice(i + 1).map((score, j) => [score, i, i + 1 + j])).sort((a, b) => b[0] - a[0]);
  const named = pairs.slice(0, 3).map(([score, i, j]) => `“${lines[i]}” and “${lines[j]}” (${score.toFixed(2)})`);
  const nearest = named.length ? ` Nearest to each other: ${named.join("; ")}.` : "";
  return `${lines.length} by ${lines.length} squares, in the order of the lines; the stronger the colour, the nearer two lines are.${nearest}`;
}

function tableRows(matrix, lines) {
  const head = document.createElement("tr");
  head.append(element("td", ""), ...lines.map((_, i) => element("th", String(i + 1), { scope: "col" })));
  return [head, ...matrix.map((row, i) => {
    const made = document.createElement("tr");
    made.append(element("th", `${i + 1} ${lines[i]}`, { scope: "row" }), ...row.map((s) => element("td", s.toFixed(2), { "data-score": s })));
    return made;
  })];
}

at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (encoder) find().catch(showFault);
});
at("lines").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) at("form").requestSubmit();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { if (!at("results").hidden) find().catch(showFault); });
start();
