// The playground: one page that needs no network. See README.md.
import type {Vec} from "../../src/data";
import {element, short} from "../../src/dom";
import {theme_button} from "../../src/frame";
import {Pointer} from "../../src/pointer";
import {ClashPanel} from "./clash_panel";
import {Client, Stopped} from "./client";
import {examples, type Example} from "./examples";
import {help_window} from "./help";
import {link_of, read_link, type Linked} from "./link";
import {knots_of, MotionPanel} from "./motion_panel";
import {mark_other, parts_panel} from "./parts_panel";
import {axis_turn, normalized, times, turned_about} from "./pose";
import {meshes_of_ifc} from "./ifc";
import type {NewPart, PlacedParts, Region, Touch} from "./protocol";
import {Stage} from "./stage";
import {radius_of, State, type Part, type Tab} from "./state";
import {TouchPanel} from "./touch_panel";
import {enclosed} from "./unpack";
import "../../src/style.css";
import "./playground.css";

const budget = 11; // milliseconds for a live answer; what does not fit comes when the part rests
const rests_after = 250; // milliseconds
const tabs: [Tab, string][] = [["touch", "Touch"], ["motion", "Motion"], ["clash", "Clash"]];

function placed_parts(parts: Part[]): PlacedParts {
    const poses = new Float64Array(12 * parts.length);
    parts.forEach(({rows}, i) => poses.set(rows, 12 * i));
    return {ids: Uint32Array.from(parts, ({id}) => id), poses};
}

class Playground {
    private readonly state = new State();
    private readonly client = new Client(enclosed("module"));
    private readonly stage: Stage | null;
    private readonly pointer: Pointer | null;
    private readonly holder = element("div", {class: "view"});
    private readonly notices = element("div", {class: "notices", role: "status", "aria-live": "polite"});
    private readonly touch: TouchPanel;
    private readonly motion: MotionPanel;
    private readonly clash: ClashPanel;
    private readonly parts: HTMLElement;
    private readonly caption = element("p", {class: "caption"});
    private readonly ghost_button = element("button", {"aria-pressed": false, title: "Draw the parts that the answer is not about as ghosts (key x)", onclick: () => this.see_through(!this.stage?.sees_through)}, "See through");
    private readonly up_button = element("button", {"aria-pressed": false, title: "The y axis points upwards, as in many scans and glTF files (key y)", onclick: () => this.set_y_up(!this.stage?.is_y_up)}, "y up");
    private wanted: Linked | null = null; // what a link shows and is not there yet
    private works: Promise<void> = Promise.resolve();
    private example_parts = 0;
    private resting = 0;
    private linking = 0;
    private round = 0; // counts the changes, so that late answers are recognised
    private last_link = "";

    constructor() {
        const {state, client} = this;
        this.stage = this.made_stage();
        this.pointer = this.stage && new Pointer(this.stage);
        this.touch = new TouchPanel(state, client, (by) => this.move(by));
        this.motion = new MotionPanel(state, client, () => this.changed());
        this.clash = new ClashPanel(state, client, (a, b) => this.pick_pair(a, b), () => this.changed());
        this.parts = parts_panel(state, (parts) => this.remove(parts));
        if (this.stage && this.pointer) this.connect(this.stage, this.pointer);
        for (const event of ["parts", "moved", "selected"]) state.addEventListener(event, () => this.changed());
        state.addEventListener("parts", () => this.stage?.set_parts());
        state.addEventListener("moved", () => this.stage?.update());
        state.addEventListener("selected", () => this.stage?.update());
        this.build();
        this.keyboard();
        this.drops();
        addEventListener("hashchange", () => {
            if (location.hash !== this.last_link) this.in_turn(() => this.open_link());
        });
        this.in_turn(() => this.start());
    }

