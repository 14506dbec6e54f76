// Turns what callers pass into what the module reads: doubles, indices, points, poses, options.
import { AllideError } from './module.js';

const kindOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value === 'object' ? (value.constructor?.name ?? 'an object') : typeof value);

export function fail(message, code = 'bad_argument') {
  throw new AllideError(message, { code });
}

export function numberOf(value, what) {
  if (typeof value !== 'number') fail(`${what}: expected a number, found ${kindOf(value)}`);
  return value;
}

/** The number, or null for undefined, which stands for the default. */
export const optionalNumber = (value, what) => (value === undefined || value === null ? null : numberOf(value, what));

export function textOf(value, what) {
  if (typeof value !== 'string') fail(`${what}: expected a text, found ${kindOf(value)}`);
  return value;
}

export function choiceOf(value, what, known) {
  if (known.includes(value)) return value;
  fail(`${what}: expected ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, found ${typeof value === 'string' ? `'${value}'` : kindOf(value)}`);
}

const isNumberArray = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView) && !(value instanceof BigInt64Array) && !(value instanceof BigUint64Array);
const isArrayLike = (value) => typeof value === 'object' && value !== null && Number.isInteger(value.length) && value.length >= 0 && !(value instanceof DataView);

/** The numbers as doubles; typed arrays are converted exactly. */
export function doublesOf(value, what) {
  if (value instanceof Float64Array) return value;
  if (isNumberArray(value)) return Float64Array.from(value);
  if (!isArrayLike(value)) fail(`${what}: expected an array of numbers, found ${kindOf(value)}`);
  const out = new Float64Array(value.length);
  for (let i = 0; i < out.length; ++i) {
    if (typeof value[i] !== 'number') fail(`${what}: expected a number at ${i}, found ${kindOf(value[i])}`);
    out[i] = value[i];
  }
  return out;
}

/** The numbers as 32-bit indices. A number that is no such index is an error; it is not rounded. */
export function indicesOf(value, what) {
  if (value instanceof Uint32Array) return value;
  if (value instanceof Uint16Array || value instanceof Uint8Array || value instanceof Uint8ClampedArray) return Uint32Array.from(value);
  if (!isNumberArray(value) && !isArrayLike(value)) fail(`${what}: expected an array of indices, found ${kindOf(value)}`);
  const out = new Uint32Array(value.length);
  for (let i = 0; i < out.length; ++i) {
    const index = value[i];
    out[i] = index;
    if (out[i] !== index) fail(`${what}: expected a non-negative integer at ${i}, found ${typeof index === 'number' ? index : kindOf(index)}`, typeof index === 'number' ? 'bad_index' : 'bad_argument');
  }
  return out;
}

export function bytesOf(value, what) {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'string') return new TextEncoder().encode(value);
  fail(`${what}: expected a Uint8Array, an ArrayBuffer or a text, found ${kindOf(value)}`);
}

/** [x, y, z], a typed array of three numbers, or an object with x, y and z, such as a three.js vector, whose `length` is a function. */
export function pointOf(value, what) {
  if (typeof value === 'object' && value !== null && typeof value.length !== 'number' && 'x' in value)
    return new Float64Array([numberOf(value.x, `${what}.x`), numberOf(value.y, `${what}.y`), numberOf(value.z, `${what}.z`)]);
  const numbers = doublesOf(value, what);
  if (numbers.length !== 3) fail(`${what}: expected three numbers, found ${numbers.length}`);
  return numbers;
}

/** Checks the names of options, so that a misspelt one is not ignored. */
export function optionsOf(options, what, known) {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'object') fail(`${what}: expected an object of options, found ${kindOf(options)}`);
  for (const name of Object.keys(options))
    if (!known.includes(name)) fail(`${what}: unknown option '${name}'${known.length ? `; known: ${known.join(', ')}` : ''}`);
  return options;
}
