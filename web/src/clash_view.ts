// The picked clash in space: its two parts in two colours, what stands around it as ghosts, where they meet.
import {read_curves, read_part, type Geometry} from "./data";
import {element, with_units} from "./dom";
import {size_of, type Row, type Store} from "./store";
import {colours, View} from "./view";

export class ClashView {
    readonly root = element("div", {class: "view"});
    private readonly label = element("output", {class: "size-label", hidden: true});
    private readonly message = element("p", {class: "view-message"}, "Pick a clash to see it here.");
    private readonly read = new Map<number, Promise<Geometry>>();
    private view: View | null = null;
    private ghosts = true;

    constructor(private readonly store: Store) {
        try {
            this.view = new View();
            this.root.append(this.view.canvas);
            this.view.drawn = () => this.place_label();
            this.view.canvas.setAttribute("aria-label", "Three-dimensional view of the picked clash; arrow keys turn, plus and minus zoom");
            this.view.canvas.addEventListener("keydown", (event) => this.key(event));
        } catch {
            this.message.textContent = "This browser shows no three-dimensional pictures (WebGL is off). The table is complete without them.";
        }
        const ghosts = element("input", {type: "checkbox", checked: true, onchange: () => {
            this.ghosts = ghosts.checked;
            void this.show();
        }});
        this.root.append(this.label, this.message, element("label", {class: "ghosts"}, ghosts, "surroundings"));
        store.addEventListener("picked", () => void this.show());
    }

    private geometry(id: number): Promise<Geometry> {
        const known = this.read.get(id);
        if (known) return known;
        if (this.read.size > 400) this.read.clear(); // a long look through a large report
        const made = read_part(this.store.data.parts[id]!);
        this.read.set(id, made);
        return made;
    }

    private async show(): Promise<void> {
        const row = this.store.picked;
        if (!this.view) return;
        const found = row && this.store.data.views[`${row.clash.a_id} ${row.clash.b_id}`];
        this.label.hidden = !found;
        this.message.hidden = !!found;
        if (!row || !found) {
            this.message.textContent = row ? "This clash is not in the model any more: there is nothing to show." : "Pick a clash to see it here.";
            this.view.clear();
            this.view.draw();
            return;
        }
        const near = this.ghosts ? found.near : [];
        const [a, b, curves, ...others] = await Promise.all([
            this.geometry(row.clash.a_id), this.geometry(row.clash.b_id), read_curves(found), ...near.map((id) => this.geometry(id))]);
        if (row !== this.store.picked) return; // another was picked in the meantime
        this.view.clear();
        this.view.frame(found.center, found.radius);
        this.view.bodies.add(this.view.body(a, {colour: colours.a, opacity: 0.86}), this.view.body(b, {colour: colours.b, opacity: 0.86}));
        for (const other of others) this.view.bodies.add(this.view.body(other, {colour: 0x8d99a6, opacity: 0.07}));
        this.view.bodies.add(this.view.curves(curves));
        if (row.clash.point) this.view.bodies.add(this.view.point(row.clash.point));
        this.write_label(row);
        this.view.draw();
        this.root.dataset.shown = row.clash.key;
    }

    private write_label(row: Row): void {
        const {units} = this.store.data;
        const {clash} = row;
        const gap = clash.kind === "clearance" || size_of(clash) < 0;
        this.label.textContent = gap ? `gap ${with_units(clash.distance, units)}` : `depth ≤ ${with_units(clash.depth, units)}`;
    }

    private place_label(): void {
        const point = this.store.picked?.clash.point;
        if (!this.view || !point || this.label.hidden) return;
        const {x, y} = this.view.on_screen(point);
        this.label.style.transform = `translate(${Math.round(x + 14)}px, ${Math.round(y - 34)}px)`;
    }

    private key(event: KeyboardEvent): void {
        const turns: Record<string, [number, number]> = {ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, 0.15], ArrowDown: [0, -0.15]};
        const turn = turns[event.key];
        if (turn) this.view!.turn(...turn);
        else if (event.key === "+" || event.key === "=") this.view!.zoom(0.85);
        else if (event.key === "-") this.view!.zoom(1 / 0.85);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
