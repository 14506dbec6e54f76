// A recorded motion: its certified first contact, and its intervals of contact on the time line.
import type {Vec} from "../../src/data";
import {element, name_text, place_text, short} from "../../src/dom";
import {save_file} from "../../src/frame";
import {Clock, controls, time_line, type Contacts} from "../../src/time_line";
import {Stopped, type Client} from "./client";
import {path_of} from "./link";
import {placement_of, type Rows} from "./pose";
import type {Intervals, Predicted} from "./protocol";
import {Recorder, type Knot} from "./record";
import {radius_of, type Part, type State} from "./state";

const words: Record<string, string> = {
    clear: "Clear: no contact during the whole motion", impact: "Impact", touching_at_start: "In contact at the start", undecided: "Undecided: a graze, too close to decide",
};
const whole_motion = 6; // seconds to play it

export class MotionPanel {
    readonly root: HTMLElement;
    readonly bar = element("section", {class: "motion-bar", "aria-label": "Time line", hidden: true});
    private readonly record = element("button", {class: "record", "aria-pressed": false, onclick: () => this.toggle_record()}, "Record");
    private readonly add = element("button", {title: "Append where the part is now", onclick: () => this.add_pose()}, "Add this pose");
    private readonly ask_again = element("button", {onclick: () => void this.predict()}, "Find contacts");
    private readonly save = element("button", {title: "As a file for: allide predict --motion", onclick: () => this.save_motion()}, "Save motion.json");
    private readonly clear = element("button", {onclick: () => this.set([], null)}, "Clear");
    private readonly told = element("p", {class: "quiet"});
    private readonly result = element("div", {class: "result", role: "status", "aria-live": "polite"});
    private recorder: Recorder | null = null;
    private asked = 0;
    private clock: Clock | null = null;
    private playing = false; // the part moves because the clock does
    private asked_about: Rows[] = []; // the poses of the other parts
    private first: Predicted | null = null;
    private placed_rows: Rows | null = null; // where the clock has put the part
    knots: Knot[] = [];

    constructor(private readonly state: State, private readonly client: Client, private readonly on_change: () => void) {
        this.root = element("section", {class: "panel-body", id: "tab-motion", role: "tabpanel", "aria-label": "Motion"},
            element("p", {class: "hint"}, "Press Record and move the selected part, or add poses one by one. The first contact is then certified: nothing touches before it, however thin the parts and fast the motion."),
            element("div", {class: "buttons"}, this.record, this.add, this.clear), this.told,
            element("div", {class: "buttons"}, this.ask_again, this.save), this.result);
        state.addEventListener("moved", () => this.moved());
        state.addEventListener("parts", () => this.check());
        state.addEventListener("motion", () => this.tell());
        this.tell();
    }

    // Sets a motion that is already known, and asks for its contacts.
    set(knots: Knot[], part: Part | null): void {
        this.cancel();
        this.knots = knots;
        this.state.set_motion(knots.length > 1 ? path_of(knots) : null, part);
        this.result.replaceChildren();
        this.bar.hidden = true;
        this.clock = null;
        this.on_change();
        if (knots.length > 1) void this.predict();
    }

    toggle_record(): void {
        const part = this.state.selected;
        if (this.recorder) {
            const knots = this.recorder.path();
            this.recorder = null;
            this.set(knots.length > 1 ? knots : [], part);
            if (knots.length < 2) this.told.textContent = "The part did not move while recording.";
            return;
        }
        if (!part) return;
        this.set([], null);
        this.recorder = new Recorder(part.drawing.middle, radius_of(part));
        this.recorder.take(part.placement);
        this.tell();
    }
    private moved(): void {
        const part = this.state.selected;
        if (this.recorder && part) this.recorder.take(part.placement);
        if (!this.playing) this.check();
    }
    private others(mover: Part): Part[] {
        return this.state.shown().filter((part) => part !== mover);
    }
    // Marks the answer if it is about other poses of the other parts.
    private check(): void {
        const mover = this.state.part(this.state.mover);
        if (!this.clock || !mover) return;
        const now = this.others(mover);
        const same = now.length === this.asked_about.length && now.every(({rows}, i) => rows === this.asked_about[i]);
        if (this.result.classList.contains("outdated") === !same) return;
        this.result.classList.toggle("outdated", !same);
        this.tell();
        if (!same) this.told.textContent = "Other parts have moved or changed since: find the contacts again.";
    }
    add_pose(): void {
        const part = this.state.selected;
        if (!part) return;
        const own = this.state.mover === part.id || this.knots.length < 2 ? this.knots : [];
        this.set([...own, {t: own.length ? own.at(-1)!.t + 1 : 0, place: part.placement}], part);
    }

    private tell(): void {
        const recording = !!this.recorder;
        this.record.textContent = recording ? "Stop recording" : "Record";
        this.record.setAttribute("aria-pressed", String(recording));
        this.root.classList.toggle("recording", recording);
        const count = this.knots.length;
        this.told.textContent = recording ? "Recording: move the part." : count === 0 ? "No motion yet." : count === 1 ? "One pose; add another one." : `${this.state.part(this.state.mover)?.name ?? "The part"} moves through ${count} poses.`;
        for (const button of [this.ask_again, this.save]) button.disabled = !this.state.motion;
        this.add.disabled = recording;
        this.clear.disabled = !count && !recording;
    }

