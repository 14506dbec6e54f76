// Triangles for the graphics card: three corners each, relative to a nearby point, in single precision.
import type {Geometry, Vec} from "./data";

// Largest distance of geometry from the centre of the view, in radii. Triangles are clipped there, since single
// precision would displace farther points visibly.
export const reach = 60;

// Clips a convex polygon to one side of the plane x[axis] = ±reach.
function cut_by(polygon: Vec[], axis: number, sign: number): Vec[] {
    const kept: Vec[] = [];
    polygon.forEach((p, i) => {
        const q = polygon[(i + 1) % polygon.length]!;
        const [over_p, over_q] = [sign * p[axis]! - reach, sign * q[axis]! - reach];
        if (over_p <= 0) kept.push(p);
        if (over_p <= 0 === over_q <= 0) return;
        const share = over_p / (over_p - over_q);
        kept.push(p.map((x, k) => (k === axis ? sign * reach : x + share * (q[k]! - x))) as Vec);
    });
    return kept;
}

function within_reach(polygon: Vec[]): Vec[] {
    for (let axis = 0; axis < 3; ++axis)
        for (const sign of [-1, 1]) if (polygon.length) polygon = cut_by(polygon, axis, sign);
    return polygon;
}

export function points_in({corners}: Geometry): Vec[] {
    const points: Vec[] = [];
    for (let i = 0; i < corners.length; i += 3) points.push([corners[i]!, corners[i + 1]!, corners[i + 2]!]);
    return points;
}

// An axis-aligned bounding box.
export class Bounds {
    readonly lo: Vec = [Infinity, Infinity, Infinity];
    readonly hi: Vec = [-Infinity, -Infinity, -Infinity];

    static of(...bodies: Geometry[]): Bounds {
        const bounds = new Bounds();
        for (const body of bodies) for (const point of points_in(body)) bounds.take(point);
        return bounds;
    }
    take(point: Vec): void {
        for (let axis = 0; axis < 3; ++axis) {
            this.lo[axis] = Math.min(this.lo[axis]!, point[axis]!);
            this.hi[axis] = Math.max(this.hi[axis]!, point[axis]!);
        }
    }
    sides(): Vec {
        return this.lo.map((x, axis) => this.hi[axis]! - x) as Vec;
    }
    center(): Vec {
        return this.lo.map((x, axis) => x / 2 + this.hi[axis]! / 2) as Vec;
    }
    radius(): number {
        return Math.hypot(...this.sides()) / 2;
    }
    corners(): Vec[] {
        return Bounds.corners_of(this);
    }
    static corners_of({lo, hi}: {lo: Vec; hi: Vec}): Vec[] {
        return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => lo.map((x, axis) => (i & (1 << axis) ? hi[axis]! : x)) as Vec);
    }
}

export interface Triangles {
    positions: Float32Array;
    sources: Uint32Array; // for each triangle, the number of the triangle it was clipped from
}

// The triangles within reach; `place` maps a point of the geometry to view coordinates.
export function triangles_in_reach({corners, triangles}: Geometry, place: (point: Vec) => Vec): Triangles {
    const at: Vec[] = [];
    for (let i = 0; i < corners.length; i += 3) at.push(place([corners[i]!, corners[i + 1]!, corners[i + 2]!]));
    const near = at.map((p) => Math.max(Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2])) <= reach);
    const positions: number[] = [];
    const sources: number[] = [];
    const add = (source: number, ...three: Vec[]) => {
        for (const p of three) positions.push(p[0], p[1], p[2]);
        sources.push(source);
    };
    for (let t = 0; t < triangles.length; t += 3) {
        const [i, j, k] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
        if (near[i] && near[j] && near[k]) {
            add(t / 3, at[i]!, at[j]!, at[k]!);
            continue;
        }
        const rest = within_reach([at[i]!, at[j]!, at[k]!]);
        for (let n = 2; n < rest.length; ++n) add(t / 3, rest[0]!, rest[n - 1]!, rest[n]!);
    }
    return {positions: new Float32Array(positions), sources: new Uint32Array(sources)};
}
