#!/usr/bin/env bash
# Builds the npm package `allide`: build/wasm/package, and build/wasm/allide-VERSION.tgz, which `npm install` takes.
#   scripts/wasm.sh [--no-fallback]     without the module for engines that have no vectors
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
presets=(wasm wasm-scalar)
[[ ${1:-} == --no-fallback ]] && presets=(wasm)

scripts/install-emscripten.sh
for preset in "${presets[@]}"; do
    cmake --preset "$preset" >/dev/null
    cmake --build --preset "$preset" --target allide_wasm
done
cmake --build --preset wasm --target allide_small_wasm allide_page

package=build/wasm/package
mkdir -p "$package"
cp bindings/wasm/js/*.js bindings/wasm/js/*.d.ts bindings/wasm/js/package.json bindings/wasm/README.md LICENSE "$package/"
cp build/wasm/bindings/wasm/allide{,-small}.wasm "$package/"
[[ ${1:-} == --no-fallback ]] || cp build/wasm-scalar/bindings/wasm/allide.wasm "$package/allide-scalar.wasm"
cp build/wasm/web/dist/index.html "$package/report-page.html"
bindings/wasm/licences.sh "${ALLIDE_EMSCRIPTEN:-build/emscripten}" >"$package/LICENCES.txt"
node bindings/wasm/make_worker_types.mjs bindings/wasm/js/allide.d.ts "$package/worker.d.ts"
(cd "$package" && npm pack --silent --pack-destination ..)
for file in allide.wasm allide-small.wasm allide.js; do
    echo "$file: $(wc -c <"$package/$file") bytes, $(gzip -9 -c "$package/$file" | wc -c) gzipped"
done
