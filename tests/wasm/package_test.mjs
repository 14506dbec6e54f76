// The npm package in Node.js. Exits with 77, which CTest shows as skipped, if it has not been built (make wasm).
//   node package_test.mjs PACKAGE FUZZ-CORPUS [GOLDEN COMMAND [SHARE]]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { coreAnswers, golden } from './golden.mjs';
import { expectedLines } from './expected.mjs';

const scalarShare = process.env.ALLIDE_TEST_LONG ? '1' : '0.02';
const [folder, corpus, goldenProgram, command, share = process.env.ALLIDE_TEST_LONG ? '1' : '0.05'] = process.argv.slice(2);
if (!existsSync(join(folder, 'allide.wasm'))) {
  console.log(`skipped: the package has not been built: make wasm (${folder})`);
  process.exit(77);
}
const allide = await import(pathToFileURL(join(folder, 'allide.js')));
const { AllideError, ClashReport, ConvexBody, Model, Motion, Pose, QueryCache, Scene } = allide;

async function test(name, run) {
  try {
    await run();
    console.log(`ok ${name}`);
  } catch (failure) {
    console.log(`FAILED ${name}`);
    throw failure;
  }
}
const thrown = (run) => {
  try {
    run();
  } catch (failure) {
    assert.ok(failure instanceof AllideError, `expected an AllideError, found ${failure.stack}`);
    return failure;
  }
  return assert.fail('expected an error');
};
const cubeCorners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2]);
const cubeTriangles = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];
const cube = () => Model.fromArrays(cubeCorners, cubeTriangles, { name: 'cube' });

await test('calls before init() are refused', () => {
  assert.match(thrown(() => cube()).message, /init/);
});
await allide.init();

await test('the small module has at most 350 kB gzipped, the whole one 1150 kB', () => {
  const size = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
  console.log(`   allide.wasm ${size('allide.wasm')} bytes gzipped, allide-small.wasm ${size('allide-small.wasm')}`);
  assert.ok(size('allide-small.wasm') <= 350_000, `${size('allide-small.wasm')} bytes`);
  assert.ok(size('allide.wasm') <= 1_150_000, `${size('allide.wasm')} bytes`);
});

await test('two cubes: contacts, distances, penetration', () => {
  const a = cube(), b = cube();
  assert.equal(allide.collides(a, b.at(Pose.translation([1, 0, 0]))), true); // faces flush
  assert.equal(allide.collides(a, b.at(Pose.translation([1 + 1e-15, 0, 0]))), false);
  assert.deepEqual(allide.distance(a, b.at(Pose.translation([3, 0, 0]))).value, 2);
  assert.deepEqual(allide.distance(a, b.at(Pose.translation([4, 5, 1]))).value, 5);
  const found = allide.contacts(a, b.at(Pose.translation([0.5, 0.5, 0.5])));
  assert.ok(found.pairs instanceof Uint32Array && found.size === found.pairs.length / 2 && found.size > 0 && found.complete);
  assert.equal(allide.contacts(a, b, { limit: 3 }).size, 3);
  assert.equal(allide.contacts(a, b, { limit: 3 }).complete, false);
  assert.equal(allide.penetration(a, b.at(Pose.translation([0.75, 0, 0]))).kind, 'convex');
  assert.ok(Math.abs(allide.penetration(a, b.at(Pose.translation([0.75, 0, 0]))).upper - 0.25) < 1e-9);
  const overlap = allide.interference(a, b.at(Pose.translation([0.75, 0, 0])));
  assert.ok(Math.abs(overlap.volume.lower - 0.25) < 1e-9);
  assert.equal(allide.findClash(a, b.at(Pose.translation([1, 0, 0]))).kind, 'touch');
  assert.equal(allide.findClash(a, b).kind, 'duplicate');
  assert.equal(allide.findClash(a, b.at(Pose.translation([2, 0, 0]))), null);
  assert.equal(allide.contactRegions(a, b.at(Pose.translation([0.5, 0.5, 0.5])))[0].curves[0].closed, true);
  assert.equal(allide.distanceWithin(a, b.at(Pose.translation([3, 0, 0])), 2), true);
  const cache = new QueryCache();
  assert.equal(allide.collides(a, b, { cache }), true);
  const witness = allide.firstContact(a, b, { cache }).witness;
  assert.equal(allide.witnessOf(a, b, witness).point.length, 3);
  for (const one of [a, b, cache]) one.free();
});

