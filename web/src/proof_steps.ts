// The steps of a certificate as lanes under the time line: one lane per link, one bar per step.
import type {RobotData, Step} from "./data";
import {count_text, element, short} from "./dom";
import type {Clock} from "./time_line";

const lane_height = 18;
const most_lanes = 24;

function step_text([link, from, to, frame, delta]: Step): string {
    const where = frame ? `relative to ${frame}` : "among the obstacles";
    const how = delta ? `it stays within ${short(delta)} of a screw motion` : "it moves too little to reach anything";
    return `${link}, ${where}: free from t = ${short(from)} to ${short(to)}, since ${how}`;
}

export function proof_steps({steps, end, report}: RobotData, clock: Clock): HTMLElement | null {
    const links = [...new Set(steps.map((step) => step[0]))].slice(0, most_lanes);
    if (!links.length || !end) return null;
    const lanes = new Map(links.map((link) => [link, steps.filter((step) => step[0] === link)]));
    const canvas = element("canvas", {height: lane_height * links.length, "aria-hidden": true});
    const head = element("span", {class: "head"});
    const total = `${count_text(report.checks, "step")} of the proof${steps.length < report.checks ? `, ${count_text(steps.length, "step")} shown` : ""}`;
    const rest = `${total}. A bar: that link is certainly free of the obstacles, or of another link, for that time; dark: by planes that separate them while it moves, otherwise by its speed.`;
    const note = element("p", {class: "steps-note"}, rest);
    const paint = () => {
        const width = canvas.clientWidth;
        if (!width) return;
        const sharp = Math.min(devicePixelRatio, 2);
        [canvas.width, canvas.height] = [width * sharp, lane_height * links.length * sharp];
        canvas.style.height = `${lane_height * links.length}px`;
        const pen = canvas.getContext("2d")!;
        pen.scale(sharp, sharp);
        links.forEach((link, lane) => {
            // One row per frame that the link moves in, so that bars do not overlap.
            const frames = [...new Set(lanes.get(link)!.map((step) => step[3]))];
            const height = (lane_height - 2) / frames.length;
            for (const [, from, to, frame, delta] of lanes.get(link)!) {
                const [left, right] = [(from / end) * width, (to / end) * width];
                pen.fillStyle = delta ? "rgba(28, 126, 214, 0.6)" : "rgba(28, 126, 214, 0.22)";
                pen.fillRect(left, lane * lane_height + 1 + frames.indexOf(frame) * height, Math.max(right - left - 0.75, 0.5), height - (frames.length > 1 ? 0.5 : 0));
            }
        });
    };
    const time_at = (event: MouseEvent) => (event.offsetX / Math.max(canvas.clientWidth, 1)) * end;
    canvas.addEventListener("mousemove", (event) => {
        const t = time_at(event);
        const here = lanes.get(links[Math.floor(event.offsetY / lane_height)] ?? "")?.filter(([, from, to]) => t >= from && t <= to);
        note.textContent = here?.length ? here.slice(0, 2).map(step_text).join("; ") : rest;
    });
    canvas.addEventListener("mouseleave", () => (note.textContent = rest));
    canvas.addEventListener("click", (event) => clock.set(time_at(event)));
    new ResizeObserver(paint).observe(canvas);
    const follow = () => (head.style.left = `${(100 * clock.now) / end}%`);
    clock.addEventListener("set", follow);
    follow();
    const names = links.map((link, lane) => element("span", {class: "lane", style: `top: ${lane * lane_height}px`}, link));
    return element("div", {}, element("div", {class: "steps"}, canvas, ...names, head), note);
}
