// What the program writes into the page, and how it is read.

export type Vec = [number, number, number];

export interface Clash {
    key: string;
    a: string;
    b: string;
    a_id: number;
    b_id: number;
    kind: string;
    distance: number | null;
    depth: number | null;
    depth_lower: number | null;
    shallow: boolean;
    contacts: number;
    point: Vec | null;
    group: string | null;
    status: string;
    depends_on_facets?: boolean;
}

// Where a piece of the geometry stands: its first character and how many.
export type Piece = [number, number];

export interface Part {
    name: string;
    group: string;
    origin: Vec; // of the lattice that the corners lie on
    step: number; // the side of its cells
    triangles: number;
    of: number; // how many triangles the part has; more than `triangles` where only the neighbourhood is here
    piece: Piece;
    colours?: [number, string | null][]; // so many triangles in a row, and what their file paints them with
}

// What is shown of a clash; clashes of an earlier report that are resolved have none.
export interface View {
    center: Vec;
    radius: number;
    near: number[]; // parts that stand around it
    gap?: [Vec, Vec] | null; // the closest points of parts that are apart
    curves: Piece | null;
}

export interface ClashData {
    type: "clash";
    title: string;
    program: string;
    made: string;
    units: string;
    report: {
        objects: number;
        candidate_pairs: number;
        partial: boolean;
        seconds: number;
        clearance?: number | null;
        unreadable?: unknown[];
        clashes: Clash[];
        parts?: {id: number; sag?: number}[];
        [more: string]: unknown;
    };
    parts: Record<string, Part>;
    views: Record<string, View>; // by "a_id b_id"
}

export interface MotionData {
    type: "motion";
    title: string;
    program: string;
    made: string;
    units: string;
    report: {
        outcome: string;
        free_until: number | null;
        t_lo: number | null;
        t_hi: number | null;
        point: Vec | null;
        features: string | null;
        triangle_a: number | null;
        triangle_b: number | null;
        object?: string | null; // of a scene in an index
        object_id?: number | null;
        delta?: number | null;
        intervals?: number[][];
        undecided_intervals?: number[][];
        [more: string]: unknown;
    };
    moving: Part;
    standing: Part;
    pose_b: number[]; // 12 numbers, row by row
    poses: {t: number; pose: number[]}[]; // of the moving part, by time
}

export type PageData = ClashData | MotionData;

export function read_data(): PageData | null {
    const text = document.getElementById("allide-data")?.textContent;
    return text ? (JSON.parse(text) as PageData) : null;
}

let geometry: string | undefined; // all pieces, one after the other

function piece_text([start, length]: Piece): string {
    geometry ??= document.getElementById("allide-geometry")?.textContent ?? "";
    return geometry.slice(start, start + length);
}

async function inflate(text: string): Promise<Uint8Array> {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Numbers of any size, seven bits a byte, the lowest first; the sign in the lowest bit.
class NumberReader {
    private at = 0;
    constructor(private readonly bytes: Uint8Array) {}

    next(): number {
        let value = 0;
        for (let scale = 1; ; scale *= 128) {
            const byte = this.bytes[this.at++];
            if (byte === undefined) throw new Error("the geometry of this report is damaged");
            value += (byte & 127) * scale;
            if (byte < 128) return value % 2 ? -(value + 1) / 2 : value / 2;
        }
    }
}

export interface Geometry {
    corners: Float64Array; // in the world
    triangles: Uint32Array;
    colours?: [number, string | null][];
}

// Corners are counted from the one before, axis by axis; so are the triangles' corners.
export async function read_part(part: Part): Promise<Geometry> {
    const numbers = new NumberReader(await inflate(piece_text(part.piece)));
    const count = numbers.next();
    const corners = new Float64Array(3 * count);
    for (let axis = 0; axis < 3; ++axis)
        for (let i = 0, cell = 0; i < count; ++i)
            corners[3 * i + axis] = part.origin[axis]! + part.step * (cell += numbers.next());
    const triangles = new Uint32Array(3 * part.triangles);
    for (let i = 0, corner = 0; i < triangles.length; ++i) triangles[i] = corner += numbers.next();
    return {corners, triangles, colours: part.colours};
}

// Curves as lists of points, in the lattice of the view: its centre and a millionth of its radius.
export async function read_curves(view: View): Promise<Vec[][]> {
    if (!view.curves) return [];
    const numbers = new NumberReader(await inflate(piece_text(view.curves)));
    const step = view.radius / 1e6;
    const curves: Vec[][] = [];
    for (let left = numbers.next(); left > 0; --left) {
        const cell: Vec = [0, 0, 0];
        const curve: Vec[] = [];
        for (let points = numbers.next(); points > 0; --points) {
            for (let axis = 0; axis < 3; ++axis) cell[axis]! += numbers.next();
            curve.push([0, 1, 2].map((axis) => view.center[axis]! + step * cell[axis]!) as Vec);
        }
        curves.push(curve);
    }
    return curves;
}
