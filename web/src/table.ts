// The table of clashes. Only visible rows are in the DOM, so that thousands scroll smoothly.
import {cut_name, element, name_text, short} from "./dom";
import {size_of, type Column, type Line, type Row, type Store} from "./store";

const row_height = 46; // must equal the height in style.css
const long_name = 20; // letters that fit on a line
const spare = 8; // rows beyond either edge of the visible part

const columns: {column: Column; title: string; hint: string; width: string}[] = [
    {column: "number", title: "#", hint: "number in the report", width: "46px"},
    {column: "kind", title: "Kind", hint: "kind of clash", width: "90px"},
    {column: "a", title: "Part A", hint: "first part", width: "minmax(60px, 1fr)"},
    {column: "b", title: "Part B", hint: "second part", width: "minmax(60px, 1fr)"},
    {column: "size", title: "Depth / gap", hint: "depth or gap", width: "92px"},
    {column: "volume", title: "Volume", hint: "common volume", width: "84px"},
    {column: "status", title: "Status", hint: "status", width: "92px"},
];

export function size_text(row: Row): string {
    const {clash} = row;
    const gap = size_of(clash) < 0 || clash.kind === "clearance";
    return gap ? `↔ ${short(clash.distance)}` : clash.depth ? `↧ ${short(clash.depth)}` : "–";
}

// A long name on two lines, divided near its middle after one of /_- if there is one. The first is cut at its end, the
// second at its start.
function halves(name: string): HTMLElement[] {
    const letters = [...name];
    const middle = Math.ceil(letters.length / 2);
    const ends = letters.map((letter, i) => (/[/_-]/.test(letter) ? i + 1 : 0)).filter((i) => Math.abs(i - middle) <= letters.length / 8);
    const at = ends.sort((x, y) => Math.abs(x - middle) - Math.abs(y - middle))[0] ?? middle;
    return [element("span", {class: "own"}, name_text(letters.slice(0, at).join(""))), element("span", {class: "own rest"}, name_text(letters.slice(at).join("")))];
}

