#!/usr/bin/env bash
# Runs clang-tidy over the library and the apps, or over the files that are named, one process a core. It looks at each
# file by itself, so it has a build folder of its own, in which nothing is built.
#   scripts/tidy.sh [FILE…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=build/tidy
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DALLIDE_PRECOMPILED_HEADERS=OFF >/dev/null
cmake --build "$build" --target allide_commit >/dev/null
if (($#)); then printf '%s\0' "$@"; else find src readers apps -name '*.cpp' -print0; fi |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build"
