// The appearance of a part, computed once in the worker: normals that are smooth except at sharp edges, and these edges.
import type {Vec} from "../../src/data";
import type {Drawing} from "./protocol";

const smooth = Math.cos((38 * Math.PI) / 180); // faces that meet at a smaller angle are shaded as one
const most_edges = 150000;

// For each corner, the number of the first corner at the same place.
function welded(positions: Float32Array): Uint32Array {
    const count = positions.length / 3;
    const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
    let size = 16;
    while (size < 2 * count) size *= 2;
    const table = new Int32Array(size).fill(-1);
    const first = new Uint32Array(count);
    for (let i = 0; i < count; ++i) {
        let hash = Math.imul(bits[3 * i]!, 0x9e3779b1) ^ Math.imul(bits[3 * i + 1]!, 0x85ebca77) ^ Math.imul(bits[3 * i + 2]!, 0xc2b2ae3d);
        hash ^= hash >>> 15;
        for (let at = hash & (size - 1); ; at = (at + 1) & (size - 1)) {
            const j = table[at]!;
            if (j >= 0 && (bits[3 * j] !== bits[3 * i] || bits[3 * j + 1] !== bits[3 * i + 1] || bits[3 * j + 2] !== bits[3 * i + 2])) continue;
            if (j < 0) table[at] = i;
            first[i] = j < 0 ? i : j;
            break;
        }
    }
    return first;
}

// Unit normals of the triangles, 0 for those without area.
function face_normals(positions: Float32Array): {normals: Float32Array; areas: Float32Array} {
    const count = positions.length / 9;
    const normals = new Float32Array(3 * count);
    const areas = new Float32Array(count);
    for (let t = 0; t < count; ++t) {
        const p = 9 * t;
        const [ux, uy, uz] = [positions[p + 3]! - positions[p]!, positions[p + 4]! - positions[p + 1]!, positions[p + 5]! - positions[p + 2]!];
        const [vx, vy, vz] = [positions[p + 6]! - positions[p]!, positions[p + 7]! - positions[p + 1]!, positions[p + 8]! - positions[p + 2]!];
        const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        const length = Math.sqrt(x * x + y * y + z * z);
        areas[t] = length;
        if (length > 0) normals.set([x / length, y / length, z / length], 3 * t);
    }
    return {normals, areas};
}

function corner_normals(first: Uint32Array, normals: Float32Array, areas: Float32Array): Int8Array {
    const corners = first.length;
    // The corners at each place: those of place i are list[start[i]] … list[start[i + 1] - 1].
    const start = new Uint32Array(corners + 1);
    for (let i = 0; i < corners; ++i) ++start[first[i]! + 1]!;
    for (let i = 0; i < corners; ++i) start[i + 1]! += start[i]!;
    const next = start.slice();
    const list = new Uint32Array(corners);
    for (let i = 0; i < corners; ++i) list[next[first[i]!]!++] = i;
    const out = new Int8Array(3 * corners);
    for (let i = 0; i < corners; ++i) {
        const own = 3 * Math.floor(i / 3);
        const [nx, ny, nz] = [normals[own]!, normals[own + 1]!, normals[own + 2]!];
        let x = 0, y = 0, z = 0;
        for (let k = start[first[i]!]!; k < start[first[i]! + 1]!; ++k) {
            const face = Math.floor(list[k]! / 3);
            const [mx, my, mz] = [normals[3 * face]!, normals[3 * face + 1]!, normals[3 * face + 2]!];
            if (nx * mx + ny * my + nz * mz < smooth) continue;
            x += areas[face]! * mx;
            y += areas[face]! * my;
            z += areas[face]! * mz;
        }
        const length = Math.sqrt(x * x + y * y + z * z) || 1;
        out[3 * i] = Math.round((127 * x) / length);
        out[3 * i + 1] = Math.round((127 * y) / length);
        out[3 * i + 2] = Math.round((127 * z) / length);
    }
    return out;
}

// The edges at which two faces meet sharply, and those of one face only.
function sharp_edges(positions: Float32Array, first: Uint32Array, normals: Float32Array): Float32Array {
    const corners = first.length;
    let size = 16;
    while (size < 2 * corners) size *= 2;
    const table = new Int32Array(size).fill(-1); // a directed edge, by the number of its first corner
    const mate = new Int32Array(corners).fill(-1); // the same edge of another face; -2: of several
    const end = (edge: number) => (edge % 3 === 2 ? edge - 2 : edge + 1);
    for (let edge = 0; edge < corners; ++edge) {
        const [a, b] = [first[edge]!, first[end(edge)]!];
        if (a === b) continue;
        const [low, high] = a < b ? [a, b] : [b, a];
        let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
        hash ^= hash >>> 15;
        for (let at = hash & (size - 1); ; at = (at + 1) & (size - 1)) {
            const other = table[at]!;
            if (other < 0) {
                table[at] = edge;
                break;
            }
            const [c, d] = [first[other]!, first[end(other)]!];
            if (!((c === low && d === high) || (c === high && d === low))) continue;
            mate[other] = mate[other] === -1 ? edge : -2;
            break;
        }
    }
    const out: number[] = [];
    for (const edge of table) {
        if (edge < 0) continue;
        const other = mate[edge]!;
        if (other >= 0) {
            const [f, g] = [3 * Math.floor(edge / 3), 3 * Math.floor(other / 3)];
            if (normals[f]! * normals[g]! + normals[f + 1]! * normals[g + 1]! + normals[f + 2]! * normals[g + 2]! >= smooth) continue;
        }
        for (const corner of [edge, end(edge)]) out.push(positions[3 * corner]!, positions[3 * corner + 1]!, positions[3 * corner + 2]!);
    }
    // So many lines would hide the surface, as on a rough scan.
    const lines = out.length / 6;
    return new Float32Array(lines > most_edges || (lines > 1000 && lines > corners / 20) ? [] : out);
}

export function drawing_of(vertices: Float64Array, triangles: Uint32Array): Drawing {
    const lo: Vec = [Infinity, Infinity, Infinity];
    const hi: Vec = [-Infinity, -Infinity, -Infinity];
    for (const corner of triangles)
        for (let axis = 0; axis < 3; ++axis) {
            const x = vertices[3 * corner + axis]!;
            if (x < lo[axis]!) lo[axis] = x;
            if (x > hi[axis]!) hi[axis] = x;
        }
    const middle = lo.map((x, axis) => x / 2 + hi[axis]! / 2) as Vec;
    const positions = new Float32Array(3 * triangles.length);
    triangles.forEach((corner, i) => {
        for (let axis = 0; axis < 3; ++axis) positions[3 * i + axis] = vertices[3 * corner + axis]! - middle[axis]! + 0; // +0: no −0
    });
    const first = welded(positions);
    const {normals, areas} = face_normals(positions);
    return {middle, lo, hi, positions, normals: corner_normals(first, normals, areas), edges: sharp_edges(positions, first, normals)};
}
