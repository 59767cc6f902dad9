// Sentences to vectors: the tokenizer, and the exported encoder for short and, once one comes, for long lines.

import * as short from "./model/encoder.js";
import { WordPiece } from "./wordpiece.js";

const LONGEST = 256; // tokens that count

export class SentenceEncoder {
  /** Loads words and the program for short lines. `onProgress` hears {loaded, total} in bytes. */
  static async load(onProgress) {
    const program = await short.load({ onProgress });
    return new SentenceEncoder(program, new WordPiece(await loadWords()), onProgress);
  }

  constructor(program, tokenizer, onProgress) {
    Object.assign(this, { program, tokenizer, onProgress });
    this.known = new Map(); // vectors by text
    this.lost = program.lost;
  }

  /** The unit vector of a text, 384 numbers. */
  async embed(text) {
    let vector = this.known.get(text);
    if (!vector) {
      vector = await this.compute(this.tokenizer.encode(text, LONGEST));
      this.known.set(text, vector);
    }
    return vector;
  }

  async compute(tokens) {
    const width = widthOf(short), is_short = tokens.length <= width;
    const program = is_short ? this.program : await this.longProgram(), room = is_short ? width : LONGEST;
    const ids = new Int32Array(room), mask = new Float32Array(room);
    ids.set(tokens);
    mask.fill(1, 0, tokens.length);
    return (await program.run({ ids, mask })).result;
  }

  /** The program for long lines: files that are the same as those of the short one come from the browser's cache. */
  longProgram() {
    this.long ??= import("./model/encoder_long.js").then((long) => {
      const same = new Map(short.manifest.weights.chunks.map((c) => [c.sha256, c.file]));
      const files = new Map(long.manifest.weights.chunks.map((c) => [c.file, same.get(c.sha256) ?? c.file]));
      const fetched = (url) => {
        const [, folder, file] = /^(.*\/)([^/]*)$/.exec(url);
        return fetch(folder + (files.get(file) ?? file), { cache: "force-cache" });
      };
      return long.load({ device: this.program.device, fetch: fetched, onProgress: this.onProgress });
    });
    return this.long;
  }
}

async function loadWords() {
  const answer = await fetch(new URL("./model/words.json", import.meta.url));
  if (!answer.ok) throw new Error(`The tokenizer's words cannot be fetched: the server says ${answer.status}.`);
  return answer.json();
}

const widthOf = (module) => module.manifest.inputs.find((i) => i.name === "ids").shape[1];

/** The product of two unit vectors: the cosine of their angle. */
export const likeness = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
