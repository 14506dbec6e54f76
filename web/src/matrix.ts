// How many clashes there are between any two groups. A number filters the table when it is picked.
import {element} from "./dom";
import type {Store} from "./store";

export function group_matrix(store: Store): HTMLElement {
    const {parts} = store.data;
    const count = new Map<string, Map<string, {clashes: number; group: string}>>();
    const names = new Set<string>();
    for (const {clash} of store.rows) {
        const [a, b] = [parts[clash.a_id]?.group ?? "", parts[clash.b_id]?.group ?? ""].sort((x, y) => x.localeCompare(y));
        names.add(a!).add(b!);
        const line = count.get(a!) ?? new Map<string, {clashes: number; group: string}>();
        count.set(a!, line);
        line.set(b!, {clashes: (line.get(b!)?.clashes ?? 0) + 1, group: clash.group ?? ""});
    }
    const sorted = [...names].sort((x, y) => x.localeCompare(y));
    const title = (name: string) => name || "(no group)";
    const most = Math.max(1, ...[...count.values()].flatMap((line) => [...line.values()].map((c) => c.clashes)));
    const cell = (a: string, b: string) => {
        const found = count.get(a)?.get(b);
        if (!found) return element("td", {class: "none"}, "·");
        return element("td", {style: `--share: ${Math.round((100 * found.clashes) / most)}%`},
            element("button", {
                title: `${found.clashes} between ${title(a)} and ${title(b)}: show only these`,
                onclick: () => store.set_filter({group: store.filter.group === found.group ? "" : found.group}),
            }, String(found.clashes)));
    };
    const head = element("tr", {}, element("td"), ...sorted.map((b) => element("th", {scope: "col"}, element("span", {}, title(b)))));
    const lines = sorted.map((a, i) =>
        element("tr", {}, element("th", {scope: "row"}, title(a)), ...sorted.map((b, j) => (j < i ? element("td") : cell(a, b)))));
    return element("table", {class: "matrix"},
        element("caption", {}, "Clashes between groups"), element("thead", {}, head), element("tbody", {}, ...lines));
}
