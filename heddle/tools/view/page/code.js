// Source and assembly, coloured by highlight.js.

import {count, empty, h, request} from "./dom.js";
import highlighter from "./vendor/highlight.min.js";
import armasm from "./vendor/highlight-armasm.min.js";
import c from "./vendor/highlight-c.min.js";
import llvm from "./vendor/highlight-llvm.min.js";
import x86asm from "./vendor/highlight-x86asm.min.js";

const MOST_COLOURED = 6000;  // lines; beyond, plain text
for (const [name, language] of Object.entries({armasm, c, llvm, x86asm})) highlighter.registerLanguage(name, language);

/** `part` is source or assembly. */
export function codePanel(kernel, part) {
  const element = h("div", {class: "change"});
  request("code", {kernel}).then(found => element.replaceChildren(...shown(found[part], part)))
    .catch(fault => element.replaceChildren(empty("This code cannot be shown", fault.message)));
  return {element, close() {}};
}

function shown(text, part) {
  if (!text) return [empty(`No ${part}`, part === "assembly" ? "The device's compiler does not show any." : "The kernel was never rendered.")];
  const lines = text.split("\n").length;
  const copy = h("button", {onclick: async () => { await navigator.clipboard.writeText(text); copy.textContent = "Copied"; }}, "Copy");
  return [h("div", {class: "bar-of-tools"}, copy, h("span", {class: "dim"}, `${count(lines)} lines`)),
    h("pre", {class: "code", tabindex: 0}, ...(lines > MOST_COLOURED ? [text] : coloured(text, part)))];
}

/** Elements of a text. Its markup comes from highlight.js, which escapes the text. */
function coloured(text, part) {
  const parsed = new DOMParser().parseFromString(highlighter.highlight(text, {language: languageOf(text, part)}).value, "text/html");
  return [...parsed.body.childNodes];
}

function languageOf(text, part) {
  if (/^(define|source_filename|target triple)/m.test(text)) return "llvm";
  if (part === "source" && !/^\s*\.version/m.test(text)) return "c";  // C, OpenCL C, CUDA, Metal and WGSL alike
  return /^\s*(?:[0-9a-f]+:\s.*)?\b(?:ldr|str|ldp|stp|fmla|adrp)\b/m.test(text) ? "armasm" : "x86asm";
}
