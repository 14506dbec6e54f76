// Shared by the tests of pages: a browser without a network, and what every page must fulfil.
import assert from "node:assert/strict";
import {createRequire} from "node:module";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

export function launch(executablePath, modules) {
    const {chromium} = createRequire(join(modules, "x"))("playwright-core");
    return chromium.launch({
        executablePath,
        args: ["--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"],
    });
}

// A page that records browser errors and network requests.
export async function open(context, file, {measured = false, fragment = ""} = {}) {
    const page = await context.newPage();
    if (measured) {
        page.session = await context.newCDPSession(page);
        await page.session.send("Performance.enable", {timeDomain: "threadTicks"});
    }
    page.troubles = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.troubles.push(message.text()));
    page.on("pageerror", (error) => page.troubles.push(String(error)));
    page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || page.troubles.push(`requested ${request.url()}`));
    await page.goto(pathToFileURL(file).href + fragment);
    return page;
}
// The driver's own notes about slow software rendering are not errors of the page.
export const troubles_of = (page) => page.troubles.filter((text) => !/GPU stall|swiftshader|SwiftShader|GL Driver Message/.test(text));

// Texts with a contrast below 4.5, the minimum of WCAG level AA.
export const faint_text = (page) => page.evaluate(() => {
    const pixel = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d", {willReadFrequently: true});
    const read = (colour) => {
        pixel.clearRect(0, 0, 1, 1);
        pixel.fillStyle = colour;
        pixel.fillRect(0, 0, 1, 1);
        return [...pixel.getImageData(0, 0, 1, 1).data].map((x) => x / 255);
    };
    const over = (top, below) => below.map((x, i) => (i < 3 ? top[i] * top[3] + x * (1 - top[3]) : 1));
    const behind = (thing) => {
        const layers = [];
        for (let at = thing; at; at = at.parentElement) layers.unshift(read(getComputedStyle(at).backgroundColor));
        return layers.reduce((below, top) => over(top, below), [1, 1, 1, 1]);
    };
    const light = (colour) => colour.slice(0, 3).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
        .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
    const faint = new Set();
    for (const thing of document.querySelectorAll("body *")) {
        if (![...thing.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) || !thing.checkVisibility({visibilityProperty: true})) continue;
        if (thing.closest("script, noscript, .unseen")) continue;
        const ground = behind(thing);
        const [x, y] = [light(over(read(getComputedStyle(thing).color), ground)), light(ground)].sort((a, b) => b - a);
        const contrast = (x + 0.05) / (y + 0.05);
        if (contrast < 4.5) faint.add(`${thing.className || thing.tagName} "${thing.textContent.slice(0, 20)}": ${contrast.toFixed(2)}`);
    }
    return [...faint];
});

// The Tab key reaches every control, and the focus is visible.
export async function walk_by_keyboard(page, wanted) {
    await page.evaluate(() => {
        const top = document.querySelector("h1");
        top.tabIndex = -1;
        top.focus();
        top.removeAttribute("tabindex");
    });
    const seen = [];
    for (let i = 0; i < 60; ++i) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate(() => {
            const thing = document.activeElement;
            if (!thing || thing === document.body) return null;
            return {what: thing.getAttribute("role") ?? thing.getAttribute("aria-label") ?? (thing.textContent || thing.type), ring: getComputedStyle(thing).outlineStyle !== "none"};
        });
        if (!at) break; // the focus left the page: no keyboard trap
        assert.ok(at.ring, `${at.what} does not show its focus`);
        seen.push(at.what);
    }
    assert.ok(seen.length < 60, `no way out of ${seen.at(-1)}`);
    for (const what of wanted) assert.ok(seen.includes(what), `${what} is not among ${seen.join(" | ")}`);
}
