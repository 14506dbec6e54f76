// The page of a clash report: filters, table, matrix of groups, and the selected clash in 3D and in words.
import {clash_details} from "./clash_details";
import {ClashView} from "./clash_view";
import type {ClashData} from "./data";
import {count_text, element, seconds_text, with_units} from "./dom";
import {page_head, save_file} from "./frame";
import {group_matrix} from "./matrix";
import {OverviewMap} from "./map";
import {PrintSheet} from "./print";
import {Store, type Filter, type Grouping} from "./store";
import {Table} from "./table";
import {up_turn} from "./view";

function choice(store: Store, field: keyof Filter, title: string, values: string[]): HTMLElement {
    const select = element("select", {onchange: () => store.set_filter({[field]: select.value})},
        element("option", {value: ""}, `all ${title}`), ...values.map((value) => element("option", {value}, value || "(none)")));
    store.addEventListener("shown", () => (select.value = store.filter[field]));
    return element("label", {class: "choice"}, element("span", {class: "unseen"}, `Show ${title}`), select);
}

function filters(store: Store): HTMLElement {
    const search = element("input", {type: "search", placeholder: "Search", "aria-label": "Search part, group or key",
        oninput: () => store.set_filter({text: search.value.trim()})});
    const least = (field: "depth" | "volume", title: string) => {
        const input = element("input", {class: "least", type: "text", inputmode: "decimal", placeholder: `${title} ≥`, "aria-label": `Show clashes of at least this ${title}`,
            oninput: () => store.set_filter({[field]: Number.isFinite(Number(input.value)) ? input.value.trim() : ""})});
        store.addEventListener("shown", () => {
            if (!store.filter[field] && document.activeElement !== input) input.value = "";
        });
        return input;
    };
    const grouping = element("select", {onchange: () => store.group_by(grouping.value as Grouping)},
        ...([["", "not grouped"], ["part", "by part"], ["region", "by region"], ["group", "by pair of groups"]] as const).map(([value, title]) => element("option", {value}, title)));
    const count = element("output", {class: "count", "aria-live": "polite"});
    const clear = element("button", {type: "button", class: "clear", onclick: () => store.clear_filter()}, "Show all");
    const tell = () => {
        count.textContent = `${store.shown.length.toLocaleString("en-US")} of ${store.rows.length.toLocaleString("en-US")}`;
        clear.hidden = !store.is_filtered();
        if (!store.filter.text) search.value = "";
    };
    store.addEventListener("shown", tell);
    tell();
    return element("form", {class: "filters", role: "search", onsubmit: (event: Event) => event.preventDefault()},
        element("div", {class: "filter-line"}, search,
            choice(store, "kind", "kinds", store.kinds()),
            choice(store, "group", "groups", store.values((row) => row.clash.group ?? "")),
            choice(store, "status", "statuses", store.values((row) => row.status).concat(store.rows.some((r) => r.status === "approved") ? [] : ["approved"]))),
        element("div", {class: "filter-line"},
            element("label", {class: "choice"}, element("span", {class: "unseen"}, "Group the list"), grouping),
            least("depth", "depth"), ...(store.rows.some((row) => row.clash.volume_upper) ? [least("volume", "volume")] : []),
            clear, count));
}

function totals(store: Store): HTMLElement {
    const chip = (kind: string) => {
        const clashes = store.rows.filter((row) => row.clash.kind === kind);
        const shallow = clashes.filter((row) => row.clash.shallow).length;
        const made = element("button", {class: `chip ${kind}`, "aria-pressed": false,
            title: "Show only these", onclick: () => store.set_filter({kind: store.filter.kind === kind ? "" : kind})},
            element("strong", {}, clashes.length.toLocaleString("en-US")), element("span", {}, kind),
            shallow ? element("small", {}, `${shallow} shallow`) : null);
        store.addEventListener("shown", () => made.setAttribute("aria-pressed", String(store.filter.kind === kind)));
        return made;
    };
    return element("div", {class: "totals"}, ...store.kinds().map(chip));
}

// Buttons for several clashes at once.
function bulk_tools(store: Store, sheet: PrintSheet): HTMLElement {
    const count = element("output", {class: "selected-count"});
    const approve = element("button", {onclick: () => store.approve_all(store.selected_rows(), true)}, "Approve");
    const withdraw = element("button", {onclick: () => store.approve_all(store.selected_rows(), false)}, "Withdraw approval");
    const pictures = element("button", {title: "Print the selected clashes, each with its picture", onclick: () => void sheet.print()}, "Print with pictures");
    const clear = element("button", {onclick: () => store.select_all([...store.selected], false)}, "Clear selection");
    const undo = element("button", {class: "undo", onclick: () => store.undo()}, "Undo");
    const root = element("div", {class: "bulk", role: "group", "aria-label": "Selected clashes"}, count, approve, withdraw, pictures, clear, undo);
    const tell = () => {
        const {size} = store.selected;
        count.textContent = size ? `${size.toLocaleString("en-US")} selected` : "";
        for (const button of [approve, withdraw, pictures, clear]) button.hidden = !size;
        undo.hidden = !store.undoable();
        undo.textContent = store.undoable() > 1 ? `Undo (${store.undoable()} clashes)` : "Undo";
        root.hidden = !size && !store.undoable();
    };
    for (const event of ["selected", "shown", "picked"]) store.addEventListener(event, tell);
    tell();
    return root;
}

