// Asks another module of the package than the one that the tests have loaded, in a process of its own, and prints the answers as JSON.
//   node ask_module.mjs PACKAGE scalar|small FILE [SHARE]     FILE: the torture cases, or a mesh
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coreAnswers, golden } from './golden.mjs';

const [folder, kind, file, share] = process.argv.slice(2);
const allide = await import(pathToFileURL(join(folder, 'allide.js')));
if (kind === 'scalar') {
  await allide.init({ simd: false });
  const target = allide.activeTarget();
  console.log(JSON.stringify({ target, lines: golden(allide, Number(share), JSON.parse(readFileSync(file, 'utf8'))) }));
} else {
  await allide.init({ small: true });
  let refused = '';
  try {
    new allide.Scene();
  } catch (failure) {
    refused = failure.message;
  }
  console.log(JSON.stringify({ refused, lines: coreAnswers(allide, readFileSync(file), 60) }));
}
