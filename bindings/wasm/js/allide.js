// The package `allide`: exact collision detection. Names are the C++ words in camelCase; allide.d.ts describes them.
import { call, hasSimd, init, memoryBytes, objectCount } from './module.js';
import { choiceOf, doublesOf, fail, numberOf, optionalNumber, optionsOf, pointOf } from './arguments.js';
import { rowsOfMany } from './values.js';
import { ConvexBody, Model, Moving, cacheNumber, isBody, modelNumber, modelSideOf, movingOf, sideOf } from './objects.js';

export { AllideError, init } from './module.js';
export { Motion, Pose } from './values.js';
export { ClashReport, ConvexBody, Model, Moving, Placed, QueryCache, Scene, clash, generate, generateEngineRoom, loadReportPage } from './objects.js';

export const version = () => call('version', []);
export const activeTarget = () => call('activeTarget', []);
export const memory = () => ({ bytes: memoryBytes(), objects: objectCount() });
export { hasSimd };

// ---- Two models, or two bodies

const pairOf = (a, b) => [...modelSideOf(a, 'a'), ...modelSideOf(b, 'b')];
const cached = (options, what) => cacheNumber(optionsOf(options, what, ['cache']).cache);

// Arguments of a body and a body, or of a body and a model; `names` are the functions for these.
function bodyCall(a, b, names, more = []) {
  if (!isBody(a)) fail('a: expected a ConvexBody, found a Model: let the body be a');
  const name = isBody(b) ? names[0] : names[1];
  return call(name, [...sideOf(a, 'a'), ...sideOf(b, 'b'), ...more]);
}
const hasBody = (a, b) => isBody(a) || isBody(b);

export function collides(a, b, options) {
  if (hasBody(a, b)) {
    if (isBody(b)) return overlapSolid(a, b);
    return bodyCall(a, b, [null, 'bodyMeshCollides']);
  }
  return call('collides', [...pairOf(a, b), cached(options, 'collides')]);
}
export const anyContact = (a, b, options) => call('anyContact', [...pairOf(a, b), cached(options, 'anyContact')]);
export const firstContact = (a, b, options) => call('firstContact', [...pairOf(a, b), cached(options, 'firstContact')]);
export const witnessOf = (a, b, contact) =>
  call('witnessOf', [...pairOf(a, b), numberOf(contact?.triangleA, 'triangleA'), numberOf(contact?.triangleB, 'triangleB')]);

export function contacts(a, b, options) {
  if (hasBody(a, b)) {
    if (isBody(b)) fail('contacts: expected a Model as b, found a ConvexBody: see contactManifold');
    return bodyCall(a, b, [null, 'bodyMeshContacts']);
  }
  const { limit } = optionsOf(options, 'contacts', ['limit']);
  return call('contacts', [...pairOf(a, b), limitOf(limit)]);
}

function limitOf(limit) {
  if (limit === undefined || limit === Infinity) return null;
  if (!Number.isInteger(limit) || limit < 0) fail(`limit: expected a non-negative integer, found ${limit}`);
  return limit > 0xffffffff ? null : limit;
}

export function distance(a, b, options) {
  if (hasBody(a, b)) return bodyCall(a, b, ['bodyDistance', 'bodyMeshDistance']);
  const { gap, cache } = optionsOf(options, 'distance', ['gap', 'cache']);
  return call('distance', [...pairOf(a, b), optionalNumber(gap, 'gap'), cacheNumber(cache)]);
}
export const distanceWithin = (a, b, limit) => call('distanceWithin', [...pairOf(a, b), numberOf(limit, 'limit')]);
export const pairsWithin = (a, b, limit) => call('pairsWithin', [...pairOf(a, b), numberOf(limit, 'limit')]);

