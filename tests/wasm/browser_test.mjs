// The npm package in Chromium: loaded by <script type=module>, and bundled by Vite. Exits with 77 if it has not been built.
//   node browser_test.mjs PACKAGE CHROMIUM NODE_MODULES FOLDER [GOLDEN COMMAND [SHARE]]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectedLines } from './expected.mjs';

const [folder, executablePath, modules, work, goldenProgram, command, share = process.env.ALLIDE_TEST_LONG ? '1' : '0.02'] = process.argv.slice(2);
if (!existsSync(join(folder, 'allide.wasm'))) {
  console.log(`skipped: the package has not been built: make wasm (${folder})`);
  process.exit(77);
}
const { chromium } = createRequire(join(modules, 'x'))('playwright-core');

// The questions that the pages ask; the answer is the text of the page's title.
const page = (allide, worker, three) => `
import * as allide from '${allide}';
import { createWorker } from '${worker}';
import { golden } from './golden.mjs';
${three ? `import { BoxGeometry, Euler, Matrix4, Quaternion, Ray, SphereGeometry, Vector3 } from 'three'; import { BoundsTree } from '${three}';` : ''}
const answers = {};
try {
  await allide.init(${'INIT'});
  answers.target = allide.activeTarget();
  answers.isolated = globalThis.crossOriginIsolated;
  answers.golden = golden(allide, ${share}, await (await fetch('/torture.json')).json());
  const worker = await createWorker(${'WORKER'});
  const ball = await worker.generate('sphere', { triangles: 300 });
  answers.worker = await worker.collides(ball, ball.at(new allide.Pose(Float64Array.of(1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0))));
  worker.terminate();
  await allide.loadReportPage();
  ${
    three
      ? `const tree = new BoundsTree(new SphereGeometry(1, 32, 16));
  // A BoundsTree on both sides may be answered by the boxes alone, a geometry never is.
  const box = new BoxGeometry(2, 2, 2), boxes = new BoundsTree(box), away = (x) => new Matrix4().makeTranslation(x, 0, 0);
  let [touching, differing] = [0, 0];
  for (let i = 0; i < 200; ++i) {
    const at = new Vector3(Math.sin(i), Math.sin(1.7 * i), Math.cos(2.3 * i)).multiplyScalar(2.6);
    const size = i % 3 === 0 ? new Vector3(0.5, 1, 1.5) : new Vector3(1, 1, 1);
    const matrix = new Matrix4().compose(at, new Quaternion().setFromEuler(new Euler(i, 2 * i, 3 * i)), size);
    const exact = boxes.intersectsGeometry(box, matrix);
    touching += exact;
    if (boxes.intersectsGeometry(boxes, matrix) !== exact || (boxes.contacts(boxes, matrix).length > 0) !== exact) ++differing;
  }
  answers.boxes = [touching > 50 && touching < 150, differing, boxes.intersectsGeometry(boxes, away(2)), boxes.intersectsGeometry(boxes, away(2 + 1e-15)), boxes.intersectsGeometry(boxes, away(2.1))];
  const hit = tree.raycastFirst(new Ray(new Vector3(0.1, 0.2, 5), new Vector3(0, 0, -1)));
  answers.three = [hit.distance > 3.9 && hit.distance < 4.2, tree.intersectsGeometry(new SphereGeometry(1, 8, 8), new Matrix4().makeTranslation(1.5, 0, 0)),
    tree.intersectsGeometry(new SphereGeometry(1, 8, 8), new Matrix4().makeTranslation(2.5, 0, 0)),
    Math.abs(tree.closestPointToPoint(new Vector3(0, 3, 0)).distance - 2) < 1e-6,
    Math.abs(tree.closestPointToGeometry(new SphereGeometry(1, 32, 16), new Matrix4().makeTranslation(0, 4, 0)).distance - 2) < 1e-6];`
      : ''
  }
} catch (failure) {
  answers.failure = String(failure?.stack ?? failure);
}
document.title = JSON.stringify(answers);
`;

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const here = dirname(fileURLToPath(import.meta.url));
cpSync(join(here, 'golden.mjs'), join(work, 'golden.mjs'));
cpSync(folder, join(work, 'allide'), { recursive: true });
const html = (script) => `<!doctype html><title>asking</title><script type="module" src="${script}"></script>`;
const plain = page('./allide/allide.js', './allide/worker.js', '').replace('WORKER', '');
writeFileSync(join(work, 'plain.html'), html('./plain.js'));
writeFileSync(join(work, 'plain.js'), plain.replace('INIT', ''));
const hasFallback = existsSync(join(folder, 'allide-scalar.wasm'));
writeFileSync(join(work, 'scalar.html'), html('./scalar.js'));
writeFileSync(join(work, 'scalar.js'), plain.replace('INIT', '{ simd: false }'));

// A project of a user of Vite, with default settings.
const project = join(work, 'project');
mkdirSync(join(project, 'node_modules'), { recursive: true });
cpSync(folder, join(project, 'node_modules', 'allide'), { recursive: true });
cpSync(join(modules, 'three'), join(project, 'node_modules', 'three'), { recursive: true });
cpSync(join(here, 'golden.mjs'), join(project, 'golden.mjs'));
writeFileSync(join(project, 'package.json'), '{"private": true, "type": "module"}');
writeFileSync(join(project, 'index.html'), html('./main.js'));
writeFileSync(join(project, 'main.js'), page('allide', 'allide/worker', 'allide/three').replace('INIT', '').replace('WORKER', ''));
writeFileSync(join(project, 'vite.config.js'), "export default { base: './', build: { target: 'esnext' } };");
execFileSync(process.execPath, [join(modules, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], { cwd: project, stdio: 'inherit' });

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const { lines: expected, torture } = goldenProgram ? expectedLines(goldenProgram, command, share) : { lines: null, torture: [] };
writeFileSync(join(work, 'torture.json'), JSON.stringify(torture));
const server = createServer((request, response) => {
  const file = join(work, normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)));
  if (!file.startsWith(work) || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'] });
try {
  for (const name of ['plain.html', ...(hasFallback ? ['scalar.html'] : []), 'project/dist/index.html']) {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${server.address().port}/${name}`);
    await tab.waitForFunction(() => document.title !== 'asking', null, { timeout: 3_000_000 });
    const answers = JSON.parse(await tab.title());
    assert.equal(answers.failure, undefined, `${name}: ${answers.failure}`);
    assert.equal(answers.isolated, false);
    assert.equal(answers.target, name === 'scalar.html' ? 'scalar' : 'wasm');
    assert.equal(answers.worker, true);
    if (expected) assert.deepEqual(answers.golden, expected, name);
    if (name.startsWith('project')) assert.deepEqual(answers.boxes, [true, 0, true, false, false]);
    if (name.startsWith('project')) assert.deepEqual(answers.three, [true, true, false, true, true]);
    console.log(`ok ${name}: ${answers.golden.join(', ')}`);
    await tab.close();
  }
} finally {
  await browser.close();
  server.close();
}
