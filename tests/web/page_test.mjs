// The pages as a reader meets them: opened from a file in a browser that has no network.
//   node page_test.mjs ALLIDE CHROMIUM NODE_MODULES FOLDER
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

const [allide, executablePath, modules, folder] = process.argv.slice(2);
const {chromium} = createRequire(join(modules, "x"))("playwright-core");
mkdirSync(folder, {recursive: true});
const at = (name) => join(folder, name);

// `clash` ends with 1 where it finds some.
function run(...args) {
    try {
        return execFileSync(allide, args, {encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"]});
    } catch (failure) {
        assert.equal(failure.status, 1, `${args.join(" ")}: ${failure.stderr}`);
        return failure.stdout;
    }
}

function box_obj(name, [x, y, z], size, first) {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${x + (i & 1) * size} ${y + ((i >> 1) & 1) * size} ${z + (i >> 2) * size}`);
    const quads = [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];
    return [`o ${name}`, ...corners, ...quads.map((q) => `f ${q.map((i) => i + first).join(" ")}`), ""].join("\n");
}

const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"],
});

// A page with everything that the browser complains of, or asks the network for.
async function open(context, file) {
    const page = await context.newPage();
    page.troubles = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.troubles.push(message.text()));
    page.on("pageerror", (error) => page.troubles.push(String(error)));
    page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || page.troubles.push(`asked for ${request.url()}`));
    await page.goto(pathToFileURL(file).href);
    return page;
}
// The driver's own notes about slow software rendering are no fault of the page.
const troubles_of = (page) => page.troubles.filter((text) => !/GPU stall|swiftshader|SwiftShader|GL Driver Message/.test(text));

async function shown(page, key) {
    await page.waitForFunction((k) => document.querySelector(".view")?.dataset.shown === k, key, {timeout: 20000});
    await page.waitForTimeout(300);
}
const keys_of = (page) => page.$$eval(".rows .row", (rows) => rows.map((row) => row.dataset.key));

// How many pixels of the picture are clearly orange, and clearly blue.
const colours_of = (page) => page.$eval(".view canvas", (canvas) => {
    const copy = Object.assign(document.createElement("canvas"), {width: canvas.width, height: canvas.height}).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const {data} = copy.getImageData(0, 0, canvas.width, canvas.height);
    let orange = 0, blue = 0;
    for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] < 128) continue;
        if (data[i] > data[i + 2] + 40) ++orange;
        if (data[i + 2] > data[i] + 40) ++blue;
    }
    return {orange, blue};
});

async function table_and_picture(context) {
    run("generate", "engine-room", "--clashes", "12", "--clearances", "4", "-o", at("room.obj"));
    run("clash", at("room.obj"), "--clearance", "20", "--units", "mm", "-o", at("room.html"), "-o", at("room.json"));
    const report = JSON.parse(readFileSync(at("room.json"), "utf8"));
    assert.ok(report.clashes.length >= 16);
    const page = await open(context, at("room.html"));
    // The worst comes first.
    const severity = ["hard", "contained", "duplicate", "touch", "clearance"];
    const depth = (c) => (c.distance ? -c.distance : c.depth);
    const numbered = report.clashes.map((clash, i) => ({clash, i}));
    const in_order = (...by) => [...numbered].sort((x, y) => by.reduce((less, f) => less || f(x.clash) - f(y.clash), 0) || x.i - y.i).map(({clash}) => clash);
    const worst = in_order((c) => severity.indexOf(c.kind), (c) => -depth(c));
    await shown(page, worst[0].key);
    assert.deepEqual((await keys_of(page)).slice(0, 12), worst.slice(0, 12).map((c) => c.key));
    assert.equal(await page.getAttribute("[role=grid]", "aria-rowcount"), String(report.clashes.length + 1));

    // Both parts are in the picture, and another clash gives another one.
    const first = await colours_of(page);
    assert.ok(first.orange > 300 && first.blue > 300, JSON.stringify(first));
    const before = await page.locator(".view canvas").screenshot();
    await page.keyboard.press("ArrowDown");
    await shown(page, worst[1].key);
    assert.notDeepEqual(await page.locator(".view canvas").screenshot(), before);
    assert.ok((await page.textContent(".details")).includes(worst[1].a));
    assert.ok((await page.textContent(".size-label")).includes(" mm"));
    assert.equal(decodeURIComponent(new URL(page.url()).hash), `#clash=${worst[1].key}`);

    // Sorting and filtering, against the report itself.
    await page.click(".head .size button");
    assert.deepEqual((await keys_of(page)).slice(0, 12), in_order((c) => -depth(c)).slice(0, 12).map((c) => c.key));
    await page.click(".head .number button");
    for (const kind of new Set(report.clashes.map((c) => c.kind))) {
        await page.selectOption(".filters select >> nth=0", kind);
        const wanted = report.clashes.filter((c) => c.kind === kind).map((c) => c.key);
        assert.equal(await page.textContent(".count"), `${wanted.length} of ${report.clashes.length}`);
        assert.deepEqual(new Set(await keys_of(page)), new Set(wanted.slice(0, (await keys_of(page)).length)));
    }
    await page.selectOption(".filters select >> nth=0", "");
    await page.fill("input[type=search]", report.clashes[3].a);
    assert.deepEqual(new Set(await keys_of(page)), new Set(report.clashes.filter((c) => `${c.a}\n${c.b}\n${c.key}\n${c.group}`.toLowerCase().includes(report.clashes[3].a.toLowerCase())).map((c) => c.key)));
    await page.fill("input[type=search]", "");
    await page.click(".head .kind button");
    await page.click(`[data-key="${worst[0].key}"]`);
    await shown(page, worst[0].key);
    await page.screenshot({path: at("room_light.png")});

    const approved = worst[2].key;
    // An approval survives a reload, and goes back into a baseline.
    await page.click(`[data-key="${approved}"]`);
    await page.click(".approve");
    await page.reload();
    await shown(page, approved); // the page's address names it
    assert.equal(await page.textContent(`[data-key="${approved}"] .status-badge`), "approved");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save JSON")]);
    await download.saveAs(at("approved.json"));
    const again = JSON.parse(run("clash", at("room.obj"), "--clearance", "20", "--baseline", at("approved.json"), "--json"));
    assert.deepEqual(again.clashes.filter((c) => c.status === "approved").map((c) => c.key), [approved]);

    await page.emulateMedia({colorScheme: "dark"});
    await page.screenshot({path: at("room_dark.png")});
    assert.notEqual(await page.$eval("body", (body) => getComputedStyle(body).backgroundColor), "rgb(246, 247, 249)");
    await page.emulateMedia({colorScheme: "light", media: "print"});
    await page.pdf({path: at("room.pdf"), format: "A4"});
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

async function names_do_nothing(context) {
    const name = "<script>document.title='broken'</script><img src=x onerror=document.title='broken'>";
    writeFileSync(at("names.obj"), box_obj(name, [0, 0, 0], 1, 0) + box_obj("</script><!--", [0.5, 0.5, 0.5], 1, 8));
    run("clash", at("names.obj"), "-o", at("names.html"));
    const page = await open(context, at("names.html"));
    const key = (await keys_of(page))[0];
    await shown(page, key);
    assert.equal(await page.getAttribute(".rows .cell.a span", "title"), name);
    assert.notEqual(await page.title(), "broken");
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

// Five thousand clashes: what is written is small, and the page opens soon.
async function many_clashes(context) {
    const clashes = 5000;
    let text = "";
    for (let i = 0; i < clashes; ++i) {
        const place = [3 * (i % 20), 3 * (Math.floor(i / 20) % 25), 3 * Math.floor(i / 500)];
        text += box_obj(`part ${i} a`, place, 1, 16 * i) + box_obj(`part ${i} b`, place.map((x) => x + 0.7), 1, 16 * i + 8);
    }
    writeFileSync(at("many.obj"), text);
    run("clash", at("many.obj"), "-o", at("many.html"));
    const size = readFileSync(at("many.html")).length;
    assert.ok(size < 20e6, `${size} bytes`);
    const start = Date.now();
    const page = await open(context, at("many.html"));
    await page.waitForSelector(".rows .row");
    const seconds = (Date.now() - start) / 1000;
    console.log(`${clashes} clashes: ${(size / 1e6).toFixed(1)} MB, open in ${seconds} s`);
    assert.ok(seconds < 3, `opened in ${seconds} s`);
    assert.equal(await page.textContent(".count"), `${clashes} of ${clashes}`);
    assert.ok((await keys_of(page)).length < 100, "only the rows in sight are there");
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector(".rows .picked")?.ariaRowIndex === "5001");
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

// Through an index, the page of a motion says which object is met.
async function motion_through_an_index(context) {
    writeFileSync(at("row.obj"), box_obj("shelf", [9, 5, 0], 1, 0) + box_obj("<b>pump</b>", [4, 0, 0], 1, 8));
    writeFileSync(at("mover.obj"), box_obj("mover", [0, 0.2, 0.2], 0.5, 0));
    writeFileSync(at("way.json"), JSON.stringify({type: "linear", translation: [8, 0, 0]}));
    run("index", at("row.obj"), "-o", at("row.allide"));
    run("predict", at("row.allide"), at("mover.obj"), "--motion", at("way.json"), "-o", at("way.html"));
    const page = await open(context, at("way.html"));
    await page.waitForSelector(".details dl");
    assert.match(await page.textContent(".details dl"), /With<b>pump<\/b> \(part 1\)/);
    assert.deepEqual(troubles_of(page), []);
    await page.close();
}

const context = await browser.newContext({viewport: {width: 1440, height: 900}, acceptDownloads: true, offline: true});
try {
    await table_and_picture(context);
    await names_do_nothing(context);
    await many_clashes(context);
    await motion_through_an_index(context);
    console.log("the pages work");
} finally {
    await browser.close();
}
