/** Adapter for three.js, see docs/browser.md. Call `await init()` of 'allide' first. */
import type { Box3, BufferGeometry, Group, Intersection, Line, LineSegments, Material, Matrix4, Mesh, Object3D, Points, Ray, Raycaster, Sphere, Vector3 } from 'three';
import type { ContactManifold, ContactRegion, Distance, Model, Pose, Vec3 } from './allide.js';

export interface FromGeometryOptions {
  /** Maps the positions, in double. */
  matrix?: Matrix4;
  /** Stands for a file in errors. */
  name?: string;
}
/** A model of a geometry; triangles keep their numbers (`faceIndex`), counted from the start of the draw range. */
export function fromGeometry(geometry: BufferGeometry, options?: FromGeometryOptions): Model;
/** A mesh as a model and its pose in the world; scale, shear and mirroring are baked into the model. */
export function fromObject3D(object: Mesh, options?: { name?: string }): { model: Model; pose: Pose };
/** The pose of an object in the world, or of a matrix, without its scale. */
export function poseOf(objectOrMatrix: Object3D | Matrix4): Pose;
/** A matrix as a pose, and what remains: a matrix without translation, or null if the matrix is rigid. */
export function splitMatrix(matrix: Matrix4): { pose: Pose; rest: Matrix4 | null };
export function matrixOf(pose: Pose): Matrix4;
/** Sets position and quaternion of an object whose parent is the scene. */
export function setPose(object: Object3D, pose: Pose): void;
/** A geometry for drawing: three corners per triangle, in floats. */
export function toGeometry(model: Model): BufferGeometry;

/** The curves of contactRegions() as line segments. */
export function contactCurves(regions: ContactRegion[], material?: Material): LineSegments;
/** Points of witnesses, hits or manifolds' points, or bare points. */
export function contactPoints(points: ({ point: Vec3 } | { pointA: Vec3 } | Vec3)[], material?: Material): Points;
/** The line between closest points; null if there are none. */
export function distanceLine(distance: Distance | { pointA: Vec3; pointB: Vec3 }, material?: Material): Line | null;
/** An arrow per manifold, along the direction in which a moves away from b. */
export function normalArrows(manifolds: ContactManifold[], options?: { length?: number; material?: Material }): Group;
/** The triangles with these numbers, in the model's frame. */
export function trianglesGeometry(model: Model, numbers: ArrayLike<number> & Iterable<number>): BufferGeometry;

// ---- three-mesh-bvh's questions

export interface HitPointInfo { point: Vector3; distance: number; faceIndex: number }
/** What three-mesh-bvh calls MeshBVH. Points and rays are in the geometry's frame. */
export class BoundsTree {
  constructor(geometryOrModel: BufferGeometry | Model);
  readonly model: Model;
  dispose(): void;
  raycastFirst(ray: Ray, near?: number, far?: number): HitPointInfo | null;
  raycast(ray: Ray, near?: number, far?: number): HitPointInfo[];
  closestPointToPoint(point: Vector3, target?: object, minThreshold?: number, maxThreshold?: number): HitPointInfo | null;
  closestPointToGeometry(other: BufferGeometry | BoundsTree, geometryToBvh?: Matrix4, target1?: object, target2?: object, minThreshold?: number, maxThreshold?: number): HitPointInfo | null;
  intersectsGeometry(other: BufferGeometry | BoundsTree, geometryToBvh?: Matrix4): boolean;
  /** All pairs of triangles that touch, two numbers per pair: this one's, then the other one's. */
  contacts(other: BufferGeometry | BoundsTree, geometryToBvh?: Matrix4): Uint32Array;
  intersectsBox(box: Box3, boxToBvh?: Matrix4): boolean;
  intersectsSphere(sphere: Sphere): boolean;
  getBoundingBox(target?: Box3): Box3;
}
/** `BufferGeometry.prototype.computeBoundsTree = computeBoundsTree` */
export function computeBoundsTree(this: BufferGeometry): BoundsTree;
export function disposeBoundsTree(this: BufferGeometry): void;
/** `Mesh.prototype.raycast = acceleratedRaycast` */
export function acceleratedRaycast(this: Mesh, raycaster: Raycaster, intersects: Intersection[]): void;
