// The stages of a graph or kernel in a row, and the one that was chosen: as picture, text, or rewrites.

import {count, empty, h} from "./dom.js";
import {go, where} from "./route.js";
import {rewritesPanel} from "./rewrites.js";
import {graphPanel, textPanel} from "./stage.js";

/**
 * `stages` as the server gives them; `more`: {key: {title, open}} other things to show, by the name that the address gives them;
 * `first`: the one to open if the address names none.
 */
export class Stages {
  constructor(stages, more, first) {
    Object.assign(this, {stages, more, first});
    this.strip = h("div", {class: "strip", role: "toolbar", "aria-label": "Stages"});
    this.body = h("div", {class: "body"});
    this.element = h("div", {class: "detail"}, this.strip, this.body);
    this.keys = [...Object.keys(more), ...stages.map(s => String(s.id))];
    this.fill();
  }

  chosen() {
    const requested = where().stage;
    return this.keys.includes(requested) ? requested : this.first;
  }

  fill() {
    const main = this.stages.map((stage, i) => {
      const steps = stage.rewritings.reduce((sum, r) => sum + r.steps, 0), isSub = stage.name.startsWith("optimise: "), isSame = i > 0 && stage.root === this.stages[i - 1].root;
      const name = isSub ? stage.name.slice(10) : stage.name;
      return [i ? h("span", {class: "arrow", "aria-hidden": "true"}, "→") : "",
        this.button(String(stage.id), name, stage.error ? "failed" : steps ? `${count(steps)} rewrites` : isSame ? "nothing changed" : "",
          `${stage.error ? "failed " : ""}${isSub ? "sub " : ""}${isSame ? "same" : ""}`)];
    });
    const others = Object.entries(this.more).map(([key, {title, note}]) => this.button(key, title, note));
    this.strip.replaceChildren(...others, main.length && others.length ? h("span", {class: "gap"}) : "", ...main.flat());
    this.open();
  }

  button(key, name, note = "", className = "") {
    return h("button", {class: className, "data-key": key, title: note ? `${name}: ${note}` : name, onclick: () => this.choose(key)}, name, note && !className.includes("same") && h("small", {}, note.replace(" rewrites", "")));
  }

  choose(key) {
    const {view, step, ...rest} = where();
    go(view, {...rest, stage: key}, true);
  }

  move(by) {
    const at = this.keys.indexOf(this.chosen()) + by;
    if (at >= 0 && at < this.keys.length) this.choose(this.keys[at]);
  }

  /** Shows what the address says. */
  open() {
    const key = this.chosen(), as = where().as ?? "graph", now = `${key} ${as}`;
    for (const button of this.strip.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.key === key));
      if (button.dataset.key === key) button.scrollIntoView({block: "nearest", inline: "nearest"});
    }
    if (this.shown === now) return;
    this.shown = now;
    this.panel?.close();
    const at = this.stages.findIndex(s => String(s.id) === key);
    this.panel = at < 0 ? this.more[key].open() : this.stagePanel(this.stages[at], this.stages[at - 1], as);
    this.body.replaceChildren(this.panel.element);
  }

  stagePanel(stage, before, as) {
    const steps = stage.rewritings.reduce((sum, r) => sum + r.steps, 0);
    const choice = (name, text) => h("button", {"aria-pressed": String(as === name), onclick: () => { const {step, ...rest} = where(); go(rest.view, {...rest, as: name === "graph" ? "" : name}, true); }}, text);
    const lead = h("span", {class: "choice"}, choice("graph", "Graph"), choice("text", "Text"), choice("rewrites", `Rewrites (${count(steps)})`));
    const query = {name: "nodes", values: {root: stage.root, against: before?.root ?? 0}};
    const failed = stage.error ? h("div", {class: "note bad"}, stage.error) : "";
    let inner;
    if (as === "rewrites") inner = rewritesPanel(stage, lead);
    else if (stage.root === null) inner = {element: h("div", {class: "change"}, h("div", {class: "bar-of-tools"}, lead), empty("This stage failed", "Its rewrites lead to where it did.")), close() {}};
    else inner = as === "text" ? textPanel(query, lead) : graphPanel(query, before && before.root !== stage.root ? "outlined: new in this stage" : "", lead);
    return {element: h("div", {class: "change"}, failed, inner.element), close: inner.close, rows: inner.rows};
  }
}
