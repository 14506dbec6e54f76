// Scenes to start with. All shapes are generated.
import {at_rest, axis_turn, normalized, rows_of, times, type Placement} from "./pose";
import type {ExampleShape, PathMotion} from "./protocol";
import type {Tab} from "./state";

export interface Example {
    id: string;
    title: string;
    text: string;
    shapes: ExampleShape[];
    places: Placement[];
    motion?: PathMotion; // of the first part
    clearance?: number;
    tab?: Tab;
    see_through?: boolean;
}

const upright = axis_turn(0, Math.PI / 2);
const at = (x: number, y: number, z: number, turn = at_rest.turn): Placement => ({position: [x, y, z], turn});

function path(...places: Placement[]): PathMotion {
    return {type: "path", poses: places.map(rows_of), times: places.map((_, i) => i)};
}

const slanted = normalized(times(axis_turn(2, 0.5), times(axis_turn(0, Math.PI / 2 - 0.35), axis_turn(2, 0.8))));

export const examples: Example[] = [
    {
        id: "rings", title: "Two rough rings", text: "73,984 triangles each, as rough as scans. Drag one through the other.",
        shapes: [
            {shape: "noisy-torus", triangles: 73984, seed: 1, name: "orange ring"},
            {shape: "noisy-torus", triangles: 73984, seed: 2, name: "blue ring"},
        ],
        places: [at(0.72, 0.1, 0.06, slanted), at_rest],
    },
    {
        id: "through", title: "Through one ring, into the next", text: "A recorded motion with its certified first contact on a time line.",
        shapes: [
            {shape: "sphere", triangles: 5000, scale: 0.33, name: "ball"},
            {shape: "torus", triangles: 12544, name: "first ring"},
            {shape: "torus", triangles: 12544, name: "second ring"},
        ],
        places: [at(-1.3, 0, 0.1), at(0, 0, 0, axis_turn(1, Math.PI / 2)), at(1.9, 0.25, 0.1, times(axis_turn(2, 0.35), axis_turn(1, Math.PI / 2)))],
        motion: path(at(-1.3, 0, 0.1), at(0, 0, 0), at(1.1, -0.05, 0.05), at(1.9, 0.02, 0.1), at(2.6, 0.3, 0.2)), tab: "motion",
    },
    {
        id: "room", title: "Engine room", text: "Pipes, pumps and tanks with known clashes: find them all and open the report.",
        shapes: [{shape: "engine-room", triangles: 60000, name: "engine room"}], places: [], clearance: 2, tab: "clash", see_through: true,
    },
    {
        id: "ulp", title: "Apart by one unit in the last place", text: "Two cubes with a gap of 4.4e-16. Set x to −2, and they touch.",
        shapes: [
            {shape: "cube", triangles: 12, name: "left cube"},
            {shape: "cube", triangles: 12, name: "right cube"},
        ],
        places: [at(-2.0000000000000004, 0.3, 0.2), at_rest],
    },
    {
        id: "blocks", title: "A turning block", text: "A long motion with several contacts: each interval is certified.",
        shapes: [
            {shape: "antiprism", triangles: 40, scale: 0.5, name: "turning block"},
            {shape: "icosahedron", triangles: 20, scale: 0.7, name: "icosahedron"},
            {shape: "cylinder", triangles: 400, scale: 0.6, name: "cylinder"},
        ],
        places: [at(-1.9, 0.4, 0.55, upright), at(-0.6, 0, 0), at(1.1, 0.25, 0)],
        motion: path(...Array.from({length: 9}, (_, i) => at(-1.9 + 0.5 * i, 0.4 + 0.1 * Math.sin(i), 0.62 + 0.18 * Math.cos(1.6 * i), normalized(times(axis_turn(1, 0.7 * i), upright))))), tab: "motion",
    },
];
