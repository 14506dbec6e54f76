// The list of parts, and where the selected one is, in numbers.
import type {Vec} from "../../src/data";
import {cut_name, element} from "../../src/dom";
import {angles_of, turn_of_angles, turned_about} from "./pose";
import type {Part, State} from "./state";

const axes = ["x", "y", "z"];

// The shortest text that is read back as the same double.
function exact(x: number): string {
    return String(Object.is(x, -0) ? 0 : x);
}

export function parts_panel(state: State, on_remove: (parts: Part[]) => void): HTMLElement {
    const list = element("ul", {class: "parts", role: "radiogroup", "aria-label": "Moving part"});
    const title = element("h2", {}, "Parts");
    const remove_all = element("button", {class: "quiet-button", title: "Remove all parts", onclick: () => on_remove([...state.parts])}, "Clear");
    const rows = new Map<Part, HTMLElement>();
    const row = (part: Part): HTMLElement => {
        const pick = element("button", {class: "part-pick", role: "radio", "aria-checked": false, title: `${part.name}: select it, to move it`, onclick: () => state.select(part)},
            element("i", {class: "swatch"}), cut_name(part.name), part.single
                ? element("small", {title: `${part.triangles.toLocaleString("en-US")} triangles, with coordinates in single precision`}, "float32")
                : element("small", {title: "triangles"}, part.triangles.toLocaleString("en-US")));
        const eye = element("button", {class: "icon", "aria-pressed": part.shown, "aria-label": `Show ${part.name}`, title: part.shown ? "Hide" : "Show", onclick: () => state.show(part, !part.shown)}, part.shown ? "◉" : "◌");
        const remove = element("button", {class: "icon", "aria-label": `Remove ${part.name}`, title: "Remove", onclick: () => on_remove([part])}, "×");
        return element("li", {role: "presentation", class: part.shown ? "" : "off"}, pick, eye, remove);
    };
    const fill = () => {
        // Lines of parts that stay as they were are kept: there may be thousands.
        const before = new Map(rows);
        rows.clear();
        for (const part of state.parts) {
            const known = before.get(part);
            rows.set(part, known?.classList.contains("off") === !part.shown ? known : row(part));
        }
        list.replaceChildren(...rows.values());
        title.textContent = state.parts.length > 1 ? `${state.parts.length.toLocaleString("en-US")} parts` : "Parts";
        remove_all.hidden = !state.parts.length;
        mark();
    };
    const mark = () => {
        for (const [part, line] of rows) {
            const picked = part === state.selected;
            line.classList.toggle("picked", picked);
            const button = line.firstElementChild as HTMLElement;
            button.setAttribute("aria-checked", String(picked));
            button.tabIndex = picked || (!state.selected && part === state.parts[0]) ? 0 : -1;
        }
    };
    list.addEventListener("keydown", (event) => {
        const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (!by || !state.parts.length || !(event.target as HTMLElement).classList.contains("part-pick")) return;
        const at = state.parts.indexOf(state.selected as Part);
        const next = state.parts[(at + by + state.parts.length) % state.parts.length]!;
        state.select(next);
        (rows.get(next)!.firstElementChild as HTMLElement).focus();
        event.preventDefault();
    });
    state.addEventListener("parts", fill);
    state.addEventListener("selected", () => {
        mark();
        const line = state.selected && rows.get(state.selected);
        if (line) list.scrollTop = Math.min(Math.max(list.scrollTop, line.offsetTop + line.offsetHeight - list.clientHeight), line.offsetTop); // the page itself stays
    });
    return element("section", {class: "panel parts-panel", "aria-label": "Parts"},
        element("div", {class: "panel-head"}, title, remove_all), list, place_editor(state));
}

// Colours the part that the answer is about.
export function mark_other(panel: HTMLElement, state: State, other: number | null): void {
    const line = panel.querySelector(".parts")!.children[state.parts.findIndex(({id}) => id === other)];
    for (const marked of panel.querySelectorAll(".other")) if (marked !== line) marked.classList.remove("other");
    line?.classList.add("other");
}

function place_editor(state: State): HTMLElement {
    const field = (name: string, change: (part: Part, value: number) => void, step: string) => {
        const input = element("input", {type: "number", step, "aria-label": name, onchange: () => {
            const part = state.selected;
            if (!part || !Number.isFinite(input.valueAsNumber)) return fill();
            state.remember();
            change(part, input.valueAsNumber);
        }});
        return input;
    };
    const positions = axes.map((axis, i) => field(`Position ${axis}`, (part, value) =>
        state.place(part, {...part.placement, position: part.placement.position.map((x, k) => (k === i ? value : x)) as Vec}), "any"));
    const angles = axes.map((axis, i) => field(`Angle about ${axis} in degrees`, (part, value) => {
        const turn = turn_of_angles(angles_of(part.placement.turn).map((x, k) => (k === i ? value : x)) as Vec);
        state.place(part, turned_about(part.placement, turn, part.drawing.middle));
    }, "any"));
    const fill = () => {
        const part = state.selected;
        editor.hidden = !part;
        if (!part) return;
        const turn = angles_of(part.placement.turn);
        positions.forEach((input, i) => set(input, exact(part.placement.position[i]!)));
        angles.forEach((input, i) => set(input, exact(turn[i]!)));
    };
    const set = (input: HTMLInputElement, text: string) => {
        if (input !== document.activeElement || !editing) input.value = text;
        input.title = text;
    };
    let editing = false;
    const undo = element("button", {title: "Undo the last move (Ctrl+Z)", onclick: () => state.undo()}, "Undo");
    const reset = element("button", {title: "Return to where it started", onclick: () => {
        const part = state.selected;
        if (!part) return;
        state.remember();
        state.place(part, part.start);
    }}, "Reset");
    const editor = element("div", {class: "place", role: "group", "aria-label": "Where the selected part is"},
        element("div", {class: "place-line place-head", "aria-hidden": true}, element("span"), element("span", {}, "Position"), element("span", {}, "Angle °")),
        ...axes.map((axis, i) => element("div", {class: "place-line"}, element("span", {}, axis), positions[i]!, angles[i]!)),
        element("div", {class: "place-line"}, element("span"), undo, reset));
    editor.addEventListener("input", () => (editing = true));
    editor.addEventListener("change", () => (editing = false));
    for (const event of ["parts", "selected", "moved"]) state.addEventListener(event, fill);
    return editor;
}