    private made_stage(): Stage | null {
        try {
            return new Stage(this.state);
        } catch {
            this.holder.append(element("p", {class: "view-message"}, "This browser cannot show the 3D view (WebGL is off). The answers are complete without it."));
            return null;
        }
    }
    private connect(stage: Stage, pointer: Pointer): void {
        stage.canvas.setAttribute("role", "application");
        stage.canvas.setAttribute("aria-label", "3D view. Arrow keys turn it, plus and minus zoom; with Shift, arrow and page keys move the selected part.");
        stage.drawn = () => pointer.follow();
        stage.on_grab = () => this.state.remember();
        stage.on_release = () => this.changed();
        stage.on_click = (origin, direction) => void this.pick(origin, direction);
        stage.on_camera(() => this.keep_link());
        const mode = (title: string, name: "translate" | "rotate", key: string) => {
            const button = element("button", {"aria-pressed": stage.mode === name, title: `${title} the selected part (key ${key})`, onclick: () => this.set_mode(name)}, title);
            button.dataset.mode = name;
            return button;
        };
        const tools = element("div", {class: "view-tools", role: "group", "aria-label": "View"},
            mode("Move", "translate", "m"), mode("Turn", "rotate", "r"), this.ghost_button, this.up_button, element("button", {title: "Show all parts (key f)", onclick: () => this.show_all()}, "Show all"));
        this.holder.append(stage.canvas, pointer.root, this.caption, tools);
    }

    // ---- Layout
    private build(): void {
        const {state} = this;
        const input = element("input", {type: "file", multiple: true, class: "unseen", tabindex: -1, "aria-label": "Files", accept: ".stl,.obj,.ply,.off,.glb,.gltf,.ifc", onchange: () => {
            const files = [...(input.files ?? [])];
            this.in_turn(() => this.read(files));
            input.value = "";
        }});
        const choose = element("select", {class: "examples", "aria-label": "Examples", onchange: () => {
            const example = examples.find(({id}) => id === choose.value);
            choose.value = "";
            if (example) this.in_turn(() => this.show_example(example));
        }}, element("option", {value: ""}, "Examples"), ...examples.map(({id, title}) => element("option", {value: id}, title)));
        const help = element("button", {class: "help", title: "Keys and files (key ?)", "aria-label": "Help", onclick: () => help_window()}, "?");
        const head = element("header", {class: "play-head"},
            element("h1", {}, element("span", {class: "logo", "aria-hidden": true}), "allide ", element("span", {class: "product"}, "playground")),
            element("p", {class: "promise"}, "Exact collision detection, in your browser. Files never leave it."),
            element("div", {class: "tools"}, choose, element("button", {class: "open", onclick: () => input.click()}, "Open files"), input,
                element("button", {class: "share", title: "Copy a link to what is shown", onclick: () => void this.share()}, "Share"), theme_button(), help));
        const panels: Record<Tab, HTMLElement> = {touch: this.touch.root, motion: this.motion.root, clash: this.clash.root};
        const buttons = tabs.map(([tab, title]) => element("button", {role: "tab", id: `to-${tab}`, "aria-controls": `tab-${tab}`, "aria-selected": false, onclick: () => state.set_tab(tab)}, title));
        const strip = element("div", {class: "tabs", role: "tablist", "aria-label": "Questions"}, ...buttons);
        strip.addEventListener("keydown", (event) => {
            const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
            if (!by) return;
            const at = tabs.findIndex(([tab]) => tab === state.tab);
            const next = (at + by + tabs.length) % tabs.length;
            state.set_tab(tabs[next]![0]);
            buttons[next]!.focus();
            event.preventDefault();
        });
        const turn = () => {
            tabs.forEach(([tab], i) => {
                buttons[i]!.setAttribute("aria-selected", String(tab === state.tab));
                buttons[i]!.tabIndex = tab === state.tab ? 0 : -1;
                panels[tab].hidden = tab !== state.tab;
            });
            this.keep_link();
        };
        state.addEventListener("tab", turn);
        turn();
        document.getElementById("page")!.append(element("div", {class: "frame"}, head,
            element("main", {class: "playground"}, this.parts,
                element("section", {class: "middle", "aria-label": "Parts in 3D"}, this.holder, this.motion.bar),
                element("section", {class: "panel answers", "aria-label": "Answers"}, strip, ...Object.values(panels)))), this.notices);
    }

    private async start(): Promise<void> {
        this.holder.dataset.busy = "true";
        try {
            if (!enclosed("module")) throw new Error("This page was built without the WebAssembly module.");
            const {version, target} = await this.client.ready;
            document.documentElement.dataset.allide = `${version} ${target}`;
            await this.open_link();
        } catch (error) {
            this.touch.show_error((error as Error).message);
        }
        delete this.holder.dataset.busy;
    }

