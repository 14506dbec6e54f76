// The questions of the page, put to allide.
import * as allide from "allide";
import type {Vec} from "../../src/data";
import {drawing_of} from "./drawing";
import type {ClashRow, Drawing, Gap, NewPart, Placed, PlacedParts, Questions, Region, Touch, Verb} from "./protocol";
import {unpacked} from "./unpack";

type Progress = (done: number, all: number) => void;
type Ask<V extends Verb> = Questions[V]["ask"];
type Answer<V extends Verb> = Questions[V]["answer"];

interface Body {
    model: allide.Model;
    drawing?: Drawing; // only where parts are drawn and asked about, not in the second worker
}
const bodies = new Map<number, Body>();
const caches = new Map<string, allide.QueryCache>();

function body(id: number): Body {
    const found = bodies.get(id);
    if (!found) throw new Error(`there is no part ${id}`);
    return found;
}
function placed({id, pose}: Placed): allide.Placed {
    return body(id).model.at(pose);
}
function cache_of(a: number, b: number): allide.QueryCache {
    const key = `${a} ${b}`;
    let found = caches.get(key);
    if (!found) caches.set(key, (found = new allide.QueryCache()));
    return found;
}
// Copies in single precision of data that the page keeps would be lost when they move there.
function moved(drawing: Drawing): Drawing {
    return {...drawing, positions: drawing.positions.slice(), normals: drawing.normals.slice(), edges: drawing.edges.slice()};
}

const most_parts = 10000; // more would be listed and moved too slowly

function added(model: allide.Model, first_id: number, name: string, single: boolean): NewPart {
    const drawing = drawing_of(model.vertices(), model.triangles());
    bodies.set(first_id, {model, drawing});
    return {
        id: first_id, name, triangles: model.triangleCount, closed: model.inspect().every((part) => part.closed),
        digest: model.digest(), single, drawing: moved(drawing),
    };
}

function added_parts(whole: allide.Model, first_id: number, name: string): {parts: NewPart[]; notes: string[]} {
    const notes = whole.notes.map((note) => `${name}: ${note.message}`);
    if (!whole.triangleCount) {
        whole.free();
        throw new Error(`${name}: there are no triangles in this file`);
    }
    const count = whole.partNames.length;
    if (count < 2) return {parts: [added(whole, first_id, name, false)], notes};
    if (count > most_parts) {
        notes.push(`${name}: ${count} parts are shown as one; the limit is ${most_parts}`);
        return {parts: [added(whole, first_id, name, false)], notes};
    }
    const parts = whole.parts().map((part, i) => added(part.model, first_id + i, part.name || `${name} ${i + 1}`, false));
    whole.free();
    return {parts, notes};
}

function generated({shapes, first_id}: Ask<"generate">): Answer<"generate"> {
    const made: Answer<"generate"> = {parts: [], notes: []};
    for (const {shape, triangles, seed, scale, name} of shapes) {
        const id = first_id + made.parts.length;
        if (shape === "engine-room") {
            const {parts} = added_parts(allide.generateEngineRoom({triangles, seed, clashes: 12, clearances: 6}).model, id, name);
            made.parts.push(...parts);
            continue;
        }
        let model = allide.generate(shape, {triangles, seed});
        if (scale) {
            const whole = model;
            model = allide.Model.fromArrays(whole.vertices().map((x) => scale * x), whole.triangles(), {name});
            whole.free();
        }
        made.parts.push(added(model, id, name, false));
    }
    return made;
}

// ---- Live answers

interface WorldBox {
    lo: Vec;
    hi: Vec;
}

// The box of the mapped corners of a part's box, up to rounding.
function world_box({lo, hi}: Drawing, pose: ArrayLike<number>): WorldBox {
    const box: WorldBox = {lo: [0, 0, 0], hi: [0, 0, 0]};
    for (let row = 0; row < 3; ++row) {
        box.lo[row] = box.hi[row] = pose[4 * row + 3]!;
        for (let axis = 0; axis < 3; ++axis) {
            const [x, y] = [pose[4 * row + axis]! * lo[axis]!, pose[4 * row + axis]! * hi[axis]!];
            box.lo[row]! += Math.min(x, y);
            box.hi[row]! += Math.max(x, y);
        }
    }
    return box;
}

// Boxes of parts that rest, by their numbers.
const known_boxes = new Map<number, {pose: Float64Array; box: WorldBox}>();

