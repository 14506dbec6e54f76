// An overview map: all parts of the assembly from above or from a side, with a marker per shown clash. Crowded markers
// are joined; the wheel zooms in, which separates them.
import type {Vec} from "./data";
import {element} from "./dom";
import type {Row, Store} from "./store";

type Side = "plan" | "front" | "side";
const sides: Record<Side, string> = {plan: "Plan", front: "Front", side: "Side"};
const margin = 14; // pixels around the drawing
const reach = 12; // pixels within which a marker is hit
const apart = 25; // least distance between joined markers, in pixels
const crowd = 120; // more visible markers than this are joined
const most_zoom = 400;

// Clashes that are drawn as one; the worst of them, by the order of the table, comes first.
interface Marker {
    rows: Row[];
    x: number;
    y: number;
    radius: number;
}

// Horizontal and vertical axes of a projection, in view coordinates (z up).
const axes: Record<Side, [number, number]> = {plan: [0, 1], front: [0, 2], side: [1, 2]};

export class OverviewMap {
    readonly root: HTMLElement;
    private readonly canvas = element("canvas", {class: "map-canvas", tabindex: 0, role: "img", "aria-label": "Overview map of all parts; click a marker to select its clash, plus and minus zoom"});
    private readonly tip = element("div", {class: "map-tip", hidden: true});
    private readonly whole = element("button", {hidden: true, title: "Show the whole assembly", onclick: () => this.look_at(1, 0, 0)}, "Whole");
    private readonly boxes: [Vec, Vec][];
    private side: Side = "plan";
    private markers: Marker[] = [];
    private backdrop: HTMLCanvasElement | null = null;
    private zoom = 1;
    private shift = [0, 0]; // pixels
    private dragged = 0; // pixels since the button was pressed

    constructor(private readonly store: Store, private readonly turned: (p: Vec) => Vec) {
        this.boxes = store.boxes().map(([lo, hi]) => {
            const [p, q] = [turned(lo), turned(hi)];
            return [p.map((x, i) => Math.min(x, q[i]!)) as Vec, p.map((x, i) => Math.max(x, q[i]!)) as Vec];
        });
        const choices = (Object.keys(sides) as Side[]).map((side) =>
            element("button", {"aria-pressed": side === this.side, onclick: () => this.look_from(side)}, sides[side]));
        this.root = element("div", {class: "map"}, this.canvas, this.tip,
            element("div", {class: "map-tools", role: "group", "aria-label": "Direction of the map"}, this.whole, ...choices));
        this.listen();
        store.addEventListener("shown", () => this.draw());
        store.addEventListener("picked", () => this.draw());
        new ResizeObserver(() => this.start_over()).observe(this.canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.start_over());
    }

