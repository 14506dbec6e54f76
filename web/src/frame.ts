// Shared by all pages: the header, the light and dark theme, saving files.
import type {PageData} from "./data";
import {element, name_text} from "./dom";

export function theme_button(): HTMLElement {
    const root = document.documentElement;
    const is_dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    const button = element("button", {class: "theme", onclick: () => {
        root.dataset.theme = is_dark() ? "light" : "dark";
        name();
    }});
    const name = () => (button.textContent = is_dark() ? "Light" : "Dark");
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
    name();
    return button;
}

export function page_head(data: PageData, facts: string, on_print: () => void, ...buttons: HTMLElement[]): HTMLElement {
    document.title = `${data.title} · allide`;
    return element("header", {class: "page-head"},
        element("div", {class: "name"}, element("h1", {}, name_text(data.title)), element("p", {}, facts)),
        element("p", {class: "made"}, `${data.program} · ${data.made}${data.units ? ` · lengths in ${data.units}` : ""}`),
        element("div", {class: "tools"}, ...buttons, element("button", {onclick: on_print}, "Print"), theme_button()));
}

export function save_file(name: string, type: string, text: string): void {
    const address = URL.createObjectURL(new Blob([text], {type}));
    element("a", {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}
