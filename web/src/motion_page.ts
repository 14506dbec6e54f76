// A motion: the part at its start, at the first contact and anywhere along its way, and when it touches.
import * as three from "three";
import {read_part, type MotionData, type Vec} from "./data";
import {element, short, with_units} from "./dom";
import {page_head, save_file} from "./frame";
import {colours, View} from "./view";

const words: Record<string, string> = {
    clear: "Clear: nothing touches on the whole way.",
    impact: "Impact: the part touches on its way.",
    touching_at_start: "Touching at the start.",
    undecided: "Undecided: the part comes so close that a graze cannot be told from a near miss.",
};

// The pose at a time: the given ones are dense, between two of them the nearer does.
function pose_at(data: MotionData, t: number): number[] {
    let best = data.poses[0]!;
    for (const pose of data.poses) if (Math.abs(pose.t - t) < Math.abs(best.t - t)) best = pose;
    return best.pose;
}

function mapped(corners: Float64Array, m: number[]): Float64Array {
    const out = new Float64Array(corners.length);
    for (let i = 0; i < corners.length; i += 3)
        for (let row = 0; row < 3; ++row)
            out[i + row] = m[4 * row]! * corners[i]! + m[4 * row + 1]! * corners[i + 1]! + m[4 * row + 2]! * corners[i + 2]! + m[4 * row + 3]!;
    return out;
}

function time_line(data: MotionData, slider: HTMLInputElement): HTMLElement {
    const {report} = data;
    const mark = (kind: string, from: number, to: number, title: string) =>
        element("span", {class: `mark ${kind}`, title, style: `left: ${100 * from}%; width: max(3px, ${100 * (to - from)}%)`});
    const bar = element("div", {class: "marks", "aria-hidden": true});
    for (const i of report.intervals ?? []) bar.append(mark("contact", i[0]!, i[3]!, `in contact from ${short(i[0]!)} to ${short(i[3]!)}`));
    for (const i of report.undecided_intervals ?? []) bar.append(mark("doubtful", i[0]!, i[3]!, `perhaps in contact from ${short(i[0]!)} to ${short(i[3]!)}`));
    if (report.t_lo != null) bar.append(mark("first", report.t_lo, report.t_lo, `first contact at ${report.t_lo}`));
    return element("div", {class: "time-line"}, bar, slider);
}

function facts(data: MotionData): HTMLElement {
    const {report} = data;
    const line = (name: string, value: string) => [element("dt", {}, name), element("dd", {}, value)];
    return element("dl", {},
        ...line("Outcome", report.outcome),
        ...line("Free until", report.free_until == null ? "–" : String(report.free_until)),
        ...(report.t_lo != null ? line("First contact", `between t = ${report.t_lo} and ${report.t_hi}`) : []),
        ...(report.object != null ? line("With", `${report.object} (part ${report.object_id})`) : []),
        ...(report.features ? line("Features", `${report.features}, triangles ${report.triangle_a} and ${report.triangle_b}`) : []),
        ...(report.point ? line("Point", report.point.map(short).join(", ")) : []),
        ...(report.delta != null ? line("Closer than", with_units(report.delta, data.units)) : []),
        ...(report.intervals ? line("Contacts", report.intervals.length ? report.intervals.map((i) => `${short(i[0]!)} – ${short(i[3]!)}`).join("; ") : "none") : []));
}

export function motion_page(data: MotionData): HTMLElement {
    const holder = element("div", {class: "view"});
    const slider = element("input", {type: "range", min: 0, max: 1, step: 0.001, value: data.report.t_lo ?? 0, "aria-label": "Time along the motion"});
    const now = element("output", {class: "now"});
    const jump = (title: string, t: number) => element("button", {onclick: () => {
        slider.value = String(t);
        slider.dispatchEvent(new Event("input"));
    }}, title);
    const jumps = element("div", {class: "jumps"}, jump("Start", 0), data.report.t_lo != null ? jump("First contact", data.report.t_lo) : null, jump("End", 1), now);
    void show(data, holder, slider, now);
    const save = element("button", {onclick: () => save_file(`${data.title}.json`, "application/json", JSON.stringify(data.report, null, 1))}, "Save JSON");
    return element("div", {class: "frame"}, page_head(data, words[data.report.outcome] ?? data.report.outcome, save),
        element("main", {class: "motion-page"}, element("section", {class: "picture", "aria-label": "The motion"}, holder, time_line(data, slider), jumps),
            element("section", {class: "details", "aria-label": "What was found"}, element("h2", {}, data.report.outcome.replaceAll("_", " ")), facts(data))));
}

async function show(data: MotionData, holder: HTMLElement, slider: HTMLInputElement, now: HTMLElement): Promise<void> {
    let view: View;
    try {
        view = new View();
    } catch {
        holder.append(element("p", {class: "view-message"}, "This browser shows no three-dimensional pictures (WebGL is off)."));
        return;
    }
    view.canvas.setAttribute("aria-label", "Three-dimensional view of the motion");
    holder.append(view.canvas);
    const [moving, standing] = await Promise.all([read_part(data.moving), read_part(data.standing)]);
    const world = mapped(standing.corners, data.pose_b);
    const ball = new three.Box3();
    const take = (corners: Float64Array) => {
        for (let i = 0; i < corners.length; i += 3) ball.expandByPoint(new three.Vector3(corners[i], corners[i + 1], corners[i + 2]));
    };
    take(world);
    for (const t of [0, 0.5, 1, data.report.t_lo ?? 0]) take(mapped(moving.corners, pose_at(data, t)));
    const sphere = ball.getBoundingSphere(new three.Sphere());
    view.frame(sphere.center.toArray() as Vec, sphere.radius * 0.8);
    view.bodies.add(view.body({...standing, corners: world}, {colour: colours.b, opacity: 0.9}));
    const at = (t: number) => ({...moving, corners: mapped(moving.corners, pose_at(data, t))});
    for (const t of [0, 0.25, 0.5, 0.75, 1]) view.bodies.add(view.body(at(t), {colour: 0x8d99a6, opacity: 0.1}));
    if (data.report.point) view.bodies.add(view.point(data.report.point));
    let current: three.Object3D | null = null;
    const draw = () => {
        const t = slider.valueAsNumber;
        if (current) view.bodies.remove(current);
        current = view.body(at(t), {colour: colours.a, opacity: 0.9});
        view.bodies.add(current);
        now.textContent = `t = ${t.toFixed(3)}`;
        view.draw();
        holder.dataset.shown = String(t);
    };
    slider.addEventListener("input", draw);
    draw();
}
