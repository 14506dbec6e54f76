// The 3D view of the selected clash: both parts, the surroundings as ghosts, and the curves of contact.
import {read_curves, read_part, type Geometry, type Vec, type View as Shown} from "./data";
import {element, with_units} from "./dom";
import {Bounds} from "./geometry";
import {Pointer} from "./pointer";
import {size_of, type Row, type Store} from "./store";
import {colours, View} from "./view";

type Choice = "a" | "b" | "near" | "own_colours" | "whole" | "close_up" | "y_up";

// True if the first box is smaller: its part may then be hidden by the other one.
function is_smaller(one: Bounds, other: Bounds): boolean {
    const room = (box: Bounds) => box.sides().reduce((product, side) => product * (side / Math.max(...one.sides(), ...other.sides())), 1);
    return room(one) < room(other);
}

export class ClashView {
    readonly root = element("div", {class: "view"});
    private readonly message = element("p", {class: "view-message"}, "");
    private readonly tools = element("div", {class: "view-tools", role: "group", "aria-label": "Contents of the view"});
    private readonly read = new Map<number, Promise<Geometry>>();
    private readonly chosen: Record<Choice, boolean> = {a: true, b: true, near: true, own_colours: false, whole: false, close_up: false, y_up: false};
    private readonly boxes = new Map<Choice, HTMLInputElement>();
    private view: View | null = null;
    private pointer: Pointer | null = null;
    private opened: Promise<void> | null = null;
    private last_row: Row | null = null;

    constructor(private readonly store: Store) {
        this.root.append(this.message);
        this.chosen.y_up = (store.data.up?.[1] ?? 0) > 0.9;
        store.addEventListener("picked", () => void this.show());
    }

