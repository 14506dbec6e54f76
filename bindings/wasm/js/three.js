// Adapter for three.js: geometries and objects as models and poses, answers as lines and points, and the questions of
// three-mesh-bvh under the names that its users know.
import {
  Box3, BufferAttribute, BufferGeometry, ConeGeometry, DoubleSide, FrontSide, Group, Line, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, Points,
  PointsMaterial, Quaternion, Vector3,
} from 'three';
import { AllideError, Model, Pose, allHits, collides, contacts, distance, firstHit, nearest, trianglesIn } from './allide.js';

// ---- Geometries and objects

/** The positions of a geometry as doubles, mapped by a matrix in double if one is given. */
function positionsOf(geometry, matrix) {
  const attribute = geometry.getAttribute('position');
  if (!attribute) throw new AllideError('the geometry has no positions');
  const out = new Float64Array(3 * attribute.count);
  const e = matrix?.elements;
  for (let i = 0; i < attribute.count; ++i) {
    const x = attribute.getX(i), y = attribute.getY(i), z = attribute.getZ(i);
    out[3 * i] = e ? e[0] * x + e[4] * y + e[8] * z + e[12] : x;
    out[3 * i + 1] = e ? e[1] * x + e[5] * y + e[9] * z + e[13] : y;
    out[3 * i + 2] = e ? e[2] * x + e[6] * y + e[10] * z + e[14] : z;
  }
  return out;
}

// Only the triangles in the draw range are used: what is not drawn is left out.
function trianglesOf(geometry) {
  const { index } = geometry;
  const count = index ? index.count : geometry.getAttribute('position').count;
  const first = Math.max(0, geometry.drawRange.start);
  const last = Math.min(count, first + geometry.drawRange.count);
  const corners = new Uint32Array(Math.max(0, Math.floor((last - first) / 3) * 3));
  for (let i = 0; i < corners.length; ++i) corners[i] = index ? index.getX(first + i) : first + i;
  return corners;
}

/** A model of a BufferGeometry; positions are floats, which are exact as doubles. Triangles keep their numbers. */
export function fromGeometry(geometry, { matrix, name = geometry.name } = {}) {
  return Model.fromArrays(positionsOf(geometry, matrix), trianglesOf(geometry), { name });
}

/** Splits a world matrix into a pose, and the scale, shear and mirroring that remain in the object's own frame. */
export function splitMatrix(matrix) {
  const position = new Vector3(), quaternion = new Quaternion(), scale = new Vector3();
  matrix.decompose(position, quaternion, scale);
  const pose = poseFrom(position, quaternion);
  const rest = new Matrix4().compose(position, quaternion, new Vector3(1, 1, 1)).invert().multiply(matrix);
  rest.elements[12] = rest.elements[13] = rest.elements[14] = 0;
  const isScaled = rest.elements.some((value, i) => Math.abs(value - (i % 5 === 0 ? 1 : 0)) > 1e-15);
  return { pose, rest: isScaled ? rest : null };
}

// A quaternion in double as 12 numbers, row-major.
function poseFrom(position, quaternion) {
  const { x, y, z, w } = quaternion.clone().normalize();
  return new Pose(
    Float64Array.of(
      1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), position.x,
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), position.y,
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), position.z,
    ),
  );
}

/** A mesh as a model and its pose in the world; the world scale is baked into the model. */
export function fromObject3D(object, { name = object.name } = {}) {
  if (!object.geometry) throw new AllideError('expected a mesh with a geometry');
  object.updateWorldMatrix(true, false);
  const { pose, rest } = splitMatrix(object.matrixWorld);
  return { model: fromGeometry(object.geometry, { matrix: rest ?? undefined, name }), pose };
}

/** The pose of an object in the world, or of a matrix, without its scale. */
export function poseOf(objectOrMatrix) {
  if (objectOrMatrix.isObject3D) objectOrMatrix.updateWorldMatrix(true, false);
  return splitMatrix(objectOrMatrix.isObject3D ? objectOrMatrix.matrixWorld : objectOrMatrix).pose;
}

export function matrixOf(pose) {
  const m = pose.matrix;
  return new Matrix4().set(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], 0, 0, 0, 1);
}

/** Sets position and quaternion of an object whose parent is the scene. */
export function setPose(object, pose) {
  matrixOf(pose).decompose(object.position, object.quaternion, new Vector3());
}

