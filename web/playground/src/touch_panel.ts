// The answer for the selected part, as numbers: contacts, distance, depth and normals.
import {element, name_text, place_text, short} from "../../src/dom";
import type {Client} from "./client";
import {Stopped} from "./client";
import type {LocalDepth, Region, Rest, Touch} from "./protocol";
import type {Part, State} from "./state";

const most_regions = 6;

function middle_of(numbers: number[]): number {
    return [...numbers].sort((x, y) => x - y)[numbers.length >> 1] ?? 0;
}
function milliseconds(x: number): string {
    return `${x < 10 ? x.toFixed(1) : Math.round(x)} ms`;
}
// Two bounds, with as many digits as they differ in and one more.
export function bounds_text(lower: number, upper: number): string {
    if (lower === upper) return short(lower);
    const digits = Math.min(17, Math.max(3, Math.ceil(-Math.log10((upper - lower) / Math.max(Math.abs(upper), Number.MIN_VALUE))) + 1));
    return `${Number(lower.toPrecision(digits))} – ${Number(upper.toPrecision(digits))}`;
}

export class TouchPanel {
    readonly root: HTMLElement;
    private readonly verdict = element("div", {class: "verdict-line"});
    private readonly facts = element("dl", {class: "facts"});
    private readonly speed = element("p", {class: "speed"});
    private readonly spoken = element("p", {class: "unseen", role: "status", "aria-live": "polite"});
    private readonly more = element("div", {class: "more"});
    private readonly times: number[] = [];
    private answer: Touch | null = null;
    private measuring = false;
    private pending = false;

    constructor(private readonly state: State, private readonly client: Client, private readonly on_separate: (direction: number[]) => void) {
        this.root = element("section", {class: "panel-body", id: "tab-touch", role: "tabpanel", "aria-label": "Touch"}, this.verdict, this.facts, this.more, this.speed, this.spoken);
    }

    set_stale(stale: boolean): void {
        this.root.classList.toggle("stale", stale);
    }

    show(answer: Touch | null, waited = 0): void {
        this.answer = answer;
        this.pending = false;
        this.set_stale(false);
        if (answer) {
            this.times.push(answer.milliseconds);
            if (this.times.length > 100) this.times.shift();
            this.speed.textContent = `Answered in ${milliseconds(answer.milliseconds)}${this.times.length > 5 ? `, ${milliseconds(middle_of(this.times))} in the median` : ""}, by the worker.`;
            this.root.dataset.waited = waited.toFixed(2);
            this.root.dataset.milliseconds = answer.milliseconds.toFixed(3);
        }
        this.root.dataset.answered = String(Number(this.root.dataset.answered ?? 0) + 1);
        this.draw_verdict();
        this.draw_facts(answer?.regions ?? []);
        if (!this.measuring) this.more.replaceChildren();
    }
    // The part rests, and what takes longer is being computed.
    set_pending(pending: boolean): void {
        this.pending = pending;
        if (pending && !this.answer?.regions.length) this.draw_facts([]);
    }
    // After the part has rested: what takes longer, and an announcement.
    show_rest(rest: Rest | null): void {
        this.spoken.textContent = this.verdict_text();
        if (!rest || !this.answer?.contacts) return;
        this.draw_facts(rest.regions);
        this.draw_more(rest);
    }
    show_error(message: string): void {
        this.verdict.className = "verdict-line trouble";
        this.verdict.replaceChildren(element("strong", {}, "No answer"), element("span", {}, message));
    }

    private name(id: number | null): string {
        return this.state.part(id)?.name ?? "";
    }
    private verdict_text(): string {
        const {answer} = this;
        if (!answer || !this.state.selected) return "";
        const {name} = this.state.selected;
        if (!answer.gap) return `${name}: nothing else to touch`;
        if (answer.contacts) return `${name} is in contact with ${answer.touched.length === 1 ? this.name(answer.other) : `${answer.touched.length} parts`}, ${answer.contacts} pairs of triangles`;
        return `${name} is free, ${short(answer.gap.value)} from ${this.name(answer.other)}`;
    }

    private draw_verdict(): void {
        const {answer} = this;
        const part = this.state.selected;
        if (!answer || !part) {
            this.verdict.className = "verdict-line";
            this.verdict.replaceChildren(element("strong", {}, "No parts"), element("span", {}, "Drop files here, or choose an example."));
            return;
        }
        const contact = answer.contacts > 0;
        this.verdict.className = `verdict-line ${contact ? "contact" : answer.gap ? "free" : ""}`;
        const who = (id: number | null, side: string) => element("span", {class: "who"}, element("i", {class: `swatch ${side}`}), name_text(this.name(id)));
        this.verdict.replaceChildren(
            element("strong", {}, contact ? "In contact" : answer.gap ? "Free" : "Alone"),
            element("span", {class: "pair"}, who(part.id, "a"), ...(answer.other == null ? [] : [contact ? " touches " : " is nearest to ", who(answer.other, "b"),
                answer.touched.length > 1 ? ` and ${answer.touched.length - 1} more` : ""])));
    }

