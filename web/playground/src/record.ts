// Records how a part is moved, and keeps as few of its poses as describe the motion.
import type {Vec} from "../../src/data";
import {apart, between, type Placement} from "./pose";

export interface Knot {
    t: number;
    place: Placement;
}

export class Recorder {
    readonly knots: Knot[] = [];
    private readonly begun = performance.now();

    // Poses closer to each other than 1/500 of `radius` count as one.
    constructor(private readonly middle: Vec, private readonly radius: number) {}

    take(place: Placement): void {
        const last = this.knots.at(-1);
        if (last && apart(last.place, place, this.middle, this.radius) < this.radius / 500) return;
        this.knots.push({t: (performance.now() - this.begun) / 1000, place});
    }

    // The recorded motion: poses that the motion between their neighbours passes within 1/200 of the radius are left out.
    path(): Knot[] {
        const kept = [...this.knots];
        const first = kept[0];
        if (first && kept.length > 1) kept[0] = {t: Math.max(0, kept[1]!.t - 0.1), place: first.place}; // without the time before the first move
        for (let i = 1; i < kept.length; ++i) if (kept[i]!.t <= kept[i - 1]!.t) kept[i]!.t = kept[i - 1]!.t + 1e-3;
        return simplified(kept, this.middle, this.radius, this.radius / 200);
    }
}

export function simplified(knots: Knot[], middle: Vec, radius: number, tolerance: number): Knot[] {
    if (knots.length < 3) return knots;
    const [first, last] = [knots[0]!, knots.at(-1)!];
    let [worst, at] = [tolerance, 0];
    for (let i = 1; i + 1 < knots.length; ++i) {
        const knot = knots[i]!;
        const share = (knot.t - first.t) / (last.t - first.t);
        const off = apart(knot.place, between(first.place, last.place, share), middle, radius);
        if (off > worst) [worst, at] = [off, i];
    }
    if (!at) return [first, last];
    return [...simplified(knots.slice(0, at + 1), middle, radius, tolerance), ...simplified(knots.slice(at), middle, radius, tolerance).slice(1)];
}