/** A geometry of a model, for drawing: three corners per triangle, in floats. */
export function toGeometry(model) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(model.positions(), 3));
  geometry.computeVertexNormals();
  return geometry;
}

// ---- Answers as objects

const positionAttribute = (numbers) => new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(numbers), 3));

/** The curves of contact regions as line segments. */
export function contactCurves(regions, material = new LineBasicMaterial({ color: 0xff3030 })) {
  const numbers = [];
  for (const { curves } of regions)
    for (const { points, closed } of curves) {
      const count = points.length / 3;
      const put = (i) => numbers.push(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
      for (let i = 0; i + 1 < count; ++i) put(i), put(i + 1);
      if (closed && count > 2) put(count - 1), put(0);
      if (count === 1) put(0), put(0);
    }
  return new LineSegments(positionAttribute(numbers), material);
}

/** Points: of manifolds, witnesses, or hits. */
export function contactPoints(points, material = new PointsMaterial({ color: 0xff3030, size: 6, sizeAttenuation: false })) {
  return new Points(positionAttribute(points.flatMap((one) => one.point ?? one.pointA ?? [...one])), material);
}

/** The line between the closest points of a distance; null if there is none. */
export function distanceLine(distance, material = new LineBasicMaterial({ color: 0x30a0ff })) {
  const ends = distance.closest ?? distance;
  if (!ends.pointA) return null;
  return new Line(positionAttribute([...ends.pointA, ...ends.pointB]), material);
}

/** One arrow per manifold at its first point, along the direction in which a moves away from b. */
export function normalArrows(manifolds, { length = 1, material = new MeshBasicMaterial({ color: 0xffb020 }) } = {}) {
  const group = new Group();
  for (const { normal, points } of manifolds) {
    if (points.length === 0) continue;
    const arrow = new Mesh(new ConeGeometry(0.06 * length, length, 12).translate(0, length / 2, 0), material);
    arrow.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...normal));
    arrow.position.set(...points[0].pointA);
    group.add(arrow);
  }
  return group;
}

/** The triangles with these numbers as a geometry in the model's frame, to highlight them. */
export function trianglesGeometry(model, numbers) {
  const vertices = model.vertices(), corners = model.triangles();
  const out = new Float32Array(9 * numbers.length);
  numbers.forEach((triangle, i) => {
    for (let k = 0; k < 3; ++k)
      for (let axis = 0; axis < 3; ++axis) out[9 * i + 3 * k + axis] = vertices[3 * corners[3 * triangle + k] + axis];
  });
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(out, 3));
  geometry.computeVertexNormals();
  return geometry;
}

// ---- three-mesh-bvh's questions

/** What three-mesh-bvh calls MeshBVH: the questions of one geometry, in its own frame. */
export class BoundsTree {
  #box;
  constructor(geometry) {
    this.geometry = geometry;
    this.model = geometry instanceof Model ? geometry : fromGeometry(geometry);
    this.owned = !(geometry instanceof Model);
  }
  /** Frees the model, if it was made from a geometry. */
  dispose() {
    if (this.owned) this.model.free();
  }

