// The page of a robot's trajectory: the robot at any time, its closest pair, the times of contact, and the steps of
// the proof.
import type * as three from "three";
import {read_part, type Geometry, type Moment, type RobotData, type Vec} from "./data";
import {count_text, element, name_text, short, with_units} from "./dom";
import {page_head, save_file} from "./frame";
import {Bounds, points_in} from "./geometry";
import {Pointer} from "./pointer";
import {proof_steps} from "./proof_steps";
import {Clock, controls, time_line} from "./time_line";
import {colours, View} from "./view";

const words: Record<string, string> = {
    clear: "Clear: proven free of contact along the whole trajectory.",
    impact: "Impact: there is contact along the trajectory.",
    touching_at_start: "In contact at the first waypoint.",
    undecided: "Undecided: a graze or a near miss, too close to decide.",
};

const most_ghosts = 6;
const seconds_per_stretch = 4; // to play from one waypoint to the next
const longest_play = 20;

function mapped([x, y, z]: Vec, m: number[]): Vec {
    return [0, 4, 8].map((row) => m[row]! * x + m[row + 1]! * y + m[row + 2]! * z + m[row + 3]!) as Vec;
}

// The given moment that is nearest in time; they are dense.
function moment_at({moments}: RobotData, t: number): Moment {
    let [low, high] = [0, moments.length - 1];
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (moments[middle]!.t <= t) low = middle;
        else high = middle;
    }
    return t - moments[low]!.t <= moments[high]!.t - t ? moments[low]! : moments[high]!;
}

function pair_text([a, b]: [string, string]): string {
    return `${a} – ${b}`;
}

function facts(data: RobotData, clock: Clock): HTMLElement {
    const {report} = data;
    const line = (name: string, ...value: (Node | string)[]) => [element("dt", {}, name), element("dd", {}, ...value)];
    const swatch = (side: string) => element("i", {class: `swatch ${side}`});
    const jump = (t: number, text: string) => element("button", {class: "span", title: "Show this time", onclick: () => clock.set(t)}, text);
    const span_text = (i: number[]) => (i[3]! - i[0]! < 1e-6 * data.end ? `at ${short(i[0]!)}` : `${short(i[0]!)} – ${short(i[3]!)}`);
    const spans = (name: string, list?: number[][] | null) => (list ? line(name, ...(list.length ? list.map((i) => jump(i[0]!, span_text(i))) : ["none"])) : []);
    const now = element("dd", {class: "closest-now"});
    const tell = () => {
        const moment = moment_at(data, clock.now);
        if (moment.pairs) now.textContent = `in contact: ${moment.pairs.slice(0, 4).map(pair_text).join(", ")}${moment.pairs.length > 4 ? " …" : ""}`;
        else now.textContent = moment.closest ? `${with_units(moment.distance, data.units)}, ${pair_text(moment.closest)}` : "nothing to measure";
    };
    clock.addEventListener("set", tell);
    tell();
    const smallest = report.clearance_upper != null && report.clearance_upper > 0 && report.clearance_pair != null;
    return element("dl", {},
        ...line("Robot", swatch("a"), count_text(data.links.length, "link")),
        ...line("Obstacles", swatch("b"), String(data.obstacles.length)),
        ...line("Waypoints", String(report.waypoints)),
        ...(report.clearance ? line("Clearance", with_units(report.clearance, data.units)) : []),
        ...line("Free until", report.free_until == null ? "–" : `t = ${report.free_until}`),
        ...(report.t_lo != null ? line("First contact", `between t = ${report.t_lo} and ${report.t_hi}`) : []),
        ...(report.a != null && report.b != null ? line("Between", name_text(report.a), " and ", name_text(report.b)) : []),
        ...(report.delta != null ? line("Closer than", with_units(report.delta, data.units)) : []),
        ...(smallest
            ? line("Smallest", `${with_units(report.clearance_lower, data.units)} to ${with_units(report.clearance_upper, data.units)}, ${pair_text(report.clearance_pair!)} `,
                ...(report.clearance_t != null ? [jump(report.clearance_t, `t = ${short(report.clearance_t)}`)] : []))
            : []),
        ...spans("In contact", report.intervals),
        ...(report.undecided_intervals?.length ? spans("In doubt", report.undecided_intervals) : []),
        element("dt", {}, "Now"), now);
}