    // ---- Parts come and go
    // Parts are added one request after the other, since each request numbers its parts.
    private in_turn(work: () => Promise<void>): void {
        this.works = this.works.then(work).catch((error: Error) => this.tell(error.message, true, "trouble"));
    }
    private async open_link(): Promise<void> {
        const linked = read_link(location.hash);
        const example = examples.find(({id}) => id === linked?.example);
        if (!linked) return this.show_example(examples[0]!);
        this.remove([...this.state.parts]);
        this.wanted = linked;
        this.state.clearance = linked.clearance;
        if (example) await this.load(example);
        this.settle(linked.camera);
        this.state.set_tab(linked.tab);
    }
    private async show_example(example: Example): Promise<void> {
        this.wanted = null;
        this.remove([...this.state.parts]);
        this.state.clearance = example.clearance ?? 0;
        await this.load(example);
        this.show_all();
        this.state.set_tab(example.tab ?? "touch");
        const {motion} = example;
        if (motion) this.motion.set(knots_of(motion.poses, motion.times), this.state.parts[0] ?? null);
    }
    private async load(example: Example): Promise<void> {
        const {parts} = await this.client.ask("generate", {shapes: example.shapes, first_id: this.state.next_id()});
        this.state.example = example.id;
        this.caption.replaceChildren(element("strong", {}, example.title), " ", example.text);
        this.see_through(!!example.see_through);
        this.example_parts = parts.length;
        this.state.add(parts, example.id, example.places);
    }
    // Applies what a link says about the parts that are there.
    private settle(camera: Vec | null): void {
        const {state, wanted} = this;
        if (!wanted) return;
        const of = (key: string) => state.parts.find((part) => part.key === key);
        this.remove(wanted.gone.flatMap((key) => of(key) ?? []));
        for (const [key, place] of wanted.places) {
            const part = of(key);
            if (part) state.place(part, place);
        }
        for (const key of wanted.hidden) {
            const part = of(key);
            if (part) state.show(part, false);
        }
        const selected = of(wanted.selected);
        if (selected) state.select(selected);
        this.set_y_up(wanted.y_up);
        const missing = wanted.files.filter(({key}) => !of(key));
        this.show_all();
        if (camera) this.stage?.set_camera(camera);
        if (missing.length) {
            this.tell(`This link also shows ${[...new Set(missing.map(({name}) => name))].slice(0, 5).join(", ")}. Drop the ${missing.length > 1 ? "files" : "file"} here to see ${missing.length > 1 ? "them" : "it"} in place.`, true);
            return;
        }
        this.wanted = null;
        const mover = wanted.motion && of(wanted.motion.mover);
        if (wanted.motion && mover) this.motion.set(wanted.motion.knots, mover);
    }

