// Builds DOM elements in one expression. Text is never parsed as HTML, since a part may be called <script>.

type Child = Node | string | null | undefined;
type Properties = Record<string, unknown>;

export function element<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    properties: Properties = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (name.startsWith("on")) made.addEventListener(name.slice(2), value as EventListener);
        else if (name.startsWith("aria-")) made.setAttribute(name, String(value)); // here "false" is a valid value
        else if (value === true) made.setAttribute(name, "");
        else if (value !== false && value != null) made.setAttribute(name, String(value));
    }
    for (const child of children) if (child != null) made.append(child);
    return made;
}

// A number with four significant digits, in exponential form if very large or small.
export function short(value: number | null | undefined): string {
    if (value == null) return "–";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-4) return value.toExponential(2).replace(/\.?0+e/, "e").replace("e+", "e");
    return Number(value.toPrecision(4)).toString();
}

// A point with nine significant digits.
export function place_text(point: number[]): string {
    return point.map((x) => String(Number(x.toPrecision(9)))).join(", ");
}

export function count_text(count: number, thing: string): string {
    return `${count.toLocaleString("en-US")} ${thing}${count === 1 ? "" : "s"}`;
}

export function seconds_text(seconds: number): string {
    return `${seconds < 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds)} s`;
}

// A name from a file, isolated: right-to-left text in it must not reorder the text around it.
export function name_text(name: string): HTMLElement {
    return element("bdi", {dir: "auto"}, name);
}

// A name in one line. Where it does not fit, its middle is left out: names differ at either end.
export function cut_name(name: string): HTMLElement {
    const letters = [...name];
    const at = letters.length - Math.min(10, Math.floor(letters.length / 2));
    return element("span", {class: "cut-name", dir: "auto"},
        element("span", {class: "cut-head"}, letters.slice(0, at).join("")), element("span", {class: "cut-tail"}, letters.slice(at).join("")));
}

// The path without its folders.
export function file_name(path: string): string {
    return path.slice(path.lastIndexOf("/") + 1);
}

export function with_units(value: number | null | undefined, units: string): string {
    return value == null ? "–" : `${short(value)}${units ? ` ${units}` : ""}`;
}