export function robot_page(data: RobotData): HTMLElement {
    const {report} = data;
    const holder = element("div", {class: "view"});
    // At t_hi there certainly is contact; at t_lo there may be none yet.
    const clock = new Clock((report.outcome === "impact" ? report.t_hi : report.t_lo) ?? 0, data.end);
    void show(data, holder, clock);
    const seconds = Math.min(seconds_per_stretch * Math.max(data.end, 1), longest_play);
    const save = element("button", {onclick: () => save_file(`${data.title}.json`, "application/json", JSON.stringify(report, null, 1))}, "Save JSON");
    const moves = data.end > 0;
    const smallest: [string, number | null | undefined] = ["Closest", report.clearance_upper ? report.clearance_t : null];
    return element("div", {class: "frame"}, page_head(data, words[report.outcome] ?? report.outcome, () => print(), save),
        element("main", {class: "motion-page robot-page"},
            element("section", {class: "picture", "aria-label": "The trajectory"}, holder,
                moves ? time_line(report, clock) : null, moves ? proof_steps(data, clock) : null, moves ? controls(report, clock, seconds, [smallest]) : null),
            element("section", {class: "details", "aria-label": "Result"}, element("h2", {}, report.outcome.replaceAll("_", " ")), facts(data, clock))));
}

interface Link {
    geometry: Geometry;
    middle: Vec;
    body: three.Object3D;
}

async function show(data: RobotData, holder: HTMLElement, clock: Clock): Promise<void> {
    let view: View;
    try {
        view = new View();
    } catch {
        holder.append(element("p", {class: "view-message"}, "This browser cannot show the 3D view (WebGL is off)."));
        return;
    }
    const pointer = new Pointer(view);
    view.canvas.setAttribute("role", "img");
    view.canvas.setAttribute("aria-label", "3D view of the robot; arrow keys turn, plus and minus zoom");
    view.drawn = () => pointer.follow();
    holder.append(view.canvas, pointer.root);
    const shapes = await Promise.all(data.links.map((part) => read_part(part)));
    const obstacles = await Promise.all(data.obstacles.map(async ({pose, part}) => {
        const geometry = await read_part(part);
        return {...geometry, corners: Float64Array.from(points_in(geometry).flatMap((p) => mapped(p, pose)))};
    }));

    const robot = new Bounds();
    data.moments.forEach(({poses}, i) => {
        if (i % 8 && i + 1 !== data.moments.length) return;
        shapes.forEach((shape, k) => {
            for (const corner of Bounds.of(shape).corners()) robot.take(mapped(corner, poses[k]!));
        });
    });
    // The view is framed on the robot and on obstacles of about its size: a hall around it would make it tiny.
    const all = new Bounds();
    for (const corner of robot.corners()) all.take(corner);
    const is_large = obstacles.map((shape) => shapes.length > 0 && Bounds.of(shape).radius() > 1.5 * robot.radius());
    obstacles.forEach((shape, i) => {
        if (!is_large[i]) for (const corner of Bounds.of(shape).corners()) all.take(corner);
    });
    view.frame(all.center(), all.radius() * 0.72);
    obstacles.forEach((shape, i) => view.bodies.add(view.body(shape, {colour: colours.b, side: 2, sheer: is_large[i]})));

    const middles = shapes.map((shape) => Bounds.of(shape).center());
    const count = Math.min(data.end + 1, most_ghosts);
    for (let i = 0; data.end > 0 && i < count; ++i) {
        const moment = moment_at(data, (data.end * i) / (count - 1));
        shapes.forEach((shape, k) => {
            const ghost = view.movable(shape, middles[k]!, {colour: colours.ghost});
            view.pose(ghost, middles[k]!, moment.poses[k]!);
            view.bodies.add(ghost);
        });
    }
    const links: Link[] = shapes.map((geometry, k) => ({geometry, middle: middles[k]!, body: view.movable(geometry, middles[k]!, {colour: colours.a, side: 1, shines_through: true})}));
    for (const link of links) view.bodies.add(link.body);

    let line: three.Object3D | undefined;
    const draw = () => {
        const moment = moment_at(data, clock.now);
        links.forEach(({body, middle}, k) => view.pose(body, middle, moment.poses[k]!));
        if (line) view.remove(line);
        line = moment.points && !moment.pairs ? view.curves([moment.points]) : undefined;
        if (line) view.bodies.add(line);
        const {a, b, t_lo} = data.report;
        const is_first = t_lo != null && Math.abs(clock.now - t_lo) < 1e-9;
        const distance = with_units(moment.distance, data.units);
        const label = is_first && a && b ? `first contact: ${pair_text([a, b])}` : moment.pairs ? pair_text(moment.pairs[0]!) : distance;
        if (moment.points) pointer.show(label, moment.pairs || is_first ? [moment.points[0]] : moment.points, []);
        else pointer.hide();
        view.draw();
        holder.dataset.shown = String(clock.now);
    };
    clock.addEventListener("set", draw);
    draw();
}