await test('batches equal single calls', () => {
  const a = allide.generate('torus', { triangles: 500 }), b = allide.generate('sphere', { triangles: 500 });
  const poses = [0, 1, 2, 3].map((i) => Pose.translation([0.6 * i, 0.1, 0]));
  const many = allide.collidesMany(a, b, poses);
  const all = allide.contactsMany(a, b, poses);
  const gaps = allide.distanceMany(a, b, poses);
  const flat = Float64Array.from(poses.flatMap((pose) => [...pose.matrix]));
  assert.deepEqual(allide.collidesMany(a, b, flat), many);
  poses.forEach((pose, i) => {
    assert.equal(many[i] === 1, allide.collides(a, b.at(pose)));
    assert.deepEqual(all[i].pairs, allide.contacts(a, b.at(pose)).pairs);
    assert.equal(gaps[i].value, allide.distance(a, b.at(pose)).value);
  });
  assert.match(thrown(() => allide.collidesMany(a, b, new Float64Array(13))).message, /12 numbers each, found 13/);
  a.free();
  b.free();
});

await test('motions', () => {
  const a = cube(), b = cube();
  const far = b.at(Pose.translation([3, 0, 0]));
  const impact = allide.predict(a.along(Motion.linear([4, 0, 0])), far);
  assert.equal(impact.outcome, 'impact');
  assert.ok(impact.impact.tLo <= 0.5 && impact.impact.tHi >= 0.5 && impact.impact.tHi - impact.impact.tLo <= 1e-9);
  assert.equal(allide.predict(a.along(Motion.linear([1, 0, 0])), far).outcome, 'clear');
  assert.equal(allide.predict(a.along(Motion.linear([1, 0, 0])), b.at(Pose.translation([0.5, 0, 0]))).outcome, 'touching_at_start');
  const read = Motion.fromJSON({ type: 'linear', translation: [4, 0, 0] });
  assert.deepEqual(allide.predict(a.along(read), far), impact);
  const spans = allide.contactIntervals(a.along(Motion.linear([8, 0, 0])), far);
  assert.equal(spans.intervals.length, 1);
  assert.ok(spans.complete);
  assert.match(thrown(() => allide.predict(a.along(Motion.fromJSON('{"type":"spin"}', 'm.json')), far)).message, /^m\.json/);
  const body = ConvexBody.box([0.5, 0.5, 0.5]);
  assert.equal(allide.predict(body.along(Motion.linear([9, 0, 0])), far).outcome, 'impact');
  for (const one of [a, b, body]) one.free();
});

