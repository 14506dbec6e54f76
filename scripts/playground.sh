#!/usr/bin/env bash
# Builds the playground, one page with everything inside that needs no network: build/playground/index.html.
#   scripts/playground.sh [PACKAGE]     PACKAGE: the folder of the npm package allide (default: build/wasm/package, of `make wasm`)
# Without web-ifc, which comes from npm, the page is built all the same and says that it cannot read IFC files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

package=${1:-build/wasm/package}
[[ -f $package/allide.wasm ]] || { echo "playground.sh: no package in $package: make wasm" >&2; exit 1; }
package=$(realpath "$package")
made=build/playground
copy=$made/web
mkdir -p "$copy"
# The sources lie next to their packages, as in the build of the library.
find "$copy" -mindepth 1 -maxdepth 2 -not -name node_modules -not -path '*/node_modules*' -not -path "$copy/playground" -not -name 'installed-*' -exec rm -rf {} +
cp -r web/. "$copy"

# install FOLDER: the packages of its lock file, unless they are there.
install() {
    local state
    state=$1/installed-$(sha256sum <"$1/package-lock.json" | cut -c 1-64)
    [[ -f $state ]] && return
    (cd "$1" && timeout 300 npm ci --ignore-scripts --silent) || return 1
    touch "$state"
}
install "$copy"
cp web/.npmrc "$copy/playground"
if install "$copy/playground"; then
    export ALLIDE_IFC=$PWD/$copy/playground/node_modules/web-ifc
else
    echo 'warning: web-ifc could not be installed: the playground cannot read IFC files' >&2
fi

export ALLIDE_JS=$package/allide.js ALLIDE_MODULE=$package/allide.wasm ALLIDE_REPORT=$package/report-page.html
cd "$copy/playground"
cp "$package/allide.d.ts" .
node ../node_modules/typescript/bin/tsc --noEmit
node ../node_modules/vite/bin/vite.js build --logLevel warn
mv dist/index.html ../../index.html
cd "$OLDPWD"
echo "$made/index.html: $(($(stat -c %s $made/index.html) / 1000)) kB"
