// The report of an assembly: filters, table, matrix of groups, and the picked clash in space and in words.
import {ClashView} from "./clash_view";
import type {ClashData} from "./data";
import {element, short, with_units} from "./dom";
import {page_head, save_file} from "./frame";
import {group_matrix} from "./matrix";
import {Store, type Filter} from "./store";
import {Table} from "./table";

function choice(store: Store, field: keyof Filter, title: string, values: string[]): HTMLElement {
    const select = element("select", {onchange: () => store.set_filter({[field]: select.value})},
        element("option", {value: ""}, `all ${title}`), ...values.map((value) => element("option", {value}, value || "(none)")));
    store.addEventListener("shown", () => (select.value = store.filter[field]));
    return element("label", {class: "choice"}, element("span", {class: "unseen"}, `Show ${title}`), select);
}

function filters(store: Store): HTMLElement {
    const search = element("input", {type: "search", placeholder: "Search", "aria-label": "Search part, group or key",
        oninput: () => store.set_filter({text: search.value.trim()})});
    const count = element("output", {class: "count", "aria-live": "polite"});
    const tell = () => (count.textContent = `${store.shown.length} of ${store.rows.length}`);
    store.addEventListener("shown", tell);
    tell();
    return element("form", {class: "filters", role: "search", onsubmit: (event: Event) => event.preventDefault()},
        search,
        choice(store, "kind", "kinds", store.kinds()),
        choice(store, "group", "groups", store.values((row) => row.clash.group ?? "")),
        choice(store, "status", "statuses", store.values((row) => row.status).concat(store.rows.some((r) => r.status === "approved") ? [] : ["approved"])),
        count);
}

function totals(store: Store): HTMLElement {
    const chip = (kind: string) => {
        const clashes = store.rows.filter((row) => row.clash.kind === kind);
        const shallow = clashes.filter((row) => row.clash.shallow).length;
        const made = element("button", {class: `chip ${kind}`, "aria-pressed": false,
            title: `Show only these`, onclick: () => store.set_filter({kind: store.filter.kind === kind ? "" : kind})},
            element("strong", {}, String(clashes.length)), element("span", {}, kind),
            shallow ? element("small", {}, `${shallow} shallow`) : null);
        store.addEventListener("shown", () => made.setAttribute("aria-pressed", String(store.filter.kind === kind)));
        return made;
    };
    return element("div", {class: "totals"}, ...store.kinds().map(chip));
}

function details(store: Store): HTMLElement {
    const root = element("section", {class: "details", "aria-live": "polite", "aria-label": "Picked clash"});
    const {units} = store.data;
    const line = (name: string, ...value: (Node | string)[]) => [element("dt", {}, name), element("dd", {}, ...value)];
    const sags = new Map(store.data.report.parts?.map((part) => [part.id, part.sag ?? 0]));
    const sag_of = (id: number) => sags.get(id) ?? 0;
    const draw = () => {
        const row = store.picked;
        if (!row) return root.replaceChildren();
        const {clash} = row;
        const approved = row.status === "approved";
        const copy = element("button", {class: "copy", onclick: async () => {
            const link = location.href.split("#")[0] + store.link_of(row);
            await navigator.clipboard?.writeText(link).catch(() => prompt("The link of this clash", link));
            copy.textContent = "Copied";
        }}, "Copy link");
        root.replaceChildren(
            element("div", {class: "details-head"},
                element("h2", {}, `Clash ${row.number}`), element("span", {class: `kind-badge ${clash.kind}`}, clash.kind),
                element("span", {class: `status-badge ${row.status}`}, row.status),
                row.status === "resolved" ? null : element("button", {class: "approve", "aria-pressed": approved, onclick: () => store.approve(row, !approved)}, approved ? "Take approval back" : "Approve"),
                copy),
            element("dl", {},
                ...line("Part A", element("i", {class: "swatch a"}), clash.a),
                ...line("Part B", element("i", {class: "swatch b"}), clash.b),
                ...(clash.kind === "clearance" || clash.distance ? line("Gap", with_units(clash.distance, units)) : line("Depth", `${with_units(clash.depth_lower, units)} to ${with_units(clash.depth, units)}`)),
                ...(clash.depends_on_facets ? line("Note", `depends on facets: they may be off by ${with_units(sag_of(clash.a_id), units)} and ${with_units(sag_of(clash.b_id), units)}`) : []),
                ...(clash.shallow ? line("Note", "shallow: less than a millionth of the parts' size") : []),
                ...line("Contacts", String(clash.contacts)),
                ...(clash.group ? line("Groups", clash.group) : []),
                ...(clash.point ? line("Point", clash.point.map(short).join(", ")) : []),
                ...line("Key", element("code", {}, clash.key))));
    };
    store.addEventListener("picked", draw);
    return root;
}

function keyboard(store: Store): void {
    const steps: Record<string, number> = {ArrowDown: 1, j: 1, n: 1, ArrowUp: -1, k: -1, p: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity};
    addEventListener("keydown", (event) => {
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
        const by = steps[event.key];
        if (by) store.step(by);
        else if (event.key === "a" && store.picked) store.approve(store.picked, store.picked.status !== "approved");
        else return;
        event.preventDefault();
    });
}

export function clash_page(data: ClashData): HTMLElement {
    const store = new Store(data);
    const {report} = data;
    const warning = report.partial ? element("p", {class: "warning", role: "alert"}, "Partial: not everything was read or tested. What is listed is right; more may be missing.") : null;
    const forgetful = element("p", {class: "warning", role: "alert", hidden: true}, "This browser keeps nothing for files: save the JSON before you leave the page.");
    store.addEventListener("forgetful", () => (forgetful.hidden = false));
    const save = element("button", {onclick: () => save_file(`${data.title}.json`, "application/json", store.json())}, "Save JSON");
    const table = new Table(store);
    const view = new ClashView(store);
    const page = element("main", {class: "clash-page"},
        element("section", {class: "list", "aria-label": "Clashes"}, warning, forgetful, totals(store), filters(store), table.root,
            element("details", {class: "groups", open: store.rows.length > 0}, element("summary", {}, "By group"), group_matrix(store))),
        element("section", {class: "picture", "aria-label": "Picked clash"}, view.root, details(store),
            element("p", {class: "keys"}, element("kbd", {}, "↓"), " ", element("kbd", {}, "↑"), " next and previous · ", element("kbd", {}, "a"), " approve · drag to turn, wheel to zoom")));
    const facts = `${report.objects} parts · ${report.candidate_pairs} pairs tested · ${short(report.seconds)} s`;
    keyboard(store);
    addEventListener("hashchange", () => store.pick_linked());
    queueMicrotask(() => {
        store.pick_linked();
        if (!store.picked) store.step(1);
    });
    return element("div", {class: "frame"}, page_head(data, facts, save), page);
}
