#!/usr/bin/env bash
# Runs the tests of the kernel and of the queries once on each instruction set that this machine has.
#   scripts/test-targets.sh [build folder] [folder for the results]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build/release}
results=${2:-build/results}
mapfile -t targets < <("$build/tests/consumer/consumer_answers" --targets)
((${#targets[@]})) || { echo "test-targets.sh: the library names no instruction set" >&2; exit 1; }
echo "instruction sets of this machine: ${targets[*]}"

status=0
for target in "${targets[@]}"; do
    for room in kernel query; do
        echo "-- $room on $target"
        ALLIDE_TARGET=$target "$build/tests/test_$room" --gtest_brief=1 \
            --gtest_output="xml:$results/target-$target-$room.xml" || status=1
    done
done
exit $status
