// The same functions and classes in a Web Worker (in Node.js, a worker thread): every call returns a promise.
import { AllideError } from './module.js';
import { Motion, Pose, rowsOf } from './values.js';
import { Moving, Placed } from './objects.js';

export { AllideError } from './module.js';
export { Motion, Pose } from './values.js';

const isNode = typeof Worker === 'undefined' && globalThis.process?.versions?.node !== undefined;

// What the two sides send to each other instead of objects that cannot be copied: see `plain` here and in worker-thread.js.
const classNames = ['Model', 'ConvexBody', 'QueryCache', 'Scene', 'ClashReport'];
const functionNames = [
  'version', 'activeTarget', 'memory', 'collides', 'anyContact', 'firstContact', 'witnessOf', 'contacts', 'distance', 'distanceWithin', 'pairsWithin',
  'penetration', 'separationAlong', 'interference', 'contactRegions', 'findClash', 'contactManifolds', 'contactManifold', 'collidesMany', 'contactsMany',
  'distanceMany', 'distanceWithinMany', 'predict', 'contactIntervals', 'firstHit', 'allHits', 'anyHit', 'firstHits', 'nearest', 'nearestTriangles',
  'nearestMany', 'trianglesIn', 'contains', 'containsMany', 'overlapSolid', 'windingNumber', 'selfContacts', 'signedDistance', 'signedDistances', 'slice',
  'clash', 'generate', 'generateEngineRoom', 'loadReportPage',
];
const members = {
  Model: { statics: ['fromArrays', 'fromFile', 'fromSaved'], methods: ['parts', 'vertices', 'triangles', 'positions', 'partOf', 'inspect', 'digest', 'save', 'write'] },
  ConvexBody: {
    statics: ['fromPoints', 'fromModel', 'box', 'sphere', 'capsule', 'cylinder', 'cone', 'ellipsoid', 'halfSpace'],
    methods: ['rounded', 'vertices', 'faces', 'mass'],
  },
  QueryCache: { statics: [], methods: [] },
  Scene: {
    statics: [],
    methods: ['objects', 'name', 'pose', 'box', 'has', 'candidatePairs', 'collidingPairs', 'contacts', 'collisions', 'minDistance', 'distances', 'firstHit', 'clashes'],
    changes: ['add', 'move', 'remove', 'ignore', 'stopIgnoring', 'setClearance'],
  },
  ClashReport: { statics: ['of'], methods: ['text', 'json', 'csv', 'html', 'bcf'] },
};

async function startThread(source) {
  if (source instanceof Object && typeof source.postMessage === 'function') return source;
  if (isNode) {
    const name = 'node:worker_threads';
    const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
    return new Thread(source ?? new URL('./worker-thread.js', import.meta.url));
  }
  if (source !== undefined) return new Worker(source, { type: 'module' });
  return new Worker(new URL('./worker-thread.js', import.meta.url), { type: 'module' });
}

const abortReason = (signal) => signal.reason ?? new DOMException('The call was cancelled', 'AbortError');

/** Starts a worker. Options: module, simd as for init(); worker: a URL, a function that makes one, or a Worker; patience. */
export async function createWorker(options = {}) {
  const client = new Client(options);
  await client.start();
  return client.api;
}

class Client {
  constructor({ worker, patience = 100, ...init }) {
    this.options = { worker, init, patience };
    this.queue = [];
    this.running = null; // the call that the worker answers
    this.nextId = 1;
    this.proxies = new Map(); // number → WeakRef of what the caller holds
    this.recipes = new Map(); // number → how it was made: { message, log }
    this.collected = new FinalizationRegistry((number) => this.release(number));
    this.api = this.makeApi();
    this.page = null;
  }

  // ---- The thread

  async start() {
    const { worker, init } = this.options;
    const source = typeof worker === 'function' ? worker() : worker;
    this.thread = await startThread(source);
    const receive = (message) => this.receive(message);
    const fail = (event) => this.failed(event?.message ?? event?.error?.message ?? 'the worker has failed');
    if (this.thread.addEventListener) {
      this.thread.addEventListener('message', (event) => receive(event.data));
      this.thread.addEventListener('error', fail);
    } else {
      this.thread.on('message', receive);
      this.thread.on('error', fail);
    }
    await new Promise((resolve, reject) => {
      this.running = { id: 0, resolve, reject, progress: [] };
      this.thread.postMessage({ id: 0, kind: 'init', options: init });
    });
  }

  failed(message) {
    const failure = new AllideError(message, { code: 'internal' });
    this.running?.reject(failure);
    this.running = null;
    for (const call of this.queue.splice(0)) call.reject(failure);
    this.dead = failure;
  }

