// The window with keys, files and what the answers mean.
import {element} from "../../src/dom";
import {enclosed, unpacked} from "./unpack";

const keys: [string, string][] = [
    ["drag an arrow or a ring", "move or turn the selected part"],
    ["m · r", "handles that move, handles that turn"],
    ["Shift + ← → ↑ ↓ PgUp PgDn", "move or turn the selected part along x, y, z; with Alt in small steps"],
    ["drag · wheel · two fingers", "turn, zoom and shift the view"],
    ["← → ↑ ↓ + −", "turn and zoom the view"],
    ["click a part", "select it"],
    ["x · y · f", "see through the other parts, turn the y axis upwards, show all parts"],
    ["Ctrl + Z", "undo a move"],
];

export function help_window(): void {
    const close = () => {
        dialog.close();
        dialog.remove();
    };
    const dialog = element("dialog", {class: "help-window", "aria-label": "Help"},
        element("div", {class: "report-head"}, element("strong", {}, "How to use the playground"), element("span", {class: "grow"}), element("button", {onclick: close}, "Close")),
        element("div", {class: "help-text"},
            element("dl", {}, ...keys.flatMap(([key, text]) => [element("dt", {}, key), element("dd", {}, text)])),
            element("h2", {}, "Files"),
            element("p", {}, "Drop STL, OBJ, PLY, OFF, GLB or IFC files anywhere, several at once. They are read on this computer: the page has no access to the network. Lengths are in the units of the files; nothing is converted. IFC files are read by web-ifc, whose coordinates are in single precision; parts read like this are marked float32."),
            element("h2", {}, "Answers"),
            element("p", {}, "Contacts are pairs of triangles that share a point: a mathematical fact about the coordinates and the pose, decided in exact arithmetic. Distances and depths have certified bounds. A motion is free until the time that is stated, and in contact within the bracket of the first contact. The same code gives the same answers in C++, Python and on the command line."),
            licences()));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}

function licences(): HTMLElement {
    const text = element("pre", {tabindex: 0});
    const opened = async () => {
        if (!text.textContent) text.textContent = new TextDecoder().decode(await unpacked(enclosed("licences")));
    };
    return element("details", {class: "licences", ontoggle: () => void opened()}, element("summary", {}, "Licences"),
        element("p", {}, "This page contains allide and three.js (MIT), the libraries that allide is built from, and, if it reads IFC files, web-ifc (Mozilla Public License 2.0; its source is the repository ThatOpen/engine_web-ifc on GitHub)."), text);
}