export function penetration(a, b) {
  if (hasBody(a, b)) {
    if (!isBody(b)) fail('penetration: expected two models or two bodies; for a body and a model see contactManifolds');
    return bodyCall(a, b, ['bodyPenetration', null]);
  }
  return call('penetration', pairOf(a, b));
}
export const separationAlong = (a, b, direction) => call('separationAlong', [...pairOf(a, b), pointOf(direction, 'direction')]);
export function interference(a, b, options) {
  const { depthError } = optionsOf(options, 'interference', ['depthError']);
  return call('interference', [...pairOf(a, b), optionalNumber(depthError, 'depthError')]);
}
export const contactRegions = (a, b) => call('contactRegions', pairOf(a, b));
export function findClash(a, b, limits) {
  const { clearance, touch, sag, depthError } = optionsOf(limits, 'findClash', ['clearance', 'touch', 'sag', 'depthError']);
  return call('findClash', [...pairOf(a, b), optionalNumber(clearance, 'clearance'), optionalNumber(touch, 'touch'), optionalNumber(sag, 'sag'), optionalNumber(depthError, 'depthError')]);
}

function manifoldOptions(options, what) {
  const { points, margin, flush } = optionsOf(options, what, ['points', 'margin', 'flush']);
  return [optionalNumber(points, 'points'), optionalNumber(margin, 'margin'), optionalNumber(flush, 'flush')];
}
export function contactManifolds(a, b, options) {
  const more = manifoldOptions(options, 'contactManifolds');
  if (hasBody(a, b)) return bodyCall(a, b, ['bodyManifold', 'bodyMeshManifolds'], more);
  return call('contactManifolds', [...pairOf(a, b), ...more]);
}
export function contactManifold(a, b, options) {
  if (!isBody(b)) fail('contactManifold: expected two bodies: see contactManifolds');
  return bodyCall(a, b, ['bodyManifold', null], manifoldOptions(options, 'contactManifold'))[0] ?? null;
}

// ---- Batches

const batchOf = (a, b, poses) => [...modelSideOf(a, 'a'), modelNumber(b, 'b'), rowsOfMany(poses)];

export const collidesMany = (a, b, poses) => call('collidesMany', batchOf(a, b, poses));
export const contactsMany = (a, b, poses, options) =>
  call('contactsMany', [...batchOf(a, b, poses), limitOf(optionsOf(options, 'contactsMany', ['limit']).limit)]);
export const distanceMany = (a, b, poses, options) =>
  call('distanceMany', [...batchOf(a, b, poses), optionalNumber(optionsOf(options, 'distanceMany', ['gap']).gap, 'gap')]);
export const distanceWithinMany = (a, b, poses, limit) => call('distanceWithinMany', [...batchOf(a, b, poses), numberOf(limit, 'limit')]);

// ---- Motions

function predictOptions(options, what, known = ['tolerance', 'clearance']) {
  const { tolerance, clearance, maxIntervals } = optionsOf(options, what, known);
  return [optionalNumber(tolerance, 'tolerance'), optionalNumber(clearance, 'clearance'), optionalNumber(maxIntervals, 'maxIntervals')];
}
const otherOf = (b) => (b instanceof Moving ? [true, ...movingOf(b, 'b')] : [false, ...sideOf(b, 'b')]);
const shapeOf = (side) => (side instanceof Model || side instanceof ConvexBody ? side : side?.shape);

export function predict(a, b, options) {
  const more = predictOptions(options, 'predict');
  if (!(shapeOf(a) instanceof ConvexBody)) {
    if (shapeOf(b) instanceof ConvexBody) fail('predict: let the body be a');
    return call('predict', [...movingOf(a, 'a'), ...otherOf(b), ...more]);
  }
  const [isMoving, ...other] = otherOf(b);
  const body = shapeOf(b) instanceof ConvexBody;
  const kind = body ? (isMoving ? 'movingBody' : 'body') : isMoving ? 'movingModel' : 'model';
  return call('predictBody', [...movingOf(a, 'a'), kind, ...other, ...more]);
}
export function contactIntervals(a, b, options) {
  const more = predictOptions(options, 'contactIntervals', ['tolerance', 'clearance', 'maxIntervals']);
  if (shapeOf(a) instanceof ConvexBody || shapeOf(b) instanceof ConvexBody) fail('contactIntervals: expected models');
  return call('contactIntervals', [...movingOf(a, 'a'), ...otherOf(b), ...more]);
}

// ---- One model

function rayOf(ray) {
  if (ray !== null && typeof ray === 'object' && 'from' in ray) return [true, pointOf(ray.from, 'from'), pointOf(ray.to, 'to')];
  return [false, pointOf(ray?.origin, 'origin'), pointOf(ray?.direction, 'direction'), optionalNumber(ray.maxT, 'maxT')];
}
const winding = (options, what) => choiceOf(optionsOf(options, what, ['rule']).rule ?? 'odd', 'rule', ['odd', 'winding']) === 'winding';