    private async read(files: File[]): Promise<void> {
        if (!files.length) return;
        const {state} = this;
        const fresh = !this.wanted && state.parts.every((part) => part.source === state.example); // the files replace an example
        this.holder.dataset.busy = "true";
        let replaced = !fresh;
        for (const file of files) {
            try {
                const {parts, notes} = await this.read_one(file);
                if (!replaced) this.remove([...state.parts]);
                replaced = true;
                state.add(parts, file.name);
                for (const note of notes) this.tell(note, true);
            } catch (error) {
                this.tell((error as Error).message, true, "trouble");
            }
        }
        delete this.holder.dataset.busy;
        if (this.wanted) this.settle(this.wanted.camera);
        else if (fresh && replaced) this.set_y_up(/\.(glb|gltf)$/i.test(files[0]!.name)); // glTF files state it
        else this.show_all();
    }
    private async read_one(file: File): Promise<{parts: NewPart[]; notes: string[]}> {
        const bytes = await file.arrayBuffer();
        const first_id = this.state.next_id();
        if (!/\.ifc$/i.test(file.name)) return this.client.ask("read", {name: file.name, bytes, first_id}, [bytes]);
        const {meshes, notes} = await meshes_of_ifc(file.name, bytes);
        const made = await this.client.ask("meshes", {name: file.name, meshes, first_id}, meshes.flatMap(({vertices, triangles}) => [vertices.buffer, triangles.buffer] as Transferable[]));
        return {parts: made.parts, notes: [...notes, ...made.notes]};
    }
    private remove(parts: Part[]): void {
        if (!parts.length) return;
        this.client.drop(parts.map(({id}) => id));
        this.state.remove(parts);
        if (!this.state.parts.length) {
            this.state.example = "";
            this.caption.replaceChildren();
            this.see_through(false);
            this.set_y_up(false);
            this.example_parts = 0;
        }
    }
    private drops(): void {
        let depth = 0;
        const over = element("div", {class: "drop-here", hidden: true}, element("p", {}, "Drop STL, OBJ, PLY, OFF, GLB or IFC files"));
        document.body.append(over);
        addEventListener("dragenter", (event) => {
            event.preventDefault();
            over.hidden = ++depth <= 0;
        });
        addEventListener("dragleave", () => (over.hidden = --depth <= 0));
        addEventListener("dragover", (event) => event.preventDefault());
        addEventListener("drop", (event) => {
            event.preventDefault();
            depth = 0;
            over.hidden = true;
            const files = [...(event.dataTransfer?.files ?? [])];
            this.in_turn(() => this.read(files));
        });
    }

    // ---- Questions
    private changed(): void {
        ++this.round;
        this.keep_link();
        clearTimeout(this.resting);
        this.touch.cancel();
        this.client.stop_resting();
        this.touch.set_stale(true);
        let round = 0; // at the time when the question is asked
        this.client.ask_newest(() => {
            round = this.round;
            return this.question();
        }, (answer, waited) => this.answered(answer, waited, round), (error) => this.touch.show_error(error.message));
        if (!this.state.parts.length) this.nothing();
    }
    private question() {
        const {selected} = this.state;
        if (!selected?.shown) return null;
        return {mover: {id: selected.id, pose: selected.rows}, others: placed_parts(this.state.shown().filter((part) => part !== selected)), budget};
    }
    private nothing(): void {
        this.touch.show(null);
        this.stage?.set_answer(null);
        this.pointer?.hide();
    }
    private answered(answer: Touch, waited: number, round: number): void {
        this.touch.show(answer, waited);
        this.touch.set_stale(round !== this.round); // a newer question waits
        this.stage?.set_answer(answer);
        mark_other(this.parts, this.state, answer.other);
        const {gap, contacts, regions} = answer;
        const first = this.motion.first_contact_shown();
        if (first) this.pointer?.show("first contact", [first], []);
        else if (gap && !contacts) this.pointer?.show(`distance ${short(gap.value)}`, [gap.point_a, gap.point_b], []);
        else if (gap) this.point_at_depth(regions[0], gap.point_a);
        else this.pointer?.hide();
        clearTimeout(this.resting);
        if (round === this.round) this.resting = setTimeout(() => void this.rest(answer, round), rests_after);
    }
    private point_at_depth(deepest: Region | undefined, contact: Vec): void {
        this.pointer?.show(deepest ? `depth ${short(deepest.depth_upper)}` : "in contact", [deepest?.point ?? contact], []);
    }
    private async rest(answer: Touch, round: number): Promise<void> {
        const {state} = this;
        const [a, b] = [state.selected, state.part(answer.other)];
        if (!a || !b || !answer.contacts || this.motion.is_busy() || this.clash.is_busy()) return this.touch.show_rest(null);
        this.touch.set_pending(true);
        try {
            const rest = await this.client.ask_slow("rest", [a.id, b.id], {mover: {id: a.id, pose: a.rows}, other: {id: b.id, pose: b.rows}});
            if (round !== this.round) return;
            this.touch.show_rest(rest);
            this.stage?.set_curves(rest.curves);
            this.stage?.set_normals(rest.regions);
            if (!this.motion.first_contact_shown()) this.point_at_depth(rest.regions[0], answer.gap!.point_a);
        } catch (error) {
            if (!(error instanceof Stopped)) this.touch.show_error((error as Error).message);
        }
    }
    private async pick(origin: Vec, direction: Vec): Promise<void> {
        const hit = await this.client.ask("ray", {origin, direction, parts: placed_parts(this.state.shown())});
        const part = hit && this.state.part(hit.id);
        if (part) this.state.select(part);
    }
    private pick_pair(a: Part, b: Part): void {
        this.state.select(a);
        this.see_through(true);
        this.stage?.frame_all([a, b]);
    }