await test('one model', () => {
  const a = cube();
  assert.equal(allide.firstHit(a, { origin: [0.4, 0.3, -2], direction: [0, 0, 1] }).t, 2);
  assert.equal(allide.allHits(a, { from: [0.4, 0.3, -2], to: [0.4, 0.3, 4] }).length, 2);
  assert.equal(allide.anyHit(a, { origin: { x: 5, y: 5, z: 5 }, direction: [1, 0, 0] }), false);
  const hits = allide.firstHits(a, [0.4, 0.3, -2, 0, 0, 1, 9, 9, 9, 0, 0, 1]);
  assert.deepEqual([...hits.t], [2, NaN]);
  assert.equal(hits.triangles[1], 0xffffffff);
  assert.equal(allide.nearest(a, [0.5, 0.5, 3]).distance, 2);
  assert.equal(allide.nearestTriangles(a, [0.5, 0.5, 3], 3).length, 3);
  assert.deepEqual([...allide.nearestMany(a, [0.5, 0.5, 3, 0, 0, 0]).distances], [2, 0]);
  assert.equal(allide.contains(a, [0.5, 0.5, 0.5]), 'inside');
  assert.equal(allide.contains(a, [0.5, 0.5, 1]), 'boundary');
  assert.deepEqual(allide.containsMany(a, [0.5, 0.5, 0.5, 7, 7, 7]), ['inside', 'outside']);
  assert.equal(allide.signedDistance([0.5, 0.5, 0.75], a).value, -0.25);
  assert.equal(allide.signedDistances(a, [0.5, 0.5, 0.75, 0.5, 0.5, 2])[1], 1);
  assert.equal(allide.windingNumber(a, [0.5, 0.5, 0.5]).toFixed(9), '1.000000000');
  const cut = allide.slice(a, { normal: [0, 0, 1], offset: 0.5 });
  assert.ok(cut.curves.length === 1 && cut.curves[0].closed);
  assert.equal(allide.trianglesIn(a, { center: [0, 0, 0], radius: 10 }).length, 12);
  assert.equal(allide.trianglesIn(a, { lo: [2, 2, 2], hi: [3, 3, 3] }).length, 0);
  assert.equal(allide.trianglesIn(a, [{ normal: [1, 0, 0], offset: -1 }]).length, 0);
  assert.equal(allide.selfContacts(a).length, 0);
  assert.equal(a.inspect()[0].closed, true);
  assert.deepEqual(a.bounds, { lo: [0, 0, 0], hi: [1, 1, 1] });
  a.free();
});

await test('bodies', () => {
  const ball = ConvexBody.sphere(1), box = ConvexBody.box([1, 1, 1]);
  assert.equal(allide.overlapSolid(ball, box.at(Pose.translation([1.9, 0, 0]))), 'yes');
  assert.equal(allide.distance(ball, box.at(Pose.translation([4, 0, 0]))).value, 2);
  assert.ok(Math.abs(allide.penetration(ball, box.at(Pose.translation([1.5, 0, 0]))).upper - 0.5) < 1e-9);
  assert.equal(allide.contactManifold(box, box.at(Pose.translation([0, 0, 1.99]))).points.length, 4);
  assert.equal(box.faces().length, 6);
  assert.equal(box.mass().volume, 8);
  const mesh = cube();
  assert.equal(allide.collides(ball, mesh), 'yes');
  assert.ok(allide.contacts(ball, mesh).triangles.length > 0);
  assert.ok(allide.contactManifolds(ball, mesh.at(Pose.translation([0.9, 0, 0]))).length > 0);
  assert.ok(allide.signedDistance(ball, mesh.at(Pose.translation([3, 0, 0]))).value > 1.9);
  for (const one of [ball, box, mesh]) one.free();
});

await test('scenes', () => {
  const scene = new Scene(), model = cube(), body = ConvexBody.sphere(0.25);
  const a = scene.add(model, Pose.identity(), { name: 'a' });
  const b = scene.add(model, Pose.translation([5, 0, 0]), { name: 'b' });
  model.free(); // the scene has its own share
  assert.deepEqual(scene.collidingPairs(), []);
  assert.equal(scene.minDistance().value, 4);
  scene.move(b, Pose.translation([0.5, 0.5, 0.5]));
  assert.deepEqual(scene.collidingPairs(), [{ a, b }]);
  assert.equal(scene.clashes({ regions: true })[0].kind, 'hard');
  const calls = [];
  scene.clashes({ onProgress: (done, all) => void calls.push([done, all]) });
  assert.ok(calls.length > 0);
  assert.throws(() => scene.clashes({ onProgress: () => { throw new RangeError('mine'); } }), RangeError);
  scene.ignore(a, b);
  assert.deepEqual(scene.collidingPairs(), []);
  const c = scene.add(body, Pose.translation([9, 0, 0]));
  assert.equal(scene.size, 3);
  assert.equal(scene.firstHit({ origin: [9, 0, 9], direction: [0, 0, -1] }).object, c);
  scene.remove(c);
  assert.match(thrown(() => scene.move(c, Pose.identity())).message, /no such object/);
  scene.free();
  body.free();
});

