// The state of the page: parts and where they are, the selected part, the motion, and the steps that can be undone.
import type {Vec} from "../../src/data";
import {Bounds} from "../../src/geometry";
import {at_rest, mapped, placement_of, rows_of, type Placement, type Rows} from "./pose";
import type {NewPart, PathMotion} from "./protocol";

export interface Part extends NewPart {
    source: string; // the file or the example that it is from
    key: string; // names the part in links: its number in the example, or its digest
    start: Placement;
    placement: Placement;
    rows: Rows; // the pose that questions are asked with
    shown: boolean;
}

export type Tab = "touch" | "motion" | "clash";

// Events: "parts" (other parts, or shown and hidden), "moved" (their poses), "selected", "motion", "tab".
export class State extends EventTarget {
    parts: Part[] = [];
    selected: Part | null = null;
    example = ""; // the example that the parts started from
    motion: PathMotion | null = null; // of the selected part when it was made
    mover = -1; // the part that the motion is about
    clearance = 0;
    tab: Tab = "touch";
    private readonly undo_steps: {part: Part; placement: Placement}[][] = [];
    private next = 0;

    private tell(...events: string[]): void {
        for (const event of events) this.dispatchEvent(new Event(event));
    }
    // Numbers for parts that a worker is about to make.
    next_id(): number {
        return this.next;
    }
    part(id: number | null): Part | undefined {
        return this.parts.find((part) => part.id === id);
    }
    shown(): Part[] {
        return this.parts.filter((part) => part.shown);
    }

    add(parts: NewPart[], source: string, places: (Placement | undefined)[] = []): Part[] {
        const keys = new Set(this.parts.map((part) => part.key));
        const made = parts.map((part, i): Part => {
            const start = places[i] ?? at_rest;
            const named = source === this.example ? String(i) : part.digest;
            let key = named;
            for (let n = 2; keys.has(key); ++n) key = `${named}-${n}`;
            keys.add(key);
            return {...part, source, key, start, placement: start, rows: rows_of(start), shown: true};
        });
        this.next = Math.max(this.next, ...made.map((part) => part.id + 1));
        this.parts.push(...made);
        this.tell("parts");
        if (!this.selected) this.select(made[0] ?? null);
        return made;
    }
    remove(parts: Part[]): void {
        this.parts = this.parts.filter((part) => !parts.includes(part));
        for (const step of this.undo_steps) step.splice(0, step.length, ...step.filter(({part}) => this.parts.includes(part)));
        if (parts.some((part) => part.id === this.mover)) this.set_motion(null);
        this.tell("parts");
        if (this.selected && parts.includes(this.selected)) this.select(this.parts[0] ?? null);
    }
    show(part: Part, shown: boolean): void {
        part.shown = shown;
        this.tell("parts");
    }
    select(part: Part | null): void {
        if (part === this.selected) return;
        this.selected = part;
        this.tell("selected");
    }

    place(part: Part, placement: Placement): void {
        part.placement = placement;
        part.rows = rows_of(placement);
        this.tell("moved");
    }
    // As place(), with a pose that a motion has computed.
    place_rows(part: Part, rows: Rows): void {
        part.placement = placement_of(rows);
        part.rows = rows;
        this.tell("moved");
    }
    // To be called before a change that undo() takes back.
    remember(parts = this.selected ? [this.selected] : []): void {
        this.undo_steps.push(parts.map((part) => ({part, placement: part.placement})));
        if (this.undo_steps.length > 200) this.undo_steps.shift();
    }
    undo(): boolean {
        const step = this.undo_steps.pop();
        if (!step) return false;
        for (const {part, placement} of step) this.place(part, placement);
        return true;
    }

    set_motion(motion: PathMotion | null, mover = this.selected): void {
        this.motion = motion;
        this.mover = motion && mover ? mover.id : -1;
        this.tell("motion");
    }
    set_tab(tab: Tab): void {
        this.tab = tab;
        this.tell("tab");
    }

    // The box around all shown parts.
    bounds(parts = this.shown()): Bounds {
        const box = new Bounds();
        for (const {rows, drawing} of parts) for (const corner of Bounds.corners_of(drawing)) box.take(mapped(rows, corner));
        return box;
    }
}

export function radius_of(part: {drawing: {lo: Vec; hi: Vec}}): number {
    return Math.hypot(...part.drawing.lo.map((x, axis) => part.drawing.hi[axis]! - x)) / 2;
}
