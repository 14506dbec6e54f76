#!/usr/bin/env bash
# Runs the tests of kernel, traverse and query once on each instruction set of this machine, one process per core. The
# order in which contacts are found must be the same on all of them. With ALLIDE_TEST_SAMPLE=1, samples are smaller,
# and slow tests of code that is not vectorised are skipped. On the fastest instruction set, which all other test runs use,
# only the order of contacts is then tested.
#   scripts/test-targets.sh [build folder] [folder for the results]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export build=${1:-build/release} results=${2:-build/results} filter='*' fastest=
if [[ ${ALLIDE_TEST_SAMPLE:-} == 1 ]]; then
    filter='-Engines.AllReturn*:Engines.OfDifferentKinds*:Engines.AgreeAtAnySize*:*EveryEngine*:*OnScans'
    filter+=':Hostile.*:WidePairs.LoseNoneOfMillions*:Oracle.*'
fi
mapfile -t targets < <("$build/tests/consumer/consumer_answers" --targets)
((${#targets[@]})) || { echo "test-targets.sh: the library names no instruction set" >&2; exit 1; }
echo "instruction sets of this machine: ${targets[*]}"
[[ ${ALLIDE_TEST_SAMPLE:-} == 1 ]] && fastest=${targets[0]}

on_target() {
    local room=$1 target=$2 filter=$filter log
    [[ $target == "$fastest" ]] && filter='WidePairs.ComeInOneOrder'
    log=$results/target-$target-$room.log
    if ALLIDE_TARGET=$target "$build/tests/test_$room" --gtest_brief=1 --gtest_filter="$filter" \
        --gtest_output="xml:$results/target-$target-$room.xml" >"$log" 2>&1; then
        echo "-- $room on $target: $(tail -n 1 "$log")"
    else
        echo "-- $room on $target: FAILED"
        cat "$log"
        return 1
    fi
}
export -f on_target

status=0
rm -f "$results"/target-*.xml
for room in query kernel traverse; do printf '%s\n' "${targets[@]/#/$room }"; done |
    grep -vE "^(query|kernel) ${fastest:-none}$" |
    xargs -L 1 -P "$(nproc)" bash -c 'on_target "$1" "$2"' on_target || status=1

orders=$(sed -n 's/.*name="order_hash" value="\([0-9]*\)".*/\1/p' "$results"/target-*-traverse.xml | sort | uniq -c)
echo "targets and their order of contacts: $orders"
[[ $orders =~ ^\ *${#targets[@]}\ [0-9]+$ ]] || { echo "test-targets.sh: the orders differ" >&2; status=1; }
exit $status
