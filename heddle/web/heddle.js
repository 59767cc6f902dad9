// Runs programs that heddle.export_web has written, through WebGPU, in browsers and in Node. No dependencies.
//
// Inputs: the manifest of a program, and where its files are. Outputs: an object whose run() takes and gives typed arrays.
// Invariants: what does not fit an input is refused before anything runs; a run is one submission; runs happen in the order in which
// they were requested; every fault is a HeddleError, whose code says which.

/** What went wrong: `code` for programs, the message for people. */
export class HeddleError extends Error {
  constructor(code, what, cure = "") {
    super(cure ? `${what} ${cure}` : what);
    this.name = "HeddleError";
    this.code = code;
  }
}

// numbers of WebGPU's own, whose names are not global where only a device is given
const MAP_READ = 1 /* of buffers and of mapping alike */, COPY_SRC = 4, COPY_DST = 8, UNIFORM = 64, STORAGE = 128;
const SLOT = 256; // bytes for the variables of one kernel: where any adapter allows uniforms to begin

/** Opens a device, fetches kernels and weights, and gets everything ready to run. */
export async function loadProgram(manifest, home, options = {}) {
  if (manifest.format !== "heddle web" || manifest.version !== 1)
    throw new HeddleError("fetch", `This heddle.js reads version 1 of exported programs, not ${manifest.version}.`, "Export the program again.");
  const { device, owned } = await openDevice(manifest, options);
  const loss = watch(device);
  const resources = [];
  try {
    const files = new Files(manifest, String(options.baseURL ?? home), options);
    const pipelines = await makePipelines(device, manifest, await files.kernels());
    const buffers = await makeBuffers(device, manifest, resources);
    for await (const { at, bytes } of files.weights()) fill(device, manifest, buffers, at, bytes);
    const program = new Program(manifest, { device, owned, loss, resources, pipelines, buffers });
    await program.keepStates();
    return program;
  } catch (fault) {
    for (const r of resources) r.destroy();
    if (owned) device.destroy();
    throw loss.error ?? fault;
  }
}

// ---- the device

async function openDevice(manifest, { device, adapter }) {
  if (device) {
    check(manifest, device, "The device that was given");
    return { device, owned: false };
  }
  adapter ??= await findAdapter();
  check(manifest, adapter, "This device");
  try {
    const opened = await adapter.requestDevice({ requiredFeatures: manifest.features, requiredLimits: manifest.limits });
    return { device: opened, owned: true };
  } catch (fault) {
    throw new HeddleError("no-adapter", `The GPU cannot be opened: ${fault.message}.`, "Load the page again, or use another browser.");
  }
}

async function findAdapter() {
  const gpu = globalThis.navigator?.gpu;
  if (!gpu) {
    if (globalThis.isSecureContext === false)
      throw new HeddleError("no-webgpu", "There is no WebGPU here, because the page does not come over https or from this machine.",
        "Serve it over https.");
    throw new HeddleError("no-webgpu", "There is no WebGPU here.",
      "Use a recent Chrome, Edge, Safari or Firefox; in Node, the package webgpu, or pass a device.");
  }
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter)
    throw new HeddleError("no-adapter", "There is WebGPU here, and no GPU that it can use.",
      "Switch on hardware acceleration in the browser's settings, or update the driver of the GPU.");
  return adapter;
}

/** Throws if a device or adapter lacks what the program needs. */
function check(manifest, has, who) {
  const lacking = manifest.features.filter((f) => !has.features.has(f)).map((f) => `the feature ${f}`);
  for (const [name, wanted] of Object.entries(manifest.limits))
    if (!(has.limits[name] >= wanted)) lacking.push(`${name} of ${wanted} (it has ${has.limits[name]})`);
  if (lacking.length)
    throw new HeddleError("missing", `${who} lacks what ${manifest.name} needs: ${lacking.join(", ")}.`,
      "Use another GPU, open the device with these limits, or export the program for smaller ones.");
}

