// The playground in a real browser: opened from a file, without a network. Its answers are compared with the command's.
//   node playground_test.mjs PLAYGROUND ALLIDE CHROMIUM NODE_MODULES FOLDER
// Exits with 77, for "skipped", if the page has not been built (make playground).
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from "node:fs";
import {basename, join} from "node:path";
import {faint_text, launch, open, troubles_of, walk_by_keyboard} from "./browser.mjs";

const [playground, allide, executablePath, modules, folder] = process.argv.slice(2);
if (!existsSync(playground)) {
    console.log(`skipped: there is no ${playground}; make playground builds it`);
    process.exit(77);
}
const browser = await launch(executablePath, modules);
mkdirSync(folder, {recursive: true});
const at = (name) => join(folder, name);
const is_long = process.env.ALLIDE_TEST_LONG === "1";

// `collide`, `predict` and `clash` exit with 1 if there is contact.
function ask(...args) {
    try {
        return JSON.parse(execFileSync(allide, [...args, "--json"], {encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"]}));
    } catch (failure) {
        assert.equal(failure.status, 1, `${args.join(" ")}: ${failure.stderr}`);
        return JSON.parse(failure.stdout);
    }
}
function generate(shape, triangles, name, seed = 1) {
    execFileSync(allide, ["generate", shape, "--triangles", String(triangles), "--seed", String(seed), "-o", at(name)]);
    return at(name);
}
const middle_of = (numbers) => [...numbers].sort((x, y) => x - y)[numbers.length >> 1];

const touch = "#tab-touch";
const answers = (page) => page.$eval(touch, (panel) => Number(panel.dataset.answered));
// Waits until all questions are answered, so that the page shows the answers for the present poses.
const answered = (page) => page.waitForFunction(() => {
    const panel = document.querySelector("#tab-touch");
    return panel.dataset.answered > 0 && !panel.classList.contains("stale");
}, null, {timeout: 60000});
const fact = (page, name, panel = touch) => page.evaluate(([root, wanted]) => {
    const title = [...document.querySelectorAll(`${root} dt`)].find((dt) => dt.textContent === wanted);
    return title?.nextElementSibling.textContent ?? null;
}, [panel, name]);
const place = (page) => page.$$eval(".place-line input", (inputs) => [0, 2, 4, 1, 3, 5].map((i) => Number(inputs[i].value)));

async function set_place(page, values) {
    for (const [name, value] of Object.entries(values)) {
        await page.fill(`[aria-label="${name}"]`, String(value));
        await page.press(`[aria-label="${name}"]`, "Enter");
    }
    await answered(page);
}
async function opened(context, fragment = "#example=ulp") {
    const page = await open(context, playground, {fragment});
    await answered(page);
    return page;
}
async function show(page, ...files) {
    await page.setInputFiles("input[type=file]", files);
    await page.waitForFunction((names) => [...document.querySelectorAll(".part-pick .cut-name")].map((name) => name.textContent).join() === names,
        files.map((file) => basename(file)).join(), {timeout: 60000});
    await answered(page);
}

// Files at poses: the same contacts, bounds and times as those of the command, digit by digit.
async function same_answers(context) {
    const [a, b] = [generate("noisy-torus", 12544, "a.obj"), generate("torus", 5000, "b.stl")];
    const page = await opened(context);
    await show(page, a, b);
    await set_place(page, {"Position x": 0.7, "Position y": 0.125});
    const touching = ask("collide", a, b, "--pose-a", "0.7,0.125,0,1,0,0,0", "--all");
    assert.ok(touching.contacts > 100);
    assert.equal(await fact(page, "Contacts"), `${touching.contacts.toLocaleString("en-US")} pairs of trianglesexact`);
    assert.match(await page.textContent(".verdict-line strong"), /In contact/);
    await page.waitForSelector("button >> text=Measure the overlap"); // the part rests
    assert.match(await page.textContent(".size-label"), /^depth /);

    await set_place(page, {"Position x": 2.25});
    const gap = ask("distance", a, b, "--pose-a", "2.25,0.125,0,1,0,0,0");
    assert.ok(gap.lower > 0);
    assert.ok((await fact(page, "Distance")).endsWith(`${gap.lower} ≤ d ≤ ${gap.upper}`), `${await fact(page, "Distance")} is not ${gap.lower}, ${gap.upper}`);
    assert.match(await page.textContent(".size-label"), /^distance /);
    assert.equal(await page.locator(".spot").count(), 2);

    // A motion of three poses, and the command's answer to the file that the page saves.
    await page.click("#to-motion");
    await page.click("button >> text=Add this pose");
    await set_place(page, {"Position x": 0, "Position y": 0.5, "Angle about z in degrees": 40});
    await page.click("button >> text=Add this pose");
    await set_place(page, {"Position x": -2.25});
    await page.click("button >> text=Add this pose");
    await page.waitForFunction(() => [...document.querySelectorAll("#tab-motion dt")].some((dt) => dt.textContent === "In contact"), null, {timeout: 60000});
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("button >> text=Save motion.json")]);
    await download.saveAs(at("motion.json"));
    const known = ask("predict", a, b, "--motion", at("motion.json"), "--intervals");
    assert.equal(known.outcome, "impact");
    assert.equal(await fact(page, "First contact", "#tab-motion"), `${known.t_lo} ≤ t ≤ ${known.t_hi}`);
    const spans = await page.$$eval("#tab-motion dd .span", (buttons) => buttons.map((button) => button.title.match(/[\d.e-]+(?=[,\]])/g).map(Number)));
    assert.deepEqual(spans, known.intervals);
    // The time line moves the part: free at the start, in contact inside an interval.
    assert.equal(await page.locator(".motion-bar .mark.contact").count(), known.intervals.length);
    await page.click(".motion-bar >> text=Start");
    await answered(page);
    assert.match(await page.textContent(".now"), /t = 0.000 · free/);
    await page.click("#to-touch");
    assert.match(await page.textContent(".verdict-line strong"), /Free/);
    await page.focus(".motion-bar input");
    const inside = (known.intervals[0][1] + known.intervals[0][2]) / 2;
    await page.$eval(".motion-bar input", (slider, t) => {
        slider.value = t;
        slider.dispatchEvent(new Event("input"));
    }, inside);
    await answered(page);
    assert.match(await page.textContent(".verdict-line strong"), /In contact/);

    // The next move stops a measurement that takes long.
    await page.waitForSelector("button >> text=Measure the overlap");
    await page.click("button >> text=Measure the overlap");
    await set_place(page, {"Position z": 0.01});
    await page.waitForFunction(() => !document.querySelector("#tab-touch .busy"));
    // A measurement that is left alone ends with a depth.
    await page.waitForSelector("button >> text=Measure the overlap");
    await page.click("button >> text=Measure the overlap");
    await page.waitForSelector(".overlap", {timeout: 60000});
    assert.match(await fact(page, "Overlap"), / – .* deep$/);
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

// Two cubes whose gap is one unit in the last place; at 2 exactly they touch.
async function last_place(context) {
    const page = await opened(context, "#example=ulp");
    assert.equal((await place(page))[0], -2.0000000000000004);
    const [lower, upper] = (await page.textContent(`${touch} .big + .exact`)).split(" ≤ d ≤ ").map(Number);
    assert.ok(lower <= 2 ** -51 && 2 ** -51 <= upper && upper - lower <= 1e-12 * upper, `${lower}, ${upper}`);
    await set_place(page, {"Position x": -2});
    assert.match(await page.textContent(".verdict-line strong"), /In contact/);
    assert.match(await fact(page, "Distance"), /^0/);
    await page.keyboard.press("Escape");
    await page.click("button >> text=Undo");
    await answered(page);
    assert.match(await page.textContent(".verdict-line strong"), /Free/);
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

// Keys move the part; the address holds the state; another window shows the same.
async function keys_and_links(context) {
    const page = await opened(context, "#example=ulp&tab=touch");
    await page.focus(".view canvas");
    const before = await place(page);
    const count = await answers(page);
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+PageUp");
    await answered(page);
    const after = await place(page);
    assert.ok(after[0] > before[0] && after[1] === before[1] && after[2] > before[2], String(after));
    assert.ok((await answers(page)) > count);
    await page.keyboard.press("r");
    assert.equal(await page.getAttribute("[data-mode=rotate]", "aria-pressed"), "true");
    await page.keyboard.press("Shift+ArrowUp");
    await answered(page);
    const turned = await place(page);
    assert.ok(Math.abs(turned[4] - 5) < 1e-6, String(turned));
    await page.waitForFunction(() => /at=0:([^,]*,){3}0\.999/.test(location.hash)); // turned by 5 degrees
    const contacts = await fact(page, "Contacts");
    await page.keyboard.press("y");
    await page.waitForFunction(() => location.hash.includes("up=y"));
    const other = await opened(context, new URL(page.url()).hash);
    await other.waitForSelector("[aria-pressed=true] >> text=y up");
    assert.deepEqual(await place(other), turned);
    assert.equal(await fact(other, "Contacts"), contacts);
    await other.close();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await answered(page);
    assert.deepEqual((await place(page)).slice(3), [0, 0, 0]);
    // Parts and tabs by arrow keys.
    await page.focus(".part-pick");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.$eval(".parts .picked", (line) => line.textContent.includes("right cube")), true);
    await page.focus("[role=tab][tabindex='0']");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getAttribute("#to-motion", "aria-selected"), "true");
    await page.keyboard.press("ArrowLeft");
    await walk_by_keyboard(page, ["Examples", "Open files", "Share", "Help", "radio", "Position x", "Angle about z in degrees", "application", "Move", "Turn", "See through", "y up", "Show all", "tab"]);
    await page.keyboard.press("?");
    await page.waitForSelector(".help-window");
    await page.click(".licences summary");
    await page.waitForFunction(() => /Permission is hereby granted/.test(document.querySelector(".licences pre").textContent));
    assert.deepEqual(await faint_text(page), []);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".help-window", {state: "detached"});
    assert.deepEqual(await faint_text(page), []);
    await page.emulateMedia({colorScheme: "dark"});
    assert.deepEqual(await faint_text(page), []);
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