    // The point of the first contact, if the part is shown there.
    first_contact_shown(): Vec | null {
        const at_it = this.first?.t_lo != null && this.clock && Math.abs(this.clock.now - this.first.t_lo) < 1e-9;
        return at_it && this.state.part(this.state.mover)?.rows === this.placed_rows ? this.first!.point : null;
    }
    is_busy(): boolean {
        return this.asked > 0;
    }
    cancel(): void {
        if (!this.asked) return;
        this.asked = 0;
        this.client.stop();
    }

    private async predict(): Promise<void> {
        const {state} = this;
        const part = state.part(state.mover);
        if (!state.motion || !part) return;
        this.cancel();
        const own = ++rounds;
        this.asked = own;
        const motion = state.motion;
        const others = this.others(part).map(({id, rows}) => ({id, pose: rows}));
        this.asked_about = others.map(({pose}) => pose);
        this.result.classList.remove("outdated");
        const ids = [part.id, ...others.map(({id}) => id)];
        const bar = element("progress", {max: 2 * others.length || 1, value: 0, "aria-label": "Searching for contacts"});
        const busy = element("p", {class: "busy"}, bar, element("span", {}, " Searching "), element("button", {onclick: () => this.cancel()}, "Cancel"));
        this.result.replaceChildren(busy);
        try {
            const first = await this.client.ask_slow("predict", ids, {mover: part.id, motion, others}, (done) => (bar.value = done));
            if (this.asked !== own) return;
            this.show(first, null);
            this.result.append(busy);
            const all = await this.client.ask_slow("intervals", ids, {mover: part.id, motion, others}, (done) => (bar.value = others.length + done));
            if (this.asked !== own) return;
            this.show(first, all);
            this.root.dataset.answered = String(own);
        } catch (error) {
            if (error instanceof Stopped) busy.replaceChildren("The search was stopped.");
            else busy.replaceChildren((error as Error).message);
        } finally {
            if (this.asked === own) this.asked = 0;
        }
    }

    private show(first: Predicted, all: Intervals | null): void {
        const {state} = this;
        this.first = first;
        const contacts: Contacts = {t_lo: first.t_lo, intervals: all?.intervals, undecided_intervals: all?.undecided_intervals};
        const part = state.part(state.mover)!;
        if (!all || !this.clock) {
            this.clock = new Clock(first.t_lo ?? 0);
            this.clock.addEventListener("set", () => this.place(part, first));
        }
        const clock = this.clock;
        this.bar.replaceChildren(time_line(contacts, clock), controls(contacts, clock, whole_motion));
        this.bar.hidden = false;
        const line = (name: string, ...value: (Node | string)[]) => [element("dt", {}, name), element("dd", {}, ...value)];
        const span = (i: number[]) => element("button", {class: "span", title: `certified: starts in [${i[0]}, ${i[1]}], ends in [${i[2]}, ${i[3]}]`, onclick: () => clock.set(i[0]!)}, `${short(i[0]!)} – ${short(i[3]!)}`);
        const spans = (name: string, list: number[][]) => line(name, ...(list.length ? list.map(span) : ["none"]));
        const verdict = first.outcome === "clear" ? "free" : first.outcome === "undecided" ? "" : "contact";
        this.result.replaceChildren(
            element("div", {class: `verdict-line ${verdict}`}, element("strong", {}, words[first.outcome] ?? first.outcome),
                first.other == null ? null : element("span", {}, "with ", name_text(state.part(first.other)?.name ?? ""))),
            element("dl", {class: "facts"},
                ...(first.outcome === "clear" ? [] : line("Free until", String(first.free_until))),
                ...(first.t_lo == null ? [] : line("First contact", `${first.t_lo} ≤ t ≤ ${first.t_hi}`)),
                ...(first.features ? line("Features", `${first.features}, triangles ${first.triangle_a} and ${first.triangle_b}`) : []),
                ...(first.point ? line("Point", place_text(first.point)) : []),
                ...(first.delta == null ? [] : line("Closer than", short(first.delta))),
                ...(all ? spans("In contact", all.intervals) : []),
                ...(all?.undecided_intervals.length ? spans("In doubt", all.undecided_intervals) : []),
                ...(all && all.known_until < 1 ? line("Known until", `t = ${short(all.known_until)}`) : [])),
            element("p", {class: "speed"}, `First contact in ${short(first.milliseconds)} ms${all ? `, intervals in ${short(all.milliseconds)} ms` : ""}.`));
        if (!all) this.place(part, first);
    }

    // The given pose that is nearest in time; the poses are dense.
    private place(part: Part, {poses}: Predicted): void {
        const clock = this.clock;
        if (!clock || !this.state.parts.includes(part)) return;
        let best = poses[0]!;
        for (const pose of poses) if (Math.abs(pose.t - clock.now) < Math.abs(best.t - clock.now)) best = pose;
        this.playing = true;
        this.placed_rows = best.pose;
        this.state.place_rows(part, best.pose);
        this.playing = false;
    }

    private save_motion(): void {
        if (this.state.motion) save_file("motion.json", "application/json", JSON.stringify(this.state.motion, null, 1));
    }
}

let rounds = 0;

export function knots_of(poses: number[][], times: number[]): Knot[] {
    return poses.map((rows, i) => ({t: times[i]!, place: placement_of(rows)}));
}
