// The frame of the page: its views, the address, the theme and the keys.

import {Compare} from "./compare.js";
import {empty, h, request} from "./dom.js";
import {Graphs} from "./graphs.js";
import {Kernels} from "./kernels.js";
import {Memory} from "./memory.js";
import {Overview} from "./overview.js";
import {link, where} from "./route.js";
import {Timeline} from "./timeline.js";

const VIEWS = {overview: ["Overview", summary => new Overview(summary)], timeline: ["Timeline", () => new Timeline()], memory: ["Memory", () => new Memory()],
  graphs: ["Graphs", () => new Graphs()], kernels: ["Kernels", () => new Kernels()]};
const main = document.getElementById("main");
let summary = null, shown = "", view = null, first = "overview";

function show() {
  const wanted = location.hash.length > 1 && where().view in VIEWS ? where().view : first;
  if (wanted !== shown) {
    view?.close?.();
    shown = wanted;
    view = VIEWS[wanted][1](summary);
    main.replaceChildren(...view.element);
    for (const a of document.querySelectorAll("#tabs a")) a.toggleAttribute("aria-current", a.dataset.view === wanted);
    document.title = `${VIEWS[wanted][0]} · ${summary.meta.script || summary.file} · heddle view`;
  }
  view.update();
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  document.dispatchEvent(new Event("themechange"));
}

const flip = () => {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("theme", next);
  setTheme(next);
};
const keys = document.getElementById("keys");

const PRESSED = {
  "/": () => main.querySelector("input[type=search]")?.focus(), t: flip, "?": () => keys.showModal(), j: () => view.move?.(1), k: () => view.move?.(-1), "]": () => view.moveStage?.(1), "[": () => view.moveStage?.(-1),
};
addEventListener("keydown", e => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  if (typing && e.key === "Escape") e.target.blur();
  if (typing || keys.open || e.ctrlKey || e.metaKey || e.altKey || !PRESSED[e.key]) return;
  e.preventDefault();
  PRESSED[e.key]();
});

async function start() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  setTheme(localStorage.getItem("theme") ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => { if (!localStorage.getItem("theme")) setTheme(dark.matches ? "dark" : "light"); });
  document.getElementById("theme").addEventListener("click", flip);
  document.getElementById("help").addEventListener("click", () => keys.showModal());
  try { summary = await request("summary"); }
  catch (fault) { main.replaceChildren(empty("The recording cannot be read", fault.message)); return; }
  if (summary.is_compared) { VIEWS.compare = ["Compare", () => new Compare()]; first = "compare"; }
  Object.keys(VIEWS).forEach((name, at) => { PRESSED[at + 1] = () => { location.hash = link(name); }; });
  document.getElementById("tabs").append(...Object.entries(VIEWS).map(([name, [text]]) => h("a", {href: link(name), "data-view": name}, text)));
  document.getElementById("what").textContent = [summary.meta.script?.split("/").pop() || summary.file, summary.devices.join(", ")].filter(Boolean).join(" · ");
  addEventListener("hashchange", show);
  show();
}

start();
