// The questions of golden.cpp, asked in JavaScript. Runs in Node.js and in browsers.

class Hash {
  constructor() {
    this.a = 2166136261;
    this.b = 1;
    this.view = new DataView(new ArrayBuffer(8));
  }
  word(word) {
    this.a = Math.imul(this.a ^ word, 16777619);
    this.b = Math.imul(((this.b << 13) | (this.b >>> 19)) ^ word, 0x85ebca6b);
  }
  number(number) {
    this.view.setFloat64(0, number, true);
    this.word(this.view.getUint32(0, true));
    this.word(this.view.getUint32(4, true));
  }
  point(point) {
    for (const x of point) this.number(x);
  }
  text() {
    return [this.a, this.b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

function randomOf(allide) {
  let state = 12345;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2147483648 - 1;
  };
  const point = () => [next(), next(), next()];
  const pose = (reach) => {
    const [w, x, y, z] = [next(), next(), next(), next()];
    const length = Math.sqrt(w * w + x * x + y * y + z * z);
    return allide.Pose.fromQuaternion(point().map((c) => reach * c), [w / length, x / length, y / length, z / length]);
  };
  return { next, point, pose };
}

const locations = ['outside', 'inside', 'boundary', 'open'];
const outcomes = ['clear', 'impact', 'touching_at_start', 'undecided'];
const verdicts = ['no', 'yes', 'undecided'];
const kinds = ['duplicate', 'contained', 'hard', 'touch', 'clearance'];
const sizes = { sphere: 1000, torus: 1000, cylinder: 500, box: 300, 'noisy-torus': 1000, cube: 0, octahedron: 0, icosahedron: 0, antiprism: 0, soup: 200 };

function body(allide, random, kind) {
  const size = () => 0.2 + 0.5 * Math.abs(random.next());
  const [first, second, third] = [size(), size(), size()];
  const { ConvexBody } = allide;
  switch (kind) {
    case 0:
      return ConvexBody.box([first, second, third]);
    case 1:
      return ConvexBody.sphere(first);
    case 2:
      return ConvexBody.capsule(first, second);
    case 3:
      return ConvexBody.cylinder(first, second);
    case 4:
      return ConvexBody.cone(first, second);
    case 5:
      return ConvexBody.ellipsoid([first, second, third]);
    default:
      return ConvexBody.fromPoints(Array.from({ length: 12 }, () => random.point()).flat());
  }
}

const solidOverlaps = ['no', 'yes', 'open'];

// The answer to a case of the torture set.
function answer(allide, { question, input }, hash) {
  const made = [];
  const keep = (object) => (made.push(object), object);
  const model = ({ vertices, triangles }) => keep(allide.Model.fromArrays(vertices.flat(), triangles.flat()));
  const triangle = (corners) => model({ vertices: corners, triangles: [[0, 1, 2]] });
  const solid = ({ kind, radius, half_sides: halfSides, half_length: halfLength, half_height: halfHeight, pose }) => {
    const { ConvexBody } = allide;
    const shape = { box: () => ConvexBody.box(halfSides), sphere: () => ConvexBody.sphere(radius), capsule: () => ConvexBody.capsule(radius, halfLength) };
    const other = { cylinder: () => ConvexBody.cylinder(radius, halfHeight), cone: () => ConvexBody.cone(radius, halfHeight) };
    return keep((shape[kind] ?? other[kind])()).at(pose);
  };
  const bounds = (lower, upper) => {
    hash.number(lower);
    hash.number(upper);
  };
  if (question === 'touch') hash.word(allide.collides(triangle(input.a).at(input.pose_a), triangle(input.b).at(input.pose_b)) ? 1 : 0);
  else if (question === 'distance') {
    const gap = allide.distance(model(input.a).at(input.pose_a), model(input.b).at(input.pose_b));
    bounds(gap.lower, gap.upper);
  } else if (question === 'first_contact') {
    const { type, translation, point, axis, angle, advance } = input.motion;
    const motion = type === 'linear' ? allide.Motion.linear(translation) : allide.Motion.screw({ point, axis, angle, advance });
    const found = allide.predict(model(input.a).along(motion), model(input.b));
    hash.word(outcomes.indexOf(found.outcome));
    hash.number(found.freeUntil);
    if (found.impact) bounds(found.impact.tLo, found.impact.tHi);
  } else if (question === 'contains') hash.word(locations.indexOf(allide.contains(model(input.mesh), input.point, { rule: input.rule })));
  else if (question === 'overlap_solid') hash.word(solidOverlaps.indexOf(allide.overlapSolid(model(input.a), model(input.b))));
  else if (question === 'overlap') hash.word(verdicts.indexOf(allide.overlapSolid(solid(input.a), solid(input.b))));
  else {
    const found = question === 'depth' ? allide.penetration(solid(input.a), solid(input.b)) : allide.distance(solid(input.a), solid(input.b));
    bounds(found.lower, found.upper);
  }
  for (const object of made) object.free();
}

/** The lines that golden.cpp prints. `allide` is the package after init(), `torture` the list of cases. */
export function golden(allide, share, torture) {
  const of = (all) => Math.round(all * share);
  const lines = [];
  const models = Object.entries(sizes).map(([name, triangles]) => allide.generate(name, { triangles }));

  let random = randomOf(allide);
  const found = new Hash(), gaps = new Hash(), probes = new Hash();
  for (let k = 0; k < of(2000); ++k) {
    const a = models[k % 10];
    const b = models[Math.floor(k / 10) % 10].at(random.pose(1.5));
    for (const number of allide.contacts(a, b).pairs) found.word(number);
    const gap = allide.distance(a, b);
    for (const number of [gap.value, gap.lower, gap.upper]) gaps.number(number);
    gaps.word(gap.closest.triangleA);
    gaps.word(gap.closest.triangleB);
    gaps.point(gap.closest.pointA);
    gaps.point(gap.closest.pointB);
    const origin = random.point();
    const hit = allide.firstHit(b, { origin, direction: random.point() });
    if (hit) {
      probes.number(hit.t);
      probes.word(hit.triangle);
    }
    const near = allide.nearest(b, origin);
    probes.number(near.lower);
    probes.number(near.upper);
    probes.word(near.triangle);
    probes.word(locations.indexOf(allide.contains(b, origin)));
  }
  lines.push(`contacts ${found.text()}`, `distances ${gaps.text()}`, `probes ${probes.text()}`);

  random = randomOf(allide);
  const predictions = new Hash();
  for (let k = 0; k < of(1000); ++k) {
    const start = random.pose(2);
    const axis = random.point();
    const angle = 3 * random.next();
    const advance = 4 * random.next();
    const motion = allide.Motion.screw({ axis, angle, advance }).from(start);
    const p = allide.predict(models[k % 10].along(motion), models[Math.floor(k / 10) % 10]);
    predictions.word(outcomes.indexOf(p.outcome));
    predictions.number(p.freeUntil);
    predictions.number(p.delta);
    if (p.impact) {
      predictions.number(p.impact.tLo);
      predictions.number(p.impact.tHi);
      predictions.word(p.impact.triangleA);
      predictions.word(p.impact.triangleB);
      predictions.point(p.impact.point);
    }
  }
  lines.push(`predictions ${predictions.text()}`);
  for (const model of models) model.free();

  random = randomOf(allide);
  const bodies = new Hash();
  for (let k = 0; k < of(500); ++k) {
    const a = body(allide, random, k % 7);
    const b = body(allide, random, Math.floor(k / 7) % 7);
    const placed = b.at(random.pose(1.5));
    bodies.word(verdicts.indexOf(allide.overlapSolid(a, placed)));
    const gap = allide.distance(a, placed);
    bodies.number(gap.lower);
    bodies.number(gap.upper);
    const depth = allide.penetration(a, placed);
    bodies.number(depth.lower);
    bodies.number(depth.upper);
    bodies.point(depth.direction);
    a.free();
    b.free();
  }
  lines.push(`bodies ${bodies.text()}`);

  const { model } = allide.generateEngineRoom({ triangles: 60000, clashes: of(40), clearances: of(40) });
  const scene = new allide.Scene();
  for (const part of model.parts()) {
    scene.add(part.model);
    part.model.free();
  }
  model.free();
  const clashes = new Hash();
  for (const clash of scene.clashes({ clearance: 2 })) {
    clashes.word(clash.a);
    clashes.word(clash.b);
    clashes.word(kinds.indexOf(clash.kind));
    clashes.number(clash.distance);
    if (clash.depth) clashes.number(clash.depth.lower), clashes.number(clash.depth.upper);
    if (clash.volume) clashes.number(clash.volume.lower), clashes.number(clash.volume.upper);
    clashes.word(clash.contacts);
    clashes.point(clash.point);
  }
  scene.free();
  lines.push(`clashes ${clashes.text()}`);

  if (torture) {
    const hash = new Hash();
    for (const one of torture) answer(allide, one, hash);
    lines.push(`torture ${hash.text()}`);
  }
  return lines;
}

/** Hashes of what the small module answers about a mesh in a file, touching itself. */
export function coreAnswers(allide, bytes, count) {
  const random = randomOf(allide);
  const model = allide.Model.fromFile(bytes, 'mesh.obj');
  const found = new Hash(), gaps = new Hash(), probes = new Hash();
  for (let k = 0; k < count; ++k) {
    const b = model.at(random.pose(1.5));
    for (const number of allide.contacts(model, b).pairs) found.word(number);
    const { lower, upper } = allide.distance(model, b);
    gaps.number(lower);
    gaps.number(upper);
    const point = random.point();
    probes.number(allide.firstHit(b, { origin: point, direction: random.point() })?.t ?? -1);
    probes.number(allide.nearest(b, point).distance);
    probes.word(locations.indexOf(allide.contains(b, point)));
  }
  model.free();
  return [found.text(), gaps.text(), probes.text()];
}