// The red arrow, dragged with the mouse, moves the part along x and nowhere else.
async function handles(context) {
    const page = await opened(context, "#example=ulp");
    const before = await place(page);
    const tip = await page.$eval(".view canvas", (canvas) => {
        const copy = Object.assign(document.createElement("canvas"), {width: canvas.width, height: canvas.height}).getContext("2d");
        copy.drawImage(canvas, 0, 0);
        const {data, width} = copy.getImageData(0, 0, canvas.width, canvas.height);
        let [x, y] = [-1, -1]; // the rightmost pixel in pure red
        for (let i = 0; i < data.length; i += 4)
            if (data[i] > 200 && data[i + 1] < 30 && data[i + 2] < 30 && data[i + 3] > 200 && (i / 4) % width > x) [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)];
        const box = canvas.getBoundingClientRect();
        return [box.left + (x * box.width) / canvas.width, box.top + (y * box.height) / canvas.height];
    });
    await page.mouse.move(tip[0] - 4, tip[1]);
    await page.mouse.down();
    await page.mouse.move(tip[0] + 30, tip[1] + 10, {steps: 4});
    await page.mouse.up();
    await answered(page);
    const after = await place(page);
    assert.ok(after[0] > before[0] + 0.05, `${after} is not to the right of ${before}`);
    assert.deepEqual(after.slice(1), before.slice(1));
    assert.match(await page.textContent(".verdict-line strong"), /In contact/);
    await page.click("button >> text=Undo");
    await answered(page);
    assert.deepEqual(await place(page), before);
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

