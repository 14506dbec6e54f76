// Builds one file with everything inside. The environment names what comes from elsewhere:
//   ALLIDE_JS       the script of the package allide (bindings/wasm)
//   ALLIDE_MODULE   its WebAssembly module
//   ALLIDE_REPORT   the page of clash reports (web/)
//   ALLIDE_IFC      the folder of web-ifc; without it the page cannot read IFC files
import {readFileSync} from "node:fs";
import {dirname} from "node:path";
import {gzipSync} from "node:zlib";
import {defineConfig} from "vite";
import {one_file} from "../one_file.js";

const {ALLIDE_JS, ALLIDE_MODULE, ALLIDE_REPORT, ALLIDE_IFC} = process.env;

// Files that scripts read with enclosed(), one after the other: gzip in base64.
function enclose(contents) {
    return {
        name: "enclose",
        enforce: "post",
        generateBundle(_, bundle) {
            const page = bundle["index.html"];
            for (const [name, files] of Object.entries(contents)) {
                if (!files.length) continue;
                const text = gzipSync(Buffer.concat(files.map((file) => readFileSync(file))), {level: 9}).toString("base64");
                page.source = page.source.replace("<noscript>", () => `<script type="text/plain" id="allide-${name}">${text}</script>\n<noscript>`);
            }
        },
    };
}

// The package finds its modules by their addresses, from which a bundler would inline them; here they are enclosed.
function without_addresses() {
    return {
        name: "without-addresses",
        enforce: "pre",
        transform: (code, id) => (id.startsWith(dirname(ALLIDE_JS)) ? code.replaceAll(/new URL\((['"`][^'"`]+\.(?:wasm|html)['"`]), import\.meta\.url\)/g, "$1") : null),
    };
}

const resolve = {alias: {allide: ALLIDE_JS}};

export default defineConfig({
    resolve,
    build: {target: "es2022", assetsInlineLimit: 1 << 30, cssCodeSplit: false, modulePreload: false, reportCompressedSize: false, chunkSizeWarningLimit: 1e5},
    worker: {format: "iife", plugins: () => [without_addresses()]},
    plugins: [one_file(), enclose({
        module: [ALLIDE_MODULE],
        report: [ALLIDE_REPORT],
        ifc: ALLIDE_IFC ? [`${ALLIDE_IFC}/web-ifc.wasm`] : [],
        "ifc-script": ALLIDE_IFC ? [`${ALLIDE_IFC}/web-ifc-api-iife.js`] : [],
        licences: [`${dirname(ALLIDE_JS)}/LICENSE`, `${dirname(ALLIDE_JS)}/LICENCES.txt`, "../node_modules/three/LICENSE", ...(ALLIDE_IFC ? [`${ALLIDE_IFC}/LICENSE.md`] : [])],
    })],
});
