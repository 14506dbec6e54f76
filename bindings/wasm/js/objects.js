// Objects in the module's memory: models, bodies, scenes, caches, reports.
import { call, freeObject } from './module.js';
import { bytesOf, choiceOf, doublesOf, fail, indicesOf, numberOf, optionalNumber, optionsOf, pointOf, textOf } from './arguments.js';
import { Motion, Pose, argumentsOf, rowsOf } from './values.js';

const collected = new FinalizationRegistry(freeObject);

/** An object with a number in the module. Classes that extend it are made with `adopt`. */
class Held {
  #number = 0;
  _hold(number) {
    this.#number = number;
    collected.register(this, number, this);
    return this;
  }
  get isFreed() {
    return this.#number === 0;
  }
  free() {
    if (this.#number === 0) return;
    collected.unregister(this);
    freeObject(this.#number);
    this.#number = 0;
  }
  get _number() {
    if (this.#number === 0) fail(`this ${this.constructor.name} has been freed`, 'precondition');
    return this.#number;
  }
}
if (Symbol.dispose) Held.prototype[Symbol.dispose] = Held.prototype.free;

/** A model or body at a pose: one side of a query. */
export class Placed {
  constructor(shape, pose) {
    this.shape = shape;
    this.pose = pose;
  }
}
/** A model or body on a motion. */
export class Moving {
  constructor(shape, motion) {
    this.shape = shape;
    this.motion = motion;
  }
}

const placed = (shape, pose) => new Placed(shape, pose instanceof Pose ? pose : new Pose(rowsOf(pose)));

const buildOptions = ['innerVolumes'];
const isInner = (options) => options.innerVolumes === true;

export class Model extends Held {
  #facts = null;

  static _of(number) {
    return new Model()._hold(number);
  }
  static fromArrays(vertices, triangles, options) {
    const { name = '', partOf, partNames = [], ...build } = optionsOf(options, 'fromArrays', ['name', 'partOf', 'partNames', ...buildOptions]);
    return Model._of(
      call('modelFromArrays', [
        doublesOf(vertices, 'vertices'),
        triangles === undefined || triangles === null ? null : indicesOf(triangles, 'triangles'),
        partOf === undefined ? null : indicesOf(partOf, 'partOf'),
        partNames.map((one, i) => textOf(one, `partNames[${i}]`)),
        textOf(name, 'name'),
        isInner(build),
      ]),
    );
  }
  static fromFile(bytes, name, options) {
    return Model._of(call('modelFromFile', [bytesOf(bytes, 'bytes'), textOf(name, 'name'), isInner(optionsOf(options, 'fromFile', buildOptions))]));
  }
  static fromSaved(bytes, name = '') {
    return Model._of(call('modelFromSaved', [bytesOf(bytes, 'bytes'), textOf(name, 'name')]));
  }

  get _facts() {
    return (this.#facts ??= call('modelDescribe', [this._number]));
  }
  get triangleCount() {
    return this._facts.triangleCount;
  }
  get vertexCount() {
    return this._facts.vertexCount;
  }
  get partNames() {
    return this._facts.partNames;
  }
  get notes() {
    return this._facts.notes;
  }
  get source() {
    return this._facts.source;
  }
  get bounds() {
    return this._facts.bounds;
  }
  parts() {
    return call('modelParts', [this._number]).map(({ name, model }) => ({ name, model: Model._of(model) }));
  }
  vertices() {
    return call('modelVertices', [this._number]);
  }
  triangles() {
    return call('modelTriangles', [this._number]);
  }
  positions() {
    return call('modelPositions', [this._number]);
  }
  partOf() {
    return call('modelPartOf', [this._number]);
  }
  inspect() {
    return call('modelInspect', [this._number]);
  }
  digest() {
    return call('modelDigest', [this._number]);
  }
  save() {
    return call('modelSave', [this._number]);
  }
  write(format) {
    return call('modelWrite', [this._number, textOf(format, 'format')]);
  }
  at(pose) {
    return placed(this, pose);
  }
  atRest() {
    return new Placed(this, new Pose());
  }
  along(motion) {
    if (!(motion instanceof Motion)) fail('motion: expected a Motion');
    return new Moving(this, motion);
  }
}

export class ConvexBody extends Held {
  #kind = null;

  static #of(...args) {
    return new ConvexBody()._hold(call('bodyMake', args));
  }
  static fromPoints(points) {
    return ConvexBody.#of('points', doublesOf(points, 'points'));
  }
  static fromModel(model) {
    return ConvexBody.#of('model', modelNumber(model, 'model'));
  }
  static box(halfSides) {
    return ConvexBody.#of('box', pointOf(halfSides, 'halfSides'));
  }
  static sphere(radius) {
    return ConvexBody.#of('sphere', numberOf(radius, 'radius'));
  }
  static capsule(radius, halfLength) {
    return ConvexBody.#of('capsule', numberOf(radius, 'radius'), numberOf(halfLength, 'halfLength'));
  }
  static cylinder(radius, halfHeight) {
    return ConvexBody.#of('cylinder', numberOf(radius, 'radius'), numberOf(halfHeight, 'halfHeight'));
  }
  static cone(radius, halfHeight) {
    return ConvexBody.#of('cone', numberOf(radius, 'radius'), numberOf(halfHeight, 'halfHeight'));
  }
  static ellipsoid(semiAxes) {
    return ConvexBody.#of('ellipsoid', pointOf(semiAxes, 'semiAxes'));
  }
  static halfSpace(halfSpace) {
    return ConvexBody.#of('halfSpace', pointOf(halfSpace?.normal, 'normal'), numberOf(halfSpace?.offset, 'offset'));
  }
  rounded(radius) {
    return new ConvexBody()._hold(call('bodyRounded', [this._number, numberOf(radius, 'radius')]));
  }
  get kind() {
    return (this.#kind ??= call('bodyKind', [this._number]));
  }
  vertices() {
    return call('bodyVertices', [this._number]);
  }
  faces() {
    return call('bodyFaces', [this._number]);
  }
  mass() {
    return call('bodyMass', [this._number]);
  }
  at(pose) {
    return placed(this, pose);
  }
  atRest() {
    return new Placed(this, new Pose());
  }
  along(motion) {
    if (!(motion instanceof Motion)) fail('motion: expected a Motion');
    return new Moving(this, motion);
  }
}

export class QueryCache extends Held {
  constructor() {
    super();
    this._hold(call('queryCache', []));
  }
}

export function modelNumber(model, what) {
  if (!(model instanceof Model)) fail(`${what}: expected a Model`);
  return model._number;
}

export const isBody = (side) => side instanceof ConvexBody || (side instanceof Placed && side.shape instanceof ConvexBody);

/** A side as arguments: an object's number and its pose. */
export function sideOf(side, what) {
  if (side instanceof Model || side instanceof ConvexBody) return [side._number, null];
  if (side instanceof Placed) return [side.shape._number, side.pose.matrix];
  fail(`${what}: expected a Model or a ConvexBody, or one at a pose`);
}
/** The same for a model only. */
export function modelSideOf(side, what) {
  if (isBody(side)) fail(`${what}: expected a Model, found a ConvexBody`);
  return sideOf(side, what);
}
export function movingOf(moving, what) {
  if (!(moving instanceof Moving)) fail(`${what}: expected a Model or a ConvexBody along a Motion`);
  return [moving.shape._number, ...argumentsOf(moving.motion)];
}
export const cacheNumber = (cache) => {
  if (cache === undefined || cache === null) return null;
  if (!(cache instanceof QueryCache)) fail('cache: expected a QueryCache');
  return cache._number;
};

const rayOf = (ray) => [pointOf(ray?.origin, 'origin'), pointOf(ray?.direction, 'direction'), optionalNumber(ray.maxT, 'maxT')];

export class Scene extends Held {
  constructor() {
    super();
    this._hold(call('sceneMake', []));
  }
  add(shape, pose, options) {
    const { name = '', group = '', padding, category, mask } = optionsOf(options, 'add', ['name', 'group', 'padding', 'category', 'mask']);
    if (!(shape instanceof Model) && !(shape instanceof ConvexBody)) fail('shape: expected a Model or a ConvexBody');
    return call('sceneAdd', [
      this._number,
      shape instanceof ConvexBody,
      shape._number,
      rowsOf(pose),
      textOf(name, 'name'),
      textOf(group, 'group'),
      optionalNumber(padding, 'padding'),
      optionalNumber(category, 'category'),
      optionalNumber(mask, 'mask'),
    ]);
  }
  move(id, pose) {
    call('sceneMove', [this._number, numberOf(id, 'id'), rowsOf(pose)]);
  }
  remove(id) {
    call('sceneRemove', [this._number, numberOf(id, 'id')]);
  }
  has(id) {
    return call('sceneHas', [this._number, numberOf(id, 'id')]);
  }
  get size() {
    return this.objects().length;
  }
  objects() {
    return call('sceneObjects', [this._number]);
  }
  name(id) {
    return call('sceneName', [this._number, numberOf(id, 'id')]);
  }
  pose(id) {
    return new Pose(call('scenePose', [this._number, numberOf(id, 'id')]));
  }
  box(id) {
    return call('sceneBox', [this._number, numberOf(id, 'id')]);
  }
  ignore(a, b) {
    call(typeof a === 'string' ? 'sceneIgnoreGroups' : 'sceneIgnore', [this._number, a, b]);
  }
  stopIgnoring(a, b) {
    call('sceneStopIgnoring', [this._number, numberOf(a, 'a'), numberOf(b, 'b')]);
  }
  setClearance(groupA, groupB, clearance) {
    call('sceneSetClearance', [this._number, textOf(groupA, 'groupA'), textOf(groupB, 'groupB'), numberOf(clearance, 'clearance')]);
  }
  candidatePairs(options) {
    const { clearance } = optionsOf(options, 'candidatePairs', ['clearance']);
    return call('sceneCandidatePairs', [this._number, optionalNumber(clearance, 'clearance')]);
  }
  collidingPairs() {
    return call('sceneCollidingPairs', [this._number]);
  }
  contacts() {
    return call('sceneContacts', [this._number]);
  }
  collisions(options) {
    const { clearance } = optionsOf(options, 'collisions', ['clearance']);
    return call('sceneCollisions', [this._number, optionalNumber(clearance, 'clearance')]);
  }
  minDistance() {
    return call('sceneMinDistance', [this._number]);
  }
  distances(options) {
    const { within } = optionsOf(options, 'distances', ['within']);
    return call('sceneDistances', [this._number, numberOf(within, 'within')]);
  }
  firstHit(ray) {
    return call('sceneFirstHit', [this._number, ...rayOf(ray)]);
  }
  clashes(options) {
    const { clearance, touch, regions = false, onProgress } = optionsOf(options, 'clashes', ['clearance', 'touch', 'regions', 'onProgress']);
    return call('sceneClashes', [this._number, optionalNumber(clearance, 'clearance'), optionalNumber(touch, 'touch'), regions === true], onProgress);
  }
}

// ---- Clash reports

const marker = '<!--allide:data-->';
let page = null; // the template of the report page, once it is loaded

/** Loads the page of ClashReport.html: a URL, a Response, or { html }. By default the file next to this one. */
export async function loadReportPage(source = new URL('./report-page.html', import.meta.url)) {
  let html = source?.html;
  if (html === undefined) {
    if (source instanceof URL && source.protocol === 'file:' && globalThis.process?.versions?.node) {
      const name = 'node:fs/promises';
      const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
      html = await readFile(source, 'utf8');
    } else {
      const response = typeof Response !== 'undefined' && source instanceof Response ? source : await fetch(source);
      if (!response.ok) fail(`the report page could not be loaded: ${response.status} ${response.statusText}`, 'cannot_open');
      html = await response.text();
    }
  }
  if (!html.includes(marker)) fail('the report page has no place for data', 'bad_syntax');
  page = html;
}

const reportOptions = ['clearance', 'touch', 'depthError', 'estimateSag', 'rules', 'rulesName', 'baseline', 'baselineName', 'units', 'up', 'between', 'kinds', 'minDepth', 'minVolume', 'onProgress'];

export class ClashReport extends Held {
  #facts = null;

  static of(inputs, options) {
    const given = optionsOf(options, 'clash', reportOptions);
    if (!Array.isArray(inputs)) fail('inputs: expected an array');
    const files = inputs.map((input, i) => {
      if (input === null || typeof input !== 'object') fail(`inputs[${i}]: expected an object with a name and bytes or a model`);
      const { bytes, model, name, pose } = input;
      if ((bytes === undefined) === (model === undefined)) fail(`inputs[${i}]: expected either bytes or a model`);
      return [
        textOf(name, `inputs[${i}].name`),
        bytes === undefined ? null : bytesOf(bytes, `inputs[${i}].bytes`),
        model === undefined ? null : modelNumber(model, `inputs[${i}].model`),
        rowsOf(pose),
      ];
    });
    const named = (text, name, fallback) => (text === undefined ? [null] : [textOf(text, fallback), name ?? fallback]);
    return new ClashReport()._hold(
      call(
        'reportMake',
        [
          files,
          optionalNumber(given.clearance, 'clearance'),
          optionalNumber(given.touch, 'touch'),
          optionalNumber(given.depthError, 'depthError'),
          given.estimateSag === true,
          ...named(given.rules, given.rulesName, 'rules.toml'),
          ...named(given.baseline, given.baselineName, 'baseline.json'),
          textOf(given.units ?? '', 'units'),
          given.up === undefined ? null : pointOf(given.up, 'up'),
          given.between ?? [],
          given.kinds ?? [],
          optionalNumber(given.minDepth, 'minDepth'),
          optionalNumber(given.minVolume, 'minVolume'),
        ],
        given.onProgress,
      ),
    );
  }

  get _facts() {
    return (this.#facts ??= call('reportDescribe', [this._number]));
  }
  get clashes() {
    return this._facts.clashes;
  }
  get parts() {
    return this._facts.parts;
  }
  get unreadable() {
    return this._facts.unreadable;
  }
  get warnings() {
    return this._facts.warnings;
  }
  get candidatePairs() {
    return this._facts.candidatePairs;
  }
  get partial() {
    return this._facts.partial;
  }
  get seconds() {
    return this._facts.seconds;
  }
  get units() {
    return this._facts.units;
  }
  get hasOpenClashes() {
    return this._facts.hasOpenClashes;
  }
  text() {
    return call('reportText', [this._number]);
  }
  json() {
    return call('reportJson', [this._number]);
  }
  csv() {
    return call('reportCsv', [this._number]);
  }
  html(options) {
    const { title = '', made = '', onProgress } = optionsOf(options, 'html', ['title', 'made', 'onProgress']);
    if (page === null) fail('await loadReportPage() before html()', 'precondition');
    const data = call('reportHtml', [this._number, textOf(title, 'title'), textOf(made, 'made')], onProgress);
    return page.replace(marker, () => data);
  }
  bcf(options) {
    const { version = '2.1', kinds, limit, author, made, scale, onProgress } = optionsOf(options, 'bcf', ['version', 'kinds', 'limit', 'author', 'made', 'scale', 'onProgress']);
    return call('reportBcf', [this._number, textOf(version, 'version'), kinds ?? null, optionalNumber(limit, 'limit'), author ?? null, made ?? null, optionalNumber(scale, 'scale')], onProgress);
  }
}

export const clash = (inputs, options) => ClashReport.of(inputs, options);

export function generate(shape, options) {
  const { triangles = 0, seed = 1 } = optionsOf(options, 'generate', ['triangles', 'seed']);
  return Model._of(call('generate', [textOf(shape, 'shape'), numberOf(triangles, 'triangles'), numberOf(seed, 'seed')]));
}

export function generateEngineRoom(options) {
  const { triangles = 100000, seed = 1, clashes = 0, clearances = 0 } = optionsOf(options, 'generateEngineRoom', ['triangles', 'seed', 'clashes', 'clearances']);
  const { model, pairs } = call('generateEngineRoom', [triangles, seed, clashes, clearances].map((one, i) => numberOf(one, ['triangles', 'seed', 'clashes', 'clearances'][i])));
  return { model: Model._of(model), pairs };
}
