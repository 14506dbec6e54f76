// Elements, made in one expression. Text is only ever set as text: a part may be called <script>.

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
        else if (name.startsWith("aria-")) made.setAttribute(name, String(value)); // there "false" is a value
        else if (value === true) made.setAttribute(name, "");
        else if (value !== false && value != null) made.setAttribute(name, String(value));
    }
    for (const child of children) if (child != null) made.append(child);
    return made;
}

// A number as people read it: few digits, no ruin by rounding.
export function short(value: number | null | undefined): string {
    if (value == null) return "–";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-4) return value.toExponential(2);
    return Number(value.toPrecision(4)).toString();
}

export function with_units(value: number | null | undefined, units: string): string {
    return value == null ? "–" : `${short(value)}${units ? ` ${units}` : ""}`;
}
