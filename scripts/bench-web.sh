#!/usr/bin/env bash
# Compares the npm package with three-mesh-bvh and rapier in Node.js and headless Chromium, and prints tables.
#   scripts/bench-web.sh [SECONDS [SCANS]]     SECONDS: time per body and question (default: 2); SCANS: a folder with more meshes
# Needs the package (make wasm), Chromium, and npm for the other engines.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

package=build/wasm/package
[[ -f $package/allide.wasm ]] || { echo "bench-web.sh: no package in $package: make wasm" >&2; exit 1; }
made=build/bench-web
mkdir -p "$made"
cp bench/web/package.json bench/web/package-lock.json bench/web/questions.mjs "$made"
cp web/.npmrc "$made"
(cd "$made" && npm ci --ignore-scripts --silent)
cp -r "$package" "$made/node_modules/allide"
node bench/web/run.mjs "$made" "$(command -v chromium || command -v chromium-browser)" "$made/node_modules" "${1:-2}" "${2:-}"
