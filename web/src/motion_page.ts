// The page of a motion: the moving part at any time of the motion, and the times of contact.
import type * as three from "three";
import {read_part, type MotionData, type Vec} from "./data";
import {element, file_name, name_text, place_text, short, with_units} from "./dom";
import {page_head, save_file} from "./frame";
import {Bounds, points_in} from "./geometry";
import {Pointer} from "./pointer";
import {Clock, controls, time_line} from "./time_line";
import {colours, View} from "./view";

const words: Record<string, string> = {
    clear: "Clear: no contact during the whole motion.",
    impact: "Impact: there is contact during the motion.",
    touching_at_start: "In contact at the start.",
    undecided: "Undecided: a graze or a near miss, too close to decide.",
};

// The given pose that is nearest in time; the poses are dense.
function pose_at(data: MotionData, t: number): number[] {
    let best = data.poses[0]!;
    for (const pose of data.poses) if (Math.abs(pose.t - t) < Math.abs(best.t - t)) best = pose;
    return best.pose;
}

function mapped([x, y, z]: Vec, m: number[]): Vec {
    return [0, 4, 8].map((row) => m[row]! * x + m[row + 1]! * y + m[row + 2]! * z + m[row + 3]!) as Vec;
}

const whole_motion = 6; // seconds to play the whole motion

function facts(data: MotionData, clock: Clock): HTMLElement {
    const {report} = data;
    const line = (name: string, ...value: (Node | string)[]) => [element("dt", {}, name), element("dd", {}, ...value)];
    const swatch = (side: string) => element("i", {class: `swatch ${side}`});
    const span = (i: number[]) => element("button", {class: "span", title: "Show its beginning", onclick: () => clock.set(i[0]!)}, `${short(i[0]!)} – ${short(i[3]!)}`);
    const spans = (name: string, list?: number[][]) => (list ? line(name, ...(list.length ? list.map(span) : ["none"])) : []);
    return element("dl", {},
        ...line("Moves", swatch("a"), name_text(file_name(data.moving.name))),
        ...line("Obstacle", swatch("b"), name_text(file_name(data.standing.name))),
        ...(report.object ? line("Meets", name_text(report.object), ` (part ${report.object_id})`) : []),
        ...line("Free until", report.free_until == null ? "–" : String(report.free_until)),
        ...(report.t_lo != null ? line("First contact", `between t = ${report.t_lo} and ${report.t_hi}`) : []),
        ...(report.features ? line("Features", `${report.features}, triangles ${report.triangle_a} and ${report.triangle_b}`) : []),
        ...(report.point ? line("Point", place_text(report.point)) : []),
        ...(report.delta != null ? line("Closer than", with_units(report.delta, data.units)) : []),
        ...spans("In contact", report.intervals),
        ...(report.undecided_intervals?.length ? spans("In doubt", report.undecided_intervals) : []));
}

export function motion_page(data: MotionData): HTMLElement {
    const holder = element("div", {class: "view"});
    const clock = new Clock(data.report.t_lo ?? 0);
    void show(data, holder, clock);
    const save = element("button", {onclick: () => save_file(`${data.title}.json`, "application/json", JSON.stringify(data.report, null, 1))}, "Save JSON");
    return element("div", {class: "frame"}, page_head(data, words[data.report.outcome] ?? data.report.outcome, () => print(), save),
        element("main", {class: "motion-page"},
            element("section", {class: "picture", "aria-label": "The motion"}, holder, time_line(data.report, clock), controls(data.report, clock, whole_motion)),
            element("section", {class: "details", "aria-label": "Result"}, element("h2", {}, data.report.outcome.replaceAll("_", " ")), facts(data, clock))));
}

async function show(data: MotionData, holder: HTMLElement, clock: Clock): Promise<void> {
    let view: View;
    try {
        view = new View();
    } catch {
        holder.append(element("p", {class: "view-message"}, "This browser cannot show the 3D view (WebGL is off)."));
        return;
    }
    const pointer = new Pointer(view);
    view.canvas.setAttribute("role", "img");
    view.canvas.setAttribute("aria-label", "3D view of the motion; arrow keys turn, plus and minus zoom");
    view.drawn = () => pointer.follow();
    holder.append(view.canvas, pointer.root);
    const [moving, standing] = await Promise.all([read_part(data.moving), read_part(data.standing)]);
    const own = Bounds.of(moving);
    const middle = own.center();
    const world = {...standing, corners: Float64Array.from(points_in(standing).flatMap((p) => mapped(p, data.pose_b)))};
    const all = Bounds.of(world);
    data.poses.forEach(({pose}, i) => {
        if (i % 8 === 0 || i + 1 === data.poses.length) for (const corner of own.corners()) all.take(mapped(corner, pose));
    });
    view.frame(all.center(), all.radius() * 0.72);
    view.bodies.add(view.body(world, {colour: colours.b, side: 2}));
    const ghosts = [0, 0.25, 0.5, 0.75, 1].map((t) => {
        const body = view.movable(moving, middle, {colour: colours.ghost});
        view.pose(body, middle, pose_at(data, t));
        return body;
    });
    const mover: three.Object3D = view.movable(moving, middle, {colour: colours.a, side: 1, shines_through: true});
    view.bodies.add(...ghosts, mover);
    const draw = () => {
        view.pose(mover, middle, pose_at(data, clock.now));
        const first = data.report.t_lo != null && Math.abs(clock.now - data.report.t_lo) < 1e-9;
        pointer.show(first ? "first contact" : "", data.report.point ? [data.report.point] : [], []);
        view.draw();
        holder.dataset.shown = String(clock.now);
    };
    clock.addEventListener("set", draw);
    draw();
}