/** Notices that the device is lost. `error` is there from then on; `promise` resolves to it. */
function watch(device) {
  const loss = { error: null, promise: null };
  loss.promise = device.lost.then((info) => {
    const why = info.message ? `: ${info.message}` : "";
    loss.error ??= new HeddleError("lost", `The GPU was lost (${info.reason ?? "unknown"})${why}.`, "Load the program again.");
    return loss.error;
  });
  return loss;
}

/** What `make` gives; a HeddleError of `code` if WebGPU complains of it. */
async function guarded(device, code, what, make) {
  for (const kind of ["validation", "out-of-memory", "internal"]) device.pushErrorScope(kind);
  let made, thrown;
  try { made = await make(); } catch (fault) { thrown = fault; }
  const faults = await Promise.all([device.popErrorScope(), device.popErrorScope(), device.popErrorScope()]);
  const fault = thrown ?? faults.find((f) => f);
  if (fault) throw fault instanceof HeddleError ? fault : new HeddleError(code, `${what}: ${fault.message}`);
  return made;
}

async function makePipelines(device, manifest, sources) {
  return Promise.all(manifest.kernels.list.map(async ({ name }, i) => {
    const module = device.createShaderModule({ code: sources[i], label: name });
    try { return await device.createComputePipelineAsync({ layout: "auto", compute: { module, entryPoint: name }, label: name }); }
    catch (fault) {
      const said = (await module.getCompilationInfo().catch(() => null))?.messages.map((m) => `line ${m.lineNum}: ${m.message}`) ?? [];
      throw new HeddleError("kernel", `The kernel ${name} was refused: ${said.join("; ") || fault.message}.`,
        "Update the browser; if that does not help, report it with the name of browser and GPU.");
    }
  }));
}

async function makeBuffers(device, manifest, resources) {
  return guarded(device, "memory", "There is not enough memory on the GPU", () => manifest.buffers.map((size) => {
    const buffer = device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
    resources.push(buffer);
    return buffer;
  }));
}

// ---- kernels and weights

/** The files of a program, checked as they come. */
class Files {
  constructor(manifest, base, { fetch: given, onProgress }) {
    this.manifest = manifest;
    this.base = base.endsWith("/") ? base : `${base}/`;
    this.given = given;
    this.tell = onProgress ?? (() => {});
    this.total = manifest.kernels.bytes + manifest.weights.bytes;
    this.loaded = 0;
  }

  async kernels() {
    const { file, bytes, sha256 } = this.manifest.kernels;
    const text = new TextDecoder().decode(await this.read({ file, bytes, sha256 }));
    return text.split(/^\/\/\/\/ kernel .*\n/m).slice(1);
  }

  /** Each file of weights, and where in the whole it begins. */
  async *weights() {
    let at = 0;
    for (const chunk of this.manifest.weights.chunks) {
      yield { at, bytes: await this.read(chunk) };
      at += chunk.bytes;
    }
  }

