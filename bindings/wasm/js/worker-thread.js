// The worker's side of worker.js.
import * as allide from './allide.js';
import { Moving, Placed } from './objects.js';

const isNode = typeof self === 'undefined' || typeof self.postMessage !== 'function';
let port = isNode ? null : self; // in Node.js, set before the first message arrives
const send = (message, transfer) => port.postMessage(message, transfer);

const held = new Map(); // number → object
let next = 1;

const facts = {
  Model: ['triangleCount', 'vertexCount', 'partNames', 'notes', 'source', 'bounds'],
  ConvexBody: ['kind'],
  ClashReport: ['clashes', 'parts', 'unreadable', 'warnings', 'candidatePairs', 'partial', 'seconds', 'units', 'hasOpenClashes'],
  Scene: [],
  QueryCache: [],
};
const classOf = (value) => Object.keys(facts).find((name) => value instanceof allide[name]);

function revived(value, id) {
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
  if (Array.isArray(value)) return value.map((one) => revived(one, id));
  switch (value.$allide) {
    case 'object': {
      const object = held.get(value.number);
      if (object === undefined) throw new allide.AllideError('the object has been freed', { code: 'precondition' });
      return object;
    }
    case 'pose':
      return new allide.Pose(value.matrix);
    case 'motion':
      return new allide.Motion(value.kind, value.parts, value.start && new allide.Pose(value.start));
    case 'placed':
      return new Placed(revived(value.shape, id), new allide.Pose(value.matrix));
    case 'moving':
      return new Moving(revived(value.shape, id), revived(value.motion, id));
    case 'callback':
      return (...values) => send({ id, progress: { callback: value.number, values } });
    default:
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, revived(one, id)]));
  }
}

// Replaces the objects in a result by numbers. If there are several, each model gets a recipe from which it
// can be made again.
function plain(value, transfer, as, isWhole) {
  if (value === null || typeof value !== 'object') return value;
  if (ArrayBuffer.isView(value)) {
    transfer.push(value.buffer);
    return value;
  }
  if (value instanceof allide.Pose) return { $allide: 'pose', matrix: value.matrix };
  const name = classOf(value);
  if (name !== undefined) {
    const number = as ?? next++;
    next = Math.max(next, number + 1);
    held.set(number, value);
    const answer = { $allide: 'object', class: name, number, facts: Object.fromEntries(facts[name].map((one) => [one, value[one]])) };
    if (!isWhole && name === 'Model') answer.recipe = { kind: 'static', class: 'Model', name: 'fromSaved', args: [value.save(), value.source] };
    return answer;
  }
  if (Array.isArray(value)) return value.map((one) => plain(one, transfer, undefined, false));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one, transfer, undefined, false)]));
}

function answer({ id, kind, name, class: className, number, args = [] }) {
  const values = revived(args, id);
  switch (kind) {
    case 'init':
      return allide.init(args.options);
    case 'function':
      return allide[name](...values);
    case 'static':
      return allide[className][name](...values);
    case 'new':
      return new allide[className]();
    case 'method':
      return revived({ $allide: 'object', number }, id)[name](...values);
    case 'free':
      held.get(number)?.free();
      held.delete(number);
  }
  return undefined;
}

async function receive(message) {
  const { id } = message;
  try {
    const result = message.kind === 'init' ? await allide.init(message.options) : await answer(message);
    const transfer = [];
    const sent = plain(result, transfer, message.as, true);
    send({ id, result: sent ?? null }, transfer);
  } catch (failure) {
    send({ id, error: { ...failure, message: failure.message, code: failure.code ?? 'internal' } });
  }
}

if (isNode) {
  const name = 'node:worker_threads';
  import(/* @vite-ignore */ /* webpackIgnore: true */ name).then(({ parentPort }) => {
    port = parentPort;
    port.on('message', receive);
  });
} else {
  port.addEventListener('message', (event) => receive(event.data));
}
