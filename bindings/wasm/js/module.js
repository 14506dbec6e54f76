// Loads the WebAssembly module, and calls its functions. Arguments and results pass through the module's memory as a
// stream of 8-byte slots; src/values.hpp has the same list of tags.

const Tag = { nothing: 0, no: 1, yes: 2, number: 3, text: 4, list: 5, object: 6, doubles: 7, floats: 8, indices: 9, bytes: 10, tuple: 11, error: 12 };

/** What is wrong with a file or an argument; `message` is the text that the command prints. */
export class AllideError extends Error {
  constructor(message, details = {}) {
    super(message);
    this.name = 'AllideError';
    this.code = details.code ?? 'bad_argument';
    for (const place of ['file', 'line', 'byte', 'vertex', 'triangle'])
      if (details[place] !== undefined && details[place] !== null && details[place] !== '') this[place] = details[place];
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let exports = null; // the exports of the instance
let loading = null; // the promise of init()
let broken = null; // why the module cannot be used any more
let isSimd = false;
let busy = false;

let doubles, words, bytes; // views of the module's memory

function renewViews() {
  const { buffer } = exports.memory;
  if (bytes?.buffer === buffer && bytes.length === buffer.byteLength) return;
  doubles = new Float64Array(buffer);
  words = new Uint32Array(buffer);
  bytes = new Uint8Array(buffer);
}

// ---- Loading

// A module with one function that makes a vector: an engine accepts it only if it supports SIMD128.
const vectorModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);
export const hasSimd = () => WebAssembly.validate(vectorModule);

let progress = null; // the progress callback of the present call, and what it has thrown: { callback, failure }

// The module asks its host only for the time and for progress. It opens no files; what the standard library may ask for
// beyond that is refused with the number of ENOSYS.
function imports(module) {
  const refused = 52;
  const known = {
    allide: {
      progress(done, all) {
        if (progress === null || progress.failure) return progress === null ? 1 : 0;
        try {
          return progress.callback(done, all) === false ? 0 : 1;
        } catch (failure) {
          progress.failure = { failure };
          return 0;
        }
      },
    },
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: {
      clock_time_get(clock, precision, out) {
        const now = clock === 0 ? Date.now() : performance.now();
        new DataView(exports.memory.buffer).setBigUint64(out, BigInt(Math.round(now * 1e6)), true);
        return 0;
      },
      environ_sizes_get(count, size) {
        const view = new DataView(exports.memory.buffer);
        view.setUint32(count, 0, true);
        view.setUint32(size, 0, true);
        return 0;
      },
      environ_get: () => 0,
      proc_exit(code) {
        throw new WebAssembly.RuntimeError(`the module has ended with ${code}`);
      },
    },
  };
  for (const { module: space, name, kind } of WebAssembly.Module.imports(module))
    if (kind === 'function') (known[space] ??= {})[name] ??= () => refused;
  return known;
}

async function bytesOf(source) {
  source = await source;
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (typeof Response !== 'undefined' && source instanceof Response) return responseBytes(source);
  const url = source instanceof URL ? source : new URL(source, globalThis.document?.baseURI ?? globalThis.location?.href);
  if (url.protocol === 'file:' && globalThis.process?.versions?.node) {
    const name = 'node:fs/promises'; // bundlers leave an import of a variable alone
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
    return readFile(url);
  }
  return responseBytes(await fetch(url));
}

async function responseBytes(response) {
  if (!response.ok)
    throw new AllideError(`the module could not be loaded: ${response.url}: ${response.status} ${response.statusText}`, { code: 'cannot_open' });
  return response.arrayBuffer();
}

function defaultSource(simd, small) {
  if (!simd) return new URL('./allide-scalar.wasm', import.meta.url);
  return small ? new URL('./allide-small.wasm', import.meta.url) : new URL('./allide.wasm', import.meta.url);
}

async function load(options) {
  const simd = options.simd ?? hasSimd();
  const source = await bytesOf(options.module ?? defaultSource(simd, options.small === true));
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const instance = await WebAssembly.instantiate(module, imports(module));
  exports = instance.exports;
  exports._initialize?.();
  isSimd = simd;
}

export function init(options = {}) {
  loading ??= load(options).catch((failure) => {
    loading = null;
    throw failure;
  });
  return loading;
}

export const isReady = () => exports !== null;
export const memoryBytes = () => exports.memory.buffer.byteLength;
export const objectCount = () => exports.object_count();

// ---- Arguments

const slotsFor = (size) => (size + 7) >>> 3;

// Returns the number of slots that a value takes. Texts are encoded here, since their size is needed;
// `encoded` collects them in order.
function slotsOf(value, encoded) {
  if (value === null || value === undefined || typeof value === 'boolean') return 1;
  if (typeof value === 'number') return 2;
  if (typeof value === 'string') {
    const text = encoder.encode(value);
    encoded.push(text);
    return 1 + slotsFor(text.length);
  }
  if (Array.isArray(value)) {
    let sum = 1;
    for (const one of value) sum += slotsOf(one, encoded);
    return sum;
  }
  return 1 + slotsFor(value.byteLength);
}

function writer(at, encoded) {
  let slot = at >>> 3;
  let texts = 0;
  const open = (tag, count) => {
    words[2 * slot] = tag;
    words[2 * slot + 1] = count;
    ++slot;
  };
  return function write(value) {
    if (value === null || value === undefined) open(Tag.nothing, 0);
    else if (typeof value === 'boolean') open(value ? Tag.yes : Tag.no, 0);
    else if (typeof value === 'number') {
      open(Tag.number, 0);
      doubles[slot++] = value;
    } else if (typeof value === 'string') {
      const text = encoded[texts++];
      open(Tag.text, text.length);
      bytes.set(text, 8 * slot);
      slot += slotsFor(text.length);
    } else if (Array.isArray(value)) {
      open(Tag.list, value.length);
      for (const one of value) write(one);
    } else if (value instanceof Float64Array) {
      open(Tag.doubles, value.length);
      doubles.set(value, slot);
      slot += value.length;
    } else if (value instanceof Uint32Array) {
      open(Tag.indices, value.length);
      words.set(value, 2 * slot);
      slot += slotsFor(value.byteLength);
    } else {
      open(Tag.bytes, value.length);
      bytes.set(value, 8 * slot);
      slot += slotsFor(value.length);
    }
  };
}

let scratch = 0; // memory for arguments, kept from call to call while it is small
let scratchSize = 0;
const keptScratch = 1 << 16;

function scratchOf(size) {
  if (size <= scratchSize) return scratch;
  if (scratch !== 0) exports.release(scratch);
  scratchSize = Math.max(size, 4096);
  scratch = exports.allocate(scratchSize) >>> 0;
  if (scratch === 0) {
    scratchSize = 0;
    throw new AllideError('there is not enough memory', { code: 'too_large' });
  }
  return scratch;
}

function freeLargeScratch() {
  if (scratchSize <= keptScratch) return;
  exports.release(scratch);
  scratch = 0;
  scratchSize = 0;
}

// ---- Results

const keys = [];
function keyOf(number) {
  if (keys[number] !== undefined) return keys[number];
  const at = exports.key(number) >>> 0;
  return (keys[number] = decoder.decode(bytes.slice(at, at + exports.key_size(number))));
}

function reader(at) {
  let slot = at >>> 3;
  return function read() {
    const tag = words[2 * slot];
    const count = words[2 * slot + 1];
    const first = ++slot;
    switch (tag) {
      case Tag.no:
        return false;
      case Tag.yes:
        return true;
      case Tag.number:
        return doubles[slot++];
      case Tag.text:
        slot += slotsFor(count);
        return decoder.decode(bytes.subarray(8 * first, 8 * first + count));
      case Tag.list: {
        const list = new Array(count);
        for (let i = 0; i < count; ++i) list[i] = read();
        return list;
      }
      case Tag.object:
      case Tag.error: {
        const object = {};
        for (let i = 0; i < count; ++i) {
          const key = keyOf(words[2 * slot++]);
          object[key] = read();
        }
        if (tag === Tag.error) throw new AllideError(object.message, object);
        return object;
      }
      case Tag.doubles:
        slot += count;
        return doubles.slice(first, first + count);
      case Tag.tuple:
        slot += count;
        return Array.from(doubles.subarray(first, first + count));
      case Tag.floats:
        slot += slotsFor(4 * count);
        return new Float32Array(bytes.buffer, 8 * first, count).slice();
      case Tag.indices:
        slot += slotsFor(4 * count);
        return words.slice(2 * first, 2 * first + count);
      case Tag.bytes:
        slot += slotsFor(count);
        return bytes.slice(8 * first, 8 * first + count);
      default:
        return null;
    }
  };
}

// ---- Calls

const numbers = new Map(); // function numbers by name
function numberOf(name) {
  let number = numbers.get(name);
  if (number !== undefined) return number;
  const text = encoder.encode(name);
  const at = scratchOf(text.length);
  renewViews();
  bytes.set(text, at);
  number = exports.find(at, text.length);
  if (number < 0) throw new AllideError(`the module has no function '${name}': it is the small one, or belongs to another version of this package`, { code: 'precondition' });
  numbers.set(name, number);
  return number;
}

/** Calls a function of the module. `onProgress`, if given, may return false to stop. */
export function call(name, args, onProgress) {
  if (exports === null) throw new AllideError('await init() before the first call', { code: 'precondition' });
  if (broken !== null) throw new AllideError(`the module has failed before: ${broken}`, { code: 'internal' });
  if (busy) throw new AllideError('a progress callback must not call allide', { code: 'precondition' });
  const number = numberOf(name);
  const encoded = [];
  let slots = 0;
  for (const value of args) slots += slotsOf(value, encoded);
  const at = scratchOf(8 * slots);
  renewViews();
  const write = writer(at, encoded);
  for (const value of args) write(value);
  busy = true;
  progress = onProgress ? { callback: onProgress, failure: null } : null;
  let result, stopped;
  try {
    result = exports.call(number, at) >>> 0;
  } catch (failure) {
    // A trap leaves the module's memory in an unknown state.
    broken = failure.message;
    throw new AllideError(`the module has failed: ${failure.message}`, { code: 'internal' });
  } finally {
    busy = false;
    stopped = progress?.failure;
    progress = null;
  }
  freeLargeScratch();
  if (stopped) throw stopped.failure;
  renewViews();
  return reader(result)();
}

export function freeObject(number) {
  if (exports !== null && broken === null) exports.free_object(number);
}

export const usesSimd = () => isSimd;
