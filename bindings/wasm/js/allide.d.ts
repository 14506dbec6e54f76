/**
 * allide: exact collision detection for arbitrary triangle meshes.
 *
 * The answers are those of the C++ library, bit for bit; names are the C++ words in camelCase. All calls after
 * `await init()` are synchronous; `allide/worker` offers the same names with promises.
 *
 * ```js
 * import { init, Model, collides, Pose } from 'allide';
 * await init();
 * const bolt = Model.fromFile(new Uint8Array(bytes), 'bolt.stl');
 * const plate = Model.fromArrays(vertices, triangles);
 * if (collides(bolt.at(Pose.translation([0, 0, 25])), plate)) console.log('they touch');
 * bolt.free();
 * ```
 */

// ---- Start

export interface InitOptions {
  /** The module: a URL, the bytes, a compiled module, or a Response (a promise of one, too). By default the file next to this one. */
  module?: string | URL | BufferSource | WebAssembly.Module | Response | Promise<Response>;
  /** Use vector instructions. By default if the engine has them; `false` loads the fallback module. */
  simd?: boolean;
  /**
   * Loads the small module (a third of the download): models from arrays and files, contacts, distances, batches of these, rays,
   * nearest points, and what is inside a model. All else throws. By default false. There is no small fallback.
   */
  small?: boolean;
}
/** Loads the module. Repeated calls return the same promise. */
export function init(options?: InitOptions): Promise<void>;
/** The version of allide, such as "0.1.0". */
export function version(): string;
/** The instruction set in use: "wasm" (SIMD128) or "scalar". */
export function activeTarget(): string;
/** Bytes of the module's memory, which grows and never shrinks, and the number of objects that are not freed. */
export function memory(): { bytes: number; objects: number };

/** What is wrong with a file or an argument; `message` is the text that the command prints: "bolt.obj:12: expected …". */
export class AllideError extends Error {
  /** "cannot_open", "unknown_format", "bad_syntax", "bad_index", "not_finite", "not_rigid", "too_large", "bad_argument"; "precondition" for a caller's mistake. */
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly byte?: number;
  readonly vertex?: number;
  readonly triangle?: number;
}

// ---- Values

/** Three coordinates. Arguments may also be typed arrays of three numbers or objects with x, y, z. */
export type Vec3 = [number, number, number];
export type Vec3Like = ArrayLike<number> | { x: number; y: number; z: number };
/** An axis-aligned box. */
export interface Box { lo: Vec3; hi: Vec3 }
/** All points with normal · x ≤ offset. */
export interface HalfSpace { normal: Vec3Like; offset: number }

/** A rigid map x → R x + t, given by 12 doubles: row-major [R|t]. Queries use it exactly as given. */
export class Pose {
  /** The 12 numbers, row-major [R|t]. */
  readonly matrix: Float64Array;
  static identity(): Pose;
  static translation(offset: Vec3Like): Pose;
  /** A rotation by `angle` radians about an axis through the origin. */
  static rotation(axis: Vec3Like, angle: number): Pose;
  /** From 12 numbers, row-major [R|t]. Throws an AllideError if they are not finite or not rigid. */
  static fromMatrix(rows: ArrayLike<number>): Pose;
  /** From 16 numbers, row-major. (three.js stores columns: use `poseOf` of allide/three.) */
  static fromMatrix4x4(rows: ArrayLike<number>): Pose;
  /** From a position and a quaternion (w, x, y, z). */
  static fromQuaternion(position: Vec3Like, wxyz: ArrayLike<number>): Pose;
  /** From "tx,ty,tz,qw,qx,qy,qz" or 12 numbers. */
  static parse(text: string): Pose;
  position(): Vec3;
  quaternion(): [number, number, number, number];
  apply(point: Vec3Like): Vec3;
  inverse(): Pose;
  /** The map x → this(other(x)). */
  times(other: PoseLike): Pose;
  translated(offset: Vec3Like): Pose;
}
/** A Pose, 12 numbers row-major [R|t], or 16 numbers row-major. */
export type PoseLike = Pose | ArrayLike<number>;

