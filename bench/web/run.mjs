// Compares the npm package with three-mesh-bvh and rapier, in Node.js and in headless Chromium, one after the other.
//   scripts/bench-web.sh [SECONDS]     installs them and starts this
//   node run.mjs FOLDER CHROMIUM PLAYWRIGHT SECONDS [SCANS]     FOLDER has node_modules; SCANS: a folder with more meshes
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { cpus } from 'node:os';

const [folder, executablePath, playwright, seconds = '4', scans = ''] = process.argv.slice(2);
const scanFiles = ['rocker-arm.obj', 'armadillo.obj'].filter((name) => scans && existsSync(join(scans, name)));

// What both run: it prints its lines by `tell`.
writeFileSync(
  join(folder, 'both.mjs'),
  `import * as allide from 'allide';
import rapier from '@dimforge/rapier3d-simd-compat';
import { compare } from './questions.mjs';
export async function both(seconds, scans, bytesOf, tell) {
  await allide.init();
  await rapier.init();
  const bodies = [
    { name: 'torus', model: allide.generate('torus', { triangles: 12544 }) },
    { name: 'sphere', model: allide.generate('sphere', { triangles: 22952 }) },
  ];
  for (const name of scans) bodies.push({ name: name.split('.')[0], model: allide.Model.fromFile(await bytesOf(name), name) });
  for (const body of bodies) body.name += ' ' + body.model.triangleCount;
  await compare(bodies, rapier, seconds, tell);
}
`,
);
writeFileSync(
  join(folder, 'node.mjs'),
  `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { both } from './both.mjs';
console.warn = () => {};
const [seconds, scans, ...names] = process.argv.slice(2);
await both(Number(seconds), names, async (name) => new Uint8Array(readFileSync(join(scans, name))), (line) => {
  console.log('@' + JSON.stringify(line));
  console.error(line.body, line.question, line.poses, JSON.stringify(line.ratios));
});
`,
);
writeFileSync(
  join(folder, 'page.html'),
  `<!doctype html><title>asking</title><script type="importmap">{"imports": {
  "three": "/node_modules/three/build/three.module.js", "three-mesh-bvh": "/node_modules/three-mesh-bvh/src/index.js",
  "allide": "/node_modules/allide/allide.js", "allide/three": "/node_modules/allide/three.js",
  "@dimforge/rapier3d-simd-compat": "/node_modules/@dimforge/rapier3d-simd-compat/dist/rapier.mjs"}}</script>
<script type="module">
import { both } from './both.mjs';
console.warn = () => {};
globalThis.lines = [];
const query = new URLSearchParams(location.search);
try {
  await both(Number(query.get('seconds')), query.get('scans').split(',').filter(Boolean), async (name) => new Uint8Array(await (await fetch('/scans/' + name)).arrayBuffer()), (line) => lines.push(line));
  document.title = 'done';
} catch (failure) {
  document.title = 'failed: ' + (failure?.stack ?? failure);
}
</script>`,
);

async function inNode() {
  const out = execFileSync(process.execPath, ['node.mjs', seconds, scans || '.', ...scanFiles], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] });
  return out.split('\n').filter((line) => line.startsWith('@')).map((line) => JSON.parse(line.slice(1)));
}

async function inChromium() {
  const { chromium } = createRequire(join(playwright, 'x'))('playwright-core');
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = path.startsWith('/scans/') ? join(scans, path.slice(7)) : join(folder, path);
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    // Finer clocks need these two.
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/page.html?seconds=${seconds}&scans=${scanFiles.join()}`);
    await page.waitForFunction(() => document.title !== 'asking', null, { timeout: 3_600_000 });
    if ((await page.title()) !== 'done') throw new Error(await page.title());
    return { lines: await page.evaluate(() => globalThis.lines), version: browser.version() };
  } finally {
    await browser.close();
    server.close();
  }
}

const shown = (number) => (Number.isFinite(number) ? (number >= 100 ? number.toFixed(0) : number.toPrecision(3)) : '–');
function table(lines) {
  const rows = ['| body | question | poses | allide µs | three-mesh-bvh µs | times | rapier µs | times | wrong: three-mesh-bvh | wrong: rapier |', '|---|---|---|---|---|---|---|---|---|---|'];
  const wrongOf = (line, who) => {
    const wrong = line.wrong?.[who];
    if (!wrong) return '';
    if (wrong.failed) return `failed ${wrong.failed}`;
    return line.pairs ? `${wrong.missed} missed, ${wrong.invented} invented of ${line.pairs}` : wrong.poses;
  };
  for (const line of lines) {
    const of = (who) => (line.times[who] === undefined ? ['–', '–'] : [shown(1000 * line.times[who]), shown(line.ratios[who])]);
    rows.push(`| ${[line.body, line.question, line.poses, shown(1000 * line.times.allide), ...of('three-mesh-bvh'), ...of('rapier'), wrongOf(line, 'three-mesh-bvh'), wrongOf(line, 'rapier')].join(' | ')} |`);
  }
  return rows.join('\n');
}

const version = (name) => JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
console.log(`three-mesh-bvh ${version('three-mesh-bvh')}, rapier ${version('@dimforge/rapier3d-simd-compat')} (simd-compat), three.js ${version('three')}; ${cpus()[0].model}`);
const node = await inNode();
console.log(`\nNode.js ${process.versions.node}\n\n${table(node)}`);
const { lines, version: browserVersion } = await inChromium();
console.log(`\nChromium ${browserVersion}, headless\n\n${table(lines)}`);
writeFileSync(join(folder, 'lines.json'), JSON.stringify({ node, chromium: lines }));
