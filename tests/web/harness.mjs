// A Node process that tests talk to: a line of JSON in, a line of JSON out. Each request is the body of an async function.
//
// In the body: `load(module)` imports an exported program afresh; `gpu` is WebGPU; `args` are the values that came along. Typed arrays
// cross as {array, base64}.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { create, globals } from "webgpu";

Object.assign(globalThis, globals);
globalThis.pinned = create([]); // Dawn ends with the object that the collector takes
const navigator = globalThis.navigator ?? {};
Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
const give = (gpu) => Object.defineProperty(navigator, "gpu", { value: gpu, configurable: true });

let imports = 0;
const load = (file) => import(`${pathToFileURL(file)}?${imports++}`);

const decode = (_, value) => {
  if (value?.base64 === undefined) return value;
  const bytes = Uint8Array.from(Buffer.from(value.base64, "base64"));
  return new globalThis[value.array](bytes.buffer);
};

function encode(value) {
  if (ArrayBuffer.isView(value))
    return { array: value[Symbol.toStringTag], base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") };
  if (Array.isArray(value)) return value.map(encode);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, encode(part)]));
}

const AsyncFunction = (async () => {}).constructor;
for await (const line of createInterface({ input: process.stdin })) {
  const { body, args } = JSON.parse(line, decode);
  give(globalThis.pinned);
  let answer;
  try { answer = { value: encode(await new AsyncFunction("load", "gpu", "args", "give", body)(load, globalThis.pinned, args, give)) }; }
  catch (fault) { answer = { error: { name: fault.name, code: fault.code, message: fault.message, stack: fault.stack } }; }
  process.stdout.write(`\nanswer: ${JSON.stringify(answer)}\n`); // Dawn writes lines of its own
}
process.exit(0);