/** A rigid motion over the time from 0 to 1, a plain value that need not be freed. */
export class Motion {
  /** A rotation by `angle` radians about an axis, and a shift by `advance` along it. */
  static screw(screw: { point?: Vec3Like; axis: Vec3Like; angle?: number; advance?: number }): Motion;
  static linear(translation: Vec3Like): Motion;
  static rotation(point: Vec3Like, axis: Vec3Like, angle: number): Motion;
  /** Through all poses at ascending times; by default 0, 1, 2, … */
  static path(poses: PoseLike[], times?: ArrayLike<number>): Motion;
  /** A motion in the command's JSON (text or object); `name` stands for the file in errors. */
  static fromJSON(json: string | object, name?: string): Motion;
  /** The same motion from this pose at t = 0; not for a path. */
  from(start: PoseLike): Motion;
  /** The pose at time t, rounded: for drawing. */
  at(t: number): Pose;
  /** The command's JSON form. */
  toJSON(): object;
}

// ---- Objects in the module's memory. free() releases one at once; the garbage collector does so at some time.

export interface Freeable {
  /** Releases the object's memory. Later uses throw an AllideError. */
  free(): void;
  readonly isFreed: boolean;
}

export interface Part { name: string; triangles: number; firstTriangle: number }
export interface Note { message: string; line: number | null; triangle: number | null }
export interface PartInfo {
  name: string; vertices: number; triangles: number; bounds: Box | null; degenerate: number; duplicate: number;
  nonfinite: number; openEdges: number; nonmanifoldEdges: number; closed: boolean;
}
export interface BuildOptions { innerVolumes?: boolean }
export interface FromArraysOptions extends BuildOptions {
  /** Stands for the file in errors. */
  name?: string;
  /** The part number of each triangle, and the names of the parts. */
  partOf?: ArrayLike<number>; partNames?: string[];
}

/** An immutable triangle mesh with its tree. Any polygon soup is allowed. */
export class Model implements Freeable {
  /** `vertices`: 3 numbers each, flat; `triangles`: 3 vertex numbers each, flat; omitted: consecutive vertices. */
  static fromArrays(vertices: ArrayLike<number>, triangles?: ArrayLike<number> | null, options?: FromArraysOptions): Model;
  /** STL, OBJ, PLY, OFF or glTF (.glb, or .gltf with embedded buffers), detected from the content. */
  static fromFile(bytes: Uint8Array | ArrayBuffer | string, name: string, options?: BuildOptions): Model;
  /** A model that `save()` wrote, many times faster than building it. */
  static fromSaved(bytes: Uint8Array | ArrayBuffer, name?: string): Model;
  /** One model per part with triangles. */
  parts(): { name: string; model: Model }[];
  /** The mesh's positions as 3 doubles each: a copy. */
  vertices(): Float64Array;
  triangles(): Uint32Array;
  /** 9 floats per triangle, for drawing. */
  positions(): Float32Array;
  readonly triangleCount: number;
  readonly vertexCount: number;
  readonly partNames: string[];
  /** The part number of each triangle. */
  partOf(): Uint32Array;
  readonly notes: Note[];
  readonly source: string;
  /** The bounding box of the mesh; null without triangles. */
  readonly bounds: Box | null;
  /** Counts and defects, one entry per part, as `allide info` prints them. */
  inspect(): PartInfo[];
  /** A digest of all triangles by position, as 16 hexadecimal digits. */
  digest(): string;
  /** The bytes of a file that fromSaved reads. */
  save(): Uint8Array;
  /** The bytes of a mesh file. */
  write(format: 'stl' | 'stl_ascii' | 'obj' | 'ply' | 'glb'): Uint8Array;
  at(pose: PoseLike): Placed;
  atRest(): Placed;
  along(motion: Motion): Moving;
  free(): void;
  readonly isFreed: boolean;
}
/** A model or body at a pose: one side of a query. */
export interface Placed<T = Model> { readonly shape: T; readonly pose: Pose }
/** A model or body on a motion. */
export interface Moving<T = Model> { readonly shape: T; readonly motion: Motion }
/** A side: placed, or a model itself, which is then at rest. */
export type Side = Placed | Model;

/** Saves time in repeated queries about the same two models; changes no answer. */
export class QueryCache implements Freeable {
  constructor();
  free(): void;
  readonly isFreed: boolean;
}

// ---- Two models