  async read({ file, bytes, sha256 }) {
    const url = this.base + file;
    const data = await this.bytes(url);
    const crypto = globalThis.crypto ?? (await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:crypto")).webcrypto;
    const found = [...new Uint8Array(await crypto.subtle.digest("SHA-256", data))].map((b) => b.toString(16).padStart(2, "0")).join("");
    if (data.byteLength === bytes && found === sha256) return data;
    const size = data.byteLength === bytes ? "" : `, and has ${data.byteLength} bytes in place of ${bytes}`;
    throw new HeddleError("checksum", `${url} is not the file that was exported: its checksum is wrong${size}.`,
      "Copy all files of the export again, and empty caches between.");
  }

  async bytes(url) {
    try {
      if (url.startsWith("file:") && !this.given) return await this.fromDisk(url);
      const answer = await (this.given ?? globalThis.fetch)(url);
      if (!answer.ok) throw new Error(`the server says ${answer.status} ${answer.statusText ?? ""}`.trim());
      if (answer.body?.getReader) return await this.stream(answer.body.getReader());
      return this.arrived(new Uint8Array(await answer.arrayBuffer()));
    } catch (fault) {
      throw new HeddleError("fetch", `${url} cannot be fetched: ${fault.message}.`, "Check that all files of the export are there.");
    }
  }

  async fromDisk(url) {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
    return this.arrived(new Uint8Array(await readFile(new URL(url))));
  }

  async stream(reader) {
    const pieces = [];
    for (let r = await reader.read(); !r.done; r = await reader.read()) pieces.push(this.arrived(r.value));
    const data = new Uint8Array(pieces.reduce((n, p) => n + p.byteLength, 0));
    let at = 0;
    for (const piece of pieces) {
      data.set(piece, at);
      at += piece.byteLength;
    }
    return data;
  }

  arrived(data) {
    this.loaded += data.byteLength;
    this.tell({ loaded: Math.min(this.loaded, this.total), total: this.total });
    return data;
  }
}

/** Writes those parts of buffers whose content stands in `data`, which begins at byte `begin` of all weights. */
function fill(device, manifest, buffers, begin, data) {
  const end = begin + data.byteLength;
  for (const { buffer, at, bytes } of manifest.weights.segments) {
    const from = Math.max(at, begin), to = Math.min(at + bytes, end);
    if (from < to) device.queue.writeBuffer(buffers[buffer], from - at, data, from - begin, to - from);
  }
}

// ---- a program that is ready

class Program {
  #manifest; #device; #owned; #loss; #resources; #pipelines; #buffers;
  #groups; #uniforms = null; #slots = new Map(); #staging = null; #staged = []; #kept = [];
  #last = Promise.resolve(); #waiting = 0; #destroyed = false;
  #stop = null; // ends the run under way

