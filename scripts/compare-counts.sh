#!/usr/bin/env bash
# Compares the instruction counts of two built source trees for the fixed queries of bench/micro/query_counts.cpp.
#   scripts/compare-counts.sh OLD_TREE NEW_TREE [query …]
# Both trees must have build/release/liballide.a, built with the same options. Hashes of the answers are printed too.
set -euo pipefail

old=$1 new=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$here/scripts/count_queries.sh"
queries=("$@")
((${#queries[@]})) || queries=("${all_queries[@]}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build_query_counts "$old" "$work/old"
build_query_counts "$new" "$work/new"
printf '%-10s %16s %16s %8s  %s\n' query old new new/old answers
for query in "${queries[@]}"; do
    read -r before old_hash <<<"$(count_query "$work/old" "$query")"
    read -r after new_hash <<<"$(count_query "$work/new" "$query")"
    [[ $old_hash == "$new_hash" ]] && answers="equal ($new_hash)" || answers="DIFFER ($old_hash, $new_hash)"
    printf '%-10s %16d %16d %8.4f  %s\n' "$query" "$before" "$after" "$(awk "BEGIN {print $after / $before}")" "$answers"
done