export interface QueryStats { volumeTests: number; mixedTests: number; triangleTests: number; doubleTests: number; exactTests: number }
export interface Contact { triangleA: number; triangleB: number }
export interface Witness extends Contact { point: Vec3 }
export interface Contacts {
  /** Two triangle numbers per contact, ascending by (a, b). */
  pairs: Uint32Array;
  /** The number of contacts. */
  size: number;
  /** False if the limit was reached. */
  complete: boolean;
  stats: QueryStats;
}
export interface ClosestPair { triangleA: number; triangleB: number; pointA: Vec3; pointB: Vec3 }
export interface Distance {
  /** lower ≤ value ≤ upper; infinite if a model has no triangles; 0 if and only if they touch. */
  value: number; lower: number; upper: number;
  closest: ClosestPair | null;
  stats: QueryStats;
}
/** Do the surfaces touch? */
export function collides(a: Side, b: Side, options?: { cache?: QueryCache }): boolean;
export function anyContact(a: Side, b: Side, options?: { cache?: QueryCache }): Contact | null;
/** Any contact with a point in the world. */
export function firstContact(a: Side, b: Side, options?: { cache?: QueryCache }): { witness: Witness | null; stats: QueryStats };
export function witnessOf(a: Side, b: Side, contact: Contact): Witness;
/** All contacts, or any `limit` of them. */
export function contacts(a: Side, b: Side, options?: { limit?: number }): Contacts;
export function distance(a: Side, b: Side, options?: { gap?: number; cache?: QueryCache }): Distance;
/** Is the distance at most `limit`? Decided exactly. */
export function distanceWithin(a: Side, b: Side, limit: number): boolean;
/** All pairs of triangles at most `limit` apart: two numbers per pair. */
export function pairsWithin(a: Side, b: Side, limit: number): Uint32Array;

export interface Penetration { kind: 'none' | 'convex' | 'solid' | 'open'; lower: number; upper: number; direction: Vec3 }
export function penetration(a: Side, b: Side): Penetration;
export function separationAlong(a: Side, b: Side, direction: Vec3Like): { lower: number; upper: number; last: Contact | null };
export interface Interference {
  /** null if both are open. */
  depth: { lower: number; upper: number; point: Vec3 } | null;
  /** null unless both are closed. */
  volume: { lower: number; upper: number; fraction: number } | null;
}
export function interference(a: Side, b: Side, options?: { depthError?: number }): Interference;
export interface Polyline { points: Float64Array; closed: boolean }
export interface ContactRegion { contacts: Uint32Array; curves: Polyline[]; flat: number; normal: Vec3 | null }
/** Connected regions of contact with their curves. */
export function contactRegions(a: Side, b: Side): ContactRegion[];
export type ClashKind = 'duplicate' | 'contained' | 'hard' | 'touch' | 'clearance';
export interface PairClash {
  kind: ClashKind; exactKind: ClashKind; withinFacets: boolean; distance: number;
  depth: { lower: number; upper: number; point: Vec3 } | null;
  volume: { lower: number; upper: number; fraction: number } | null;
  contactArea: number; separation: number; separationDirection: Vec3 | null; shallow: boolean; contacts: number; point: Vec3;
}
export function findClash(a: Side, b: Side, limits?: { clearance?: number; touch?: number; sag?: number; depthError?: number }): PairClash | null;

export interface ManifoldPoint {
  pointA: Vec3; pointB: Vec3; depth: number; triangleA: number; triangleB: number; barycentricA: Vec3; barycentricB: Vec3;
  /** Identifies the features that meet. */
  feature: string;
}
export interface ContactManifold {
  /** The direction in which a moves away from b. */
  normal: Vec3; depthLower: number; depthUpper: number; points: ManifoldPoint[]; patches: Float64Array[]; contacts: number;
}
export interface ManifoldOptions { points?: number; margin?: number; flush?: number }
export function contactManifolds(a: Side | BodySide, b: Side, options?: ManifoldOptions): ContactManifold[];
export interface PairSignedDistance { value: number; lower: number; upper: number; pointA: Vec3; pointB: Vec3; direction: Vec3 }

// ---- Batches: b at many poses. `poses`: a list, or 12 numbers per pose in one array.

