// All clashes between the parts, and the report page that `allide clash` writes.
import {element, name_text, short} from "../../src/dom";
import {save_file} from "../../src/frame";
import {Stopped, type Client} from "./client";
import {examples} from "./examples";
import type {Clashes, ClashRow} from "./protocol";
import type {Part, State} from "./state";
import {enclosed} from "./unpack";

const most_rows = 200;

export class ClashPanel {
    readonly root: HTMLElement;
    private readonly clearance = element("input", {type: "number", min: 0, step: "any", value: 0, "aria-label": "Clearance"});
    private readonly start = element("button", {class: "primary", onclick: () => void this.find()}, "Clash all parts");
    private readonly result = element("div", {class: "result", role: "status", "aria-live": "polite"});
    private busy = false;

    constructor(private readonly state: State, private readonly client: Client, private readonly on_pick: (a: Part, b: Part, row: ClashRow) => void, on_change: () => void) {
        this.root = element("section", {class: "panel-body", id: "tab-clash", role: "tabpanel", "aria-label": "Clash"},
            element("p", {class: "hint"}, "Tests all pairs of parts where they are now, and opens the report that ", element("code", {}, "allide clash"), " writes."),
            element("div", {class: "buttons"}, element("label", {}, "Clearance ", this.clearance), this.start), this.result);
        this.clearance.addEventListener("change", () => {
            state.clearance = Math.max(0, this.clearance.valueAsNumber || 0);
            on_change();
        });
        state.addEventListener("parts", () => (this.clearance.value = String(state.clearance)));
    }

    is_busy(): boolean {
        return this.busy;
    }
    async find(): Promise<void> {
        const {state} = this;
        if (this.busy) return;
        const parts = state.shown();
        if (parts.length < 2) {
            this.result.replaceChildren(element("p", {class: "quiet"}, "There must be at least two parts."));
            return;
        }
        this.busy = this.start.disabled = true;
        state.clearance = Math.max(0, this.clearance.valueAsNumber || 0);
        const bar = element("progress", {"aria-label": "Testing pairs of parts"});
        this.result.replaceChildren(element("p", {class: "busy"}, bar, " Testing pairs ", element("button", {onclick: () => this.client.stop()}, "Cancel")));
        try {
            const title = examples.find(({id}) => parts.every(({source}) => source === id))?.title ?? [...new Set(parts.map(({source}) => source))].slice(0, 3).join(", ");
            const made = await this.client.ask_slow("clash", parts.map(({id}) => id), {
                title, clearance: state.clearance, template: enclosed("report"), parts: parts.map(({id, rows, name}) => ({id, pose: rows, name})),
            }, (done, all) => [bar.value, bar.max] = [done, Math.max(1, all)]);
            this.show(made, parts);
        } catch (error) {
            this.result.replaceChildren(element("p", {class: "quiet"}, error instanceof Stopped ? "The search was stopped." : (error as Error).message));
        } finally {
            this.busy = this.start.disabled = false;
        }
    }

    private show(made: Clashes, parts: Part[]): void {
        const count = new Map<string, number>();
        for (const {kind} of made.rows) count.set(kind, (count.get(kind) ?? 0) + 1);
        const chips = [...count].map(([kind, number]) => element("span", {class: `chip ${kind}`}, element("strong", {}, String(number)), kind));
        const size = (row: ClashRow) => (row.kind === "clearance" ? `gap ${short(row.distance)}` : row.depth ? `depth ${short(row.depth)}` : "");
        const line = (row: ClashRow) => {
            const [a, b] = [parts[row.a]!, parts[row.b]!];
            return element("li", {}, element("button", {class: "clash-row", onclick: () => this.on_pick(a, b, row)},
                element("span", {class: `kind-badge ${row.kind}`}, row.kind), element("span", {class: "clash-names"}, name_text(a.name), " · ", name_text(b.name)), element("small", {}, size(row))));
        };
        const open = element("button", {class: "primary", onclick: () => open_report(made.page, open)}, "Open the report");
        this.result.replaceChildren(
            element("div", {class: "totals"}, ...(chips.length ? chips : [element("span", {class: "chip free"}, element("strong", {}, "0"), "clashes")])),
            element("p", {class: "speed"}, `${parts.length} parts, ${made.candidate_pairs.toLocaleString("en-US")} pairs of boxes that meet, in ${short(made.milliseconds)} ms.${made.partial ? " The report is partial." : ""}`),
            element("div", {class: "buttons"}, open,
                element("button", {onclick: () => save_file("report.html", "text/html", made.page)}, "Save report.html"),
                element("button", {onclick: () => save_file("report.json", "application/json", made.json)}, "Save JSON")),
            element("ol", {class: "clash-list"}, ...made.rows.slice(0, most_rows).map(line)),
            ...(made.rows.length > most_rows ? [element("p", {class: "quiet"}, `The report lists all ${made.rows.length}.`)] : []));
        this.root.dataset.clashes = String(made.rows.length);
    }
}

// The report in a window inside this page.
function open_report(page: string, opener: HTMLElement): void {
    const address = URL.createObjectURL(new Blob([page], {type: "text/html"}));
    const close = () => {
        dialog.close();
        dialog.remove();
        URL.revokeObjectURL(address);
        opener.focus();
    };
    const dialog = element("dialog", {class: "report-window", "aria-label": "Clash report"},
        element("div", {class: "report-head"}, element("strong", {}, "Clash report"), element("span", {class: "grow"}),
            element("button", {onclick: () => save_file("report.html", "text/html", page)}, "Save"), element("button", {onclick: close}, "Close")),
        element("iframe", {src: address, title: "Clash report"}));
    dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        close();
    });
    document.body.append(dialog);
    dialog.showModal();
}
