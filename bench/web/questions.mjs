// The same questions to allide (through its adapter for three.js), three-mesh-bvh and rapier, about the same bodies at the same poses. Runs in
// Node.js and in browsers. Programs take turns at every pose; a line holds the median over the poses of the quotient of times.
import { BufferAttribute, BufferGeometry, DoubleSide, Matrix4, Quaternion, Ray, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { BoundsTree } from 'allide/three';

const ASIDE = 2.2; // between the centres of two bodies of size 2 that are certainly apart

// Numbers from 0 to 1, the same in every run.
function randomOf(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

// Positions as floats, which all programs take, scaled into the cube of size 2.
function scaled(model) {
  const { lo, hi } = model.bounds;
  const size = Math.max(...[0, 1, 2].map((i) => hi[i] - lo[i]));
  const positions = Float32Array.from(model.vertices(), (x, i) => ((x - (lo[i % 3] + hi[i % 3]) / 2) * 2) / size);
  return { positions, triangles: model.triangles() };
}

function geometryOf({ positions, triangles }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(triangles.slice(), 1));
  return geometry;
}

// three-mesh-bvh sorts the triangles of its geometry: their first numbers, found by their corners.
function firstNumbers(geometry, triangles) {
  const numbers = new Map();
  for (let i = 0; i < triangles.length / 3; ++i) numbers.set(triangles.slice(3 * i, 3 * i + 3).join(), i);
  const index = geometry.index.array;
  return Uint32Array.from({ length: triangles.length / 3 }, (_, i) => numbers.get(index.slice(3 * i, 3 * i + 3).join()));
}

// One matrix per pose: b is shifted along x and turned about its own z axis.
function posesOf(count, random) {
  return Array.from({ length: count }, (_, i) => {
    const shift = (ASIDE * ((i % 8) + 0.5)) / 8;
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 2 * Math.PI * random());
    return { shift, matrix: new Matrix4().compose(new Vector3(shift, 0, 0), turn, new Vector3(1, 1, 1)), turn };
  });
}

const mostForSlowDistances = 15_000; // triangles

const now = () => performance.now();

/** A body twice in each program. */
function programsOf(body, rapier) {
  const times = {};
  const timed = (name, make) => {
    const start = now();
    const made = make();
    times[name] = now() - start;
    return made;
  };
  const trees = timed('allide', () => [0, 1].map(() => new BoundsTree(geometryOf(body))));
  const geometries = [0, 1].map(() => geometryOf(body));
  timed('three-mesh-bvh', () => geometries.forEach((geometry) => (geometry.boundsTree = new MeshBVH(geometry))));
  const [bvh, other] = geometries.map((geometry) => geometry.boundsTree);
  const numbers = geometries.map((geometry) => firstNumbers(geometry, body.triangles));
  const { VectorOps, RotationOps } = rapier;
  const shapes = timed('rapier', () => [0, 1].map(() => new rapier.TriMesh(body.positions, body.triangles).intoRaw()));
  const origin = VectorOps.intoRaw({ x: 0, y: 0, z: 0 });
  const upright = RotationOps.intoRaw({ x: 0, y: 0, z: 0, w: 1 });
  // rapier's own Shape would be built again in every call.
  const placed = (pose, ask) => {
    const at = VectorOps.intoRaw({ x: pose.shift, y: 0, z: 0 });
    const turned = RotationOps.intoRaw(pose.turn);
    try {
      return ask(at, turned);
    } finally {
      at.free();
      turned.free();
    }
  };
  const components = new Float32Array(16); // of a contact; the first is its distance
  const questions = {
    'intersectsGeometry': {
      'allide': (pose) => trees[0].intersectsGeometry(trees[1], pose.matrix),
      'three-mesh-bvh': (pose) => bvh.intersectsGeometry(geometries[1], pose.matrix),
      'rapier': (pose) => placed(pose, (at, turned) => shapes[0].intersectsShape(origin, upright, shapes[1], at, turned)),
    },
    'bvhcast, all pairs': {
      'allide': (pose) => trees[0].contacts(trees[1], pose.matrix),
      'three-mesh-bvh': (pose) => {
        const pairs = [];
        bvh.bvhcast(other, pose.matrix, {
          intersectsTriangles(a, b, i, j) {
            if (a.intersectsTriangle(b)) pairs.push(i, j);
            return false;
          },
        });
        return pairs;
      },
    },
    'closestPointToGeometry': {
      'allide': (pose) => trees[0].closestPointToGeometry(trees[1], pose.matrix).distance,
      'three-mesh-bvh': (pose) => bvh.closestPointToGeometry(geometries[1], pose.matrix, {}, {})?.distance,
      'rapier': (pose) =>
        placed(pose, (at, turned) => {
          const found = shapes[0].contactShape(origin, upright, shapes[1], at, turned, 1e6);
          if (!found) return NaN;
          found.getComponents(components);
          found.free();
          return Math.max(0, components[0]);
        }),
    },
    'raycastFirst': {
      'allide': ({ ray }) => trees[0].raycastFirst(ray)?.distance ?? -1,
      'three-mesh-bvh': ({ ray }) => bvh.raycastFirst(ray, DoubleSide)?.distance ?? -1,
      'rapier': ({ ray }) => {
        const from = VectorOps.intoRaw(ray.origin), along = VectorOps.intoRaw(ray.direction);
        const t = shapes[0].castRay(origin, upright, from, along, 1e6, false);
        from.free();
        along.free();
        return t;
      },
    },
    'closestPointToPoint': {
      'allide': ({ ray }) => trees[0].closestPointToPoint(ray.origin).distance,
      'three-mesh-bvh': ({ ray }) => bvh.closestPointToPoint(ray.origin).distance,
    },
  };
  // On larger bodies a single question takes the other engines minutes.
  if (body.triangles.length > 3 * mostForSlowDistances)
    for (const who of ['three-mesh-bvh', 'rapier']) delete questions['closestPointToGeometry'][who];
  return { questions, numbers, times, free: () => trees.forEach((tree) => tree.dispose()) };
}