  receive({ id, progress, result, error }) {
    if (this.running === null || this.running.id !== id) return;
    if (progress) return void this.running.progress[progress.callback]?.(...progress.values);
    const call = this.running;
    this.running = null;
    clearTimeout(call.timer);
    if (call.signal) call.signal.removeEventListener('abort', call.onAbort);
    if (error) call.reject(Object.assign(new AllideError(error.message, error), error.isError ? { name: error.name } : {}));
    else call.resolve(this.revived(result, call));
    this.next();
  }

  next() {
    if (this.running !== null || this.queue.length === 0 || this.restarting) return;
    const call = (this.running = this.queue.shift());
    try {
      this.thread.postMessage(call.message, call.transfer ?? []);
    } catch (failure) {
      this.running = null;
      call.reject(failure);
      this.next();
    }
  }

  /** Sends a call; `signal` cancels it. */
  send(message, { signal, transfer, progress = [], recipe } = {}) {
    if (this.dead) return Promise.reject(this.dead);
    if (signal?.aborted) return Promise.reject(abortReason(signal));
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      const call = { id, message: { ...message, id }, resolve, reject, transfer, progress, recipe, signal };
      if (signal) {
        call.onAbort = () => this.cancel(call);
        signal.addEventListener('abort', call.onAbort, { once: true });
      }
      this.queue.push(call);
      this.next();
    });
  }

  cancel(call) {
    call.reject(abortReason(call.signal));
    const place = this.queue.indexOf(call);
    if (place >= 0) this.queue.splice(place, 1);
    // A running call cannot be interrupted. It is given some time; then the worker is started again.
    else if (this.running === call) call.timer = setTimeout(() => this.restart(call), this.options.patience);
  }

  async restart(call) {
    if (this.running !== call) return;
    this.restarting = true;
    this.running = null;
    this.thread.terminate();
    try {
      await this.start();
      if (this.page !== null) await this.ask({ kind: 'function', name: 'loadReportPage', args: [{ html: this.page }] });
      // In ascending order of numbers, so that objects from which others are made come first.
      for (const [number, { message, log }] of [...this.recipes].sort(([a], [b]) => a - b)) {
        await this.ask({ ...message, as: number });
        for (const change of log.values()) await this.ask(change);
      }
      this.restarting = false;
      this.next();
    } catch (failure) {
      this.restarting = false;
      this.failed(`the worker could not be started again: ${failure.message}`);
    }
  }

  // Sends a call past the queue, while the worker is started again.
  ask(message) {
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.running = { id, resolve, reject, progress: [], quiet: true };
      this.thread.postMessage({ ...message, id });
    });
  }

  release(number) {
    this.proxies.delete(number);
    const recipe = this.recipes.get(number);
    this.recipes.delete(number);
    void recipe;
    if (!this.dead) this.send({ kind: 'free', number }).catch(() => {});
  }

  // ---- Arguments and results

  // Replaces what cannot be copied: objects that the worker holds by their numbers, callbacks by their index,
  // poses and motions by their data.
  plain(value, progress, needed) {
    if (value === null || typeof value !== 'object') {
      if (typeof value !== 'function') return value;
      progress.push(value);
      return { $allide: 'callback', number: progress.length - 1 };
    }
    if (value instanceof RemoteObject) {
      if (value._client !== this) throw new AllideError('the object belongs to another worker', { code: 'precondition' });
      needed.push(value._number);
      return { $allide: 'object', number: value._number };
    }
    if (value instanceof Pose) return { $allide: 'pose', matrix: value.matrix };
    if (value instanceof Motion) return { $allide: 'motion', kind: value.kind, parts: value.parts, start: value.start?.matrix ?? null };
    if (value instanceof Placed) return { $allide: 'placed', shape: this.plain(value.shape, progress, needed), matrix: value.pose.matrix };
    if (value instanceof Moving) return { $allide: 'moving', shape: this.plain(value.shape, progress, needed), motion: this.plain(value.motion, progress, needed) };
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
    if (Array.isArray(value)) return value.map((one) => this.plain(one, progress, needed));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.plain(one, progress, needed)]));
  }

  revived(value, call) {
    if (call.quiet || value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) return value.map((one) => this.revived(one, call));
    if (value.$allide === 'pose') return new Pose(value.matrix);
    if (value.$allide === 'object') {
      const proxy = new classes[value.class](this, value.number, value.facts);
      this.collected.register(proxy, value.number, proxy);
      // If a call returns several objects, each comes with its own recipe: the bytes from which it is made
      // again.
      this.recipes.set(value.number, { message: value.recipe ?? call.recipe, log: new Map() });
      return proxy;
    }
    const out = {};
    for (const [name, one] of Object.entries(value)) out[name] = this.revived(one, call);
    return out;
  }

  // { signal, transfer } may be the last argument.
  call(message, args) {
    let settings = {};
    const last = args.at(-1);
    if (last !== null && typeof last === 'object' && !(last instanceof RemoteObject) && (last.signal instanceof AbortSignal || last.transfer === true)) {
      settings = last;
      args = args.slice(0, -1);
    }
    const progress = [];
    let sent, recipe;
    try {
      sent = { ...message, args: this.plain(args, progress, []) };
      recipe = settings.transfer === true ? null : this.recipeOf(sent);
    } catch (failure) {
      return Promise.reject(failure);
    }
    const transfer = settings.transfer === true ? buffersIn(sent.args) : [];
    return this.send(sent, { signal: settings.signal, transfer, progress, recipe });
  }

  // Returns a copy of the call that makes an object, to repeat it: callers may change their arrays
  // afterwards. Null for other calls.
  recipeOf(message) {
    if (message.kind !== 'static' && message.kind !== 'new' && !['generate', 'clash', 'rounded'].includes(message.name)) return null;
    return structuredClone(message);
  }

  makeApi() {
    const api = {
      Pose,
      Motion,
      AllideError,
      terminate: () => {
        this.dead = new AllideError('the worker has been terminated', { code: 'precondition' });
        this.thread.terminate();
        this.running?.reject(this.dead);
        for (const call of this.queue.splice(0)) call.reject(this.dead);
      },
    };
    for (const name of functionNames) api[name] = (...args) => this.call({ kind: 'function', name }, args);
    api.loadReportPage = async (source = new URL('./report-page.html', import.meta.url)) => {
      const response = source?.html === undefined && !isNode ? await fetch(source) : null;
      const html = response ? await response.text() : source.html;
      this.page = html ?? null;
      return this.call({ kind: 'function', name: 'loadReportPage' }, html === undefined ? [] : [{ html }]);
    };
    for (const name of classNames) {
      api[name] = {};
      for (const one of members[name].statics) api[name][one] = (...args) => this.call({ kind: 'static', class: name, name: one }, args);
    }
    api.QueryCache.create = () => this.call({ kind: 'new', class: 'QueryCache' }, []);
    api.Scene.create = () => this.call({ kind: 'new', class: 'Scene' }, []);
    return api;
  }
}