  #hit({ t, point, triangle }, ray) {
    const position = new Vector3(...point);
    return { distance: t * ray.direction.length(), point: position, faceIndex: triangle };
  }
  /** The first triangle on the ray, from either side, or null: { distance, point, faceIndex }. */
  raycastFirst(ray, near = 0, far = Infinity) {
    const hit = firstHit(this.model, within(ray, near, far));
    return hit && this.#hit(shifted(hit, near, ray), ray);
  }
  /** All triangles on the ray, the nearest first. */
  raycast(ray, near = 0, far = Infinity) {
    return allHits(this.model, within(ray, near, far)).map((hit) => this.#hit(shifted(hit, near, ray), ray));
  }
  /** The point of the surface closest to a point: { point, distance, faceIndex }, or null beyond maxThreshold. */
  closestPointToPoint(point, target = {}, minThreshold = 0, maxThreshold = Infinity) {
    const found = nearest(this.model, point);
    if (found === null || found.distance > maxThreshold) return null;
    return Object.assign(target, { point: new Vector3(...found.point), distance: found.distance, faceIndex: found.triangle });
  }
  /** The closest points of two geometries; `geometryToBvh` maps the other one into this one's frame. */
  closestPointToGeometry(other, geometryToBvh = new Matrix4(), target1 = {}, target2 = {}, minThreshold = 0, maxThreshold = Infinity) {
    return withOther(other, geometryToBvh, (side) => {
      const gap = distance(this.model, side);
      if (gap.closest === null || gap.value > maxThreshold) return null;
      const { pointA, pointB, triangleA, triangleB } = gap.closest;
      Object.assign(target1, { point: new Vector3(...pointA), distance: gap.value, faceIndex: triangleA });
      const toOther = geometryToBvh.clone().invert();
      Object.assign(target2, { point: new Vector3(...pointB).applyMatrix4(toOther), distance: gap.value, faceIndex: triangleB });
      return target1;
    });
  }
  /** Do the surfaces touch? */
  intersectsGeometry(other, geometryToBvh = new Matrix4()) {
    if (boxesAreApart(this, treeOf(other), geometryToBvh)) return false;
    return withOther(other, geometryToBvh, (side) => collides(this.model, side));
  }
  /** All pairs of triangles that touch, two numbers each: this one's and the other one's. */
  contacts(other, geometryToBvh = new Matrix4()) {
    if (boxesAreApart(this, treeOf(other), geometryToBvh)) return new Uint32Array(0);
    return withOther(other, geometryToBvh, (side) => contacts(this.model, side).pairs);
  }
  /** The middle of the model's box and half its sides: six numbers, or null for an empty model. */
  get _box() {
    if (this.#box === undefined) {
      const { bounds } = this.model;
      this.#box = bounds && Float64Array.from([0, 1, 2, 3, 4, 5], (i) => (i < 3 ? bounds.lo[i] / 2 + bounds.hi[i] / 2 : bounds.hi[i - 3] / 2 - bounds.lo[i - 3] / 2));
    }
    return this.#box;
  }
  /** Does a triangle touch the box, which `boxToBvh` maps into this frame? */
  intersectsBox(box, boxToBvh = new Matrix4()) {
    return trianglesIn(this.model, planesOf(box, boxToBvh)).length > 0;
  }
  intersectsSphere(sphere) {
    return trianglesIn(this.model, { center: sphere.center, radius: sphere.radius }).length > 0;
  }
  getBoundingBox(target = new Box3()) {
    const { bounds } = this.model;
    if (bounds === null) return target.makeEmpty();
    target.min.set(...bounds.lo);
    target.max.set(...bounds.hi);
    return target;
  }
}

const within = (ray, near, far) => {
  const length = ray.direction.length();
  return near === 0
    ? { origin: ray.origin, direction: ray.direction, maxT: far / length }
    : { origin: ray.origin.clone().addScaledVector(ray.direction, near / length), direction: ray.direction, maxT: (far - near) / length };
};
const shifted = (hit, near, ray) => (near === 0 ? hit : { ...hit, t: hit.t + near / ray.direction.length() });

const treeOf = (other) => (other instanceof BoundsTree ? other : other.boundsTree);

// Does a plane across an axis of one of the boxes separate them for certain? Answered here, it takes a tenth of the time of a call
// into the module. What rounding may change, here and in the pose that is made of the matrix, is a millionth of the slack.
function boxesAreApart(a, b, matrix) {
  const p = a._box, q = b instanceof BoundsTree ? b._box : null;
  if (!p || !q) return false;
  const e = matrix.elements;
  const x = e[0] * q[0] + e[4] * q[1] + e[8] * q[2] + e[12] - p[0];
  const y = e[1] * q[0] + e[5] * q[1] + e[9] * q[2] + e[13] - p[1];
  const z = e[2] * q[0] + e[6] * q[1] + e[10] * q[2] + e[14] - p[2];
  let norm = 0;
  for (let i = 0; i < 11; ++i) norm += Math.abs(e[i]);
  let size = 0;
  for (let i = 0; i < 3; ++i) size += Math.abs(p[i]) + p[3 + i] + Math.abs(e[12 + i]) + norm * (Math.abs(q[i]) + q[3 + i]);
  for (let k = 0; k < 6; ++k) {
    const c = 4 * (k - 3);
    const i = k < 3 ? (k === 0 ? 1 : 0) : e[c], j = k < 3 ? (k === 1 ? 1 : 0) : e[c + 1], l = k < 3 ? (k === 2 ? 1 : 0) : e[c + 2];
    const own = Math.abs(i) * p[3] + Math.abs(j) * p[4] + Math.abs(l) * p[5];
    const others =
      Math.abs(i * e[0] + j * e[1] + l * e[2]) * q[3] + Math.abs(i * e[4] + j * e[5] + l * e[6]) * q[4] + Math.abs(i * e[8] + j * e[9] + l * e[10]) * q[5];
    const slack = 1e-9 * size * (Math.abs(i) + Math.abs(j) + Math.abs(l));
    if (Math.abs(i * x + j * y + l * z) > own + others + slack) return true;
  }
  return false;
}

