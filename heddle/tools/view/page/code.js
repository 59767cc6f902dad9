// Source and assembly, with a little colour.

import {ask, count, empty, h} from "./dom.js";

const MOST_COLOURED = 6000;  // lines; beyond, plain text
const WORDS = /(\/\/[^\n]*|(?<=\s);[^\n]*|(?<=^|\s)#[^\n]*)|("(?:[^"\\\n]|\\.)*")|\b(for|if|else|while|return|static|const|typedef|struct|void|define|call|br|label|ret|phi|load|store|in|range|def)\b|\b(float|double|int|char|long|short|unsigned|bool|u?int\d+_t|[fiu]\d+x\d+u?|float\d+|half|i\d+|ptr)\b|((?<![\w%$.])-?(?:0x[0-9a-fA-F.]+(?:p[+-]?\d+)?f?|\d+\.?\d*(?:e[+-]?\d+)?f?)\b)/g;
const CLASSES = ["c", "s", "k", "t", "n"];

/** `part` is source or assembly. */
export function codePanel(kernel, part) {
  const element = h("div", {class: "change"});
  ask("code", {kernel}).then(found => element.replaceChildren(...shown(found[part], part)))
    .catch(fault => element.replaceChildren(empty("This code cannot be shown", fault.message)));
  return {element, close() {}};
}

function shown(text, part) {
  if (!text) return [empty(`No ${part}`, part === "assembly" ? "The device's compiler does not show any." : "The kernel was never rendered.")];
  const lines = text.split("\n").length;
  const copy = h("button", {onclick: async () => { await navigator.clipboard.writeText(text); copy.textContent = "Copied"; }}, "Copy");
  return [h("div", {class: "bar-of-tools"}, copy, h("span", {class: "dim"}, `${count(lines)} lines`)),
    h("pre", {class: "code", tabindex: 0}, ...(lines > MOST_COLOURED ? [text] : coloured(text)))];
}

function coloured(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(WORDS)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    const group = CLASSES.findIndex((_, i) => match[i + 1] !== undefined);
    parts.push(h("span", {class: CLASSES[group]}, match[0]));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}
