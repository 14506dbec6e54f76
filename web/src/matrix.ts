// The number of clashes between any two groups; a click on a number filters the table.
import {element, name_text} from "./dom";
import type {Store} from "./store";

function matrix_button(store: Store, group: string, properties: Record<string, unknown>, text: string): HTMLElement {
    const made = element("button", {...properties, "aria-pressed": false}, text);
    store.addEventListener("shown", () => made.setAttribute("aria-pressed", String(store.filter.group === group)));
    return made;
}

export function group_matrix(store: Store): HTMLElement {
    const count = new Map<string, Map<string, {clashes: number; group: string}>>();
    const names = new Set<string>();
    for (const row of store.rows) {
        const [a, b] = store.groups_of(row);
        names.add(a).add(b);
        const line = count.get(a) ?? new Map<string, {clashes: number; group: string}>();
        count.set(a, line);
        line.set(b, {clashes: (line.get(b)?.clashes ?? 0) + 1, group: row.clash.group ?? ""});
    }
    const sorted = [...names].sort((x, y) => x.localeCompare(y));
    const title = (name: string) => name || "(no group)";
    const most = Math.max(1, ...[...count.values()].flatMap((line) => [...line.values()].map((c) => c.clashes)));
    const cell = (a: string, b: string) => {
        const found = count.get(a)?.get(b);
        if (!found) return element("td", {class: "none"}, element("span", {class: "unseen"}, "none"));
        return element("td", {style: `--share: ${Math.round((100 * found.clashes) / most)}%`},
            matrix_button(store, found.group, {
                title: `${found.clashes} between ${title(a)} and ${title(b)}: show only these`,
                onclick: () => store.set_filter({group: store.filter.group === found.group ? "" : found.group}),
            }, String(found.clashes)));
    };
    const name_of = (name: string) => element("span", {title: title(name)}, name_text(title(name)));
    const head = element("tr", {}, element("td"), ...sorted.map((b) => element("th", {scope: "col"}, name_of(b))));
    const lines = sorted.map((a, i) =>
        element("tr", {}, element("th", {scope: "row"}, name_of(a)), ...sorted.map((b, j) => (j < i ? element("td") : cell(a, b)))));
    return element("table", {class: "matrix"},
        element("caption", {}, "Clashes between groups"), element("thead", {}, head), element("tbody", {}, ...lines));
}
