# Sourced by test.sh and test-long.sh: runs named stages, continues after a failing one, and prints a summary.
#   source stages.sh           a fresh run
#   source stages.sh --resume  stages that already passed on this commit are skipped
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
results=$PWD/build/results
if [[ ${1:-} == --resume && -z $(git status --porcelain --untracked-files=no) ]]; then
    results=$PWD/build/results-long/$(git rev-parse HEAD)
    resume=yes
else
    rm -rf "$results"
    resume=no
fi
mkdir -p "$results"
failed_stages=()
lines=()

# stage NAME COMMAND…: remembers a failure; later stages still run.
stage() {
    local name=$1 start=$SECONDS verdict=passed record
    record=$results/${name//[^a-zA-Z0-9]/_}.passed
    shift
    printf '\n==== %s\n' "$name"
    if [[ $resume == yes && -f $record ]]; then
        lines+=("$(cat "$record") (earlier)")
        echo "passed earlier on this commit"
        return
    fi
    "$@" || { verdict=FAILED; failed_stages+=("$name"); }
    lines+=("$(printf '%-52s %-6s %5d s' "$name" "$verdict" $((SECONDS - start)))")
    [[ $verdict == passed ]] && echo "${lines[-1]}" >"$record"
    return 0
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

# check NAME PRESET [CTEST OPTIONS…]: running no test at all is a failure too.
check() {
    local name=$1 preset=$2
    shift 2
    ctest --preset "$preset" --parallel "$jobs" --no-tests=error --output-junit "$results/$name.xml" "$@"
}

# User and system time of this shell's children. Not called in a pipe, which would be another shell.
processor_seconds() {
    awk 'NR == 2 { gsub(/[ms]/, " "); print int(60 * $1 + $2 + 60 * $3 + $4) }' "$results/times"
}

# Prints what ran and exits with 0 only if every stage passed.
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
