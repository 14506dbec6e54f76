#!/usr/bin/env bash
# Runs all benchmark programs of a build folder, one at a time, so that they do not disturb each other.
#   scripts/bench.sh [build folder]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

found=0
for program in "${1:-build/bench}"/bin/bench_*; do
    [[ -f $program && -x $program ]] || continue
    found=1
    echo "== $(basename "$program")"
    "$program"
done
((found)) || { echo "bench.sh: no benchmark was built" >&2; exit 1; }
