// The state of the page: filter, order and selection of clashes, and the approvals of the reader.
import type {Clash, ClashData, ReportPart, Vec} from "./data";

export type Column = "number" | "kind" | "a" | "b" | "size" | "volume" | "contacts" | "group" | "status";
export type Grouping = "" | "part" | "region" | "group";

// A line of the table: a clash, or the heading of a group of clashes.
export type Line = Row | {heading: string; rows: Row[]};

export interface Filter {
    kind: string;
    group: string;
    status: string;
    text: string;
    depth: string; // least depth, as typed
    volume: string;
}
const no_filter: Filter = {kind: "", group: "", status: "", text: "", depth: "", volume: ""};

export interface Row {
    number: number; // number in the report, from 1
    clash: Clash;
    status: string;
}

const severity = ["hard", "contained", "duplicate", "clearance", "touch"];

// The order of the program's own lists: overlapping parts, then clearances, then touches; the deepest first.
function urgency({kind}: Clash): number {
    return kind === "touch" ? 2 : kind === "clearance" ? 1 : 0;
}
function is_worse(x: Clash, y: Clash): number {
    return urgency(x) - urgency(y) || (y.depth_lower ?? 0) - (x.depth_lower ?? 0) || (y.volume_lower ?? 0) - (x.volume_lower ?? 0) || (x.distance ?? 0) - (y.distance ?? 0);
}

// The sort key of depths and gaps: the depth, or the negative gap.
export function size_of(clash: Clash): number {
    return clash.kind === "clearance" || (clash.kind === "touch" && clash.distance) ? -(clash.distance ?? 0) : (clash.depth ?? 0);
}

export class Store extends EventTarget {
    readonly rows: Row[];
    shown: Row[] = [];
    picked: Row | null = null;
    filter: Filter = {...no_filter};
    column: Column | "worst" = "worst";
    descending = false;
    grouping: Grouping = "";
    lines: Line[] = []; // what the table shows: the shown rows and the headings of their groups
    readonly selected = new Set<Row>();
    private readonly closed = new Set<string>(); // headings whose rows are hidden
    private readonly undo_steps: {row: Row; status: string}[][] = [];
    private readonly parts = new Map<number, ReportPart>();
    private readonly memory: string;

    constructor(readonly data: ClashData) {
        super();
        this.memory = `allide ${data.title} ${data.made}`;
        for (const part of data.report.parts ?? []) this.parts.set(part.id, part);
        const kept = this.kept();
        this.rows = data.report.clashes.map((clash, i) => ({
            number: i + 1,
            clash,
            status: kept[clash.key] ?? clash.status,
        }));
        this.refresh();
    }

    values(of: (row: Row) => string): string[] {
        return [...new Set(this.rows.map(of))].sort((a, b) => a.localeCompare(b));
    }
    is_filtered(): boolean {
        return Object.values(this.filter).some((value) => value !== "");
    }
    clear_filter(): void {
        this.set_filter(no_filter);
    }
    // The names of a clash's two groups, in alphabetical order.
    groups_of({clash}: Row): [string, string] {
        const name = (id: number) => this.parts.get(id)?.group ?? this.data.parts[id]?.group ?? "";
        return [name(clash.a_id), name(clash.b_id)].sort((x, y) => x.localeCompare(y)) as [string, string];
    }
    kinds(): string[] {
        return severity.filter((kind) => this.rows.some((row) => row.clash.kind === kind));
    }

    set_filter(change: Partial<Filter>): void {
        this.filter = {...this.filter, ...change};
        this.refresh();
    }

    part_of(clash: Clash, side: "a" | "b"): ReportPart | undefined {
        return this.parts.get(side === "a" ? clash.a_id : clash.b_id);
    }
    // The short name of a part, or the whole name of a part that is gone.
    label(clash: Clash, side: "a" | "b"): string {
        return this.part_of(clash, side)?.label || clash[side];
    }
    // Bounding boxes of all parts: smallest and largest corner.
    boxes(): [Vec, Vec][] {
        const {map} = this.data;
        if (!map) return [];
        const at = (i: number): Vec => [0, 1, 2].map((axis) => map.origin[axis]! + map.step * map.boxes[i + axis]!) as Vec;
        return Array.from({length: map.boxes.length / 6}, (_, i) => [at(6 * i), at(6 * i + 3)]);
    }