await test('files: readers, writers, the same bytes and errors', () => {
  const a = allide.generate('torus', { triangles: 300 });
  for (const format of ['obj', 'ply', 'stl', 'stl_ascii', 'glb']) {
    const bytes = a.write(format);
    const again = Model.fromFile(bytes, `torus.${format}`);
    assert.equal(again.triangleCount, a.triangleCount, format);
    if (format === 'obj' || format === 'ply') assert.equal(again.digest(), a.digest(), format);
    again.free();
  }
  const saved = Model.fromSaved(a.save());
  assert.equal(saved.digest(), a.digest());
  const broken = a.save();
  broken[broken.length >> 1] ^= 1;
  assert.equal(thrown(() => Model.fromSaved(broken, 'torus.model')).file, 'torus.model');
  const error = thrown(() => Model.fromFile('v 1 2\nf 1 2 3\n', 'bolt.obj'));
  assert.equal(error.message, "bolt.obj:1: expected three numbers after 'v', found two");
  assert.equal(error.code, 'bad_syntax');
  assert.equal(error.line, 1);
  assert.match(thrown(() => Model.fromFile('ISO-10303-21;\n', 'a.step')).message, /^a\.step: STEP files/);
  assert.match(thrown(() => Model.fromFile(new Uint8Array(), 'empty.stl')).message, /empty/);
  a.free();
  saved.free();
});