export type PosesLike = PoseLike[] | Float64Array;
/** 1 where they touch, else 0. */
export function collidesMany(a: Side, b: Model, poses: PosesLike): Uint8Array;
export function contactsMany(a: Side, b: Model, poses: PosesLike, options?: { limit?: number }): Contacts[];
export function distanceMany(a: Side, b: Model, poses: PosesLike, options?: { gap?: number }): Distance[];
export function distanceWithinMany(a: Side, b: Model, poses: PosesLike, limit: number): Uint8Array;

// ---- Motions

export interface PredictOptions { tolerance?: number; clearance?: number }
export type Outcome = 'clear' | 'impact' | 'touching_at_start' | 'undecided';
export interface Impact {
  tLo: number; tHi: number; triangleA: number; triangleB: number;
  features: 'vertex-face' | 'face-vertex' | 'edge-edge' | null; point: Vec3;
}
export interface Prediction {
  outcome: Outcome;
  /** No contact before this time. */
  freeUntil: number; impact: Impact | null; delta: number; triangleTests: number;
}
export interface ContactInterval { t0Lo: number; t0Hi: number; t1Lo: number; t1Hi: number }
export interface ContactIntervals { intervals: ContactInterval[]; undecided: ContactInterval[]; complete: boolean; knownUntil: number }
/** The certified first contact of a moving model with one at rest or moving. */
export function predict(a: Moving, b: Side | Moving, options?: PredictOptions): Prediction;
export function contactIntervals(a: Moving, b: Side | Moving, options?: PredictOptions & { maxIntervals?: number }): ContactIntervals;

// ---- One model

export interface Ray { origin: Vec3Like; direction: Vec3Like; maxT?: number }
export interface Segment { from: Vec3Like; to: Vec3Like }
export interface Hit { t: number; point: Vec3; triangle: number }
export function firstHit(model: Side, ray: Ray | Segment): Hit | null;
export function allHits(model: Side, ray: Ray | Segment): Hit[];
export function anyHit(model: Side, ray: Ray | Segment): boolean;
/** For many rays, 6 numbers each (origin, direction); `t` is NaN and `triangle` 0xffffffff without a hit. */
export function firstHits(model: Side, rays: ArrayLike<number>): { t: Float64Array; points: Float64Array; triangles: Uint32Array };
export interface Nearest { distance: number; lower: number; upper: number; point: Vec3; triangle: number }
export function nearest(model: Side, point: Vec3Like): Nearest | null;
export function nearestTriangles(model: Side, point: Vec3Like, count: number): Nearest[];
/** For many points, 3 numbers each. */
export function nearestMany(model: Side, points: ArrayLike<number>): { distances: Float64Array; points: Float64Array; triangles: Uint32Array };
/** The triangles that share a point with a ball, a box or an intersection of half-spaces. */
export function trianglesIn(model: Side, region: { center: Vec3Like; radius: number } | { lo: Vec3Like; hi: Vec3Like } | HalfSpace[]): Uint32Array;
export type PointLocation = 'outside' | 'inside' | 'boundary' | 'open';
export interface InsideOptions { rule?: 'odd' | 'winding' }
/** Where a point lies, or how a model lies in a closed one. */
export function contains(model: Side, point: Vec3Like, options?: InsideOptions): PointLocation;
export function contains(outer: Side, inner: Side, options?: InsideOptions): 'outside' | 'inside' | 'partly' | 'touching' | 'open';
export function containsMany(model: Side, points: ArrayLike<number>, options?: InsideOptions): PointLocation[];
export function overlapSolid(a: Side, b: Side, options?: InsideOptions): 'no' | 'yes' | 'open';
export function windingNumber(model: Side, point: Vec3Like): number;
/** Pairs of triangles of one model that touch although they share no corner: two numbers per pair. */
export function selfContacts(model: Model): Uint32Array;
export interface SignedDistance { value: number; lower: number; upper: number; point: Vec3; triangle: number; gradient: Vec3; normal: Vec3 }
/** Of a point (negative inside), or of two models or bodies. */
export function signedDistance(point: Vec3Like, model: Side, options?: InsideOptions): SignedDistance | null;
export function signedDistance(a: Side | BodySide, b: Side | BodySide, options?: { depthError?: number }): PairSignedDistance;
/** Signed distances of many points, 3 numbers each; NaN without triangles. */
export function signedDistances(model: Side, points: ArrayLike<number>, options?: InsideOptions): Float64Array;
export interface SliceCurve { points: Float64Array; triangles: Uint32Array; closed: boolean }
/** The curves in which the plane normal · x = offset cuts a model. */
export function slice(model: Side, plane: HalfSpace, options?: { side?: 'below' | 'above' }): { curves: SliceCurve[]; coplanar: Uint32Array };