function box_at(id: number, pose: Float64Array): WorldBox {
    const known = known_boxes.get(id);
    if (known?.pose.every((x, i) => x === pose[i])) return known.box;
    const box = world_box(body(id).drawing!, pose);
    known_boxes.set(id, {pose, box});
    return box;
}

function each_placed({ids, poses}: PlacedParts): {id: number; pose: Float64Array}[] {
    return Array.from(ids, (id, i) => ({id, pose: poses.subarray(12 * i, 12 * i + 12)}));
}

// A lower bound of the distance between what is in two boxes: rounding errors are subtracted.
function box_gap(a: WorldBox, b: WorldBox): number {
    let squared = 0, size = 0;
    for (let axis = 0; axis < 3; ++axis) {
        const gap = Math.max(0, a.lo[axis]! - b.hi[axis]!, b.lo[axis]! - a.hi[axis]!);
        squared += gap * gap;
        size = Math.max(size, Math.abs(a.lo[axis]!), Math.abs(a.hi[axis]!), Math.abs(b.lo[axis]!), Math.abs(b.hi[axis]!));
    }
    return Math.sqrt(squared) - 1e-12 * size;
}

function gap_of(a: allide.Placed, b: allide.Placed, cache: allide.QueryCache): Gap | null {
    const {value, lower, upper, closest} = allide.distance(a, b, {cache});
    if (!closest) return null;
    const {triangleA, triangleB, pointA, pointB} = closest;
    return {value, lower, upper, point_a: pointA, point_b: pointB, triangle_a: triangleA, triangle_b: triangleB};
}

function regions_of(a: allide.Placed, b: allide.Placed): Region[] {
    return allide.contactManifolds(a, b, {points: 1})
        .map(({normal, depthLower, depthUpper, points, contacts}) => ({normal, depth_lower: depthLower, depth_upper: depthUpper, point: points[0]?.pointB ?? [0, 0, 0] as Vec, contacts}))
        .sort((x, y) => y.depth_upper - x.depth_upper);
}

function curves_of(a: allide.Placed, b: allide.Placed): Float64Array {
    const curves = allide.contactRegions(a, b).flatMap((region) => region.curves);
    const segments = ({points, closed}: allide.Polyline) => Math.max(0, points.length / 3 - (closed ? 0 : 1));
    const out = new Float64Array(6 * curves.reduce((sum, curve) => sum + segments(curve), 0));
    let at = 0;
    for (const curve of curves) {
        const count = curve.points.length / 3;
        for (let i = 0; i < segments(curve); ++i) {
            out.set(curve.points.subarray(3 * i, 3 * i + 3), at);
            const end = (i + 1) % count;
            out.set(curve.points.subarray(3 * end, 3 * end + 3), at + 3);
            at += 6;
        }
    }
    return out;
}

const most_contacts = 100000; // per pair of parts: bounds the time of a live answer
const most_marked = 20000; // triangles

// The triangles in contact, once each.
function marked_triangles({positions}: Drawing, pairs: Uint32Array, side: 0 | 1): Float32Array {
    const numbers = new Set<number>();
    for (let i = side; i < pairs.length && numbers.size < most_marked; i += 2) numbers.add(pairs[i]!);
    const out = new Float32Array(9 * numbers.size);
    let at = 0;
    for (const number of numbers) {
        out.set(positions.subarray(9 * number, 9 * number + 9), at);
        at += 9;
    }
    return out;
}

// Milliseconds per contact that regions and curves took so far, so that a question keeps to its budget.
const cost = {regions: 0.001, curves: 0.004};

function timed<T>(what: keyof typeof cost, contacts: number, work: () => T): T {
    const begun = performance.now();
    const made = work();
    const spent = (performance.now() - begun) / Math.max(contacts, 100);
    cost[what] += 0.3 * (spent - cost[what]);
    return made;
}