    private listen(): void {
        const {canvas} = this;
        canvas.addEventListener("click", (event) => this.click(event));
        canvas.addEventListener("pointerdown", () => (this.dragged = 0));
        canvas.addEventListener("pointermove", (event) => (event.buttons & 1 ? this.drag(event) : this.hover(event)));
        canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            this.zoom_at(event.offsetX, event.offsetY, Math.exp(-event.deltaY / 300));
        }, {passive: false});
        canvas.addEventListener("keydown", (event) => {
            const factor = ({"+": 1.5, "=": 1.5, "-": 1 / 1.5} as Record<string, number>)[event.key];
            if (factor) this.zoom_at(canvas.clientWidth / 2, canvas.clientHeight / 2, factor);
        });
    }

    private look_from(side: Side): void {
        this.side = side;
        this.root.querySelectorAll(".map-tools button[aria-pressed]").forEach((button, i) => button.setAttribute("aria-pressed", String(Object.keys(sides)[i] === side)));
        this.look_at(1, 0, 0);
    }
    private look_at(zoom: number, right: number, down: number): void {
        this.zoom = Math.min(Math.max(zoom, 1), most_zoom);
        this.shift = this.zoom === 1 ? [0, 0] : [right, down];
        this.whole.hidden = this.zoom === 1;
        this.tip.hidden = true;
        this.start_over();
    }
    // Zooms by a factor around this place of the canvas, which does not move.
    private zoom_at(x: number, y: number, factor: number): void {
        const zoom = Math.min(Math.max(this.zoom * factor, 1), most_zoom);
        const change = zoom / this.zoom;
        const [cx, cy] = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
        this.look_at(zoom, change * this.shift[0]! + (1 - change) * (x - cx), change * this.shift[1]! + (1 - change) * (y - cy));
    }
    private drag(event: PointerEvent): void {
        this.dragged += Math.abs(event.movementX) + Math.abs(event.movementY);
        if (this.zoom > 1) this.look_at(this.zoom, this.shift[0]! + event.movementX, this.shift[1]! + event.movementY);
    }
    // Selects the first clash of the marker. If the marker joins several, also zooms in on it.
    private click(event: MouseEvent): void {
        const marker = this.nearest(event);
        if (!marker || this.dragged > 4) return;
        if (marker.rows.length > 1) this.zoom_at(marker.x, marker.y, 2.5);
        this.store.pick(marker.rows[0]!);
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
        const scale = this.zoom * Math.min((width - 2 * margin) / (spans[0]! || 1), (height - 2 * margin) / (spans[1]! || 1));
        const [x, y] = [width / 2 + this.shift[0]!, height / 2 + this.shift[1]!];
        return (p) => [x + scale * (p[h]! - (lo[0]! + hi[0]!) / 2), y - scale * (p[v]! - (lo[1]! + hi[1]!) / 2)];
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
        this.markers = this.find_markers(place, width, height);
        const style = getComputedStyle(this.root);
        for (const marker of [...this.markers].reverse()) this.draw_marker(pen, marker, style);
        const {picked} = this.store;
        if (!picked?.clash.point) return;
        const [x, y] = place(this.turned(picked.clash.point));
        pen.globalAlpha = 1;
        pen.lineWidth = 2.5;
        pen.strokeStyle = style.getPropertyValue("--ink");
        pen.fillStyle = "#f02fb0";
        pen.beginPath();
        pen.arc(x, y, 6, 0, 7);
        pen.fill();
        pen.stroke();
    }

    // One marker per visible clash. If there are many, a clash is joined to the first marker within reach, which
    // belongs to a worse clash.
    private find_markers(place: (p: Vec) => [number, number], width: number, height: number): Marker[] {
        const visible: Marker[] = [];
        for (const row of this.store.shown) {
            if (!row.clash.point) continue;
            const [x, y] = place(this.turned(row.clash.point));
            if (x >= -reach && y >= -reach && x <= width + reach && y <= height + reach) visible.push({rows: [row], x, y, radius: 4});
        }
        if (visible.length <= crowd) return visible;
        const joined: Marker[] = [];
        for (const marker of visible) {
            const near = joined.find(({x, y}) => Math.hypot(x - marker.x, y - marker.y) < apart);
            if (near) near.rows.push(...marker.rows);
            else joined.push(marker);
        }
        for (const marker of joined) if (marker.rows.length > 1) marker.radius = Math.min(apart / 2, 5 + Math.log2(marker.rows.length));
        return joined;
    }

    private draw_marker(pen: CanvasRenderingContext2D, {rows, x, y, radius}: Marker, style: CSSStyleDeclaration): void {
        const is_done = rows.every(({status}) => status === "approved" || status === "resolved");
        pen.globalAlpha = is_done ? 0.25 : rows.length > 1 ? 0.85 : 0.75;
        pen.fillStyle = style.getPropertyValue(`--${rows[0]!.clash.kind}`);
        pen.beginPath();
        pen.arc(x, y, radius, 0, 7);
        pen.fill();
        if (rows.length < 2) return;
        pen.globalAlpha = 1;
        pen.fillStyle = style.getPropertyValue("--card");
        pen.font = `600 ${rows.length < 100 ? 11 : 10}px system-ui, sans-serif`;
        [pen.textAlign, pen.textBaseline] = ["center", "middle"];
        pen.fillText(rows.length < 1000 ? String(rows.length) : `${Math.round(rows.length / 1000)}k`, x, y + 0.5);
    }

    private draw_parts(place: (p: Vec) => [number, number], width: number, height: number, density: number): HTMLCanvasElement {
        const canvas = element("canvas", {width: width * density, height: height * density});
        const pen = canvas.getContext("2d")!;
        pen.scale(density, density);
        pen.fillStyle = pen.strokeStyle = getComputedStyle(this.root).getPropertyValue("--quiet");
        pen.lineWidth = 0.7;
        const share = Math.max(0.02, Math.min(0.12, 40 / Math.max(1, this.boxes.length)));
        for (const [lo, hi] of this.boxes) {
            const [[x0, y1], [x1, y0]] = [place(lo), place(hi)];
            if (x1 < 0 || y1 < 0 || x0 > width || y0 > height) continue;
            pen.globalAlpha = share;
            pen.fillRect(x0, y0, x1 - x0, y1 - y0);
            pen.globalAlpha = Math.max(0.22, Math.min(0.6, 3 / Math.max(1, x1 - x0, y1 - y0))); // small ones would vanish
            pen.strokeRect(x0, y0, x1 - x0, y1 - y0);
        }
        return canvas;
    }

    private nearest(event: MouseEvent): Marker | null {
        let best: Marker | null = null;
        let closest = reach;
        for (const marker of this.markers) {
            const away = Math.hypot(marker.x - event.offsetX, marker.y - event.offsetY) - (marker.rows.length > 1 ? marker.radius - 4 : 0);
            if (away < closest) [best, closest] = [marker, away];
        }
        return best;
    }

    private hover(event: MouseEvent): void {
        const marker = this.nearest(event);
        this.canvas.style.cursor = marker ? "pointer" : this.zoom > 1 ? "grab" : "";
        this.tip.hidden = !marker;
        if (!marker) return;
        const {clash, number} = marker.rows[0]!;
        const worst = `${number} ${clash.kind}: ${this.store.label(clash, "a")} and ${this.store.label(clash, "b")}`;
        this.tip.textContent = marker.rows.length > 1 ? `${marker.rows.length} clashes, the worst is ${worst}` : worst;
        const {clientWidth: width, clientHeight: height} = this.canvas;
        const left = Math.min(Math.max(4, marker.x - this.tip.offsetWidth / 2), width - this.tip.offsetWidth - 4);
        const below = marker.y < this.tip.offsetHeight + marker.radius + 12;
        const top = below ? marker.y + marker.radius + 8 : marker.y - marker.radius - 8 - this.tip.offsetHeight;
        Object.assign(this.tip.style, {left: `${Math.max(4, left)}px`, top: `${Math.min(top, height - this.tip.offsetHeight)}px`});
    }
}