// ---- Convex bodies: solids

export class ConvexBody implements Freeable {
  static fromPoints(points: ArrayLike<number>): ConvexBody;
  static fromModel(model: Model): ConvexBody;
  static box(halfSides: Vec3Like): ConvexBody;
  static sphere(radius: number): ConvexBody;
  static capsule(radius: number, halfLength: number): ConvexBody;
  static cylinder(radius: number, halfHeight: number): ConvexBody;
  static cone(radius: number, halfHeight: number): ConvexBody;
  static ellipsoid(semiAxes: Vec3Like): ConvexBody;
  static halfSpace(halfSpace: HalfSpace): ConvexBody;
  rounded(radius: number): ConvexBody;
  readonly kind: 'polytope' | 'sphere' | 'capsule' | 'cylinder' | 'cone' | 'ellipsoid' | 'half-space';
  vertices(): Float64Array;
  /** Corners of each face, counter-clockwise from outside. */
  faces(): Uint32Array[];
  mass(): { volume: number; centroid: Vec3; inertia: number[] };
  at(pose: PoseLike): Placed<ConvexBody>;
  atRest(): Placed<ConvexBody>;
  along(motion: Motion): Moving<ConvexBody>;
  free(): void;
  readonly isFreed: boolean;
}
export type BodySide = Placed<ConvexBody> | ConvexBody;
export type BodyVerdict = 'no' | 'yes' | 'undecided';
export interface BodyDistance { value: number; lower: number; upper: number; pointA: Vec3; pointB: Vec3 }
export interface BodyPenetration { lower: number; upper: number; direction: Vec3; pointA: Vec3; pointB: Vec3 }
export interface BodyImpact { tLo: number; tHi: number; bodyA: number; bodyB: number; triangle: number | null; point: Vec3; normal: Vec3 }
export interface BodyPrediction { outcome: Outcome; freeUntil: number; impact: BodyImpact | null; delta: number; steps: number }
export function overlapSolid(a: BodySide, b: BodySide): BodyVerdict;
export function distance(a: BodySide, b: BodySide): BodyDistance;
export function distance(a: BodySide, b: Side): (BodyDistance & { triangle: number }) | null;
export function penetration(a: BodySide, b: BodySide): BodyPenetration;
export function collides(a: BodySide, b: Side): BodyVerdict;
export function contacts(a: BodySide, b: Side): { triangles: Uint32Array; undecided: Uint32Array };
export function predict(a: Moving<ConvexBody>, b: BodySide | Side | Moving<ConvexBody> | Moving, options?: PredictOptions): BodyPrediction;
export function contactManifold(a: BodySide, b: BodySide, options?: ManifoldOptions): ContactManifold | null;

// ---- Scenes

export interface ObjectOptions { name?: string; group?: string; padding?: number; category?: number; mask?: number }
/** The number of an object of one scene. */
export type ObjectId = number;
export interface ObjectPair { a: ObjectId; b: ObjectId }
export interface SceneClash extends PairClash, ObjectPair { regions: { contacts: number; point: Vec3; depth: { lower: number; upper: number; point: Vec3 } | null }[] }
export class Scene implements Freeable {
  constructor();
  /** Models are shared, so the one added may be freed afterwards. */
  add(shape: Model | ConvexBody, pose?: PoseLike, options?: ObjectOptions): ObjectId;
  move(id: ObjectId, pose: PoseLike): void;
  remove(id: ObjectId): void;
  has(id: ObjectId): boolean;
  readonly size: number;
  objects(): ObjectId[];
  name(id: ObjectId): string;
  pose(id: ObjectId): Pose;
  box(id: ObjectId): Box;
  ignore(a: ObjectId, b: ObjectId): void;
  ignore(groupA: string, groupB: string): void;
  stopIgnoring(a: ObjectId, b: ObjectId): void;
  setClearance(groupA: string, groupB: string, clearance: number): void;
  candidatePairs(options?: { clearance?: number }): (ObjectPair & { clearance: number })[];
  /** All pairs that touch. Pairs of which neither object has moved are not tested again. */
  collidingPairs(): ObjectPair[];
  contacts(): (ObjectPair & { pairs: Uint32Array })[];
  collisions(options?: { clearance?: number }): { pairs: ObjectPair[]; undecided: ObjectPair[] };
  minDistance(): (ObjectPair & { nameA: string; nameB: string; value: number; lower: number; upper: number; pointA: Vec3; pointB: Vec3 }) | null;
  distances(options: { within: number }): (ObjectPair & { value: number; lower: number; upper: number; pointA: Vec3; pointB: Vec3 })[];
  firstHit(ray: Ray): { object: ObjectId; t: number; point: Vec3; normal: Vec3; element: number } | null;
  /** All clashes; requires that all objects are meshes. `onProgress` returning false stops the work. */
  clashes(options?: { clearance?: number; touch?: number; regions?: boolean; onProgress?: (done: number, all: number) => boolean | void }): SceneClash[];
  free(): void;
  readonly isFreed: boolean;
}