  constructor(manifest, { device, owned, loss, resources, pipelines, buffers }) {
    Object.assign(this, { name: manifest.name, inputs: manifest.inputs, outputs: manifest.outputs });
    [this.#manifest, this.#device, this.#owned, this.#loss, this.#resources] = [manifest, device, owned, loss, resources];
    [this.#pipelines, this.#buffers] = [pipelines, buffers];
    this.lost = loss.promise;
    this.lost.then((error) => { this.#stop?.(error); });
    this.#makeUniforms();
    this.#makeStaging();
    this.#groups = manifest.steps.map((step) => (step.bind ? this.#group(step) : null));
  }

  get device() { return this.#device; }

  #make(size, usage) {
    const buffer = this.#device.createBuffer({ size, usage });
    this.#resources.push(buffer);
    return buffer;
  }

  #makeUniforms() {
    const lists = new Set(this.#manifest.kernels.list.map((k) => k.variables.join()).filter((v) => v));
    for (const list of lists) this.#slots.set(list, this.#slots.size * SLOT);
    if (lists.size) this.#uniforms = this.#make(lists.size * SLOT, UNIFORM | COPY_DST);
  }

  #makeStaging() {
    let size = 0;
    for (const output of this.#manifest.outputs) {
      if (output.buffer === undefined) continue;
      const bytes = roundUp(count(output.room) * FORMATS[output.dtype].bytes, 4);
      this.#staged.push({ output, at: size, bytes });
      size = roundUp(size + bytes, 8);
    }
    if (size) this.#staging = this.#make(size, MAP_READ | COPY_DST);
  }

  #group({ kernel, bind }) {
    const entries = bind.map(([buffer, offset, size], binding) => ({ binding, resource: { buffer: this.#buffers[buffer], offset, size } }));
    const list = this.#manifest.kernels.list[kernel].variables.join();
    if (list) entries.push({ binding: entries.length, resource: { buffer: this.#uniforms, offset: this.#slots.get(list), size: SLOT } });
    return this.#device.createBindGroup({ layout: this.#pipelines[kernel].getBindGroupLayout(0), entries });
  }

  /** Keeps the first content of states, for reset(). */
  async keepStates() {
    this.#kept = await guarded(this.#device, "memory", "There is not enough memory on the GPU", () =>
      this.#manifest.states.map((number) => [number, this.#make(this.#manifest.buffers[number], COPY_SRC | COPY_DST)]));
    this.#copyStates(([number, kept]) => [this.#buffers[number], kept]);
  }

  #copyStates(pair) {
    const encoder = this.#device.createCommandEncoder();
    for (const entry of this.#kept) {
      const [from, to] = pair(entry);
      encoder.copyBufferToBuffer(from, 0, to, 0, from.size);
    }
    this.#device.queue.submit([encoder.finish()]);
  }

  #usable() {
    if (this.#destroyed) throw new HeddleError("destroyed", `${this.name} was destroyed.`, "Load it again.");
    if (this.#loss.error) throw this.#loss.error;
  }

  /** One after the other: `work` begins at once if nothing else is under way. */
  #inTurn(work) {
    const turn = this.#waiting++ ? this.#last.then(work) : work();
    this.#last = turn.then(() => {}, () => {}).finally(() => { this.#waiting--; });
    return turn;
  }

  async run(inputs = {}) {
    this.#usable();
    const given = checkInputs(this.#manifest, inputs, this.#waiting > 0);
    return this.#inTurn(() => this.#run(given));
  }

  async reset() {
    this.#usable();
    return this.#inTurn(async () => this.#copyStates(([number, kept]) => [kept, this.#buffers[number]]));
  }

  async #run({ arrays, values }) {
    this.#usable();
    const device = this.#device;
    device.pushErrorScope("validation");
    device.pushErrorScope("out-of-memory");
    for (const [input, data] of arrays) device.queue.writeBuffer(this.#buffers[input.buffer], 0, data);
    for (const [list, at] of this.#slots)
      device.queue.writeBuffer(this.#uniforms, at, Int32Array.from(list.split(","), (name) => values[name]));
    device.queue.submit([this.#encode(values)]);
    const faults = Promise.all([device.popErrorScope(), device.popErrorScope()]);
    try {
      const end = this.#staging ? this.#staging.mapAsync(MAP_READ) : device.queue.onSubmittedWorkDone();
      await Promise.race([end, new Promise((_, reject) => { this.#stop = reject; })]);
      const fault = (await faults).find((f) => f);
      if (fault) throw fault;
      return this.#results(values);
    } catch (fault) {
      throw await this.#explain(fault);
    } finally {
      this.#stop = null;
      if (this.#staging?.mapState === "mapped") this.#staging.unmap();
    }
  }

  /** The commands of one run. */
  #encode(values) {
    const encoder = this.#device.createCommandEncoder();
    let pass = null;
    this.#manifest.steps.forEach((step, i) => {
      if (step.copy) {
        pass = void pass?.end();
        const [[from, at, bytes], [to, where]] = step.copy;
        encoder.copyBufferToBuffer(this.#buffers[from], at, this.#buffers[to], where, bytes);
        return;
      }
      pass ??= encoder.beginComputePass();
      pass.setPipeline(this.#pipelines[step.kernel]);
      pass.setBindGroup(0, this.#groups[i]);
      pass.dispatchWorkgroups(...step.grid.map((n) => (typeof n === "string" ? values[n] : n)));
    });
    pass?.end();
    for (const { output, at, bytes } of this.#staged)
      if (bytes) encoder.copyBufferToBuffer(this.#buffers[output.buffer], 0, this.#staging, at, bytes);
    return encoder.finish();
  }

  #results(values) {
    const staged = new Map(this.#staged.map((p) => [p.output, p]));
    const all = this.#staging?.getMappedRange();
    return Object.fromEntries(this.#manifest.outputs.map((output) => {
      if (output.size !== undefined) return [output.name, sizeOf(output.size, values)];
      if (output.buffer === undefined) return [output.name, output.value];
      return [output.name, readArray(output, all, staged.get(output).at, values)];
    }));
  }

  /** Why a run failed: a device that was lost says so a moment later. */
  async #explain(fault) {
    if (fault instanceof HeddleError) return fault;
    await Promise.race([this.lost, new Promise((done) => { setTimeout(done, 200); })]);
    try { this.#usable(); } catch (error) { return error; }
    return new HeddleError("run", `The GPU refused the run of ${this.name}: ${fault.message}`, "Report it with the name of browser and GPU.");
  }

  shapes(sizes = {}) {
    const values = checkVariables(this.#manifest, sizes);
    const tensors = this.#manifest.outputs.filter((o) => o.buffer !== undefined);
    return Object.fromEntries(tensors.map((o) => [o.name, o.shape.map((n) => sizeOf(n, values))]));
  }

  destroy() {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#stop?.(new HeddleError("destroyed", `${this.name} was destroyed while it ran.`));
    for (const r of this.#resources) r.destroy();
    if (this.#owned) this.#device.destroy();
  }
}

// ---- sizes

const count = (shape) => shape.reduce((n, size) => n * size, 1);
const roundUp = (n, to) => Math.ceil(n / to) * to;

/** A size, for these values of variables: a number, or {sum: [[factor, [variables]], …], plus}. */
function sizeOf(n, values) {
  if (typeof n === "number") return n;
  const atom = (a) => {
    if (a.variable !== undefined) return values[a.variable];
    const of = sizeOf(a.of, values), by = sizeOf(a.by, values);
    if (a.op === "min") return Math.min(of, by);
    const quotient = Math.floor(of / by);
    return a.op === "//" ? quotient : of - quotient * by;
  };
  return n.sum.reduce((total, [factor, atoms]) => total + atoms.reduce((product, a) => product * atom(a), factor), n.plus);
}

function checkVariables(manifest, given) {
  const values = {};
  for (const { name, least, greatest } of manifest.variables) {
    const value = given[name];
    if (!Number.isInteger(value) || value < least || value > greatest)
      throw new HeddleError("input", `${name} is a whole number from ${least} to ${greatest}, got ${shown(value)}.`);
    values[name] = value;
  }
  return values;
}

// ---- what goes in and comes out

/** How the elements of a format lie in memory: bytes of each, and how to get to and from what JavaScript computes with. */
const FORMATS = {
  bool: { bytes: 1, raw: Uint8Array, encode: (x) => (x ? 1 : 0) },
  int8: { bytes: 1, raw: Int8Array }, uint8: { bytes: 1, raw: Uint8Array },
  int16: { bytes: 2, raw: Int16Array }, uint16: { bytes: 2, raw: Uint16Array },
  int32: { bytes: 4, raw: Int32Array }, uint32: { bytes: 4, raw: Uint32Array },
  int64: { bytes: 8, raw: BigInt64Array }, uint64: { bytes: 8, raw: BigUint64Array },
  float32: { bytes: 4, raw: Float32Array },
  float16: { bytes: 2, raw: Uint16Array, encode: toHalf, decode: fromHalf },
  bfloat16: { bytes: 2, raw: Uint16Array, encode: toBrain, decode: (bits) => floatOf(bits << 16) },
};

/** The inputs as they lie in memory, and the sizes; copies of them if `copy`. */
function checkInputs(manifest, given, copy) {
  const known = [...manifest.inputs, ...manifest.variables].map((i) => i.name);
  if (given === null || typeof given !== "object") throw new HeddleError("input", `run() takes an object with ${known.join(", ")}.`);
  for (const name of Object.keys(given))
    if (!known.includes(name)) throw new HeddleError("input", `${manifest.name} has no input ${name}.`, `It takes: ${known.join(", ") || "none"}.`);
  const values = checkVariables(manifest, given);
  const arrays = manifest.inputs.filter((i) => count(i.room)).map((i) => [i, inMemory(i, given[i.name], values, copy)]);
  return { arrays, values };
}

/** The elements of one input, in whole words. */
function inMemory(input, value, values, copy) {
  const shape = input.shape.map((n) => sizeOf(n, values)), format = FORMATS[input.dtype];
  const kind = ArrayBuffer.isView(value) ? value[Symbol.toStringTag] : undefined;
  const wanted = `${input.name} is a ${input.array} of ${count(shape)} elements (${input.dtype}, shape [${shape.join(", ")}])`;
  if (kind !== input.array) throw new HeddleError("input", `${wanted}, got ${shown(value)}.`);
  if (value.length !== count(shape)) throw new HeddleError("input", `${wanted}, got ${value.length} elements.`);
  const apart = input.room.some((n, axis) => n !== shape[axis]), words = (value.byteLength % 4) === 0;
  if (!copy && !apart && !format.encode && words) return value;
  const raw = new format.raw(roundUp(count(input.room) * format.bytes, 4) / format.bytes);
  if (!apart && !format.encode) raw.set(value);
  else eachPlace(shape, input.room, (at, place) => { raw[place] = format.encode ? format.encode(value[at]) : value[at]; });
  return raw;
}

/** The elements of one output. */
function readArray(output, all, begin, values) {
  const shape = output.shape.map((n) => sizeOf(n, values)), format = FORMATS[output.dtype];
  const raw = all ? new format.raw(all, begin, count(output.room)) : new format.raw(0);
  const apart = output.room.some((n, axis) => n !== shape[axis]);
  if (!apart && !format.decode) return raw.slice();
  const result = format.decode ? new Float32Array(count(shape)) : new format.raw(count(shape));
  eachPlace(shape, output.room, (at, place) => { result[at] = format.decode ? format.decode(raw[place]) : raw[place]; });
  return result;
}

/** Calls visit(number of the element, its place in memory), for a tensor of `shape` in memory with room for `room`. */
function eachPlace(shape, room, visit) {
  const total = count(shape), index = shape.map(() => 0);
  const strides = room.map((_, axis) => count(room.slice(axis + 1)));
  let place = 0;
  for (let at = 0; at < total; at++) {
    visit(at, place);
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      place += strides[axis];
      if (++index[axis] < shape[axis]) break;
      place -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

function shown(value) {
  if (value === undefined) return "nothing";
  if (ArrayBuffer.isView(value)) return `a ${value[Symbol.toStringTag] ?? "DataView"}`;
  return Array.isArray(value) ? "an array" : value !== null && typeof value === "object" ? "an object" : String(value);
}

// ---- 16-bit floats

const floats = new Float32Array(1), words = new Uint32Array(floats.buffer);

function floatOf(bits) {
  words[0] = bits;
  return floats[0];
}

function bitsOf(x) {
  floats[0] = x;
  return words[0];
}

function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, part = bits & 1023;
  if (exponent === 31) return part ? NaN : sign * Infinity;
  return sign * (exponent ? (1024 + part) * 2 ** (exponent - 25) : part * 2 ** -24);
}

/** Rounded to the nearest, to even between two. */
function toHalf(x) {
  const bits = bitsOf(x), sign = (bits >>> 16) & 0x8000, size = bits & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00;
  if (size >= 0x477ff000) return sign | 0x7c00;
  if (size >= 0x38800000) return sign | ((size - 0x38000000 + 0xfff + ((size >> 13) & 1)) >>> 13);
  const units = Math.abs(floats[0]) * 2 ** 24, below = Math.floor(units), rest = units - below;
  return sign | (rest > 0.5 || (rest === 0.5 && below % 2) ? below + 1 : below);
}

function toBrain(x) {
  const bits = bitsOf(x);
  if ((bits & 0x7fffffff) > 0x7f800000) return (bits >>> 16) | 0x40;
  return (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
}
