#!/usr/bin/env bash
# Compares the instruction counts of two built source trees for the fixed queries of bench/micro/query_counts.cpp.
#   scripts/compare-counts.sh OLD_TREE NEW_TREE [query …]
# Both trees must have build/release/liballide.a, built with the same options. Only the queries are counted, not start-up
# and tree building. AVX2 is forced, since valgrind does not support AVX-512. Hashes of the answers are printed too.
set -euo pipefail

old=$1 new=$2
shift 2
queries=("$@")
((${#queries[@]})) || queries=(first all distance predict clash)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # tree, program
    g++ -std=c++20 -O2 -I "$1/include" -I "$here/bench" "$here/bench/micro/query_counts.cpp" \
        "$1/build/release/liballide.a" -lhwy -ltbb -lz -lfmt -pthread -o "$2"
}
count() { # program, query: prints the instruction count and the hash
    ALLIDE_TARGET=avx2 valgrind --tool=callgrind --toggle-collect=counted_queries --callgrind-out-file=/dev/null \
        "$1" "$2" >"$work/answer" 2>"$work/log"
    echo "$(awk '/Collected/ {print $NF}' "$work/log") $(cut -d' ' -f2 "$work/answer")"
}

build "$old" "$work/old"
build "$new" "$work/new"
printf '%-10s %16s %16s %8s  %s\n' query old new new/old answers
for query in "${queries[@]}"; do
    read -r before old_hash <<<"$(count "$work/old" "$query")"
    read -r after new_hash <<<"$(count "$work/new" "$query")"
    [[ $old_hash == "$new_hash" ]] && answers="equal ($new_hash)" || answers="DIFFER ($old_hash, $new_hash)"
    printf '%-10s %16d %16d %8.4f  %s\n' "$query" "$before" "$after" "$(awk "BEGIN {print $after / $before}")" "$answers"
done