function buffersIn(value, found = new Set()) {
  if (value instanceof ArrayBuffer) found.add(value);
  else if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (value !== null && typeof value === 'object') for (const one of Object.values(value)) buffersIn(one, found);
  return [...found];
}

/** An object that the worker holds. */
class RemoteObject {
  #freed = false;
  constructor(client, number, facts = {}) {
    Object.defineProperties(this, {
      _client: { value: client },
      _id: { value: number },
    });
    for (const [name, fact] of Object.entries(facts)) Object.defineProperty(this, name, { value: fact, enumerable: true });
  }
  get _number() {
    if (this.#freed) throw new AllideError(`this ${this.constructor.name} has been freed`, { code: 'precondition' });
    return this._id;
  }
  get isFreed() {
    return this.#freed;
  }
  free() {
    if (this.#freed) return;
    this.#freed = true;
    this._client.collected.unregister(this);
    this._client.release(this._id);
  }
}

// The class for objects of the worker's class with the given name; shapes can be placed and moved without
// asking the worker.
function remoteClass(name, isShape) {
  const made = { [name]: class extends RemoteObject {} }[name];
  for (const method of members[name].methods)
    made.prototype[method] = function (...args) {
      return this._client.call({ kind: 'method', name: method, number: this._number }, args);
    };
  for (const method of members[name].changes ?? [])
    made.prototype[method] = async function (...args) {
      const message = { kind: 'method', name: method, number: this._number };
      const answer = await this._client.call(message, args);
      noteChange(this._client, this._id, { ...message, args: this._client.plain(args, [], []) }, answer);
      return answer;
    };
  if (isShape) {
    made.prototype.at = function (pose) {
      return new Placed(this, pose instanceof Pose ? pose : new Pose(rowsOf(pose)));
    };
    made.prototype.atRest = function () {
      return new Placed(this, new Pose());
    };
    made.prototype.along = function (motion) {
      return new Moving(this, motion);
    };
  }
  return made;
}

// Logs a change of a scene, to be repeated when the scene is made again. Of several moves of an object, only
// the last is kept.
function noteChange(client, number, message, answer) {
  const recipe = client.recipes.get(number);
  if (!recipe) return;
  const key = message.name === 'move' ? `move ${message.args[0]}` : `${recipe.log.size} ${message.name} ${answer}`;
  recipe.log.delete(key);
  recipe.log.set(key, structuredClone(message));
}

const classes = {
  Model: remoteClass('Model', true),
  ConvexBody: remoteClass('ConvexBody', true),
  QueryCache: remoteClass('QueryCache', false),
  Scene: remoteClass('Scene', false),
  ClashReport: remoteClass('ClashReport', false),
};
