#!/usr/bin/env bash
# Runs clang-tidy over the library and the apps, one process a core.
#   scripts/tidy.sh [build folder with compile_commands.json]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build/release}
[[ -f $build/compile_commands.json ]] || { echo "tidy.sh: no $build/compile_commands.json; configure first" >&2; exit 2; }
find src apps -name '*.cpp' -print0 | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build"
