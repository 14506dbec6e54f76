#!/usr/bin/env bash
# Formats every C++ file of the project, or with --check names those that are not formatted.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folders=()
for folder in include src readers apps bindings tests bench examples; do
    [[ -d $folder ]] && folders+=("$folder")
done
mode=(-i)
[[ ${1:-} == --check ]] && mode=(--dry-run --Werror)
find "${folders[@]}" \( -name '*.hpp' -o -name '*.cpp' \) -print0 | xargs -0 clang-format --style=file "${mode[@]}"