await test('arrays: converted exactly or refused', () => {
  const floats = Model.fromArrays(Float32Array.from(cubeCorners), Uint16Array.from(cubeTriangles));
  assert.equal(floats.triangleCount, 12);
  assert.deepEqual(floats.vertices(), Float64Array.from(cubeCorners));
  assert.equal(Model.fromArrays([0, 0, 0, 1, 0, 0, 0, 1, 0]).triangleCount, 1);
  assert.match(thrown(() => Model.fromArrays([0, 0, 0, 1])).message, /three numbers each, found 4/);
  assert.match(thrown(() => Model.fromArrays(cubeCorners, [0, 1, 8])).message, /vertex 8 does not exist/);
  assert.match(thrown(() => Model.fromArrays(cubeCorners, [0, 1, -1])).message, /non-negative integer at 2, found -1/);
  assert.match(thrown(() => Model.fromArrays(cubeCorners, [0, 1, 1.5])).message, /non-negative integer at 2/);
  assert.match(thrown(() => Model.fromArrays(cubeCorners, [0, 1, 2 ** 32])).message, /non-negative integer at 2/);
  assert.match(thrown(() => Model.fromArrays([NaN, 0, 0, 1, 0, 0, 0, 1, 0], null, { name: 'mine' })).message, /^mine.*not a finite number/);
  assert.match(thrown(() => Model.fromArrays('123')).message, /array of numbers, found string/);
  assert.match(thrown(() => Model.fromArrays(['0', 0, 0])).message, /number at 0, found string/);
  assert.match(thrown(() => floats.at([1, 2, 3])).message, /12 or 16 numbers, found 3/);
  assert.match(thrown(() => allide.collides(floats, floats.at([2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]))).code, /not_rigid/);
  assert.match(thrown(() => allide.contacts(floats, floats, { limt: 3 })).message, /unknown option 'limt'; known: limit/);
  assert.match(thrown(() => allide.contacts(floats, 7)).message, /b: expected a Model/);
  const view = new Float64Array(30).subarray(3, 12);
  view.set([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  assert.equal(Model.fromArrays(view).triangleCount, 1);
  floats.free();
  floats.free();
  assert.equal(floats.isFreed, true);
  assert.match(thrown(() => allide.collides(floats, floats)).message, /Model has been freed/);
});

await test('clash reports', async () => {
  const { model, pairs } = allide.generateEngineRoom({ triangles: 60000, clashes: 3, clearances: 2 });
  const report = ClashReport.of([{ name: 'room.obj', bytes: model.write('obj') }], { clearance: 2 });
  assert.equal(report.clashes.length, pairs.length);
  const document = JSON.parse(report.json());
  assert.equal(document.clashes.length, pairs.length);
  assert.equal(report.hasOpenClashes, true);
  assert.match(thrown(() => report.html()).message, /loadReportPage/);
  await allide.loadReportPage();
  assert.match(report.html({ title: 'A <b> room' }), /allide-data/);
  assert.deepEqual([...report.bcf({ limit: 2, made: '2026-01-31T12:00:00Z' }).slice(0, 2)], [80, 75]);
  assert.equal(report.csv().trim().split('\n').length, pairs.length + 1);
  const again = ClashReport.of([{ name: 'room.obj', bytes: model.write('obj') }], { clearance: 2, baseline: report.json() });
  assert.ok(again.clashes.every((clash) => clash.status === 'persisting'));
  const moved = ClashReport.of([{ name: 'a', model }, { name: 'b', model, pose: Pose.translation([1e6, 0, 0]) }]);
  assert.equal(moved.clashes.filter(({ clash }) => clash.kind === 'hard').length, 6);
  assert.match(thrown(() => ClashReport.of([{ name: 'x', bytes: 'v 0' }], { rules: 'clearance = "x"' })).message, /^rules\.toml/);
  assert.equal(ClashReport.of([{ name: 'x.obj', bytes: 'v 0' }]).unreadable[0].message, "x.obj:1: expected three numbers after 'v', found one");
  for (const one of [model, report, again, moved]) one.free();
});

await test('10,000 objects made and freed leave the memory as it was', () => {
  const cycle = () => {
    const model = cube();
    const body = ConvexBody.box([1, 1, 1]);
    allide.contacts(model, model);
    thrown(() => Model.fromFile('v', 'a.obj'));
    model.free();
    body.free();
  };
  for (let i = 0; i < 200; ++i) cycle();
  const before = allide.memory();
  for (let i = 0; i < 10_000; ++i) cycle();
  assert.deepEqual(allide.memory(), before);
});

await test('the fuzzers corpus: answers or errors, never a failure of the module', () => {
  let read = 0, refused = 0;
  for (const kind of ['stl', 'obj', 'off', 'ply', 'gltf', 'saved_model', 'motion', 'rules_toml', 'rules_json', 'baseline'])
    for (const name of existsSync(join(corpus, kind)) ? readdirSync(join(corpus, kind)) : []) {
      const bytes = readFileSync(join(corpus, kind, name));
      try {
        if (kind === 'motion') Motion.fromJSON(bytes.toString('latin1'), name).at(0.5);
        else if (kind.startsWith('rules')) ClashReport.of([], { rules: bytes.toString(), rulesName: `x.${kind.slice(6)}` }).free();
        else if (kind === 'baseline') ClashReport.of([], { baseline: bytes.toString() }).free();
        else if (kind === 'saved_model') Model.fromSaved(bytes, name).free();
        else Model.fromFile(bytes, `${name}.${kind}`).free();
        ++read;
      } catch (failure) {
        assert.ok(failure instanceof AllideError && failure.code !== 'internal', `${kind}/${name}: ${failure.stack}`);
        ++refused;
      }
    }
  console.log(`   ${read} read, ${refused} refused`);
  assert.ok(read > 20 && refused > 20);
});

if (goldenProgram)
  await test(`${share} of the golden questions: the hashes of the native library`, () => {
    const { lines, torture } = expectedLines(goldenProgram, command, share);
    assert.deepEqual(golden(allide, Number(share), torture), lines);
    console.log(lines.join('\n').replace(/^/gm, '   '));
  });

// Runs a module of the package in another process; a process loads one module only.
function asked(kind, contents, ...more) {
  const made = mkdtempSync(join(tmpdir(), 'allide-module-'));
  try {
    const file = join(made, 'file');
    writeFileSync(file, contents);
    const script = fileURLToPath(new URL('./ask_module.mjs', import.meta.url));
    return JSON.parse(execFileSync(process.execPath, [script, folder, kind, file, ...more], { encoding: 'utf8', maxBuffer: 1 << 26 }));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

if (goldenProgram && existsSync(join(folder, 'allide-scalar.wasm')))
  await test(`the module without vectors: ${scalarShare} of the golden questions, the hashes of the native library`, () => {
    const { lines, torture } = expectedLines(goldenProgram, command, scalarShare);
    assert.deepEqual(asked('scalar', JSON.stringify(torture), scalarShare), { target: 'scalar', lines });
  });
else console.log('not tested: the module without vectors, which has not been built (scripts/wasm.sh --no-fallback)');

await test('the small module: the same answers, and a refusal of what it lacks', () => {
  const model = allide.generate('noisy-torus', { triangles: 2000 });
  const bytes = model.write('obj');
  const { refused, lines } = asked('small', bytes);
  assert.deepEqual(lines, coreAnswers(allide, bytes, 60));
  assert.match(refused, /the small one/);
  model.free();
});

await test('a worker: the same answers, cancelled calls, objects that survive a restart', async () => {
  const { createWorker } = await import(pathToFileURL(join(folder, 'worker.js')));
  const worker = await createWorker({ patience: 20 });
  const here = allide.generate('torus', { triangles: 2000 });
  const there = await worker.generate('torus', { triangles: 2000 });
  assert.equal(there.triangleCount, here.triangleCount);
  const pose = Pose.translation([0.3, 0.2, 0.1]);
  const direct = allide.contacts(here, here.at(pose));
  assert.deepEqual((await worker.contacts(there, there.at(pose))).pairs, direct.pairs);
  await assert.rejects(worker.Model.fromFile('v 1', 'bolt.obj'), { name: 'AllideError', message: "bolt.obj:1: expected three numbers after 'v', found one", line: 1 });
  const scene = await worker.Scene.create();
  const id = await scene.add(there);
  const other = await scene.add(there, Pose.translation([9, 0, 0]));
  await scene.move(other, pose);
  // A call that waits is dropped; one that runs is stopped by a new worker, which has the same objects.
  const stopped = new AbortController(), dropped = new AbortController();
  const poses = Array.from({ length: 20000 }, () => pose);
  const long = worker.contactsMany(there, there, poses, {}, { signal: stopped.signal });
  const waiting = worker.collides(there, there, { signal: dropped.signal });
  dropped.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  setTimeout(() => stopped.abort(), 20);
  await assert.rejects(long, { name: 'AbortError' });
  assert.deepEqual((await worker.contacts(there, there.at(pose))).pairs, direct.pairs);
  assert.deepEqual(await scene.collidingPairs(), [{ a: id, b: other }]);
  there.free();
  await assert.rejects(async () => worker.collides(there, there), { message: /freed/ });
  worker.terminate();
  here.free();
});

await test('npm pack: installs into an empty project, and works there', () => {
  const project = mkdtempSync(join(tmpdir(), 'allide-'));
  try {
    const options = { cwd: project, encoding: 'utf8', env: { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }, stdio: ['ignore', 'pipe', 'pipe'] };
    const packed = execFileSync('npm', ['pack', folder, '--silent'], options).trim();
    writeFileSync(join(project, 'package.json'), '{"private": true, "type": "module"}');
    execFileSync('npm', ['install', '--silent', `./${packed}`], options);
    writeFileSync(
      join(project, 'first.js'),
      `import { init, generate, collides, Pose } from 'allide';
       import { createWorker } from 'allide/worker';
       await init();
       const a = generate('sphere', { triangles: 200 });
       const worker = await createWorker();
       const b = await worker.generate('sphere', { triangles: 200 });
       console.log(collides(a, a.at(Pose.translation([1, 0, 0]))), await worker.collides(b, b.at(Pose.translation([3, 0, 0]))));
       worker.terminate();`,
    );
    assert.equal(execFileSync('node', ['first.js'], options).trim(), 'true false');
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});
console.log('all passed');