// Calls `ask` with the other geometry as a side of a query. If it has a BoundsTree, the tree's model is used
// and not built again.
function withOther(other, matrix, ask) {
  const { pose, rest } = splitMatrix(matrix);
  const tree = treeOf(other);
  if (rest === null && tree instanceof BoundsTree) return ask(tree.model.at(pose));
  const geometry = other instanceof BoundsTree ? other.geometry : other;
  const model = fromGeometry(geometry, { matrix: rest ?? undefined });
  try {
    return ask(model.at(pose));
  } finally {
    model.free();
  }
}

// The six half-spaces of a box that `matrix` maps into another frame: a point p of that frame is inside if
// normal · p ≤ offset for all six.
function planesOf(box, matrix) {
  const toBox = matrix.clone().invert().elements;
  const planes = [];
  for (let axis = 0; axis < 3; ++axis) {
    const normal = [toBox[axis], toBox[4 + axis], toBox[8 + axis]];
    const shift = toBox[12 + axis];
    const name = 'xyz'[axis];
    planes.push({ normal, offset: box.max[name] - shift });
    planes.push({ normal: normal.map((x) => -x), offset: shift - box.min[name] });
  }
  return planes;
}

/** As in three-mesh-bvh: `BufferGeometry.prototype.computeBoundsTree = computeBoundsTree`. */
export function computeBoundsTree() {
  this.boundsTree = new BoundsTree(this);
  return this.boundsTree;
}
export function disposeBoundsTree() {
  this.boundsTree?.dispose();
  this.boundsTree = null;
}

const ordinaryRaycast = Mesh.prototype.raycast;
const inverse = new Matrix4();
const corners = [new Vector3(), new Vector3(), new Vector3()];

function faceOf(geometry, faceIndex) {
  const { index } = geometry;
  const position = geometry.getAttribute('position');
  const first = Math.max(0, geometry.drawRange.start) + 3 * faceIndex;
  const [a, b, c] = [0, 1, 2].map((k) => (index ? index.getX(first + k) : first + k));
  [a, b, c].forEach((number, k) => corners[k].fromBufferAttribute(position, number));
  const normal = corners[2].clone().sub(corners[1]).cross(corners[0].clone().sub(corners[1])).normalize();
  return { a, b, c, normal, materialIndex: 0 };
}

/**
 * As in three-mesh-bvh: `Mesh.prototype.raycast = acceleratedRaycast`. Respects `material.side` and
 * `raycaster.firstHitOnly`; a mesh without a boundsTree is asked in three.js's own way.
 */
export function acceleratedRaycast(raycaster, intersects) {
  const tree = this.geometry.boundsTree;
  if (!(tree instanceof BoundsTree)) return ordinaryRaycast.call(this, raycaster, intersects);
  if (this.material === undefined) return undefined;
  inverse.copy(this.matrixWorld).invert();
  const ray = raycaster.ray.clone().applyMatrix4(inverse);
  const material = Array.isArray(this.material) ? this.material[0] : this.material;
  const twoSided = material.side === DoubleSide;
  const hits = raycaster.firstHitOnly && twoSided ? [tree.raycastFirst(ray)].filter(Boolean) : tree.raycast(ray);
  for (const { point, faceIndex } of hits) {
    const face = faceOf(this.geometry, faceIndex);
    const isFront = face.normal.dot(ray.direction) < 0;
    if (!twoSided && isFront !== (material.side === FrontSide)) continue;
    point.applyMatrix4(this.matrixWorld);
    const gap = raycaster.ray.origin.distanceTo(point);
    if (gap < raycaster.near || gap > raycaster.far) continue;
    intersects.push({ distance: gap, point, faceIndex, face, object: this });
    if (raycaster.firstHitOnly) break;
  }
  return undefined;
}