    // Starts the graphics after the first frame, so that the table appears without waiting for them.
    private open(): Promise<void> {
        this.opened ??= new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
            this.start_graphics();
            done();
        })));
        return this.opened;
    }

    private start_graphics(): void {
        try {
            const view = new View();
            this.view = view;
            this.pointer = new Pointer(view);
            this.root.prepend(view.canvas, this.pointer.root);
            view.drawn = () => this.pointer!.follow();
            view.canvas.setAttribute("role", "img");
            view.canvas.setAttribute("aria-label", "3D view of the selected clash; arrow keys turn, plus and minus zoom");
        } catch {
            this.message.textContent = "This browser cannot show the 3D view (WebGL is off). The table is complete without it.";
        }
        if (this.view) this.add_tools();
    }

    private add_tools(): void {
        const painted = Object.values(this.store.data.parts).some((part) => part.colours);
        const choice = (name: Choice, title: string, hint: string) => {
            const box = element("input", {type: "checkbox", checked: this.chosen[name], onchange: () => this.choose(name, box.checked)});
            this.boxes.set(name, box);
            return element("label", {title: hint}, box, title);
        };
        this.tools.append(choice("a", "A", "show part A"), choice("b", "B", "show part B"),
            choice("near", "surroundings", "show the parts around the clash"),
            choice("close_up", "close-up", "show only the place of contact (key c)"),
            choice("whole", "whole parts", "show both parts as a whole (key f)"),
            choice("y_up", "y up", "the y axis of the file points upwards"));
        if (painted) this.tools.append(choice("own_colours", "own colours", "use the colours of the file"));
        this.tools.append(element("button", {title: "Return to the first view", onclick: () => this.view!.reset()}, "Reset view"));
        this.root.append(this.tools);
    }

    choose(name: Choice, wanted = !this.chosen[name]): void {
        this.chosen[name] = wanted;
        const other = name === "whole" ? "close_up" : name === "close_up" ? "whole" : null;
        if (wanted && other && this.chosen[other]) this.choose(other, false);
        const box = this.boxes.get(name);
        if (box) box.checked = wanted;
        void this.show();
    }

    private geometry(id: number): Promise<Geometry> {
        const known = this.read.get(id);
        if (known) return known;
        if (this.read.size > 400) this.read.clear(); // bounds the memory used by large reports
        const made = read_part(this.store.data.parts[id]!);
        this.read.set(id, made);
        return made;
    }

    private async show(): Promise<void> {
        await this.open();
        const row = this.store.picked;
        if (!this.view) return;
        const found = row && this.store.data.views[`${row.clash.a_id} ${row.clash.b_id}`];
        this.message.hidden = !!found;
        this.tools.hidden = !found;
        if (!row || !found) return this.show_nothing(row);
        const near = this.chosen.near ? found.near : [];
        const [a, b, curves, ...others] = await Promise.all([
            this.geometry(row.clash.a_id), this.geometry(row.clash.b_id), read_curves(found), ...near.map((id) => this.geometry(id))]);
        if (row !== this.store.picked) return; // another clash was selected in the meantime
        this.draw(row, found, [a, b], curves, others);
        this.root.dataset.shown = row.clash.key;
    }

    // A picture of another clash for print; the view returns to the selected one afterwards.
    async picture_of(row: Row): Promise<string | null> {
        await this.open();
        const found = this.store.data.views[`${row.clash.a_id} ${row.clash.b_id}`];
        if (!this.view || !found) return null;
        const [a, b, curves, ...others] = await Promise.all([
            this.geometry(row.clash.a_id), this.geometry(row.clash.b_id), read_curves(found), ...found.near.map((id) => this.geometry(id))]);
        this.draw(row, found, [a, b], curves, others);
        const picture = this.view.picture();
        if (this.store.picked) void this.show();
        return picture;
    }

    private show_nothing(row: Row | null): void {
        this.message.textContent = row ? "This clash has no 3D view: it is not in the model any more, or its picture was not drawn." : "Select a clash to show it here.";
        this.pointer!.hide();
        this.view!.clear();
        this.view!.draw();
        delete this.root.dataset.shown;
    }

    private draw(row: Row, found: Shown, [a, b]: [Geometry, Geometry], curves: Vec[][], others: Geometry[]): void {
        const view = this.view!;
        const {own_colours} = this.chosen;
        const [box_a, box_b, both] = [Bounds.of(a), Bounds.of(b), Bounds.of(a, b)];
        const {center, radius} = this.chosen.whole ? {center: both.center(), radius: 1.2 * both.radius()}
            : {center: found.center, radius: this.chosen.close_up ? (found.close_up ?? found.radius) : found.radius};
        const a_is_smaller = is_smaller(box_a, box_b);
        const is_wall = (box: Bounds) => box.radius() > 4 * radius;
        view.clear();
        const {up} = this.store.data;
        view.set_up(this.chosen.y_up ? [0, 1, 0] : up && up[1] < 0.9 ? up : [0, 0, 1]);
        view.frame(center, radius);
        if (found.away && row !== this.last_row) view.look_from(found.away);
        this.last_row = row;
        if (this.chosen.a) view.bodies.add(view.body(a, {colour: colours.a, side: 1, shines_through: a_is_smaller, sheer: !a_is_smaller && is_wall(box_a), own_colours}));
        if (this.chosen.b) view.bodies.add(view.body(b, {colour: colours.b, side: 2, shines_through: !a_is_smaller, sheer: a_is_smaller && is_wall(box_b), own_colours}));
        for (const other of others) view.bodies.add(view.body(other, {colour: colours.ghost, own_colours}));
        view.bodies.add(view.curves(found.gap ? [found.gap] : curves));
        const {clash} = row;
        this.pointer!.show(this.label_of(row), found.gap ?? (clash.point ? [clash.point] : []), curves.flat());
        view.draw();
    }

    private label_of({clash}: Row): string {
        const {units} = this.store.data;
        if (clash.kind === "clearance" || size_of(clash) < 0) return `gap ${with_units(clash.distance, units)}`;
        return clash.depth ? `depth ${with_units(clash.depth, units)}` : clash.kind;
    }
}
