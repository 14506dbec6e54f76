// The data that the program writes into the page, and its decoder.

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
    within_facets?: boolean; // a touch only because it is no deeper than the facets' deviation from the curved surfaces
    volume_lower?: number | null;
    volume_upper?: number | null;
    volume_fraction?: number | null;
    separation?: number | null;
    square?: string;
}

// A piece of the geometry text: its first character and its length.
export type Piece = [number, number];

export interface Part {
    name: string;
    group: string;
    origin: Vec; // origin of the lattice on which the corners lie
    step: number; // cell size of the lattice
    triangles: number;
    of: number; // triangles of the whole part; more than `triangles` if only those near clashes are included
    piece: Piece;
    colours?: [number, string | null][]; // runs of triangles: their number and the colour in their file
}

// The 3D view of a clash; resolved clashes have none.
export interface View {
    center: Vec;
    radius: number; // the first view: the smaller part and its surroundings
    close_up?: number; // radius around the place of contact
    away?: Vec; // direction from which the contact is visible
    near: number[]; // parts around it
    gap?: [Vec, Vec] | null; // the closest points of parts that do not touch
    curves: Piece | null;
}

export interface ReportPart {
    id: number;
    name: string;
    label?: string; // the shortest name that no other part has
    file?: string;
    group?: string;
    sag?: number;
    attributes?: Record<string, string>; // only for IFC elements
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
        parts?: ReportPart[];
        [more: string]: unknown;
    };
    parts: Record<string, Part>;
    views: Record<string, View>; // key: "a_id b_id"
    up?: Vec; // vertical direction
    map?: {origin: Vec; step: number; boxes: number[]}; // bounding boxes of all parts, six lattice numbers each
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
        object?: string | null; // the part that is hit, if the scene is an index
        object_id?: number | null;
        delta?: number | null;
        intervals?: number[][];
        undecided_intervals?: number[][];
        [more: string]: unknown;
    };
    moving: Part;
    standing: Part;
    pose_b: number[]; // 12 numbers, row-major
    poses: {t: number; pose: number[]}[]; // poses of the moving part, in ascending order of t
}

// The robot at one time: the poses of its links, and its closest pair.
export interface Moment {
    t: number;
    poses: number[][]; // one per link, 12 numbers each, row-major
    closest?: [string, string];
    distance?: number;
    points?: [Vec, Vec];
    pairs?: [string, string][]; // in contact
}

// A step of the proof: the link, the stretch of time, the frame that it moves in ("": the world), and the
// deviation of the true motion from the tested screw (0: the link's speed was enough).
export type Step = [string, number, number, string, number];

export interface RobotData {
    type: "robot";
    title: string;
    program: string;
    made: string;
    units: string;
    end: number; // the number of waypoints − 1
    report: {
        outcome: string;
        free_until: number | null;
        t_lo: number | null;
        t_hi: number | null;
        a: string | null;
        b: string | null;
        delta?: number | null;
        intervals?: number[][] | null;
        undecided_intervals?: number[][] | null;
        clearance: number;
        clearance_lower: number | null;
        clearance_upper: number | null;
        clearance_t: number | null;
        clearance_pair: [string, string] | null;
        checks: number;
        waypoints: number;
        [more: string]: unknown;
    };
    links: Part[];
    obstacles: {pose: number[]; part: Part}[];
    times: number[]; // of the waypoints, if the trajectory has them
    moments: Moment[]; // in ascending order of t
    steps: Step[];
}

export type PageData = ClashData | MotionData | RobotData;

export function read_data(): PageData | null {
    const text = document.getElementById("allide-data")?.textContent;
    return text ? (JSON.parse(text) as PageData) : null;
}

let geometry: string | undefined; // all pieces, concatenated

function piece_text([start, length]: Piece): string {
    geometry ??= document.getElementById("allide-geometry")?.textContent ?? "";
    return geometry.slice(start, start + length);
}

async function inflate(text: string): Promise<Uint8Array> {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Variable-length integers: seven bits per byte, lowest first, with the sign in the lowest bit.
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
    corners: Float64Array; // in world coordinates
    triangles: Uint32Array;
    colours?: [number, string | null][];
}

// Corners are stored as differences to the previous corner, axis by axis; so are the corner numbers of triangles.
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

// Curves as lists of points on a lattice around the view's centre with a step of a millionth of its radius.
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
