// The printed report: a compact list of the clashes shown, then a picture and the facts of each selected clash.
import type {ClashView} from "./clash_view";
import {element, place_text, with_units} from "./dom";
import type {Row, Store} from "./store";

const most_rows = 1000;
const most_pictures = 200;

function size_cell(store: Store, row: Row): string {
    const {clash} = row;
    if (clash.kind === "clearance" || clash.distance) return `gap ${with_units(clash.distance, store.data.units)}`;
    return clash.depth ? with_units(clash.depth, store.data.units) : "–";
}

function list_of(store: Store, rows: Row[]): HTMLElement {
    const cells = (row: Row) => [String(row.number), row.clash.kind, store.label(row.clash, "a"), store.label(row.clash, "b"), size_cell(store, row), row.status];
    const left = rows.length - most_rows;
    return element("div", {},
        element("table", {class: "print-list"},
            element("thead", {}, element("tr", {}, ...["#", "Kind", "Part A", "Part B", "Depth or gap", "Status"].map((title) => element("th", {}, title)))),
            element("tbody", {}, ...rows.slice(0, most_rows).map((row) => element("tr", {"data-key": row.clash.key}, ...cells(row).map((text) => element("td", {}, text)))))),
        left > 0 ? element("p", {}, `and ${left.toLocaleString("en-US")} more: filter or select clashes to print others`) : null);
}

function sheet_of(store: Store, row: Row, picture: string | null): HTMLElement {
    const {clash} = row;
    const fact = (name: string, value: string) => [element("dt", {}, name), element("dd", {}, value)];
    return element("section", {class: "print-clash"},
        picture ? element("img", {src: picture, alt: ""}) : null,
        element("div", {}, element("h3", {}, `Clash ${row.number}: ${clash.kind}`),
            element("dl", {}, ...fact("Part A", clash.a), ...fact("Part B", clash.b), ...fact("Size", size_cell(store, row)),
                ...(clash.point ? fact("Point", place_text(clash.point)) : []), ...fact("Groups", clash.group ?? ""), ...fact("Status", row.status))));
}

export class PrintSheet {
    readonly root = element("div", {class: "print-sheet"});

    constructor(private readonly store: Store, private readonly view: ClashView) {
        addEventListener("beforeprint", () => {
            if (!this.root.childElementCount) this.fill([]);
        });
        addEventListener("afterprint", () => this.root.replaceChildren());
    }

    // Draws the pictures of the selected clashes, then opens the browser's dialog.
    async print(): Promise<void> {
        await this.prepare();
        print();
    }
    async prepare(): Promise<void> {
        const chosen = this.store.selected_rows().slice(0, most_pictures);
        const pictures: (string | null)[] = [];
        for (const row of chosen) pictures.push(await this.view.picture_of(row));
        this.fill(chosen.map((row, i) => sheet_of(this.store, row, pictures[i]!)));
        await Promise.all([...this.root.querySelectorAll("img")].map((image) => image.decode().catch(() => undefined)));
    }

    private fill(sheets: HTMLElement[]): void {
        const rows = sheets.length ? this.store.selected_rows() : this.store.shown;
        this.root.replaceChildren(list_of(this.store, rows), ...sheets);
    }
}
