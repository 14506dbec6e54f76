// Writes worker.d.ts from allide.d.ts: the same functions and classes, whose calls return promises.
//   node make_worker_types.mjs js/allide.d.ts worker.d.ts
import { readFileSync, writeFileSync } from 'node:fs';

const [from, to] = process.argv.slice(2);
const text = readFileSync(from, 'utf8');

const held = ['Model', 'ConvexBody', 'QueryCache', 'Scene', 'ClashReport'];
const names = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map((match) => match[1]);
const shared = names.filter((name) => !['Side', 'BodySide', 'Placed', 'Moving', 'ClashInput', 'Freeable', 'InitOptions'].includes(name));

const withSettings = (parameters) => (parameters ? `${parameters}, settings?: CallSettings` : 'settings?: CallSettings');

// ---- Functions
const functions = [];
for (const [, comment, name, parameters, result] of text.matchAll(/((?:^\/\*\*.*\*\/\n)?)^export function (\w+)\((.*)\): ([^;]+|\{\n[^}]*\});/gm)) {
  if (name === 'init') continue;
  const promise = result.startsWith('Promise<') ? result : `Promise<${result}>`;
  functions.push(`${comment.replace(/^/gm, '  ').trimEnd()}\n  ${name}(${withSettings(parameters)}): ${promise};`.replace(/^\s*\n/, ''));
}

// ---- Classes
const classes = [];
const statics = [];
for (const name of held) {
  const body = text.match(new RegExp(`^export class ${name} implements Freeable \\{([\\s\\S]*?)\\n\\}\\n`, 'm'))[1];
  const members = [];
  const makers = [];
  for (const line of body.split('\n')) {
    const member = line.trim();
    if (member === '') continue;
    const call = member.match(/^(static )?(\w+)\((.*)\): (.+);$/);
    if (member.startsWith('constructor')) makers.push(`create(settings?: CallSettings): Promise<${name}>;`);
    else if (!call) members.push(member);
    else if (call[1]) makers.push(`${call[2]}(${withSettings(call[3])}): Promise<${call[4]}>;`);
    else if (['at', 'atRest', 'along', 'free'].includes(call[2])) members.push(member);
    else members.push(`${call[2]}(${withSettings(call[3])}): Promise<${call[4]}>;`);
  }
  if (name === 'Scene') members.splice(0, members.length, ...members.filter((member) => !member.startsWith('readonly size')));
  classes.push(`export interface ${name} {\n${members.map((member) => `  ${member}`).join('\n')}\n}`);
  statics.push(`  ${name}: {\n${makers.map((maker) => `    ${maker}`).join('\n')}\n  };`);
}

writeFileSync(
  to,
  `// Written from allide.d.ts by bindings/wasm/make_worker_types.mjs.
/**
 * The functions and classes of 'allide' in a worker: every call returns a promise, except those that only describe
 * a pose or a motion.
 *
 * \`\`\`js
 * import { createWorker } from 'allide/worker';
 * const allide = await createWorker();
 * const model = await allide.Model.fromFile(bytes, 'bolt.stl');
 * const found = await allide.contacts(model.at(pose), plate, { limit: 1000 }, { signal });
 * \`\`\`
 */
import type { ${shared.join(', ')}, Pose, Motion, AllideError } from './allide.js';
export { Pose, Motion, AllideError } from './allide.js';

/** The last argument of every call. */
export interface CallSettings {
  /**
   * Cancels the call; its promise is then rejected with signal.reason. A call that has not started is dropped. One that runs is
   * given \`patience\` milliseconds to finish; then the worker is started again, and all objects are made again from copies of what
   * they were made from.
   */
  signal?: AbortSignal;
  /** Moves the buffers of typed arrays to the worker instead of copying them. Objects made from them are lost when the worker is started again. */
  transfer?: boolean;
}
export interface WorkerOptions {
  /** As for init(). */
  module?: string | ArrayBuffer | Uint8Array | WebAssembly.Module;
  simd?: boolean;
  /** The worker's script, a Worker that runs it, or a function that makes one. By default the script next to this file. */
  worker?: URL | string | Worker | (() => Worker);
  /** How long a cancelled call may go on before the worker is started again, in milliseconds: 100 by default. */
  patience?: number;
}
export function createWorker(options?: WorkerOptions): Promise<Allide>;

/** A model or body at a pose: one side of a query. */
export interface Placed<T = Model> { readonly shape: T; readonly pose: Pose }
/** A model or body on a motion. */
export interface Moving<T = Model> { readonly shape: T; readonly motion: Motion }
export type Side = Placed | Model;
export type BodySide = Placed<ConvexBody> | ConvexBody;
export interface ClashInput { bytes?: Uint8Array | ArrayBuffer | string; model?: Model; name: string; pose?: PoseLike }

${classes.join('\n\n')}

export interface Allide {
  Pose: typeof Pose;
  Motion: typeof Motion;
  AllideError: typeof AllideError;
  /** Ends the worker; calls that wait are rejected. */
  terminate(): void;

${statics.join('\n\n')}

${functions.join('\n')}
}
`,
);