    // ---- Selection of several clashes.
    select(row: Row, wanted = !this.selected.has(row)): void {
        if (wanted) this.selected.add(row);
        else this.selected.delete(row);
        this.dispatchEvent(new Event("selected"));
    }
    select_all(rows: Row[], wanted: boolean): void {
        for (const row of rows) wanted ? this.selected.add(row) : this.selected.delete(row);
        this.dispatchEvent(new Event("selected"));
    }
    // The selected rows, in the order of the table.
    selected_rows(): Row[] {
        const shown = new Set(this.shown);
        return [...this.shown.filter((row) => this.selected.has(row)), ...[...this.selected].filter((row) => !shown.has(row))];
    }

    // ---- Groups of rows.
    group_by(grouping: Grouping): void {
        this.grouping = grouping;
        this.closed.clear();
        this.refresh();
    }
    toggle(heading: string): void {
        if (!this.closed.delete(heading)) this.closed.add(heading);
        this.refresh();
    }
    is_closed(heading: string): boolean {
        return this.closed.has(heading);
    }

    sort_by(column: Column): void {
        this.descending = this.column === column ? !this.descending : column === "size" || column === "volume" || column === "contacts";
        this.column = column;
        this.refresh();
    }

    pick(row: Row | null): void {
        if (row === this.picked) return;
        this.picked = row;
        if (row) history.replaceState(null, "", this.link_of(row));
        this.dispatchEvent(new Event("picked"));
    }
    // Selects the clash that the page's address names, if any.
    pick_linked(): void {
        const key = decodeURIComponent(location.hash.replace(/^#clash=/, ""));
        const row = this.rows.find((r) => r.clash.key === key);
        if (row) this.pick(row);
    }
    link_of(row: Row): string {
        return `#clash=${encodeURIComponent(row.clash.key)}`;
    }
    // Moves the selection by this many rows of the table.
    step(by: number): void {
        const rows = this.listed();
        if (!rows.length) return;
        const at = this.picked ? rows.indexOf(this.picked) : -1;
        const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
        this.pick(rows[next]!);
    }
    // The rows in the order of the table, without those of closed groups.
    private listed(): Row[] {
        return this.grouping ? this.lines.filter((line): line is Row => !("heading" in line)) : this.shown;
    }

    // Approves a clash or withdraws its approval. Its status is then that of the report, or "persisting" if the
    // report has it as approved.
    approve(row: Row, approved: boolean): void {
        this.approve_all([row], approved);
    }
    approve_all(rows: Row[], approved: boolean): void {
        const concerned = rows.filter((row) => row.status !== "resolved" && (row.status === "approved") !== approved);
        if (!concerned.length) return;
        this.undo_steps.push(concerned.map((row) => ({row, status: row.status})));
        const said = ({clash}: Row) => (clash.status === "approved" ? "persisting" : clash.status);
        this.set_statuses(concerned.map((row) => ({row, status: approved ? "approved" : said(row)})));
    }
    undo(): void {
        const step = this.undo_steps.pop();
        if (step) this.set_statuses(step);
    }
    // The number of clashes that the next undo() changes.
    undoable(): number {
        return this.undo_steps.at(-1)?.length ?? 0;
    }
    private set_statuses(changes: {row: Row; status: string}[]): void {
        const kept = this.kept();
        for (const {row, status} of changes) {
            row.status = status;
            if (status === row.clash.status) delete kept[row.clash.key];
            else kept[row.clash.key] = status;
        }
        try {
            localStorage.setItem(this.memory, JSON.stringify(kept));
        } catch {
            this.dispatchEvent(new Event("forgetful")); // the browser stores nothing for local files
        }
        this.refresh();
        this.dispatchEvent(new Event("picked"));
    }
    // The JSON report with the approvals made here; --baseline reads it.
    json(): string {
        const clashes = this.rows.map((row) => ({...row.clash, status: row.status}));
        return JSON.stringify({...this.data.report, clashes}, null, 1);
    }

    private kept(): Record<string, string> {
        try {
            return JSON.parse(localStorage.getItem(this.memory) ?? "{}");
        } catch {
            return {};
        }
    }

    private matches(row: Row): boolean {
        const {kind, group, status, text, depth, volume} = this.filter;
        const {clash} = row;
        if (depth && !((clash.depth ?? 0) >= Number(depth) && clash.depth)) return false;
        if (volume && !((clash.volume_upper ?? 0) >= Number(volume) && clash.volume_upper)) return false;
        if (kind && clash.kind !== kind) return false;
        if (group && (clash.group ?? "") !== group) return false;
        if (status && row.status !== status) return false;
        if (!text) return true;
        const of = (side: "a" | "b") => Object.values(this.part_of(clash, side)?.attributes ?? {}).join("\n");
        const all = `${clash.a}\n${clash.b}\n${clash.key}\n${clash.group ?? ""}\n${of("a")}\n${of("b")}`.toLowerCase();
        return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
    }

    private value(row: Row): string | number {
        const {clash} = row;
        switch (this.column) {
            case "worst": return 0;
            case "number": return row.number;
            case "kind": return severity.indexOf(clash.kind);
            case "a": return this.label(clash, "a");
            case "b": return this.label(clash, "b");
            case "size": return size_of(clash);
            case "volume": return clash.volume_lower ?? -1;
            case "contacts": return clash.contacts;
            case "group": return clash.group ?? "";
            case "status": return row.status;
        }
    }

    private refresh(): void {
        const order = (a: Row, b: Row) => {
            const [x, y] = [this.value(a), this.value(b)];
            const less = typeof x === "string" ? x.localeCompare(y as string, undefined, {numeric: true}) : x - (y as number);
            return (this.descending ? -less : less) || is_worse(a.clash, b.clash) || a.number - b.number;
        };
        const before = this.listed();
        this.shown = this.rows.filter((row) => this.matches(row)).sort(order);
        this.lines = this.grouped();
        this.dispatchEvent(new Event("shown"));
        this.follow(before);
    }
    // If the filter hides the selected clash, selects the next clash of the former list that is still shown, else one
    // before it.
    private follow(before: Row[]): void {
        const shown = new Set(this.shown);
        if (!this.picked || shown.has(this.picked)) return;
        const at = before.indexOf(this.picked);
        const next = before.slice(at + 1).find((row) => shown.has(row)) ?? before.slice(0, Math.max(at, 0)).findLast((row) => shown.has(row));
        this.pick(next ?? this.listed()[0] ?? null);
    }

    // If grouped by part, a clash belongs to the one of its two parts that has more clashes.
    private grouped(): Line[] {
        if (!this.grouping) return this.shown;
        const count = new Map<number, number>();
        for (const {clash} of this.shown) for (const id of [clash.a_id, clash.b_id]) count.set(id, (count.get(id) ?? 0) + 1);
        const region = regions_of(this.shown, this.data.up);
        const heading = (row: Row): string => {
            const {clash} = row;
            if (this.grouping === "group") return clash.group || "(no group)";
            if (this.grouping === "region") return clash.square ? `square ${clash.square}` : region(row);
            return this.label(clash, (count.get(clash.a_id) ?? 0) >= (count.get(clash.b_id) ?? 0) ? "a" : "b");
        };
        const groups = new Map<string, Row[]>();
        for (const row of this.shown) {
            const name = heading(row);
            const rows = groups.get(name);
            if (rows) rows.push(row);
            else groups.set(name, [row]);
        }
        const largest_first = [...groups].sort((x, y) => y[1].length - x[1].length);
        return largest_first.flatMap(([name, rows]) => [{heading: name, rows}, ...(this.closed.has(name) ? [] : rows)]);
    }
}

// Returns a function that names the region of a clash: its cell in a grid of eight by eight cells over all shown
// clashes, seen from above.
function regions_of(rows: Row[], up: Vec = [0, 0, 1]): (row: Row) => string {
    const vertical = up.map(Math.abs).indexOf(Math.max(...up.map(Math.abs)));
    const [h, v] = [0, 1, 2].filter((axis) => axis !== vertical) as [number, number];
    const points = rows.flatMap(({clash}) => (clash.point ? [clash.point] : []));
    const range = (axis: number) => points.reduce(([lo, hi], p) => [Math.min(lo!, p[axis]!), Math.max(hi!, p[axis]!)], [Infinity, -Infinity]);
    const [[left, right], [bottom, top]] = [range(h), range(v)] as [[number, number], [number, number]];
    const cell = (x: number, lo: number, hi: number) => Math.min(7, Math.floor((8 * (x - lo)) / (hi - lo || 1)));
    return ({clash}) => {
        if (!clash.point) return "no place";
        return `region ${"ABCDEFGH"[cell(clash.point[h]!, left, right)]}${cell(clash.point[v]!, bottom, top) + 1}`;
    };
}
