// Where a part is: a position and a unit quaternion, and the 12 doubles that questions are asked with.
import type {Vec} from "../../src/data";

export type Quaternion = [number, number, number, number]; // w, x, y, z
export type Rows = number[]; // 12 numbers, row-major [R|t]

export interface Placement {
    position: Vec;
    turn: Quaternion;
}

export const at_rest: Placement = {position: [0, 0, 0], turn: [1, 0, 0, 0]};

export function normalized(q: Quaternion): Quaternion {
    const length = Math.hypot(...q);
    return length > 0 ? (q.map((x) => x / length) as Quaternion) : [1, 0, 0, 0];
}

// Quarter turns become matrices of 0 and ±1, so that faces that are flush stay flush.
function clean(x: number): number {
    const near = Math.round(x);
    return Math.abs(x - near) < 4e-16 ? near : x;
}

export function rows_of({position, turn}: Placement): Rows {
    const [w, x, y, z] = normalized(turn);
    const rotation = [
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ].map(clean);
    return [0, 1, 2].flatMap((i) => [...rotation.slice(3 * i, 3 * i + 3), position[i]!]);
}

// The placement of a pose, rounded.
export function placement_of(m: Rows): Placement {
    const [a, b, c, d, e, f, g, h, i] = [0, 1, 2].flatMap((row) => [m[4 * row]!, m[4 * row + 1]!, m[4 * row + 2]!]) as [number, number, number, number, number, number, number, number, number];
    const trace = a + e + i;
    let q: Quaternion;
    if (trace > 0) q = [trace + 1, h - f, c - g, d - b];
    else if (a > e && a > i) q = [h - f, 1 + a - e - i, b + d, c + g];
    else if (e > i) q = [c - g, b + d, 1 + e - a - i, f + h];
    else q = [d - b, c + g, f + h, 1 + i - a - e];
    return {position: [m[3]!, m[7]!, m[11]!], turn: normalized(q)};
}

export function mapped(m: Rows, [x, y, z]: Vec): Vec {
    return [0, 4, 8].map((row) => m[row]! * x + m[row + 1]! * y + m[row + 2]! * z + m[row + 3]!) as Vec;
}
export function rotated(m: Rows, [x, y, z]: Vec): Vec {
    return [0, 4, 8].map((row) => m[row]! * x + m[row + 1]! * y + m[row + 2]! * z) as Vec;
}

export function times(p: Quaternion, q: Quaternion): Quaternion {
    return [
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    ];
}

// The rotation by `angle` radians about a coordinate axis of the world.
export function axis_turn(axis: number, angle: number): Quaternion {
    const q: Quaternion = [Math.cos(angle / 2), 0, 0, 0];
    q[1 + axis] = Math.sin(angle / 2);
    return q;
}

// The placement after a rotation that leaves the point `pivot` of the part where it is.
export function turned_about(placement: Placement, turn: Quaternion, pivot: Vec): Placement {
    const before = mapped(rows_of(placement), pivot);
    const after = normalized(turn);
    const offset = rotated(rows_of({position: [0, 0, 0], turn: after}), pivot);
    return {position: before.map((x, i) => x - offset[i]!) as Vec, turn: after};
}

const degrees = 180 / Math.PI;

// Angles in degrees about the axes x, y and z of the world, applied in this order.
export function angles_of(turn: Quaternion): Vec {
    const m = rows_of({position: [0, 0, 0], turn});
    const y = Math.asin(Math.min(1, Math.max(-1, -m[8]!)));
    const flat = Math.abs(m[8]!) > 1 - 1e-12;
    const x = flat ? Math.atan2(-m[6]!, m[5]!) : Math.atan2(m[9]!, m[10]!);
    const z = flat ? 0 : Math.atan2(m[4]!, m[0]!);
    return [x, y, z].map((angle) => Number((angle * degrees).toFixed(9)) + 0) as Vec;
}
export function turn_of_angles(angles: Vec): Quaternion {
    const [x, y, z] = angles.map((angle, axis) => axis_turn(axis, angle / degrees)) as [Quaternion, Quaternion, Quaternion];
    return normalized(times(z, times(y, x)));
}

// The rotation from one direction to the other by the shortest way, applied by a share of its angle.
export function between(a: Placement, b: Placement, share: number): Placement {
    let dot = a.turn.reduce((sum, x, i) => sum + x * b.turn[i]!, 0);
    const sign = dot < 0 ? -1 : 1;
    dot = Math.min(1, Math.abs(dot));
    const angle = Math.acos(dot);
    const weight = (part: number) => (angle < 1e-6 ? part : Math.sin(part * angle) / Math.sin(angle));
    const turn = a.turn.map((x, i) => weight(1 - share) * x + sign * weight(share) * b.turn[i]!) as Quaternion;
    return {position: a.position.map((x, i) => x + share * (b.position[i]! - x)) as Vec, turn: normalized(turn)};
}

// The largest distance between the places of a point of the part up to `radius` away from `middle`, roughly.
export function apart(a: Placement, b: Placement, middle: Vec, radius: number): number {
    const [p, q] = [mapped(rows_of(a), middle), mapped(rows_of(b), middle)];
    const dot = Math.min(1, Math.abs(a.turn.reduce((sum, x, i) => sum + x * b.turn[i]!, 0)));
    return Math.hypot(...p.map((x, i) => x - q[i]!)) + 2 * Math.acos(dot) * radius;
}
