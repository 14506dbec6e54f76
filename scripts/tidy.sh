#!/usr/bin/env bash
# Runs clang-tidy over the library, the readers and the apps, one process per core, in the large pieces of a unity build:
# each piece reads the headers once for a dozen files. Named files are checked one by one. Nothing is built.
#   scripts/tidy.sh [FILE…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

unity=ON
if (($#)); then unity=OFF; fi
build=build/tidy-$unity
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DALLIDE_UNITY_BUILD=$unity -DALLIDE_PRECOMPILED_HEADERS=OFF -DALLIDE_BUILD_TESTS=OFF -DALLIDE_PAGE=OFF >/dev/null
cmake --build "$build" --target allide_commit >/dev/null

pieces() {
    sed -n 's/^ *"file": "\(.*\)".*/\1/p' "$build/compile_commands.json" | grep -v /allide_bench.dir/ | sort -u
}
# A piece contains only #includes of sources.
if (($#)); then printf '%s\n' "$@"; else pieces; fi |
    xargs -d '\n' -n 1 -P "$(nproc)" clang-tidy --quiet --checks=-bugprone-suspicious-include -p "$build"
