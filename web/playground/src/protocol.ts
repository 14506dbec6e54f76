// Messages between the page and its workers.
import type {Vec} from "../../src/data";
import type {Rows} from "./pose";

export type Kind = "hard" | "contained" | "duplicate" | "touch" | "clearance";

// The drawn geometry of a part: triangles relative to `middle`, in single precision.
export interface Drawing {
    middle: Vec;
    lo: Vec;
    hi: Vec;
    positions: Float32Array; // 9 numbers per triangle
    normals: Int8Array; // 9 numbers per triangle, 127 for 1
    edges: Float32Array; // 6 numbers per sharp edge
}

export interface NewPart {
    id: number;
    name: string;
    triangles: number;
    closed: boolean;
    digest: string;
    single: boolean; // its coordinates were rounded to single precision before they arrived
    drawing: Drawing;
}

export interface ExampleShape {
    shape: "torus" | "noisy-torus" | "sphere" | "cube" | "cylinder" | "icosahedron" | "antiprism" | "engine-room";
    triangles: number;
    seed?: number;
    scale?: number;
    name: string;
}

// A part at a pose.
export interface Placed {
    id: number;
    pose: Rows;
}

// Many parts at poses, in arrays that are copied fast.
export interface PlacedParts {
    ids: Uint32Array;
    poses: Float64Array; // 12 numbers per part
}

export interface Region {
    normal: Vec; // the direction in which the moving part leaves
    depth_lower: number;
    depth_upper: number;
    point: Vec;
    contacts: number;
}

export interface Gap {
    value: number;
    lower: number;
    upper: number;
    point_a: Vec;
    point_b: Vec;
    triangle_a: number;
    triangle_b: number;
}

// The answer for the moving part and all others at one moment.
export interface Touch {
    touched: {id: number; contacts: number}[]; // the most contacts first
    other: number | null; // the part that the rest is about: the one with the most contacts, else the nearest
    contacts: number; // with all parts
    all_listed: boolean; // false: there may be more contacts
    gap: Gap | null; // to the nearest part; 0 in contact
    regions: Region[]; // with `other`, the deepest first
    regions_left_out: boolean; // there was no time for them
    curves: Float64Array | null; // ends of segments in the world, 6 numbers each; null: there was no time for them
    marked: {id: number; positions: Float32Array}[]; // triangles in contact, as in Drawing
    milliseconds: number; // in the worker
}

// Slower questions, asked once the part rests.
export interface Rest {
    regions: Region[];
    curves: Float64Array;
    penetration: {kind: string; lower: number; upper: number; direction: Vec} | null;
}

export interface LocalDepth {
    depth: {lower: number; upper: number; point: Vec} | null;
    volume: {lower: number; upper: number; fraction: number} | null;
}

// A motion in the command's JSON form.
export interface PathMotion {
    type: "path";
    poses: Rows[];
    times: number[];
}

export interface Predicted {
    outcome: string;
    other: number | null; // the part that is hit first
    free_until: number;
    t_lo: number | null;
    t_hi: number | null;
    triangle_a: number | null;
    triangle_b: number | null;
    features: string | null;
    point: Vec | null;
    delta: number | null;
    poses: {t: number; pose: Rows}[]; // for drawing, by time
    milliseconds: number;
}

export interface Intervals {
    intervals: number[][];
    undecided_intervals: number[][];
    known_until: number; // they are complete up to here
    milliseconds: number;
}

export interface ClashRow {
    a: number; // places in the list of parts that were given
    b: number;
    kind: Kind;
    distance: number;
    depth: number | null;
    depth_lower: number | null;
    contacts: number;
    point: Vec;
}
export interface Clashes {
    rows: ClashRow[]; // the worst first
    candidate_pairs: number;
    partial: boolean;
    page: string; // HTML
    json: string;
    milliseconds: number;
}

export interface Questions {
    start: {ask: {module: string}; answer: {version: string; target: string}};
    read: {ask: {name: string; bytes: ArrayBuffer; first_id: number}; answer: {parts: NewPart[]; notes: string[]}};
    generate: {ask: {shapes: ExampleShape[]; first_id: number}; answer: {parts: NewPart[]; notes: string[]}};
    meshes: {ask: {name: string; meshes: {name: string; vertices: Float64Array; triangles: Uint32Array}[]; first_id: number}; answer: {parts: NewPart[]; notes: string[]}};
    drop: {ask: {ids: number[]}; answer: null};
    save: {ask: {ids: number[]}; answer: {id: number; bytes: Uint8Array}[]};
    load: {ask: {models: {id: number; bytes: Uint8Array}[]}; answer: null};
    touch: {ask: {mover: Placed; others: PlacedParts; budget: number}; answer: Touch};
    rest: {ask: {mover: Placed; other: Placed}; answer: Rest};
    depth: {ask: {mover: Placed; other: Placed}; answer: LocalDepth};
    ray: {ask: {origin: Vec; direction: Vec; parts: PlacedParts}; answer: {id: number; triangle: number; point: Vec} | null};
    predict: {ask: {mover: number; motion: PathMotion; others: Placed[]}; answer: Predicted};
    intervals: {ask: {mover: number; motion: PathMotion; others: Placed[]}; answer: Intervals};
    clash: {ask: {title: string; parts: (Placed & {name: string})[]; clearance: number; template: string}; answer: Clashes};
}
export type Verb = keyof Questions;

export interface Call {
    number: number;
    verb: Verb;
    ask: unknown;
}
export interface Reply {
    number: number;
    answer?: unknown;
    error?: string;
    progress?: [number, number];
}
