// A graph as the page holds it, and the part of it that is shown: constants written into their readers, chains and whole branches folded.
//
// Nodes are numbered 0 … n-1, sources first. `shown(...)` gives the graph to lay out; the rest of the page speaks of nodes by their number.

export const KINDS = {
  memory: ["PARAM", "BUFFER", "BUFFER_VIEW", "INDEX", "LOAD", "STORE", "ASSIGN", "COPY", "CONTIGUOUS", "DEFINE_LOCAL", "DEFINE_REG", "GATHER"],
  move: ["RESHAPE", "PERMUTE", "EXPAND", "PAD", "SHRINK", "FLIP", "CAST", "BITCAST", "VECTORIZE", "GEP", "DETACH"],
  reduce: ["REDUCE", "REDUCE_AXIS"],
  loop: ["RANGE", "END", "SPECIAL", "BARRIER", "AFTER", "GROUP"],
  const: ["CONST", "IOTA", "DEVICE", "DEFINE_VAR"],
  other: ["SINK", "LINEAR", "CALL", "PROGRAM", "SOURCE", "BINARY"],
};
const KIND_OF = new Map(Object.entries(KINDS).flatMap(([kind, ops]) => ops.map(op => [op, kind])));
export const kindOf = op => KIND_OF.get(op) ?? "math";
export const LEGEND = {memory: "memory", move: "shape and type", math: "arithmetic", reduce: "reduction", loop: "loop", const: "constant", other: "control"};

const INLINE = new Set(["CONST", "DEVICE"]);
const LONGEST_LABEL = 30;
const cut = text => text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;

export class Model {
  /** `rows` as the server sends nodes: [id, op, dtype, shape, arg, sources, location, is new]. */
  constructor(rows) {
    this.rows = rows;
    this.n = rows.length;
    this.index = new Map(rows.map((row, i) => [row[0], i]));
    this.sources = rows.map(row => row[5].map(id => this.index.get(id)).filter(i => i !== undefined));
    this.missing = rows.map((row, i) => row[5].length - this.sources[i].length);  // sources that were not sent
    this.readers = rows.map(() => []);
    this.sources.forEach((list, i) => new Set(list).forEach(s => this.readers[s].push(i)));
    this.hasNew = rows.some(row => row[7]) && !rows.every(row => row[7]);
  }

  id(i) { return this.rows[i][0]; }
  op(i) { return this.rows[i][1]; }
  isNew(i) { return this.hasNew && this.rows[i][7] === 1; }

  /** The argument in few words: numbers of axes and slots, values of constants. */
  argument(i) {
    const [, op, , , arg] = this.rows[i];
    const slot = /slot=(\d+)/.exec(arg), kind = /AxisType\.(\w+)/.exec(arg), number = /^\(?(\d+)/.exec(arg);
    if (op === "PARAM" && slot) return slot[1];
    if (op === "RANGE" && number) return `${number[1]}${kind ? ` ${kind[1].toLowerCase()}` : ""}`;
    if (op === "CONST") return arg;
    return cut(arg.replaceAll("Ops.", ""));
  }

  /** The two lines of a node's box. */
  label(i, inlined) {
    const [, op, dtype, shape] = this.rows[i];
    const argument = this.argument(i);
    const constants = inlined ? this.sources[i].filter(s => INLINE.has(this.op(s)) && this.op(s) !== "DEVICE").map(s => cut(this.rows[s][4])) : [];
    const first = [argument ? `${op} ${argument}` : op, constants.length ? `· ${constants.slice(0, 3).join(", ")}` : ""].filter(Boolean).join(" ");
    return [first, [dtype, shape && `[${shape}]`].filter(Boolean).join(" ")];
  }

  /**
   * The graph to lay out: {nodes, starts, sources}, with nodes[k] the number of the k-th shown node, and `chains`: node -> nodes folded
   * into it. `folded`: nodes whose sources are hidden; `opened`: nodes of chains that stay apart.
   */
  shown({inline, chains, folded, opened, roots}) {
    const wanted = this.reached(roots, folded);
    if (inline) for (let i = 0; i < this.n; i++) if (INLINE.has(this.op(i)) && this.readers[i].length) wanted[i] = 0;
    const chain = chains ? this.chains(wanted, opened, folded) : new Map();
    const inside = new Map();
    for (const [last, members] of chain) for (const m of members) if (m !== last) { inside.set(m, last); wanted[m] = 0; }
    const nodes = [], at = new Map();
    for (let i = 0; i < this.n; i++) if (wanted[i]) { at.set(i, nodes.length); nodes.push(i); }
    const starts = [0], sources = [];
    for (const i of nodes) {
      const from = chain.has(i) ? chain.get(i)[0] : i;  // the first of a chain has its sources
      if (!folded.has(i)) for (const s of new Set(this.sources[from])) if (at.has(s)) sources.push(at.get(s));
      starts.push(sources.length);
    }
    return {nodes, at, inside, chain, starts: Int32Array.from(starts), sources: Int32Array.from(sources)};
  }

  /** Which nodes are seen from the roots (all that nothing reads, if none are given) without looking behind folded ones. */
  reached(roots, folded) {
    const seen = new Uint8Array(this.n);
    if (!roots && !folded.size) return seen.fill(1);
    const stack = roots ? [...roots] : [...Array(this.n).keys()].filter(i => !this.readers[i].length);
    while (stack.length) {
      const i = stack.pop();
      if (seen[i]) continue;
      seen[i] = 1;
      if (!folded.has(i)) stack.push(...this.sources[i].filter(s => !seen[s]));
    }
    return seen;
  }

  /** Runs of at least three nodes, each the only reader of the one before it, which is its only source: last -> all, first one first. */
  chains(wanted, opened, folded) {
    const only = i => {
      const shown = this.sources[i].filter(s => wanted[s]);
      return new Set(shown).size === 1 && !folded.has(i) && !opened.has(i) ? shown[0] : -1;
    };
    const readersShown = i => this.readers[i].filter(r => wanted[r]).length;
    const found = new Map(), taken = new Uint8Array(this.n);
    for (let i = this.n - 1; i >= 0; i--) {
      if (!wanted[i] || taken[i]) continue;
      const run = [i];
      for (let s = only(i); s >= 0 && readersShown(s) === 1 && !opened.has(s) && !taken[s]; s = only(s)) run.push(s);
      if (run.length < 3) continue;
      for (const member of run) taken[member] = 1;
      found.set(i, run.reverse());
    }
    return found;
  }

  /** Numbers of the nodes whose op, type, shape or argument contains `text`. */
  search(text) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return [];
    const found = [];
    this.rows.forEach((row, i) => { if (`${row[1]} ${row[2]} ${row[3]} ${row[4]}`.toLowerCase().includes(wanted)) found.push(i); });
    return found.reverse();
  }
}
