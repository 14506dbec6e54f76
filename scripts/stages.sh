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

# build PRESET [TARGET…]
build() {
    local preset=$1
    shift
    cmake --preset "$preset" -DALLIDE_BUILD_TESTS=ON &&
        cmake --build --preset "$preset" --parallel "$jobs" ${1:+--target "$@"}
}

# check NAME PRESET [CTEST OPTIONS…]: no test at all is a failure too.
check() {
    local name=$1 preset=$2
    shift 2
    ctest --preset "$preset" --parallel "$jobs" --no-tests=error --output-junit "$results/$name.xml" "$@"
}

# Prints what ran and ends with 0 only if every stage passed.
close() {
    printf '\n==== summary\n'
    printf '%s\n' "${lines[@]}"
    python3 scripts/count_tests.py "$results" || failed_stages+=("test results")
    if ((${#failed_stages[@]})); then
        printf 'FAILED: %s\n' "${failed_stages[@]}"
        exit 1
    fi
    echo "all stages passed"
}