function touch({mover, others, budget}: Ask<"touch">): Touch {
    const begun = performance.now();
    const a = placed(mover);
    const own = body(mover.id).drawing!;
    const own_box = world_box(own, mover.pose);
    const near = each_placed(others).map(({id, pose}) => ({id, pose, gap: box_gap(own_box, box_at(id, pose))})).sort((x, y) => x.gap - y.gap);
    const found: {id: number; pose: Float64Array; pairs: Uint32Array}[] = [];
    let all_listed = true;
    for (const {id, pose, gap} of near) {
        if (gap > 0) break;
        const {pairs, complete} = allide.contacts(a, body(id).model.at(pose), {limit: most_contacts});
        all_listed &&= complete;
        if (pairs.length) found.push({id, pose, pairs});
    }
    found.sort((x, y) => y.pairs.length - x.pairs.length);
    let nearest: {id: number; gap: Gap} | null = null;
    for (const {id, pose, gap} of found.length ? found.map((f) => ({...f, gap: 0})).slice(0, 1) : near) {
        if (nearest && gap > nearest.gap.upper) break;
        const made = gap_of(a, body(id).model.at(pose), cache_of(mover.id, id));
        if (made && (!nearest || made.upper < nearest.gap.upper)) nearest = {id, gap: made};
    }
    const contacts = found.reduce((sum, {pairs}) => sum + pairs.length / 2, 0);
    const answer: Touch = {
        touched: found.map(({id, pairs}) => ({id, contacts: pairs.length / 2})), other: nearest?.id ?? null, contacts, all_listed, gap: nearest?.gap ?? null,
        regions: [], regions_left_out: false, curves: new Float64Array(0), marked: [], milliseconds: 0,
    };
    const worst = found[0];
    if (worst) {
        const b = body(worst.id).model.at(worst.pose);
        const count = worst.pairs.length / 2;
        const has_time = (what: keyof typeof cost) => performance.now() - begun + cost[what] * count <= budget;
        if (has_time("regions")) answer.regions = timed("regions", count, () => regions_of(a, b));
        else answer.regions_left_out = true;
        answer.curves = has_time("curves") ? timed("curves", count, () => curves_of(a, b)) : null;
        answer.marked.push({id: mover.id, positions: marked_triangles(own, worst.pairs, 0)});
        for (const {id, pairs} of found) answer.marked.push({id, positions: marked_triangles(body(id).drawing!, pairs, 1)});
    }
    answer.milliseconds = performance.now() - begun;
    return answer;
}

function rest({mover, other}: Ask<"rest">): Answer<"rest"> {
    const [a, b] = [placed(mover), placed(other)];
    const {kind, lower, upper, direction} = allide.penetration(a, b);
    return {regions: regions_of(a, b), curves: curves_of(a, b), penetration: {kind, lower, upper, direction}};
}

// ---- Motions

const drawn_steps = 240;

function span({t0Lo, t0Hi, t1Lo, t1Hi}: allide.ContactInterval): number[] {
    return [t0Lo, t0Hi, t1Lo, t1Hi];
}

// Intervals of several parts together: those that overlap become one.
function joined(spans: number[][]): number[][] {
    const out: number[][] = [];
    for (const next of spans.sort((x, y) => x[0]! - y[0]!)) {
        const last = out.at(-1);
        if (!last || next[0]! > last[3]!) out.push([...next]);
        else if (next[3]! > last[3]!) [last[2], last[3]] = [next[2]!, next[3]!];
    }
    return out;
}

function predicted({mover, motion, others}: Ask<"predict">, progress: Progress): Answer<"predict"> {
    const begun = performance.now();
    const path = allide.Motion.fromJSON(motion, "the recorded motion");
    const moving = body(mover).model.along(path);
    let [first, other]: [allide.Prediction | null, number | null] = [null, null];
    others.forEach((obstacle, i) => {
        const made = allide.predict(moving, placed(obstacle));
        if (made.outcome !== "clear" && (!first || made.freeUntil < first.freeUntil)) [first, other] = [made, obstacle.id];
        progress(i + 1, others.length);
    });
    const {outcome, freeUntil, impact, delta} = (first as allide.Prediction | null) ?? {outcome: "clear", freeUntil: 1, impact: null, delta: 0};
    const times = [...Array.from({length: drawn_steps + 1}, (_, i) => i / drawn_steps), ...(impact ? [impact.tLo, impact.tHi] : [])].sort((x, y) => x - y);
    return {
        outcome, other, free_until: freeUntil, t_lo: impact?.tLo ?? null, t_hi: impact?.tHi ?? null,
        triangle_a: impact?.triangleA ?? null, triangle_b: impact?.triangleB ?? null, features: impact?.features ?? null, point: impact?.point ?? null,
        delta: outcome === "undecided" ? delta : null,
        poses: times.map((t) => ({t, pose: Array.from(path.at(t).matrix)})), milliseconds: performance.now() - begun,
    };
}

