// Poses and motions: plain values, which need not be freed.
import { call } from './module.js';
import { choiceOf, doublesOf, fail, numberOf, optionsOf, pointOf, textOf } from './arguments.js';

const identityRows = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** A rigid map x → R x + t, given by 12 doubles: row-major [R|t]. */
export class Pose {
  /** Use the static functions; this one does not check the numbers. */
  constructor(matrix = identityRows.slice()) {
    this.matrix = matrix;
  }
  static identity() {
    return new Pose();
  }
  static translation(offset) {
    const [x, y, z] = pointOf(offset, 'offset');
    if (![x, y, z].every(Number.isFinite)) return new Pose(call('poseTranslation', [Float64Array.of(x, y, z)]));
    return new Pose(Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z));
  }
  static rotation(axis, angle) {
    return new Pose(call('poseRotation', [pointOf(axis, 'axis'), numberOf(angle, 'angle')]));
  }
  static fromMatrix(rows) {
    return new Pose(call('poseFromMatrix', [numbers(rows, 'rows', 12)]));
  }
  static fromMatrix4x4(rows) {
    return new Pose(call('poseFromMatrix4x4', [numbers(rows, 'rows', 16)]));
  }
  static fromQuaternion(position, wxyz) {
    return new Pose(call('poseFromQuaternion', [pointOf(position, 'position'), numbers(wxyz, 'wxyz', 4)]));
  }
  static parse(text) {
    return new Pose(call('poseParse', [textOf(text, 'text')]));
  }
  position() {
    return [this.matrix[3], this.matrix[7], this.matrix[11]];
  }
  quaternion() {
    return call('poseQuaternion', [this.matrix]);
  }
  apply(point) {
    return call('poseApply', [this.matrix, pointOf(point, 'point')]);
  }
  inverse() {
    return new Pose(call('poseInverse', [this.matrix]));
  }
  times(other) {
    return new Pose(call('poseTimes', [this.matrix, rowsOf(other)]));
  }
  translated(offset) {
    return new Pose(call('poseTranslated', [this.matrix, pointOf(offset, 'offset')]));
  }
}

function numbers(value, what, count) {
  const array = doublesOf(value, what);
  if (array.length !== count) fail(`${what}: expected ${count} numbers, found ${array.length}`);
  return array;
}

/** The 12 numbers of a pose; null stays null, which is the identity. */
export function rowsOf(pose, what = 'pose') {
  if (pose === undefined || pose === null) return null;
  if (pose instanceof Pose) return pose.matrix;
  const array = doublesOf(pose, what);
  if (array.length === 12) return array;
  if (array.length !== 16) fail(`${what}: expected 12 or 16 numbers, found ${array.length}`);
  if (array[12] !== 0 || array[13] !== 0 || array[14] !== 0 || array[15] !== 1)
    fail(`${what}: expected 0 0 0 1 as the last of four rows, found ${array.slice(12).join(' ')}`, 'not_rigid');
  return array.slice(0, 12);
}

/** 12 numbers per pose. */
export function rowsOfMany(poses, what = 'poses') {
  if (poses instanceof Float64Array) return poses;
  if (!Array.isArray(poses)) fail(`${what}: expected an array of poses, or a Float64Array with 12 numbers per pose`);
  const out = new Float64Array(12 * poses.length);
  poses.forEach((pose, i) => out.set(rowsOf(pose, `${what}[${i}]`) ?? identityRows, 12 * i));
  return out;
}

// The number of each kind in src/value_functions.cpp.
const kinds = { rest: 0, screw: 1, linear: 2, path: 3, json: 4 };

/** A rigid motion over the time from 0 to 1. */
export class Motion {
  /** Use the static functions. */
  constructor(kind = 'rest', parts = [], start = null) {
    this.kind = kind;
    this.parts = parts;
    this.start = start;
  }
  static screw(screw) {
    optionsOf(screw, 'screw', ['point', 'axis', 'angle', 'advance']);
    return new Motion('screw', [
      pointOf(screw.point ?? [0, 0, 0], 'point'),
      pointOf(screw.axis, 'axis'),
      numberOf(screw.angle ?? 0, 'angle'),
      numberOf(screw.advance ?? 0, 'advance'),
    ]);
  }
  static linear(translation) {
    return new Motion('linear', [pointOf(translation, 'translation')]);
  }
  static rotation(point, axis, angle) {
    return Motion.screw({ point, axis, angle });
  }
  static path(poses, times) {
    const rows = rowsOfMany(poses);
    return new Motion('path', [rows, times === undefined ? Float64Array.from({ length: rows.length / 12 }, (_, i) => i) : doublesOf(times, 'times')]);
  }
  static fromJSON(json, name = 'motion') {
    return new Motion('json', [typeof json === 'string' ? json : JSON.stringify(json), textOf(name, 'name')]);
  }
  from(start) {
    if (this.kind === 'path') fail('a path defines the poses itself: from() is not for paths', 'precondition');
    return new Motion(this.kind, this.parts, new Pose(rowsOf(start, 'start')));
  }
  at(t) {
    return new Pose(call('motionAt', [...argumentsOf(this), numberOf(t, 't')]));
  }
  toJSON() {
    const [first, second, angle, advance] = this.parts;
    switch (this.kind) {
      case 'screw':
        return { type: 'screw', point: [...first], axis: [...second], angle, advance };
      case 'linear':
        return { type: 'linear', translation: [...first] };
      case 'path':
        return { type: 'path', poses: Array.from({ length: first.length / 12 }, (_, i) => [...first.slice(12 * i, 12 * i + 12)]), times: [...second] };
      case 'json':
        return JSON.parse(first);
      default:
        return { type: 'linear', translation: [0, 0, 0] };
    }
  }
}

/** A motion as arguments of a call. */
export function argumentsOf(motion) {
  if (!(motion instanceof Motion)) fail('motion: expected a Motion');
  choiceOf(motion.kind, 'motion', Object.keys(kinds));
  const out = [kinds[motion.kind], ...motion.parts];
  if (motion.kind !== 'path') out.push(motion.start?.matrix ?? null);
  return out;
}
