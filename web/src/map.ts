// An overview map: all parts of the assembly from above or from a side, with a marker per shown clash.
import type {Vec} from "./data";
import {element} from "./dom";
import type {Row, Store} from "./store";

type Side = "plan" | "front" | "side";
const sides: Record<Side, string> = {plan: "Plan", front: "Front", side: "Side"};
const margin = 14; // pixels around the drawing
const reach = 12; // pixels within which a marker is hit

interface Marker {
    row: Row;
    x: number;
    y: number;
}

// Horizontal and vertical axes of a projection, in view coordinates (z up).
const axes: Record<Side, [number, number]> = {plan: [0, 1], front: [0, 2], side: [1, 2]};

export class OverviewMap {
    readonly root: HTMLElement;
    private readonly canvas = element("canvas", {class: "map-canvas", tabindex: 0, role: "img", "aria-label": "Overview map of all parts; click a marker to select its clash"});
    private readonly tip = element("div", {class: "map-tip", hidden: true});
    private readonly boxes: [Vec, Vec][];
    private side: Side = "plan";
    private markers: Marker[] = [];
    private backdrop: HTMLCanvasElement | null = null;

    constructor(private readonly store: Store, private readonly turned: (p: Vec) => Vec) {
        this.boxes = store.boxes().map(([lo, hi]) => {
            const [p, q] = [turned(lo), turned(hi)];
            return [p.map((x, i) => Math.min(x, q[i]!)) as Vec, p.map((x, i) => Math.max(x, q[i]!)) as Vec];
        });
        const choices = (Object.keys(sides) as Side[]).map((side) =>
            element("button", {"aria-pressed": side === this.side, onclick: () => this.look_from(side)}, sides[side]));
        this.root = element("div", {class: "map"}, this.canvas, this.tip, element("div", {class: "map-tools", role: "group", "aria-label": "Direction of the map"}, ...choices));
        this.canvas.addEventListener("click", (event) => {
            const marker = this.nearest(event);
            if (marker) store.pick(marker.row);
        });
        this.canvas.addEventListener("mousemove", (event) => this.hover(event));
        this.canvas.addEventListener("mouseleave", () => (this.tip.hidden = true));
        store.addEventListener("shown", () => this.draw());
        store.addEventListener("picked", () => this.draw());
        new ResizeObserver(() => this.start_over()).observe(this.canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.start_over());
    }

    private look_from(side: Side): void {
        this.side = side;
        this.root.querySelectorAll(".map-tools button").forEach((button, i) => button.setAttribute("aria-pressed", String(Object.keys(sides)[i] === side)));
        this.start_over();
    }
    private start_over(): void {
        this.backdrop = null;
        this.draw();
    }

    // Maps view coordinates to pixels of the canvas.
    private projection(): (p: Vec) => [number, number] {
        const [h, v] = axes[this.side];
        const lo = [Infinity, Infinity], hi = [-Infinity, -Infinity];
        const take = (p: Vec) => [h, v].forEach((axis, i) => {
            lo[i] = Math.min(lo[i]!, p[axis]!);
            hi[i] = Math.max(hi[i]!, p[axis]!);
        });
        for (const [p, q] of this.boxes) (take(p), take(q));
        if (!this.boxes.length) for (const {clash} of this.store.rows) if (clash.point) take(this.turned(clash.point));
        const {clientWidth: width, clientHeight: height} = this.canvas;
        const spans = [hi[0]! - lo[0]!, hi[1]! - lo[1]!];
        const scale = Math.min((width - 2 * margin) / (spans[0]! || 1), (height - 2 * margin) / (spans[1]! || 1));
        const [left, top] = [(width - scale * spans[0]!) / 2, (height - scale * spans[1]!) / 2];
        return (p) => [left + scale * (p[h]! - lo[0]!), height - top - scale * (p[v]! - lo[1]!)];
    }

    private draw(): void {
        const {clientWidth: width, clientHeight: height} = this.canvas;
        if (!width || !height) return;
        const density = Math.min(devicePixelRatio, 2);
        [this.canvas.width, this.canvas.height] = [width * density, height * density];
        const place = this.projection();
        const pen = this.canvas.getContext("2d")!;
        this.backdrop ??= this.draw_parts(place, width, height, density);
        pen.drawImage(this.backdrop, 0, 0);
        pen.scale(density, density);
        this.markers = [];
        for (const row of this.store.shown) {
            if (!row.clash.point) continue;
            const [x, y] = place(this.turned(row.clash.point));
            this.markers.push({row, x, y});
        }
        const style = getComputedStyle(this.root);
        const radius = this.markers.length > 1500 ? 2 : this.markers.length > 300 ? 2.8 : 4;
        for (const {row, x, y} of [...this.markers].reverse()) {
            pen.globalAlpha = row.status === "approved" || row.status === "resolved" ? 0.25 : 0.75;
            pen.fillStyle = style.getPropertyValue(`--${row.clash.kind}`);
            pen.beginPath();
            pen.arc(x, y, radius, 0, 7);
            pen.fill();
        }
        pen.globalAlpha = 1;
        const picked = this.markers.find(({row}) => row === this.store.picked);
        if (!picked) return;
        pen.lineWidth = 2.5;
        pen.strokeStyle = style.getPropertyValue("--ink");
        pen.fillStyle = "#f02fb0";
        pen.beginPath();
        pen.arc(picked.x, picked.y, 6, 0, 7);
        pen.fill();
        pen.stroke();
    }

    private draw_parts(place: (p: Vec) => [number, number], width: number, height: number, density: number): HTMLCanvasElement {
        const canvas = element("canvas", {width: width * density, height: height * density});
        const pen = canvas.getContext("2d")!;
        pen.scale(density, density);
        pen.fillStyle = pen.strokeStyle = getComputedStyle(this.root).getPropertyValue("--quiet");
        pen.lineWidth = 0.6;
        const share = Math.max(0.015, Math.min(0.12, 20 / Math.max(1, this.boxes.length)));
        for (const [lo, hi] of this.boxes) {
            const [[x0, y1], [x1, y0]] = [place(lo), place(hi)];
            pen.globalAlpha = share;
            pen.fillRect(x0, y0, x1 - x0, y1 - y0);
            pen.globalAlpha = 0.22;
            pen.strokeRect(x0, y0, x1 - x0, y1 - y0);
        }
        return canvas;
    }

    private nearest(event: MouseEvent): Marker | null {
        let best: Marker | null = null;
        let closest = reach;
        for (const marker of this.markers) {
            const away = Math.hypot(marker.x - event.offsetX, marker.y - event.offsetY);
            if (away < closest) [best, closest] = [marker, away];
        }
        return best;
    }

    private hover(event: MouseEvent): void {
        const marker = this.nearest(event);
        this.canvas.style.cursor = marker ? "pointer" : "";
        this.tip.hidden = !marker;
        if (!marker) return;
        const {clash, number} = marker.row;
        this.tip.textContent = `${number} ${clash.kind}: ${this.store.label(clash, "a")} and ${this.store.label(clash, "b")}`;
        const right = marker.x > this.canvas.clientWidth / 2;
        Object.assign(this.tip.style, {left: right ? "" : `${marker.x + 10}px`, right: right ? `${this.canvas.clientWidth - marker.x + 10}px` : "", top: `${Math.max(4, marker.y - 30)}px`});
    }
}
