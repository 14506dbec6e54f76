# Sourced by compare-counts.sh and perf-guard: instruction counts of the fixed queries of bench/micro/query_counts.cpp.
# Only the queries are counted, not start-up and tree building. AVX2 is forced, since valgrind does not support AVX-512.
all_queries=(all clash distance first predict)  # in the order of the alphabet, for join

# Links the program with a tree's build/release/liballide.a.
build_query_counts() { # tree, program
    g++ -std=c++20 -O2 -I "$1/include" -I "$here/bench" "$here/bench/micro/query_counts.cpp" \
        "$1/build/release/liballide.a" -lhwy -ltbb -lz -lfmt -pthread -o "$2"
}
count_query() { # program, query: prints the instruction count and the hash of the answers
    local folder
    folder=$(mktemp -d)
    ALLIDE_TARGET=avx2 valgrind --tool=callgrind --toggle-collect=counted_queries --callgrind-out-file=/dev/null \
        "$1" "$2" >"$folder/answer" 2>"$folder/log"
    echo "$(awk '/Collected/ {print $NF}' "$folder/log") $(cut -d' ' -f2 "$folder/answer")"
    rm -r "$folder"
}
