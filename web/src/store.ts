// The state of the page: filter, order and selection of clashes, and the approvals of the reader.
import type {Clash, ClashData} from "./data";

export type Column = "number" | "kind" | "a" | "b" | "size" | "contacts" | "group" | "status";

export interface Filter {
    kind: string;
    group: string;
    status: string;
    text: string;
}

export interface Row {
    number: number; // in the report, from 1
    clash: Clash;
    status: string;
}

const severity = ["hard", "contained", "duplicate", "touch", "clearance"];

// The sort key of depths and gaps: the depth, or the negative gap.
export function size_of(clash: Clash): number {
    return clash.kind === "clearance" || (clash.kind === "touch" && clash.distance) ? -(clash.distance ?? 0) : (clash.depth ?? 0);
}

export class Store extends EventTarget {
    readonly rows: Row[];
    shown: Row[] = [];
    picked: Row | null = null;
    filter: Filter = {kind: "", group: "", status: "", text: ""};
    column: Column = "kind"; // the most severe first
    descending = false;
    private readonly memory: string;

    constructor(readonly data: ClashData) {
        super();
        this.memory = `allide ${data.title} ${data.made}`;
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
        this.set_filter({kind: "", group: "", status: "", text: ""});
    }
    // The names of a clash's two groups, in alphabetical order.
    groups_of({clash}: Row): [string, string] {
        const name = (id: number) => this.data.parts[id]?.group ?? "";
        return [name(clash.a_id), name(clash.b_id)].sort((x, y) => x.localeCompare(y)) as [string, string];
    }
    kinds(): string[] {
        return severity.filter((kind) => this.rows.some((row) => row.clash.kind === kind));
    }

    set_filter(change: Partial<Filter>): void {
        this.filter = {...this.filter, ...change};
        this.refresh();
    }

    sort_by(column: Column): void {
        this.descending = this.column === column ? !this.descending : column === "size" || column === "contacts";
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
    // Moves the selection by this many rows.
    step(by: number): void {
        if (!this.shown.length) return;
        const at = this.picked ? this.shown.indexOf(this.picked) : -1;
        const next = at < 0 ? (by > 0 ? 0 : this.shown.length - 1) : Math.min(Math.max(at + by, 0), this.shown.length - 1);
        this.pick(this.shown[next]!);
    }

    // Approves a clash, or undoes it: then its status is that of the report, or persisting if that is approved.
    approve(row: Row, approved: boolean): void {
        if (row.status === "resolved") return; // it does not exist any more
        const said = row.clash.status === "approved" ? "persisting" : row.clash.status;
        row.status = approved ? "approved" : said;
        const kept = this.kept();
        if (row.status === row.clash.status) delete kept[row.clash.key];
        else kept[row.clash.key] = row.status;
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
        const {kind, group, status, text} = this.filter;
        const {clash} = row;
        if (kind && clash.kind !== kind) return false;
        if (group && (clash.group ?? "") !== group) return false;
        if (status && row.status !== status) return false;
        if (!text) return true;
        const all = `${clash.a}\n${clash.b}\n${clash.key}\n${clash.group ?? ""}`.toLowerCase();
        return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
    }

    private value(row: Row): string | number {
        const {clash} = row;
        switch (this.column) {
            case "number": return row.number;
            case "kind": return severity.indexOf(clash.kind);
            case "a": return clash.a;
            case "b": return clash.b;
            case "size": return size_of(clash);
            case "contacts": return clash.contacts;
            case "group": return clash.group ?? "";
            case "status": return row.status;
        }
    }

    private refresh(): void {
        const order = (a: Row, b: Row) => {
            const [x, y] = [this.value(a), this.value(b)];
            const less = typeof x === "string" ? x.localeCompare(y as string, undefined, {numeric: true}) : x - (y as number);
            return (this.descending ? -less : less) || size_of(b.clash) - size_of(a.clash) || a.number - b.number;
        };
        this.shown = this.rows.filter((row) => this.matches(row)).sort(order);
        this.dispatchEvent(new Event("shown"));
    }
}