// The short name, and below it the path that leads to the part. The tooltip shows the whole path.
function part_name(store: Store, row: Row, side: "a" | "b"): HTMLElement {
    const name = row.clash[side], label = store.label(row.clash, side);
    const path = name.endsWith(label) ? name.slice(0, name.length - label.length).replace(/\/$/, "") : name === label ? "" : name;
    const group = store.part_of(row.clash, side)?.group ?? "";
    if (label.length > long_name) return element("span", {class: "part-name", title: name}, ...halves(label));
    return element("span", {class: "part-name", title: name},
        element("span", {class: "own"}, name_text(label)),
        path || group ? element("span", {class: "path"}, cut_name(path || group)) : null);
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
    private order = "";
    private readonly widths: string[];
    private readonly has_volumes: boolean;
    private readonly all = element("input", {type: "checkbox", "aria-label": "Select all shown clashes", title: "Select all shown clashes"});

    constructor(private readonly store: Store) {
        this.has_volumes = store.rows.some((row) => row.clash.volume_upper);
        const shown_columns = columns.filter(({column}) => column !== "volume" || this.has_volumes);
        this.widths = shown_columns.map(({width}) => width);
        this.all.addEventListener("change", () => store.select_all(store.shown, this.all.checked));
        const head = element("div", {class: "row head", role: "row", "aria-rowindex": 1}, element("div", {class: "cell check", role: "columnheader"}, this.all));
        shown_columns.forEach(({column, title, hint}, i) => {
            const cell = element("div", {class: `cell ${column}`, role: "columnheader"},
                element("button", {title: `Sort by ${hint}`, onclick: () => store.sort_by(column)}, title),
                element("span", {class: "grip", title: "Drag to resize the column", onpointerdown: (event: PointerEvent) => this.resize(event, i, cell)}));
            this.headers.set(column, cell);
            head.append(cell);
        });
        this.scroller = element("div", {class: "scroller", tabindex: -1, role: "presentation", onscroll: () => this.draw()}, this.body);
        this.root = element("div", {class: "table", role: "grid", tabindex: 0, "aria-label": "Clashes; arrow keys select one"}, head, this.scroller);
        this.set_widths();
        store.addEventListener("shown", () => this.start_over());
        store.addEventListener("picked", () => this.show_picked());
        new ResizeObserver(() => this.draw()).observe(this.scroller);
        store.addEventListener("selected", () => this.draw());
        this.start_over();
    }

    private resize(event: PointerEvent, column: number, cell: HTMLElement): void {
        const grip = event.target as HTMLElement;
        const start = cell.clientWidth - event.clientX;
        grip.setPointerCapture(event.pointerId);
        grip.onpointermove = (move) => {
            this.widths[column] = `${Math.max(36, start + move.clientX)}px`;
            this.set_widths();
        };
        grip.onpointerup = () => (grip.onpointermove = null);
        event.preventDefault();
    }
    private set_widths(): void {
        this.root.style.setProperty("--columns", this.widths.join(" "));
    }

    private start_over(): void {
        for (const [column, cell] of this.headers) {
            const order = this.store.descending ? "descending" : "ascending";
            cell.setAttribute("aria-sort", column === this.store.column ? order : "none");
        }
        this.root.setAttribute("aria-rowcount", String(this.store.lines.length + 1));
        const order = `${this.store.column} ${this.store.descending} ${JSON.stringify(this.store.filter)} ${this.store.grouping}`;
        if (order !== this.order) this.scroller.scrollTop = 0;
        this.order = order;
        this.draw();
    }

    private show_picked(): void {
        const at = this.store.picked ? this.store.lines.indexOf(this.store.picked) : -1;
        if (at >= 0) {
            const {scrollTop, clientHeight} = this.scroller;
            if (at * row_height < scrollTop) this.scroller.scrollTop = at * row_height;
            if ((at + 1) * row_height > scrollTop + clientHeight) this.scroller.scrollTop = (at + 1) * row_height - clientHeight;
        }
        this.draw();
    }

    private draw(): void {
        const {lines, shown, selected} = this.store;
        const first = Math.max(0, Math.floor(this.scroller.scrollTop / row_height) - spare);
        const last = Math.min(lines.length, first + Math.ceil(this.scroller.clientHeight / row_height) + 2 * spare);
        this.body.style.height = `${lines.length * row_height}px`;
        this.body.replaceChildren(...lines.slice(first, last).map((line, i) => this.line(line, first + i)));
        this.all.checked = shown.length > 0 && shown.every((row) => selected.has(row));
        if (!shown.length)
            this.body.append(element("p", {class: "nothing"}, "No clash matches these filters. ",
                element("button", {onclick: () => this.store.clear_filter()}, "Show all")));
        const picked = this.store.picked && this.body.querySelector(".picked");
        if (picked) this.root.setAttribute("aria-activedescendant", picked.id);
        else this.root.removeAttribute("aria-activedescendant");
    }

    private line(line: Line, at: number): HTMLElement {
        const made = "heading" in line ? this.heading(line.heading, line.rows, at) : this.row(line, at);
        made.style.transform = `translateY(${at * row_height}px)`;
        return made;
    }

    private heading(heading: string, rows: Row[], at: number): HTMLElement {
        const {store} = this;
        const box = element("input", {type: "checkbox", "aria-label": `Select the clashes of ${heading}`,
            onchange: () => store.select_all(rows, box.checked)});
        box.checked = rows.every((row) => store.selected.has(row));
        const closed = store.is_closed(heading);
        return element("div", {class: "row group-head", role: "row", "aria-rowindex": at + 2},
            element("div", {class: "cell check", role: "gridcell"}, box),
            element("div", {class: "cell group-name", role: "gridcell"},
                element("button", {"aria-expanded": !closed, title: heading, onclick: () => store.toggle(heading)}, closed ? "▸ " : "▾ ", name_text(heading)),
                element("span", {class: "group-count"}, `${rows.length.toLocaleString("en-US")} clash${rows.length === 1 ? "" : "es"}`)));
    }

    private row(row: Row, at: number): HTMLElement {
        const {clash} = row;
        const picked = row === this.store.picked;
        const box = element("input", {type: "checkbox", "aria-label": `Select clash ${row.number}`, tabindex: -1,
            onclick: (event: Event) => event.stopPropagation(), onchange: () => this.store.select(row, box.checked)});
        box.checked = this.store.selected.has(row);
        const cell = (column: Column, ...content: (Node | string)[]) =>
            element("div", {class: `cell ${column}`, role: "gridcell"}, ...content);
        return element("div", {
            class: `row${picked ? " picked" : ""}${row.status === "resolved" ? " resolved" : ""}`, role: "row",
            id: `row-${row.number}`, "aria-rowindex": at + 2, "aria-selected": picked, "data-key": clash.key, onclick: () => this.store.pick(row),
        },
            element("div", {class: "cell check", role: "gridcell"}, box),
            cell("number", String(row.number)),
            cell("kind", kind_of(row)),
            cell("a", part_name(this.store, row, "a")),
            cell("b", part_name(this.store, row, "b")),
            cell("size", size_text(row), clash.within_facets || clash.depends_on_facets ? element("small", {title: "smaller than the deviation of the facets from the curved surfaces"}, "within facets") : ""),
            this.has_volumes ? cell("volume", clash.volume_upper ? short(clash.volume_upper) : "–",
                clash.volume_fraction && clash.volume_fraction >= 0.005 ? element("small", {title: "share of the smaller part"}, `${Math.round(100 * clash.volume_fraction)} %`) : "") : null,
            cell("status", element("span", {class: `status-badge ${row.status}`}, row.status)));
    }
}