function raysOf(count, random) {
  const point = (reach) => new Vector3(...[0, 1, 2].map(() => reach * (2 * random() - 1)));
  return Array.from({ length: count }, () => {
    const origin = point(1).normalize().multiplyScalar(3);
    return { ray: new Ray(origin, point(1).sub(origin).normalize()) };
  });
}

const median = (numbers) => [...numbers].sort((x, y) => x - y)[numbers.length >> 1];

// Is an answer another than allide's, which is exact? Lengths may differ by a hundred thousandth: rapier computes in single precision.
function isWrong(question, answer, exact, numbers) {
  if (question === 'intersectsGeometry') return answer !== exact;
  if (question === 'bvhcast, all pairs') {
    const key = (i, j) => i * 2 ** 24 + j;
    const found = new Set();
    for (let i = 0; i < answer.length; i += 2) found.add(key(numbers[0][answer[i]], numbers[1][answer[i + 1]]));
    const pairs = exact.length / 2;
    let missed = 0;
    for (let i = 0; i < exact.length; i += 2) missed += found.has(key(exact[i], exact[i + 1])) ? 0 : 1;
    return { missed, invented: found.size - (pairs - missed), pairs };
  }
  return !(Math.abs(answer - exact) <= 1e-5 * Math.max(1, Math.abs(exact)));
}

const patience = 5_000; // milliseconds of a single call, after which a program is asked no more

// Repeats a short call until a millisecond has passed, at most 50 times, and returns the mean time.
function timeOf(ask, pose) {
  const start = now();
  let count = 0, answer;
  do {
    answer = ask(pose);
    ++count;
  } while (count < 50 && now() - start < 1);
  return { ms: (now() - start) / count, answer };
}

/**
 * `bodies`: [{ name, model }], `seconds`: time per body and question. Poses are asked until it is used up, at least 5 of them.
 */
export async function compare(bodies, rapier, seconds, print) {
  for (const { name, model } of bodies) {
    const body = scaled(model);
    const { questions, numbers, times, free } = programsOf(body, rapier);
    print({ body: name, question: 'construction (2 bodies)', poses: 1, times, ratios: Object.fromEntries(Object.entries(times).map(([who, ms]) => [who, ms / times.allide])) });
    for (const [question, programs] of Object.entries(questions)) {
      const random = randomOf(2463534242);
      const isRay = question === 'raycastFirst' || question === 'closestPointToPoint';
      const poses = isRay ? raysOf(1000, random) : posesOf(400, random);
      const names = Object.keys(programs);
      const spent = Object.fromEntries(names.map((who) => [who, []]));
      const wrong = Object.fromEntries(names.slice(1).map((who) => [who, { poses: 0, missed: 0, invented: 0, failed: 0 }]));
      let pairs = 0;
      const givenUp = new Set();
      for (const who of names) {
        try {
          const begun = now();
          programs[who](poses[1]); // compiles it
          if (now() - begun > patience) givenUp.add(who);
        } catch {
          // counted below
        }
      }
      const end = now() + 1000 * seconds;
      let asked = 0;
      for (const pose of poses) {
        if (now() > end && asked >= 5) break;
        const answers = {};
        // Whoever comes first changes from pose to pose.
        for (let k = 0; k < names.length; ++k) {
          const who = names[(k + asked) % names.length];
          if (givenUp.has(who)) continue;
          try {
            const { ms, answer } = timeOf(programs[who], pose);
            spent[who].push(ms);
            answers[who] = answer;
            if (ms > patience) givenUp.add(who);
          } catch (failure) {
            if (who === 'allide') throw failure;
            spent[who].push(NaN);
            ++wrong[who].failed;
          }
        }
        ++asked;
        for (const who of names.slice(1)) {
          if (answers[who] === undefined) continue;
          const found = isWrong(question, answers[who], answers.allide, numbers);
          if (typeof found === 'object') {
            wrong[who].poses += found.missed + found.invented > 0 ? 1 : 0;
            wrong[who].missed += found.missed;
            wrong[who].invented += found.invented;
            pairs += found.pairs;
          } else wrong[who].poses += found ? 1 : 0;
        }
      }
      const line = { body: name, question, poses: asked, pairs, times: {}, ratios: {}, totals: {}, wrong };
      const sum = (numbers) => numbers.reduce((x, y) => x + (y || 0), 0);
      for (const who of names) {
        if (spent[who].length === 0) continue;
        line.times[who] = median(spent[who]);
        line.ratios[who] = median(spent[who].map((ms, i) => ms / spent.allide[i]));
        line.totals[who] = sum(spent[who]) / sum(spent.allide);
      }
      print(line);
      await new Promise((resolve) => setTimeout(resolve));
    }
    free();
  }
}
