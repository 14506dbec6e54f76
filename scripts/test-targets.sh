#!/usr/bin/env bash
# Runs the tests of the kernel, the searches and the queries once on each instruction set that this machine
# has. The order in which contacts are found must be the same on all of them.
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
    for room in kernel traverse query; do
        echo "-- $room on $target"
        ALLIDE_TARGET=$target "$build/tests/test_$room" --gtest_brief=1 \
            --gtest_output="xml:$results/target-$target-$room.xml" || status=1
    done
done

orders=$(sed -n 's/.*name="order_hash" value="\([0-9]*\)".*/\1/p' "$results"/target-*-traverse.xml | sort | uniq -c)
echo "targets and their order of contacts: $orders"
[[ $orders =~ ^\ *${#targets[@]}\ [0-9]+$ ]] || { echo "test-targets.sh: the orders differ" >&2; status=1; }
exit $status
