// A worker of the playground: keeps the models, and answers one question after the other.
import {answer} from "./kernel";
import type {Call, Reply} from "./protocol";

// The types of the DOM have no worker scope; this is the part of it that is used.
const scope = self as unknown as {onmessage: (event: MessageEvent<Call>) => void; postMessage(reply: Reply, transfer?: Transferable[]): void};

// The buffers of an answer, which move to the page instead of being copied.
function buffers_in(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
    if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer);
    else if (value && typeof value === "object") for (const inner of Object.values(value)) buffers_in(inner, found);
    return found;
}

let last = Promise.resolve();
scope.onmessage = ({data: {number, verb, ask}}) => {
    last = last.then(async () => {
        try {
            const made = await answer(verb, ask, (done, all) => scope.postMessage({number, progress: [done, all]}));
            scope.postMessage({number, answer: made}, [...buffers_in(made)]);
        } catch (error) {
            scope.postMessage({number, error: error instanceof Error ? error.message : String(error)});
        }
    });
};