function intervals_of({mover, motion, others}: Ask<"intervals">, progress: Progress): Answer<"intervals"> {
    const begun = performance.now();
    const moving = body(mover).model.along(allide.Motion.fromJSON(motion, "the recorded motion"));
    const made = others.map((obstacle, i) => {
        const part = allide.contactIntervals(moving, placed(obstacle));
        progress(i + 1, others.length);
        return part;
    });
    return {
        intervals: joined(made.flatMap(({intervals}) => intervals.map(span))),
        undecided_intervals: joined(made.flatMap(({undecided}) => undecided.map(span))),
        known_until: Math.min(1, ...made.map(({complete, knownUntil}) => (complete ? 1 : knownUntil))), milliseconds: performance.now() - begun,
    };
}

// ---- Clashes

async function clashes({title, parts, clearance, template}: Ask<"clash">, progress: Progress): Promise<Answer<"clash">> {
    const begun = performance.now();
    if (template) await allide.loadReportPage({html: await unpacked(template).then((bytes) => new TextDecoder().decode(bytes))});
    const report = allide.ClashReport.of(parts.map(({id, pose, name}) => ({model: body(id).model, name, pose})), {clearance, onProgress: progress});
    try {
        const rows = report.clashes.flatMap(({aId, bId, clash}): ClashRow[] => {
            if (aId == null || bId == null) return [];
            const {kind, distance, depth, contacts, point} = clash;
            return [{a: aId, b: bId, kind, distance, depth: depth?.upper ?? null, depth_lower: depth?.lower ?? null, contacts, point}];
        });
        const urgency = ({kind}: ClashRow) => (kind === "touch" ? 2 : kind === "clearance" ? 1 : 0);
        rows.sort((x, y) => urgency(x) - urgency(y) || (y.depth_lower ?? 0) - (x.depth_lower ?? 0) || x.distance - y.distance);
        return {rows, candidate_pairs: report.candidatePairs, partial: report.partial, page: report.html({title}), json: report.json(), milliseconds: performance.now() - begun};
    } finally {
        report.free();
    }
}

// ---- The table of questions

function picked({origin, direction, parts}: Ask<"ray">): Answer<"ray"> {
    let [nearest, at]: [Answer<"ray">, number] = [null, Infinity];
    for (const {id, pose} of each_placed(parts)) {
        const hit = allide.firstHit(body(id).model.at(pose), {origin, direction});
        if (hit && hit.t < at) [nearest, at] = [{id, triangle: hit.triangle, point: hit.point}, hit.t];
    }
    return nearest;
}

function dropped({ids}: Ask<"drop">): null {
    for (const id of ids) {
        bodies.get(id)?.model.free();
        bodies.delete(id);
        known_boxes.delete(id);
        for (const [key, cache] of caches)
            if (key.split(" ").includes(String(id))) {
                cache.free();
                caches.delete(key);
            }
    }
    return null;
}

const answers: {[V in Verb]: (ask: Ask<V>, progress: Progress) => Answer<V> | Promise<Answer<V>>} = {
    start: async ({module}) => {
        await allide.init({module: await unpacked(module)});
        return {version: allide.version(), target: allide.activeTarget()};
    },
    read: ({name, bytes, first_id}) => added_parts(allide.Model.fromFile(bytes, name), first_id, name),
    generate: generated,
    meshes: ({meshes, first_id}) => ({
        parts: meshes.map((mesh, i) => added(allide.Model.fromArrays(mesh.vertices, mesh.triangles, {name: mesh.name}), first_id + i, mesh.name, true)), notes: [],
    }),
    drop: dropped,
    save: ({ids}) => ids.map((id) => ({id, bytes: body(id).model.save()})),
    load: ({models}) => {
        for (const {id, bytes} of models) bodies.set(id, {model: allide.Model.fromSaved(bytes)});
        return null;
    },
    touch,
    rest,
    depth: ({mover, other}) => allide.interference(placed(mover), placed(other)),
    ray: picked,
    predict: predicted,
    intervals: intervals_of,
    clash: clashes,
};

export function answer(verb: Verb, ask: unknown, progress: Progress): unknown {
    return (answers[verb] as (ask: unknown, progress: Progress) => unknown)(ask, progress);
}
