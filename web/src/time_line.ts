// The time of a page that plays something: the clock, its slider with the times of contact, and the buttons.
import {element, short} from "./dom";

// What is known about contact over time.
export interface Contacts {
    t_lo: number | null;
    intervals?: number[][] | null;
    undecided_intervals?: number[][] | null;
}

// The time that is shown, from 0 to `end`; sends a "set" event when it changes.
export class Clock extends EventTarget {
    constructor(public now: number, readonly end = 1) {
        super();
    }
    set(t: number): void {
        this.now = Math.min(Math.max(t, 0), this.end);
        this.dispatchEvent(new Event("set"));
    }
}

export function state_at(contacts: Contacts, t: number): string {
    const within = (spans?: number[][] | null) => spans?.some((i) => t >= i[0]! && t <= i[3]!);
    if (within(contacts.intervals)) return "in contact";
    if (within(contacts.undecided_intervals)) return "in doubt";
    return contacts.intervals ? "free" : "";
}

export function time_line(contacts: Contacts, clock: Clock): HTMLElement {
    const slider = element("input", {type: "range", min: 0, max: clock.end, step: "any", value: clock.now, "aria-label": "Time along the motion",
        oninput: () => clock.set(slider.valueAsNumber)});
    clock.addEventListener("set", () => {
        slider.value = String(clock.now);
        slider.setAttribute("aria-valuetext", `${clock.now.toFixed(3)}, ${state_at(contacts, clock.now)}`);
    });
    const mark = (kind: string, from: number, to: number, title: string) =>
        element("span", {class: `mark ${kind}`, title, style: `left: ${(100 * from) / clock.end}%; width: max(3px, ${(100 * (to - from)) / clock.end}%)`});
    const bar = element("div", {class: "marks", "aria-hidden": true});
    for (const i of contacts.intervals ?? []) bar.append(mark("contact", i[0]!, i[3]!, `in contact from ${short(i[0]!)} to ${short(i[3]!)}`));
    for (const i of contacts.undecided_intervals ?? []) bar.append(mark("doubtful", i[0]!, i[3]!, `perhaps in contact from ${short(i[0]!)} to ${short(i[3]!)}`));
    if (contacts.t_lo != null) bar.append(mark("first", contacts.t_lo, contacts.t_lo, `first contact at ${contacts.t_lo}`));
    return element("div", {class: "time-line"}, bar, slider);
}

// `seconds` to play the whole motion. The jumps are further buttons: their title and their time.
export function controls(contacts: Contacts, clock: Clock, seconds: number, jumps: [string, number | null | undefined][] = []): HTMLElement {
    const now = element("output", {class: "now"});
    const tell = () => (now.textContent = `t = ${clock.now.toFixed(3)} · ${state_at(contacts, clock.now)}`);
    clock.addEventListener("set", tell);
    tell();
    let playing = 0;
    const stop = () => {
        cancelAnimationFrame(playing);
        playing = 0;
        play.textContent = "Play";
    };
    const jump = (title: string, t: number) => element("button", {onclick: () => {
        stop();
        clock.set(t);
    }}, title);
    const start = () => {
        if (clock.now >= clock.end) clock.set(0);
        const [from, begun] = [clock.now, performance.now()];
        const step = (time: number) => {
            clock.set(from + (Math.max(0, time - begun) / 1000 / seconds) * clock.end);
            if (clock.now >= clock.end) stop();
            else playing = requestAnimationFrame(step);
        };
        playing = requestAnimationFrame(step);
        play.textContent = "Pause";
    };
    const play = element("button", {class: "play", onclick: () => (playing ? stop() : start())}, "Play");
    const further = jumps.map(([title, t]) => (t == null ? null : jump(title, t)));
    return element("div", {class: "jumps"}, play, jump("Start", 0), contacts.t_lo != null ? jump("First contact", contacts.t_lo) : null, ...further, jump("End", clock.end), now);
}
