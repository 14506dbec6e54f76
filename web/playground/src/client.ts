// The page's side of the workers. One answers while parts move; the other one does what takes long and can be stopped.
import PlaygroundWorker from "./worker?worker&inline";
import type {Call, Questions, Reply, Verb} from "./protocol";

const patience = 300; // milliseconds

export class Stopped extends Error {}

interface Waiting {
    done(answer: unknown): void;
    failed(error: Error): void;
    progress?(done: number, all: number): void;
}

// A worker with the module loaded.
class Helper {
    private readonly worker = new PlaygroundWorker();
    private readonly waiting = new Map<number, Waiting>();
    private count = 0;
    readonly ready: Promise<{version: string; target: string}>;

    constructor(module: string) {
        this.worker.onmessage = ({data}: MessageEvent<Reply>) => this.receive(data);
        this.worker.onerror = (event) => this.fail(new Error(event.message || "the worker could not be started"));
        this.ready = this.ask("start", {module});
        this.ready.catch(() => {}); // reported to every caller that awaits it
    }
    ask<V extends Verb>(verb: V, ask: Questions[V]["ask"], progress?: Waiting["progress"], transfer: Transferable[] = []): Promise<Questions[V]["answer"]> {
        return new Promise((done, failed) => {
            const number = ++this.count;
            this.waiting.set(number, {done: done as (answer: unknown) => void, failed, progress});
            this.worker.postMessage({number, verb, ask} satisfies Call, transfer);
        });
    }
    stop(): void {
        this.worker.terminate();
        this.fail(new Stopped("stopped"));
    }
    private receive({number, answer, error, progress}: Reply): void {
        const call = this.waiting.get(number);
        if (!call) return;
        if (progress) return call.progress?.(...progress);
        this.waiting.delete(number);
        if (error != null) call.failed(new Error(error));
        else call.done(answer);
    }
    private fail(error: Error): void {
        for (const call of this.waiting.values()) call.failed(error);
        this.waiting.clear();
    }
}

export class Client {
    private readonly live: Helper;
    private slow: Helper | null = null;
    private slow_parts = new Set<number>();
    private loading: Promise<void> = Promise.resolve(); // of the models that it was given last
    private newest: (() => void) | null = null; // the live question that waits for the worker
    private busy = false;
    private resting = 0; // when the running question about a part that rests was asked; 0: there is none

    constructor(private readonly module: string) {
        this.live = new Helper(module);
    }
    get ready(): Promise<{version: string; target: string}> {
        return this.live.ready;
    }
    ask<V extends Verb>(verb: V, ask: Questions[V]["ask"], transfer: Transferable[] = []): Promise<Questions[V]["answer"]> {
        return this.live.ask(verb, ask, undefined, transfer);
    }

    // Asks as soon as the previous question is answered. Only the newest of those that wait is asked; `question` is
    // called then, so that it sees the latest poses.
    ask_newest(question: () => Questions["touch"]["ask"] | null, answered: (answer: Questions["touch"]["answer"], waited: number) => void, failed: (error: Error) => void): void {
        const send = () => {
            this.newest = null;
            const ask = question();
            if (!ask) return;
            this.busy = true;
            const begun = performance.now();
            this.live.ask("touch", ask).then((answer) => answered(answer, performance.now() - begun), failed).finally(() => {
                this.busy = false;
                this.newest?.();
            });
        };
        if (this.busy) this.newest = send;
        else send();
    }

    // Asks the second worker, which is given the models that it lacks.
    async ask_slow<V extends Verb>(verb: V, ids: number[], ask: Questions[V]["ask"], progress?: Waiting["progress"]): Promise<Questions[V]["answer"]> {
        if (this.resting) this.stop();
        const begun = verb === "rest" ? (this.resting = performance.now()) : 0;
        try {
            return await (await this.helper_with(ids)).ask(verb, ask, progress);
        } finally {
            if (begun === this.resting) this.resting = 0;
        }
    }
    // The second worker, with these models.
    private async helper_with(ids: number[]): Promise<Helper> {
        const helper = (this.slow ??= new Helper(this.module));
        const missing = ids.filter((id) => !this.slow_parts.has(id));
        if (missing.length) {
            for (const id of missing) this.slow_parts.add(id);
            this.loading = this.live.ask("save", {ids: missing}).then(async (models) => {
                if (helper !== this.slow) throw new Stopped("stopped");
                await helper.ask("load", {models}, undefined, models.map(({bytes}) => bytes.buffer as ArrayBuffer));
            });
        }
        await this.loading;
        if (helper !== this.slow) throw new Stopped("stopped");
        return helper;
    }
    // The part moves again: a question about its rest that takes long is not worth finishing.
    stop_resting(): void {
        if (this.resting && performance.now() - this.resting > patience) this.stop();
    }
    // Stops what the second worker does; the next question starts another one.
    stop(): void {
        this.slow?.stop();
        this.slow = null;
        this.resting = 0;
        this.slow_parts = new Set();
        this.loading = Promise.resolve();
    }

    drop(ids: number[]): void {
        void this.live.ask("drop", {ids});
        const known = ids.filter((id) => this.slow_parts.delete(id));
        if (known.length) void this.slow?.ask("drop", {ids: known}).catch(() => {});
    }
}