    private draw_facts(regions: Region[]): void {
        const {answer} = this;
        const line = (name: string, title: string, ...value: (Node | string)[]) => [element("dt", {title}, name), element("dd", {}, ...value)];
        if (!answer?.gap) return this.facts.replaceChildren();
        const {gap, contacts} = answer;
        const exactly = (text: string) => element("small", {class: "exact"}, text);
        const out: HTMLElement[] = [];
        out.push(...line("Contacts", "Pairs of triangles that share a point, decided in exact arithmetic", contacts ? `${answer.all_listed ? "" : "at least "}${contacts.toLocaleString("en-US")} pairs of triangles` : "none", exactly("exact")));
        out.push(...line("Distance", "Between the two surfaces, with certified bounds", element("span", {class: "big"}, contacts ? "0" : short(gap.value)),
            exactly(contacts ? "exact" : `${gap.lower} ≤ d ≤ ${gap.upper}`)));
        if (contacts) {
            const deepest = regions[0];
            out.push(...line("Depth", "How far the moving part must move along the normal until no pair of the deepest region touches", deepest ? element("span", {class: "big"}, short(deepest.depth_upper)) : this.pending ? "being computed …" : "when it rests",
                ...(deepest ? [exactly(bounds_text(deepest.depth_lower, deepest.depth_upper))] : [])));
            if (deepest) out.push(...line("Normal", "The direction in which the moving part leaves", deepest.normal.map((x) => (Math.round(1e4 * x) / 1e4 + 0).toFixed(4)).join(", ")));
            if (regions.length > 1) out.push(...line("Regions", "Connected regions of contact, the deepest first", element("span", {}, `${regions.length}: depths `,
                regions.slice(0, most_regions).map((region) => short(region.depth_upper)).join(", "), regions.length > most_regions ? ", …" : "")));
            if (answer.touched.length > 1) out.push(...line("Parts", "Parts in contact", ...answer.touched.slice(0, 8).map(({id, contacts: count}) =>
                element("button", {class: "span", onclick: () => this.state.select(this.state.part(id) as Part)}, `${this.name(id)}: ${count}`))));
        } else {
            out.push(...line("From", "The closest points", place_text(gap.point_a)), ...line("To", "", place_text(gap.point_b)));
            out.push(...line("Triangles", "The closest pair", `${gap.triangle_a} and ${gap.triangle_b}`));
        }
        this.facts.replaceChildren(...out);
    }

    private draw_more({penetration}: Rest): void {
        const {answer} = this;
        if (!answer?.contacts || this.measuring) return;
        const parts: HTMLElement[] = [];
        if (penetration && Number.isFinite(penetration.upper) && penetration.upper > 0) {
            parts.push(element("button", {title: "Move the part along the shortest known way out", onclick: () => this.on_separate(penetration.direction.map((x) => x * penetration.upper * (1 + 1e-9)))},
                `Separate by ${short(penetration.upper)}`));
        }
        const measure = element("button", {title: "How deep the surface of either part reaches into the other, and the volume that they share: may take seconds", onclick: () => void this.measure()}, "Measure the overlap");
        parts.push(measure);
        this.more.replaceChildren(element("div", {class: "buttons"}, ...parts));
    }

    // Stops a measurement, since the part moves.
    cancel(): void {
        if (!this.measuring) return;
        this.client.stop();
    }
    private async measure(): Promise<void> {
        const {answer, state} = this;
        const [mover, other] = [state.selected, state.part(answer?.other ?? null)];
        if (!mover || !other) return;
        this.measuring = true;
        this.more.replaceChildren(element("p", {class: "busy"}, element("progress", {"aria-label": "Measuring the overlap"}), " Measuring the overlap ", element("button", {onclick: () => this.cancel()}, "Cancel")));
        try {
            const made = await this.client.ask_slow("depth", [mover.id, other.id], {mover: {id: mover.id, pose: mover.rows}, other: {id: other.id, pose: other.rows}});
            this.draw_overlap(made);
        } catch (error) {
            this.more.replaceChildren(element("p", {class: "quiet"}, error instanceof Stopped ? "Measuring was stopped." : (error as Error).message));
        } finally {
            this.measuring = false;
        }
    }
    private draw_overlap({depth, volume}: LocalDepth): void {
        const line = (name: string, text: string) => [element("dt", {}, name), element("dd", {}, text)];
        this.more.replaceChildren(element("dl", {class: "facts overlap"},
            ...line("Overlap", depth ? `${bounds_text(depth.lower, depth.upper)} deep` : "has no depth: both parts are open"),
            ...(volume ? line("Volume", `${bounds_text(volume.lower, volume.upper)} (${(100 * volume.fraction).toPrecision(3)} % of the smaller part)`) : [])));
    }
}
