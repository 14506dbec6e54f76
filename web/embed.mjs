// Turns the built page into string literals that the library includes.
//   node embed.mjs dist/index.html page.inc
import {readFileSync, writeFileSync} from "node:fs";

const [page, out] = process.argv.slice(2);
const letters = [...readFileSync(page, "utf8")];
const most = 15000; // compilers must accept literals of 65,536 bytes; a character has at most four
const pieces = [];
for (let i = 0; i < letters.length; i += most) pieces.push(letters.slice(i, i + most).join(""));
writeFileSync(out, pieces.map((piece) => `R"allide-page(${piece})allide-page",\n`).join(""));
