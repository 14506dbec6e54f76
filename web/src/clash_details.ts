// The selected clash in words, with buttons to approve it and to copy its link.
import {element, name_text, place_text, short, with_units} from "./dom";
import type {Clash} from "./data";
import type {Row, Store} from "./store";

async function copy_link(link: string, button: HTMLElement): Promise<void> {
    try {
        await navigator.clipboard.writeText(link);
        button.textContent = "Copied";
    } catch {
        prompt("Link to this clash", link); // the browser denies access to the clipboard
    }
}

function depth_text(clash: Clash, units: string): string {
    const [least, most] = [with_units(clash.depth_lower, units), with_units(clash.depth, units)];
    if (least === most) return most;
    return clash.depth_lower ? `${short(clash.depth_lower)} to ${most}` : `at most ${most}`;
}

function volume_text(clash: Clash, units: string): string {
    const cubic = units ? ` ${units}³` : "";
    const share = clash.volume_fraction ? ` (${(100 * clash.volume_fraction).toPrecision(2)} % of the smaller part)` : "";
    return `${short(clash.volume_upper)}${cubic}${share}`;
}

// Storey, class and type of an IFC element, after its name.
function traits_of(store: Store, clash: Clash, side: "a" | "b"): HTMLElement | string {
    const {storey, type, ...more} = store.part_of(clash, side)?.attributes ?? {};
    const words = [more["class"], type, storey].filter(Boolean);
    return words.length ? element("small", {class: "traits"}, words.join(" · ")) : "";
}

function part_of(store: Store, clash: Clash, side: "a" | "b"): HTMLElement {
    return element("span", {class: "part"}, element("i", {class: `swatch ${side}`}),
        element("span", {}, name_text(clash[side]), traits_of(store, clash, side)));
}

function head_of(store: Store, row: Row): HTMLElement {
    const approved = row.status === "approved";
    const copy: HTMLElement = element("button", {class: "copy", onclick: () => void copy_link(location.href.split("#")[0] + store.link_of(row), copy)}, "Copy link");
    const step = (by: number, sign: string, title: string) =>
        element("button", {class: "step", title, "aria-label": title, onclick: () => store.step(by)}, sign);
    return element("div", {class: "details-head"},
        element("h2", {}, `Clash ${row.number}`), element("span", {class: `kind-badge ${row.clash.kind}`}, row.clash.kind),
        element("span", {class: `status-badge ${row.status}`}, row.status),
        element("span", {class: "actions"},
            step(-1, "‹", "Previous clash"), step(1, "›", "Next clash"),
            row.status === "resolved" ? null : element("button", {class: "approve", "aria-pressed": approved, onclick: () => store.approve(row, !approved)}, approved ? "Undo approval" : "Approve"),
            copy));
}

function facts_of(store: Store, {clash}: Row, sag_of: (id: number) => number): HTMLElement {
    const {units} = store.data;
    const line = (name: string, ...value: (Node | string)[]) => [element("dt", {}, name), element("dd", {}, ...value)];
    const is_gap = clash.kind === "clearance" || !!clash.distance;
    return element("dl", {},
        ...line("Part A", part_of(store, clash, "a")),
        ...line("Part B", part_of(store, clash, "b")),
        ...(is_gap ? line("Gap", with_units(clash.distance, units)) : clash.depth ? line("Depth", depth_text(clash, units)) : []),
        ...(clash.volume_upper ? line("Volume", volume_text(clash, units)) : []),
        ...(clash.separation ? line("To separate", `move one part by ${with_units(clash.separation, units)}`) : []),
        ...(clash.within_facets || clash.depends_on_facets ? line("Note", `depends on facets: they deviate from the curved surfaces by up to ${with_units(sag_of(clash.a_id), units)} and ${with_units(sag_of(clash.b_id), units)}`) : []),
        ...(clash.shallow ? line("Note", "shallow: less than a millionth of the parts' size") : []),
        ...(clash.contacts ? line("Contacts", `${clash.contacts.toLocaleString("en-US")} pairs of triangles`) : []),
        ...(clash.group ? line("Groups", name_text(clash.group)) : []),
        ...(clash.point ? line("Point", place_text(clash.point)) : []),
        ...line("Key", element("code", {}, clash.key)));
}

export function clash_details(store: Store): HTMLElement {
    const sags = new Map(store.data.report.parts?.map((part) => [part.id, part.sag ?? 0]));
    const root = element("section", {class: "details", "aria-live": "polite", "aria-label": "Selected clash"});
    store.addEventListener("picked", () => {
        const row = store.picked;
        // A button that had the focus keeps it, so that pressing it again works.
        const pressed = root.contains(document.activeElement) ? document.activeElement!.className : "";
        const label = document.activeElement?.getAttribute("aria-label") ?? "";
        if (!row) return root.replaceChildren();
        root.replaceChildren(head_of(store, row), facts_of(store, row, (id) => sags.get(id) ?? 0));
        if (!pressed) return;
        for (const button of root.querySelectorAll("button"))
            if (button.className === pressed && (button.getAttribute("aria-label") ?? "") === label) button.focus({preventScroll: true});
    });
    return root;
}
