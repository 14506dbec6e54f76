// The state in the page's address, after the #, so that it never leaves the computer unless the link is sent.
import type {Vec} from "../../src/data";
import {rows_of, type Placement, type Quaternion} from "./pose";
import type {PathMotion} from "./protocol";
import type {Knot} from "./record";
import type {State, Tab} from "./state";

export interface Linked {
    example: string;
    files: {name: string; key: string}[]; // parts from files
    gone: string[]; // keys of parts of the example that are removed
    places: Map<string, Placement>; // by key
    hidden: string[];
    selected: string;
    motion: {mover: string; knots: Knot[]} | null;
    clearance: number;
    tab: Tab;
    y_up: boolean;
    camera: Vec | null; // its position relative to the centre, in radii of the view
}

const most_files = 60; // more would make an address that mail programs cut

// The shortest text that is read back as the same doubles.
function numbers_text(numbers: number[]): string {
    return numbers.map((x) => String(Object.is(x, -0) ? 0 : x)).join(",");
}
function numbers_of(text: string, count: number): number[] | null {
    const numbers = text.split(",").map(Number);
    return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null;
}
function place_text({position, turn}: Placement): string {
    return numbers_text([...position, ...turn]);
}
function place_of(text: string): Placement | null {
    const numbers = numbers_of(text, 7);
    if (!numbers || !numbers.slice(3).some((x) => x !== 0)) return null;
    return {position: numbers.slice(0, 3) as Vec, turn: numbers.slice(3) as Quaternion};
}
function same(a: Placement, b: Placement): boolean {
    return place_text(a) === place_text(b);
}

// `example_parts`: the number of parts that the example started with.
export function link_of(state: State, example_parts: number, knots: Knot[], y_up: boolean, camera: Vec | null): string {
    const out: [string, string | undefined][] = [];
    const from_files = state.parts.filter((part) => part.source !== state.example);
    const present = new Set(state.parts.map((part) => part.key));
    const gone = Array.from({length: example_parts}, (_, i) => String(i)).filter((key) => !present.has(key));
    const some = gone.length < example_parts;
    if (some) out.push(["example", state.example], ["gone", gone.join(",")]);
    if (from_files.length <= most_files) out.push(["files", from_files.map((part) => `${encodeURIComponent(part.name)}:${part.key}`).join(";")]);
    out.push(["at", state.parts.flatMap((part) => (same(part.placement, part.start) ? [] : [`${part.key}:${place_text(part.placement)}`])).join(";")]);
    out.push(["hidden", state.parts.flatMap((part) => (part.shown ? [] : [part.key])).join(",")]);
    if (from_files.length || state.selected !== state.parts[0]) out.push(["selected", state.selected?.key]);
    const mover = state.part(state.mover);
    if (state.motion && mover) out.push(["motion", `${mover.key}:${knots.map(({t, place}) => `${t},${place_text(place)}`).join(";")}`]);
    if (state.clearance) out.push(["clearance", String(state.clearance)]);
    if (state.tab !== "touch") out.push(["tab", state.tab]);
    if (y_up) out.push(["up", "y"]);
    if (camera) out.push(["camera", camera.map((x) => x.toFixed(3)).join(",")]);
    return `#${out.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join("&")}`;
}

export function read_link(hash: string): Linked | null {
    const fields = new Map(hash.replace(/^#/, "").split("&").filter(Boolean).map((field): [string, string] => {
        const at = field.indexOf("=");
        return at < 0 ? [field, ""] : [field.slice(0, at), field.slice(at + 1)];
    }));
    if (!fields.has("example") && !fields.has("files")) return null;
    const list = (name: string, by: string) => (fields.get(name) ?? "").split(by).filter(Boolean);
    const places = new Map(list("at", ";").flatMap((entry): [string, Placement][] => {
        const [key = "", text = ""] = entry.split(":");
        const place = place_of(text);
        return place ? [[key, place]] : [];
    }));
    const tab = fields.get("tab");
    return {
        example: fields.get("example") ?? "",
        files: list("files", ";").map((entry) => ({name: decoded(entry.split(":")[0]!), key: entry.split(":")[1] ?? ""})),
        gone: list("gone", ","),
        places,
        hidden: list("hidden", ","),
        selected: fields.get("selected") ?? "",
        motion: motion_of(fields.get("motion") ?? ""),
        clearance: Math.max(0, Number(fields.get("clearance") ?? 0) || 0),
        tab: tab === "motion" || tab === "clash" ? tab : "touch",
        y_up: fields.get("up") === "y",
        camera: numbers_of(fields.get("camera") ?? "", 3) as Vec | null,
    };
}

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // not written by this page
    }
}

function motion_of(text: string): Linked["motion"] {
    const [mover = "", list = ""] = text.split(":");
    const knots = list.split(";").flatMap((entry): Knot[] => {
        const at = entry.indexOf(",");
        const place = place_of(entry.slice(at + 1));
        return place ? [{t: Number(entry.slice(0, at)), place}] : [];
    });
    if (knots.length < 2 || knots.some(({t}, i) => !Number.isFinite(t) || (i > 0 && t <= knots[i - 1]!.t))) return null;
    return {mover, knots};
}

export function path_of(knots: Knot[]): PathMotion {
    return {type: "path", poses: knots.map(({place}) => rows_of(place)), times: knots.map(({t}) => t)};
}
