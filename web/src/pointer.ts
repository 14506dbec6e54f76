// A label with a leader line to a point of the view, placed so that it does not hide the point.
import {element} from "./dom";
import type {Vec} from "./data";
import {Bounds} from "./geometry";
import type {View} from "./view";

const space = "http://www.w3.org/2000/svg";
const distance = 34; // between the point and its label, in pixels
const margin = 10; // to the edge of the view, in pixels

function drawn<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] {
    const made = document.createElementNS(space, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    return made;
}

export class Pointer {
    readonly root: HTMLElement;
    private readonly label = element("output", {class: "size-label"});
    private readonly line = drawn("line", {class: "leader"});
    private readonly dots = drawn("g", {});
    private points: Vec[] = []; // marked by dots; the line leads to the first
    private around: Vec[] = []; // points that the label must not hide

    constructor(private readonly view: View) {
        const lines = drawn("svg", {class: "pointer-lines", "aria-hidden": "true"});
        lines.append(this.line, this.dots);
        this.root = element("div", {class: "pointer", hidden: true});
        this.root.append(lines, this.label);
    }

    hide(): void {
        this.root.hidden = true;
    }

    show(text: string, points: Vec[], around: Vec[]): void {
        this.label.textContent = text;
        this.label.hidden = !text;
        this.points = points;
        const bounds = new Bounds();
        for (const point of [...points, ...around]) bounds.take(point);
        this.around = bounds.corners();
        this.dots.replaceChildren(...points.map(() => drawn("circle", {r: 4.5, class: "spot"})));
        this.root.hidden = !points.length;
    }

    // Called after each frame: moves the label with the camera.
    follow(): void {
        if (this.root.hidden) return;
        const {clientWidth: width, clientHeight: height} = this.view.canvas;
        const spots = this.points.map((p) => this.view.on_screen(p));
        this.root.classList.toggle("behind", spots.some((spot) => !spot.seen));
        spots.forEach((spot, i) => {
            this.dots.children[i]!.setAttribute("cx", String(spot.x));
            this.dots.children[i]!.setAttribute("cy", String(spot.y));
        });
        const seen = this.around.map((p) => this.view.on_screen(p)).filter((spot) => spot.seen);
        const [top, bottom] = [Math.min(...seen.map((s) => s.y)), Math.max(...seen.map((s) => s.y))];
        const {offsetWidth, offsetHeight} = this.label;
        const clamp = (value: number, most: number) => Math.min(Math.max(value, margin), Math.max(margin, most - margin));
        const above = top - distance - offsetHeight >= margin;
        const left = clamp(spots[0]!.x - offsetWidth / 2, width - offsetWidth);
        const y = clamp(above ? top - distance - offsetHeight : bottom + distance, height - offsetHeight - 40);
        this.label.style.transform = `translate(${Math.round(left)}px, ${Math.round(y)}px)`;
        const end = y > spots[0]!.y ? y : y + offsetHeight;
        const ends = {x1: spots[0]!.x, y1: spots[0]!.y, x2: left + offsetWidth / 2, y2: end};
        for (const [name, value] of Object.entries(ends)) this.line.setAttribute(name, String(value));
        this.line.style.display = this.label.hidden ? "none" : "";
    }
}