function keyboard(store: Store, view: ClashView): void {
    const steps: Record<string, number> = {ArrowDown: 1, j: 1, n: 1, ArrowUp: -1, k: -1, p: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity};
    addEventListener("keydown", (event) => {
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
        const by = steps[event.key];
        if (by) store.step(by);
        else if (event.key === "a" && store.picked) store.approve(store.picked, store.picked.status !== "approved");
        else if (event.key === "f") view.choose("whole");
        else if (event.key === "c") view.choose("close_up");
        else if (event.key === "u") store.undo();
        else if (event.key === " " && store.picked && target.tagName !== "BUTTON") store.select(store.picked);
        else return;
        event.preventDefault();
    });
}

// A warning that the list is not complete, with the first five reasons.
function warning_of({report}: ClashData): HTMLElement | null {
    if (!report.partial) return null;
    const messages = (report.unreadable ?? []).map((one) => (one as {message?: string}).message ?? String(one));
    return element("div", {class: "warning", role: "alert"},
        element("p", {}, "Partial report: not everything was read or tested. The listed clashes are right; others may be missing."),
        messages.length ? element("ul", {}, ...messages.slice(0, 5).map((message) => element("li", {}, message)),
            messages.length > 5 ? element("li", {}, `and ${messages.length - 5} more`) : null) : null);
}

// Says that there are no clashes, since an empty table would look like a failure to load.
function no_clashes(data: ClashData): HTMLElement {
    const {report, units} = data;
    const limit = report.clearance ? ` closer than ${with_units(report.clearance, units)}` : "";
    return element("main", {class: "no-clashes"}, warning_of(data),
        element("div", {class: "verdict"}, element("strong", {"aria-hidden": true}, report.partial ? "–" : "✓"),
            element("h2", {}, report.partial ? "No clashes in what was tested" : "No clashes"),
            element("p", {}, `None of the ${count_text(report.objects, "part")} touches, crosses or contains another one${limit ? ` or comes${limit}` : ""}.`)));
}

export function clash_page(data: ClashData): HTMLElement {
    const store = new Store(data);
    const {report} = data;
    const facts = `${count_text(report.objects, "part")} · ${count_text(report.candidate_pairs, "pair")} tested · ${seconds_text(report.seconds)}`;
    const save = element("button", {onclick: () => save_file(`${data.title}.json`, "application/json", store.json())}, "Save JSON");
    if (!store.rows.length) return element("div", {class: "frame"}, page_head(data, facts, () => print(), save), no_clashes(data));
    const forgetful = element("p", {class: "warning", role: "alert", hidden: true}, "This browser stores nothing for local files: save the JSON before you leave the page.");
    store.addEventListener("forgetful", () => (forgetful.hidden = false));
    const table = new Table(store);
    const view = new ClashView(store);
    const sheet = new PrintSheet(store, view);
    const map = new OverviewMap(store, up_turn(data.up));
    const groups = new Set(store.rows.flatMap((row) => store.groups_of(row))).size;
    const page = element("main", {class: "clash-page"},
        element("section", {class: "list", "aria-label": "Clashes"}, warning_of(data), forgetful, totals(store), filters(store), bulk_tools(store, sheet), table.root,
            element("div", {class: "overviews"},
                element("details", {class: "groups map-box", open: true}, element("summary", {}, "Map"), map.root),
                groups > 1 ? element("details", {class: "groups", open: groups < 12}, element("summary", {}, "By group"), group_matrix(store)) : null)),
        element("section", {class: "picture", "aria-label": "Selected clash"}, view.root, clash_details(store),
            element("p", {class: "keys"}, element("kbd", {}, "↓"), " ", element("kbd", {}, "↑"), " next and previous · ", element("kbd", {}, "a"), " approve · ",
                element("kbd", {}, "u"), " undo · ", element("kbd", {}, "space"), " select · ", element("kbd", {}, "c"), " close-up · ", element("kbd", {}, "f"), " whole parts")));
    keyboard(store, view);
    addEventListener("hashchange", () => store.pick_linked());
    queueMicrotask(() => {
        store.pick_linked();
        if (!store.picked) store.step(1);
    });
    return element("div", {class: "frame"}, page_head(data, facts, () => void sheet.print(), save), page, sheet.root);
}
