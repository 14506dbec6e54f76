#!/usr/bin/env bash
# Builds the library with its GPU kernels on a machine with a GPU, compares the GPU's answers with the CPU's, measures, and prints one
# summary with a hash of the sources, which `--hash` prints alone (the copy that runs need not have the history). Needs nvcc, g++ and Eigen; Highway comes from third_party, and fmt, oneTBB and GoogleTest are not needed.
#   scripts/test-gpu.sh [--quick] [--tune] [--profile] [--brief] [--sanitize] [--hash] [build folder]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sources() { find src include bench/gpu scripts/test-gpu.sh -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c 1-16; }
options=() sanitize= build=build/gpu
for argument in "$@"; do
    case $argument in
    --quick | --tune | --profile | --brief) options+=("$argument") ;;
    --sanitize) sanitize=1 ;;
    --hash) sources && exit ;;
    *) build=$argument ;;
    esac
done
nvcc=$(scripts/nvcc.sh)
mkdir -p "$build/objects" "$build/include/fmt"

# The few messages of these rooms need no more of fmt than this.
cat >"$build/include/fmt/format.h" <<'END'
#pragma once
#include <sstream>
#include <string>
#include <string_view>
namespace fmt {
inline void put(std::ostringstream& out, std::string_view& text) {
    out << text;
    text = {};
}
template <typename First, typename... Rest>
void put(std::ostringstream& out, std::string_view& text, const First& first, const Rest&... rest) {
    const auto open = text.find('{'), close = text.find('}', open);
    if (open == text.npos || close == text.npos) return put(out, text);
    out << text.substr(0, open) << first;
    text.remove_prefix(close + 1);
    put(out, text, rest...);
}
template <typename... Values>
std::string format(std::string_view text, const Values&... values) {
    std::ostringstream out;
    out.precision(17);
    put(out, text, values...);
    return out.str();
}
}  // namespace fmt
END

# Functions in sections of their own: load_model, which nothing here calls, would need the readers.
export flags="-std=c++20 -O2 -w -ffunction-sections -fno-fast-math -ffp-contract=off -DHWY_COMPILE_ALL_ATTAINABLE -DALLIDE_VERSION=\"0\" \
-DHWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4) \
-Isrc -Iinclude -I$build/include -isystem third_party/highway -isystem third_party/tomlplusplus -isystem /usr/include/eigen3"
export build
start=$SECONDS
"$nvcc" -std=c++20 -O3 -fmad=false -gencode arch=compute_90,code=sm_90 ${NVCC_FLAGS:-} -Isrc -Iinclude \
    -c src/gpu/cuda_machine.cu -o "$build/cuda_machine.o" &
compile() {
    local object=$build/objects/${1//\//_}.o
    [[ $object -nt $1 ]] || g++ $flags -c "$1" -o "$object"
}
export -f compile
rooms="src/base src/simd src/kernel src/volume src/mesh src/generate/shapes src/tree src/traverse src/model src/convex src/query src/gpu"
# The largest files first, so that none is left for the end.
files=$(find $rooms bench/gpu third_party/highway/hwy/targets.cc third_party/highway/hwy/per_target.cc \( -name '*.cpp' -o -name '*.cc' \) \
    ! -name no_gpu.cpp -printf '%s %p\n' | sort -rn | cut -d ' ' -f 2)
slow='two_trees|triangle_filter|double_double|wide/distance|walk_'
{ grep -E "$slow" <<<"$files"; grep -Ev "$slow" <<<"$files"; } | xargs -P "$(nproc)" -I {} bash -c 'compile {}'
wait %1
rm -f "$build/liballide.a"
ar rcs "$build/liballide.a" "$build"/objects/src_*.o "$build"/objects/third_party_*.o "$build/cuda_machine.o"
cuda=$(dirname "$(readlink -f "$nvcc")")/..
g++ -Wl,--gc-sections -o "$build/measure_gpu" "$build/objects/bench_gpu_measure_gpu.cpp.o" "$build/liballide.a" \
    -L"$cuda/lib64" -L"$cuda/lib" -L"$cuda/targets/x86_64-linux/lib" -lcudart_static -ldl -lrt -lpthread
echo "built in $((SECONDS - start)) s"

status=0
"$build/measure_gpu" "${options[@]}" || status=$?
if [[ -n $sanitize ]]; then
    for tool in memcheck racecheck; do
        compute-sanitizer --tool "$tool" --error-exitcode 9 "$build/measure_gpu" --smoke || status=$?
    done
fi
echo "sources $(sources), $(date -u +%F): $([[ $status == 0 ]] && echo passed || echo "FAILED ($status)")"
exit "$status"
