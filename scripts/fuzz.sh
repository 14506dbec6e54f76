#!/usr/bin/env bash
# Builds the fuzzers with the address and undefined-behaviour sanitizers and runs each for SECONDS, one
# process per core. Findings are left in build/fuzz/findings, and the script then exits with 1.
#   scripts/fuzz.sh SECONDS [READER…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ ${1:-} =~ ^[0-9]+$ ]] || { echo "fuzz.sh: usage: scripts/fuzz.sh SECONDS [READER…]" >&2; exit 2; }
export seconds=$1 build=${ALLIDE_FUZZ_BUILD:-build/fuzz}
shift
readers=("$@")
if ((${#readers[@]} == 0)); then
    for folder in tests/fuzz/corpus/*/; do readers+=("$(basename "$folder")"); done
fi

cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++ \
    -DALLIDE_SANITIZE=address,undefined,fuzzer-no-link -DALLIDE_BUILD_FUZZERS=ON -DALLIDE_BUILD_TESTS=ON \
    -DALLIDE_BUILD_APPS=OFF -DALLIDE_INSTALL=OFF -DALLIDE_UNITY_BUILD=ON >/dev/null
cmake --build "$build" --target "${readers[@]/#/fuzz_}"
mkdir -p "$build/findings"

# An input has at most 16 KiB, so a single allocation of 32 MiB is out of proportion to the file.
fuzz() {
    local reader=$1 found="$build/corpus/$1" log="$build/$1.log"
    mkdir -p "$found"
    if "$build/tests/fuzz/fuzz_$reader" "$found" "tests/fuzz/corpus/$reader" -max_total_time="$seconds" -max_len=16384 \
        -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=32 -dict="tests/fuzz/dictionaries/$reader.dict" \
        -artifact_prefix="$build/findings/$reader-" -print_final_stats=1 >"$log" 2>&1; then
        echo "$reader: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, no finding"
    else
        echo "$reader: FINDING, see $log"
        tail -n 40 "$log"
        return 1
    fi
}
export -f fuzz
printf '%s\n' "${readers[@]}" | xargs -n 1 -P "$(nproc)" bash -c 'fuzz "$1"' fuzz
