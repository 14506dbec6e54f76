// The table of clashes. Only visible rows are in the DOM, so that thousands scroll smoothly; all are when printing.
import {element, name_text, short} from "./dom";
import {size_of, type Column, type Row, type Store} from "./store";

const row_height = 46; // as in style.css
const spare = 8; // rows beyond either edge of the visible part

const columns: {column: Column; title: string; hint: string}[] = [
    {column: "number", title: "#", hint: "number in the report"},
    {column: "kind", title: "Kind", hint: "kind of clash"},
    {column: "a", title: "Part A", hint: "first part"},
    {column: "b", title: "Part B", hint: "second part"},
    {column: "size", title: "Depth / gap", hint: "depth or gap"},
    {column: "contacts", title: "Contacts", hint: "pairs of triangles that touch"},
    {column: "status", title: "Status", hint: "status"},
];

export function size_text(row: Row): string {
    const {clash} = row;
    const gap = size_of(clash) < 0 || clash.kind === "clearance";
    return gap ? `↔ ${short(clash.distance)}` : clash.depth ? `↧ ${short(clash.depth)}` : "–";
}

// The part's own name, and below it its path in the assembly, shortened at the start.
function part_name(name: string): HTMLElement {
    const cut = name.lastIndexOf("/", name.length - 2);
    return element("span", {class: "part-name", title: name},
        element("span", {class: "own"}, name_text(name.slice(cut + 1))),
        cut > 0 ? element("span", {class: "path"}, name_text(name.slice(0, cut))) : null);
}

function kind_of({clash}: Row): HTMLElement {
    return element("span", {class: "kind-of"}, element("span", {class: `kind-badge ${clash.kind}`}, clash.kind),
        clash.shallow ? element("small", {title: "depth below a millionth of the parts' size"}, "shallow") : null);
}

export class Table {
    readonly root: HTMLElement;
    private readonly body = element("div", {class: "rows", role: "rowgroup"});
    private readonly scroller: HTMLElement;
    private readonly headers = new Map<Column, HTMLElement>();
    private printing = false;

    constructor(private readonly store: Store) {
        const head = element("div", {class: "row head", role: "row", "aria-rowindex": 1});
        for (const {column, title, hint} of columns) {
            const cell = element("div", {class: `cell ${column}`, role: "columnheader"},
                element("button", {title: `Sort by ${hint}`, onclick: () => store.sort_by(column)}, title));
            this.headers.set(column, cell);
            head.append(cell);
        }
        this.scroller = element("div", {class: "scroller", tabindex: -1, role: "presentation", onscroll: () => this.draw()}, this.body);
        this.root = element("div", {class: "table", role: "grid", tabindex: 0, "aria-label": "Clashes; arrow keys select one"}, head, this.scroller);
        store.addEventListener("shown", () => this.start_over());
        store.addEventListener("picked", () => this.show_picked());
        new ResizeObserver(() => this.draw()).observe(this.scroller);
        addEventListener("beforeprint", () => this.print(true));
        addEventListener("afterprint", () => this.print(false));
        this.start_over();
    }

    private print(all: boolean): void {
        this.printing = all;
        this.draw();
    }

    private start_over(): void {
        for (const [column, cell] of this.headers) {
            const order = this.store.descending ? "descending" : "ascending";
            cell.setAttribute("aria-sort", column === this.store.column ? order : "none");
        }
        this.root.setAttribute("aria-rowcount", String(this.store.shown.length + 1));
        this.scroller.scrollTop = 0;
        this.draw();
    }

    private show_picked(): void {
        const at = this.store.picked ? this.store.shown.indexOf(this.store.picked) : -1;
        if (at >= 0) {
            const {scrollTop, clientHeight} = this.scroller;
            if (at * row_height < scrollTop) this.scroller.scrollTop = at * row_height;
            if ((at + 1) * row_height > scrollTop + clientHeight) this.scroller.scrollTop = (at + 1) * row_height - clientHeight;
        }
        this.draw();
    }

    private draw(): void {
        const {shown} = this.store;
        const first = this.printing ? 0 : Math.max(0, Math.floor(this.scroller.scrollTop / row_height) - spare);
        const in_sight = Math.ceil(this.scroller.clientHeight / row_height) + 2 * spare;
        const last = this.printing ? shown.length : Math.min(shown.length, first + in_sight);
        this.body.style.height = this.printing ? "auto" : `${shown.length * row_height}px`;
        this.body.replaceChildren(...shown.slice(first, last).map((row, i) => this.row(row, first + i)));
        if (!shown.length)
            this.body.append(element("p", {class: "nothing"}, "No clash matches these filters. ",
                element("button", {onclick: () => this.store.clear_filter()}, "Show all")));
        const picked = this.store.picked && this.body.querySelector(".picked");
        if (picked) this.root.setAttribute("aria-activedescendant", picked.id);
        else this.root.removeAttribute("aria-activedescendant");
    }

    private row(row: Row, at: number): HTMLElement {
        const {clash} = row;
        const picked = row === this.store.picked;
        const cell = (column: Column, ...content: (Node | string)[]) =>
            element("div", {class: `cell ${column}`, role: "gridcell"}, ...content);
        const made = element("div", {
            class: `row${picked ? " picked" : ""}${row.status === "resolved" ? " resolved" : ""}`, role: "row",
            id: `row-${row.number}`, "aria-rowindex": at + 2, "aria-selected": picked, "data-key": clash.key, onclick: () => this.store.pick(row),
        },
            cell("number", String(row.number)),
            cell("kind", kind_of(row)),
            cell("a", part_name(clash.a)),
            cell("b", part_name(clash.b)),
            cell("size", size_text(row), clash.depends_on_facets ? element("small", {title: "smaller than the deviation of the facets from the curved surfaces"}, "depends on facets") : ""),
            cell("contacts", clash.contacts.toLocaleString("en-US")),
            cell("status", element("span", {class: `status-badge ${row.status}`}, row.status)));
        if (!this.printing) made.style.transform = `translateY(${at * row_height}px)`;
        return made;
    }
}