export const firstHit = (model, ray) => call('firstHit', [...modelSideOf(model, 'model'), ...rayOf(ray)]);
export const allHits = (model, ray) => call('allHits', [...modelSideOf(model, 'model'), ...rayOf(ray)]);
export const anyHit = (model, ray) => call('anyHit', [...modelSideOf(model, 'model'), ...rayOf(ray)]);
export const firstHits = (model, rays) => call('firstHits', [...modelSideOf(model, 'model'), doublesOf(rays, 'rays')]);
export const nearest = (model, point) => call('nearest', [...modelSideOf(model, 'model'), pointOf(point, 'point')]);
export function nearestTriangles(model, point, count) {
  if (!Number.isInteger(count) || count < 0) fail(`count: expected a non-negative integer, found ${count}`);
  return call('nearestTriangles', [...modelSideOf(model, 'model'), pointOf(point, 'point'), Math.min(count, 0xffffffff)]);
}
export const nearestMany = (model, points) => call('nearestMany', [...modelSideOf(model, 'model'), doublesOf(points, 'points')]);

export function trianglesIn(model, region) {
  const side = modelSideOf(model, 'model');
  if (Array.isArray(region)) return call('trianglesIn', [...side, 'planes', region.map((one) => [pointOf(one?.normal, 'normal'), numberOf(one?.offset, 'offset')])]);
  if (region?.center !== undefined) return call('trianglesIn', [...side, 'ball', pointOf(region.center, 'center'), numberOf(region.radius, 'radius')]);
  return call('trianglesIn', [...side, 'box', pointOf(region?.lo, 'lo'), pointOf(region?.hi, 'hi')]);
}

const isSide = (value) => value instanceof Model || value?.shape instanceof Model;

export function contains(model, what, options) {
  const rule = winding(options, 'contains');
  if (isSide(what)) return call('containsModel', [...modelSideOf(model, 'outer'), ...modelSideOf(what, 'inner'), rule]);
  return call('contains', [...modelSideOf(model, 'model'), pointOf(what, 'point'), rule]);
}
export const containsMany = (model, points, options) =>
  call('containsMany', [...modelSideOf(model, 'model'), doublesOf(points, 'points'), winding(options, 'containsMany')]);
export function overlapSolid(a, b, options) {
  if (hasBody(a, b)) {
    if (!isBody(b)) fail('overlapSolid: expected two models or two bodies');
    return bodyCall(a, b, ['bodyOverlapSolid', null]);
  }
  return call('overlapSolid', [...pairOf(a, b), winding(options, 'overlapSolid')]);
}
export const windingNumber = (model, point) => call('windingNumber', [...modelSideOf(model, 'model'), pointOf(point, 'point')]);
export const selfContacts = (model) => call('selfContacts', [modelNumber(model, 'model')]);

export function signedDistance(a, b, options) {
  if (isBody(a)) {
    const { depthError } = optionsOf(options, 'signedDistance', ['depthError']);
    return bodyCall(a, b, ['bodySignedDistance', 'bodyMeshSignedDistance'], [optionalNumber(depthError, 'depthError')]);
  }
  if (isSide(a)) {
    const { depthError } = optionsOf(options, 'signedDistance', ['depthError']);
    return call('signedDistance', [...pairOf(a, b), optionalNumber(depthError, 'depthError')]);
  }
  return call('signedDistanceOfPoint', [pointOf(a, 'point'), ...modelSideOf(b, 'model'), winding(options, 'signedDistance')]);
}
export const signedDistances = (model, points, options) =>
  call('signedDistances', [...modelSideOf(model, 'model'), doublesOf(points, 'points'), winding(options, 'signedDistances')]);

export function slice(model, plane, options) {
  const side = choiceOf(optionsOf(options, 'slice', ['side']).side ?? 'below', 'side', ['below', 'above']);
  return call('slice', [...modelSideOf(model, 'model'), pointOf(plane?.normal, 'normal'), numberOf(plane?.offset, 'offset'), side === 'above']);
}