// ---- Clash reports of assemblies

export interface ClashInput {
  /** The bytes of a file with its name: every part becomes a part of the assembly. */
  bytes?: Uint8Array | ArrayBuffer | string;
  /** Or a model, whose parts become parts. */
  model?: Model;
  name: string;
  /** Moves all parts of the file or model. */
  pose?: PoseLike;
}
export interface ClashReportOptions {
  clearance?: number; touch?: number; depthError?: number; estimateSag?: boolean;
  /** Rules in TOML or JSON, and an earlier report's JSON. */
  rules?: string; rulesName?: string; baseline?: string; baselineName?: string;
  units?: string; up?: Vec3Like;
  between?: [string, string][]; kinds?: ClashKind[]; minDepth?: number; minVolume?: number;
  /** Returning false stops the tests; the report is then partial. */
  onProgress?: (done: number, all: number) => boolean | void;
}
export interface ReportedClash {
  key: string; a: string; b: string; aId: number | null; bId: number | null; group: string;
  status: 'new' | 'persisting' | 'resolved' | 'unchecked' | 'approved'; clash: PairClash;
}
/** All clashes of an assembly, as `allide clash` reports them. */
export class ClashReport implements Freeable {
  static of(inputs: ClashInput[], options?: ClashReportOptions): ClashReport;
  readonly clashes: ReportedClash[];
  readonly parts: { name: string; label: string; file: string; group: string; triangles: number }[];
  readonly unreadable: { place: string; message: string }[];
  readonly warnings: string[];
  readonly candidatePairs: number;
  readonly partial: boolean;
  readonly seconds: number;
  readonly units: string;
  /** Open clashes: neither approved nor resolved. */
  readonly hasOpenClashes: boolean;
  /** A summary for people. */
  text(): string;
  /** The documents of `allide clash --json` and its CSV. */
  json(): string;
  csv(): string;
  /** The report page: one HTML file that needs no network. Needs loadReportPage() once. */
  html(options?: { title?: string; made?: string; onProgress?: (done: number, all: number) => boolean | void }): string;
  /** A BCF file (zip) with viewpoints and pictures. */
  bcf(options?: { version?: '2.1' | '3.0'; kinds?: ClashKind[]; limit?: number; author?: string; made?: string; scale?: number }): Uint8Array;
  free(): void;
  readonly isFreed: boolean;
}
/** Loads the template of html(), a separate file; needed once before html(). */
export function loadReportPage(source?: string | URL | Response | { html: string }): Promise<void>;
/** Clashes of files; the same as ClashReport.of. */
export function clash(inputs: ClashInput[], options?: ClashReportOptions): ClashReport;

// ---- Generated meshes

export type GeneratedShape = 'sphere' | 'torus' | 'cylinder' | 'box' | 'noisy-torus' | 'cube' | 'octahedron' | 'icosahedron' | 'antiprism' | 'soup';
export function generate(shape: GeneratedShape, options?: { triangles?: number; seed?: number }): Model;
/** An engine room with known clashes; its parts are named. */
export function generateEngineRoom(options?: { triangles?: number; seed?: number; clashes?: number; clearances?: number }): {
  model: Model; pairs: { partA: number; partB: number; kind: 'clash' | 'clearance'; depthOrGap: number; direction: Vec3 }[];
};
