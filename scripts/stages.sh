# Sourced by test.sh and test-long.sh: runs named stages, goes on after a failing one, and sums up at the end.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
results=$PWD/build/results
rm -rf "$results"
mkdir -p "$results"
failed_stages=()
lines=()

# stage NAME COMMAND…: a failure is remembered; the later stages still run and show theirs.
stage() {
    local name=$1 start=$SECONDS verdict=passed
    shift
    printf '\n==== %s\n' "$name"
    "$@" || { verdict=FAILED; failed_stages+=("$name"); }
    lines+=("$(printf '%-44s %-6s %5d s' "$name" "$verdict" $((SECONDS - start)))")
}

# build PRESET [-DOPTION=VALUE…] [TARGET…]
build() {
    local preset=$1 options=()
    shift
    while [[ ${1:-} == -D* ]]; do
        options+=("$1")
        shift
    done
    cmake --preset "$preset" -DALLIDE_BUILD_TESTS=ON "${options[@]}" &&
        cmake --build --preset "$preset" --parallel "$jobs" ${1:+--target "$@"}
}

# check NAME PRESET [CTEST OPTIONS…]: no test at all is a failure too.
check() {
    local name=$1 preset=$2
    shift 2
    ctest --preset "$preset" --parallel "$jobs" --no-tests=error --output-junit "$results/$name.xml" "$@"
}

# What this shell's children have used, as user and as system. Not in a pipe: that would be another shell.
processor_seconds() {
    awk 'NR == 2 { gsub(/[ms]/, " "); print int(60 * $1 + $2 + 60 * $3 + $4) }' "$results/times"
}

# Prints what ran and ends with 0 only if every stage passed.
close() {
    printf '\n==== summary\n'
    printf '%s\n' "${lines[@]}"
    times >"$results/times"
    echo "processor time of all stages: $(processor_seconds) s in $SECONDS s on $jobs cores"
    python3 scripts/count_tests.py "$results" || failed_stages+=("test results")
    if ((${#failed_stages[@]})); then
        printf 'FAILED: %s\n' "${failed_stages[@]}"
        exit 1
    fi
    echo "all stages passed"
}