// A motion that is recorded while keys move the part.
async function recording(context) {
    const page = await opened(context, "#example=ulp&tab=motion");
    await page.click(".record");
    await page.focus(".view canvas");
    for (let i = 0; i < 6; ++i) {
        await page.keyboard.press(i % 2 ? "Shift+ArrowRight" : "Shift+ArrowUp");
        await page.waitForTimeout(30);
    }
    await page.click(".record");
    await page.waitForSelector("#tab-motion .verdict-line");
    assert.match(await page.textContent("#tab-motion .verdict-line"), /^Impact|^Undecided|^In contact/); // the gap is 4e-16
    assert.match(await page.textContent("#tab-motion > .quiet"), /left cube moves through \d+ poses/);
    await page.waitForFunction(() => location.hash.includes("motion=0:"));
    const other = await open(context, playground, {fragment: new URL(page.url()).hash});
    await other.waitForSelector("#tab-motion .verdict-line");
    assert.equal(await fact(other, "First contact", "#tab-motion"), await fact(page, "First contact", "#tab-motion"));
    await other.close();
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

// A link to parts from files waits for the files, and then shows them where they were.
async function links_to_files(context) {
    const files = [generate("icosahedron", 20, "small.glb"), generate("cube", 12, "other.ply")];
    const page = await opened(context);
    // Dropped together, like from a folder.
    const contents = files.map((file) => [basename(file), readFileSync(file).toString("base64")]);
    await page.evaluate((dropped) => {
        const transfer = new DataTransfer();
        for (const [name, text] of dropped) transfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
        dispatchEvent(new DragEvent("dragenter", {dataTransfer: transfer}));
        dispatchEvent(new DragEvent("drop", {dataTransfer: transfer}));
    }, contents);
    await page.waitForFunction(() => [...document.querySelectorAll(".part-pick .cut-name")].map((name) => name.textContent).join() === "small.glb,other.ply");
    await answered(page);
    assert.equal(await page.isVisible(".drop-here"), false);
    await set_place(page, {"Position x": 1.25, "Angle about y in degrees": 30});
    await page.waitForFunction(() => location.hash.includes("at="));
    const contacts = await fact(page, "Contacts");
    const other = await open(context, playground, {fragment: new URL(page.url()).hash});
    await other.waitForSelector("text=This link also shows small.glb, other.ply");
    for (const file of [...files].reverse()) await other.setInputFiles("input[type=file]", file); // the second before the first is read
    await other.waitForFunction(() => document.querySelectorAll(".parts li").length === 2);
    await answered(other);
    await other.waitForFunction(() => document.querySelector("[aria-label='Position x']").value === "1.25");
    await answered(other);
    assert.equal(await fact(other, "Contacts"), contacts);
    // A damaged file is refused with the reader's words.
    writeFileSync(at("damaged.obj"), "v 0 0 0\nv 1 0\n");
    await other.setInputFiles("input[type=file]", at("damaged.obj"));
    await other.waitForSelector(".notice.trouble");
    assert.match(await other.textContent(".notice.trouble"), /^damaged\.obj:2: expected three numbers/);
    assert.deepEqual(troubles_of(other), []);
    await other.close();
    await page.close();
}

// Two walls of an IFC file, which overlap by 0.25. web-ifc reads them in single precision, and they are marked so.
async function building(context) {
    const wall = (n, name, y) => `#${n}=IFCWALL('100000000000000000000${n}',$,'${name}',$,$,#${n + 1},#${n + 4},$,$);
#${n + 1}=IFCLOCALPLACEMENT($,#${n + 2});
#${n + 2}=IFCAXIS2PLACEMENT3D(#${n + 3},$,$);
#${n + 3}=IFCCARTESIANPOINT((0.,${y},0.));
#${n + 4}=IFCPRODUCTDEFINITIONSHAPE($,$,(#11));
`;
    writeFileSync(at("walls.ifc"), `ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');
FILE_NAME('walls.ifc','2026-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROJECT('1000000000000000000001',$,'p',$,$,$,$,(#5),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#6,$);
#6=IFCAXIS2PLACEMENT3D(#4,$,$);
#11=IFCSHAPEREPRESENTATION(#5,'Body','SweptSolid',(#12));
#12=IFCEXTRUDEDAREASOLID(#13,#6,#16,3.);
#13=IFCRECTANGLEPROFILEDEF(.AREA.,$,#14,4.,0.5);
#14=IFCAXIS2PLACEMENT2D(#15,$);
#15=IFCCARTESIANPOINT((0.,0.));
#16=IFCDIRECTION((0.,0.,1.));
${wall(20, "first", "0.")}${wall(30, "second", "0.25")}ENDSEC;
END-ISO-10303-21;
`);
    const page = await opened(context, "#example=ulp");
    if (!(await page.$("#allide-ifc"))) {
        console.log("not tested: IFC files, since the page was built without web-ifc");
        return page.close();
    }
    await page.setInputFiles("input[type=file]", at("walls.ifc"));
    await page.waitForSelector("text=walls.ifc: read by web-ifc in single precision (float32)");
    await answered(page);
    assert.deepEqual(await page.$$eval(".part-pick", (parts) => parts.map((part) => part.textContent)), ["IfcWall firstfloat32", "IfcWall secondfloat32"]);
    assert.match(await page.textContent(".verdict-line strong"), /In contact/);
    await set_place(page, {"Position y": -1});
    assert.match(await fact(page, "Distance"), /^0\.75/);
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

// The clashes of the engine room, and the report page that the command writes.
async function clashes(context) {
    execFileSync(allide, ["generate", "engine-room", "--triangles", "60000", "--seed", "1", "--clashes", "12", "--clearances", "6", "-o", at("room.obj")]);
    const report = ask("clash", at("room.obj"), "--clearance", "2");
    const page = await opened(context, "#example=room&clearance=2&tab=clash");
    await page.click("button >> text=Clash all parts");
    await page.waitForSelector("#tab-clash[data-clashes]", {timeout: 60000});
    const count = new Map();
    for (const {kind} of report.clashes) count.set(kind, (count.get(kind) ?? 0) + 1);
    const chips = await page.$$eval("#tab-clash .chip", (all) => all.map((chip) => [chip.lastChild.textContent, Number(chip.firstChild.textContent)]));
    assert.deepEqual(new Map(chips), count);
    await page.click("button >> text=Open the report");
    const frame = page.frameLocator(".report-window iframe");
    await frame.locator(".rows .row").first().waitFor();
    assert.match(await frame.locator(".count").textContent(), new RegExp(`of ${report.clashes.length}$`));
    await page.screenshot({path: at("report.png")});
    await page.click(".report-window >> text=Close");
    await page.click(".clash-row");
    await answered(page);
    assert.deepEqual(await faint_text(page), []);
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

// A part of 70,000 triangles is dragged through another one: how long the worker and the main thread take.
async function latency(context) {
    const page = await opened(context, "");
    await browser.startTracing(page, {categories: ["__metadata", "toplevel", "devtools.timeline", "disabled-by-default-lighthouse"]});
    const measured = await page.evaluate(async (steps) => {
        const panel = document.querySelector("#tab-touch");
        const canvas = document.querySelector(".view canvas");
        const out = [];
        for (let i = 0; i < steps; ++i) {
            const before = panel.dataset.answered;
            canvas.dispatchEvent(new KeyboardEvent("keydown", {key: i % 40 < 20 ? "ArrowLeft" : "ArrowRight", shiftKey: true, bubbles: true}));
            while (panel.dataset.answered === before) await new Promise((done) => setTimeout(done));
            out.push([Number(panel.dataset.milliseconds), Number(panel.dataset.waited)]);
            await new Promise((done) => requestAnimationFrame(done));
        }
        return out;
    }, is_long ? 120 : 20);
    const tasks = JSON.parse(await browser.stopTracing()).traceEvents;
    const main = new Set(tasks.filter(({name, args}) => name === "thread_name" && args.name === "CrRendererMain").map(({pid, tid}) => `${pid} ${tid}`));
    const times = tasks.filter(({name, ph, pid, tid}) => /\bRunTask$/.test(name) && ph === "X" && main.has(`${pid} ${tid}`)).map(({dur = 0, tdur = dur}) => tdur / 1000).sort((x, y) => x - y);
    const worker = middle_of(measured.map(([own]) => own));
    console.log(`two parts of 73,984 triangles, ${measured.length} moves: the worker answers in ${worker.toFixed(1)} ms in the median (the slowest ${Math.max(...measured.map(([own]) => own)).toFixed(1)} ms), ` +
        `the page has the answer after ${middle_of(measured.map(([, waited]) => waited)).toFixed(1)} ms; tasks on the main thread take at most ${(times.at(-1) ?? NaN).toFixed(1)} ms of processor time, ` +
        `${times.filter((time) => time > 8).length} of ${times.length} more than 8 ms`);
    assert.ok(times.length > measured.length, "the tasks were not traced");
    if (is_long) {
        assert.ok(worker <= 16, `the worker takes ${worker} ms`);
        assert.ok(times[Math.floor(0.995 * times.length)] <= 8, `tasks take up to ${times.at(-1)} ms`);
    }
    await page.screenshot({path: at("rings.png")});
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

async function on_a_phone() {
    const context = await browser.newContext({viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, offline: true, colorScheme: "dark"});
    const page = await opened(context, "#example=ulp");
    assert.equal(await page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth)), 390); // nothing is wider than the screen
    // A tap selects the part below it; the worker finds it.
    const view = await page.locator(".view canvas").boundingBox();
    await page.touchscreen.tap(view.x + 0.68 * view.width, view.y + 0.65 * view.height);
    await page.waitForFunction(() => document.querySelector(".parts .picked")?.textContent.includes("right cube"));
    await page.tap("#to-clash");
    await page.tap("button >> text=Clash all parts");
    await page.waitForSelector("#tab-clash[data-clashes]", {timeout: 60000});
    assert.deepEqual(await faint_text(page), []);
    await page.screenshot({path: at("phone.png")});
    assert.deepEqual(troubles_of(page), []);
    await context.close();
}

const context = await browser.newContext({viewport: {width: 1000, height: 640}, acceptDownloads: true, offline: true});
try {
    console.log(`the page has ${Math.round(statSync(playground).size / 1000).toLocaleString("en-US")} kB`);
    assert.ok(!/https?:\/\/[^"'\s]*\.(?:js|css|wasm)/.test(readFileSync(playground, "utf8").slice(0, 4000)));
    await same_answers(context);
    await last_place(context);
    await keys_and_links(context);
    await handles(context);
    await recording(context);
    await links_to_files(context);
    await building(context);
    await clashes(context);
    await latency(context);
    await on_a_phone();
    console.log("the playground works");
} finally {
    await browser.close();
}
