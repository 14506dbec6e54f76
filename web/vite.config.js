// Builds one file, so that the page works offline.
import {defineConfig} from "vite";
import {one_file} from "./one_file.js";

export default defineConfig({
    build: {target: "es2022", assetsInlineLimit: 1 << 30, cssCodeSplit: false, modulePreload: false, reportCompressedSize: false},
    plugins: [one_file()],
});