    // ---- Moves
    private move(by: number[]): void {
        const part = this.state.selected;
        if (!part) return;
        this.state.remember();
        this.state.place(part, {...part.placement, position: part.placement.position.map((x, i) => x + by[i]!) as Vec});
    }
    private nudge(axis: number, sign: number, fine: boolean): void {
        const part = this.state.selected;
        if (!part) return;
        if (this.stage?.mode === "rotate") {
            this.state.remember();
            const turn = normalized(times(axis_turn(axis, (sign * (fine ? 0.5 : 5) * Math.PI) / 180), part.placement.turn));
            this.state.place(part, turned_about(part.placement, turn, part.drawing.middle));
            return;
        }
        const by = [0, 0, 0];
        by[axis] = sign * radius_of(part) * (fine ? 0.002 : 0.02);
        this.move(by);
    }
    private set_mode(mode: "translate" | "rotate"): void {
        this.stage?.set_mode(mode);
        for (const button of this.holder.querySelectorAll<HTMLElement>("[data-mode]")) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    }
    private see_through(wanted: boolean): void {
        this.stage?.see_through(wanted);
        this.ghost_button.setAttribute("aria-pressed", String(wanted));
    }
    private set_y_up(wanted: boolean): void {
        this.stage?.set_y_up(wanted);
        this.up_button.setAttribute("aria-pressed", String(wanted));
        this.changed(); // what the last answer marks is drawn anew
    }
    private show_all(): void {
        this.stage?.frame_all();
        this.keep_link();
    }

    private keyboard(): void {
        const steps: Record<string, [number, number]> = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 1], ArrowDown: [1, -1], PageUp: [2, 1], PageDown: [2, -1]};
        addEventListener("keydown", (event) => {
            const target = event.target as HTMLElement;
            if (document.querySelector("dialog[open]")) return;
            const types = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
            if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !types) this.state.undo();
            else if (event.ctrlKey || event.metaKey || types) return;
            else if (event.shiftKey && steps[event.key]) this.nudge(...steps[event.key]!, event.altKey);
            else if (event.altKey) return;
            else if (event.key === "m") this.set_mode("translate");
            else if (event.key === "r") this.set_mode("rotate");
            else if (event.key === "f") this.show_all();
            else if (event.key === "x") this.see_through(!this.stage?.sees_through);
            else if (event.key === "y") this.set_y_up(!this.stage?.is_y_up);
            else if (event.key === "?") help_window();
            else return;
            event.preventDefault();
        });
    }

    // ---- Links and notices
    private keep_link(): void {
        clearTimeout(this.linking);
        this.linking = setTimeout(() => this.write_link(), 250);
    }
    private write_link(): string {
        if (this.wanted || !this.state.parts.length) return location.hash;
        this.last_link = link_of(this.state, this.example_parts, this.motion.knots, !!this.stage?.is_y_up, this.stage?.camera_at ?? null);
        history.replaceState(null, "", this.last_link);
        this.last_link = location.hash;
        return this.last_link;
    }
    private async share(): Promise<void> {
        this.write_link();
        const from_files = this.state.parts.some((part) => part.source !== this.state.example);
        const note = from_files ? " The files are not in it: whoever opens it drops them there." : "";
        try {
            await navigator.clipboard.writeText(location.href);
            this.tell(`The link is copied.${note}`);
        } catch {
            this.tell(`Copy the link from the address bar.${note}`);
        }
    }
    private tell(text: string, stays = false, kind = ""): void {
        const close = element("button", {class: "icon", "aria-label": "Dismiss", onclick: () => notice.remove()}, "×");
        const notice = element("p", {class: `notice ${kind}`}, element("span", {}, text), close);
        this.notices.append(notice);
        while (this.notices.children.length > 4) this.notices.firstElementChild!.remove();
        if (!stays) setTimeout(() => notice.remove(), 7000);
    }
}

new Playground();
