#!/usr/bin/env bash
# Tests that take too long for every commit: both compilers, every sanitizer over the whole suite, the randomised
# tests at full size, the fuzzers, clang-tidy. A second run on the same commit skips the stages that passed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/stages.sh" --resume

stage "format" scripts/format.sh --check
stage "build with g++" build release -DALLIDE_BUILD_PEERS=ON
stage "all tests at full size" env ALLIDE_TEST_LONG=1 ctest --preset release --parallel "$jobs" --no-tests=error \
    --timeout 7200 --output-junit "$results/release.xml"
stage "kernel, traverse and query on every instruction set" scripts/test-targets.sh build/release "$results"
stage "free-threaded Python: interpreter" scripts/install-free-threaded-python.sh
stage "free-threaded Python: tests" scripts/test-free-threaded.sh
stage "WebAssembly: compiler" scripts/install-emscripten.sh
stage "WebAssembly: npm package" scripts/wasm.sh
stage "WebAssembly: the package in Node.js and Chromium" env ALLIDE_TEST_LONG=1 ctest --preset release --label-regex '^wasm$' --no-tests=error
stage "build with clang++" build clang
stage "all tests with clang++" check clang clang
# Small samples are enough for other compilers and machines, on which the numbers tested are the same.
export ALLIDE_TEST_SAMPLE=1
stage "build with g++ without optimisation" build dev
stage "all tests without optimisation" check dev dev
stage "build without vector instructions" build scalar
stage "all tests without vector instructions" check scalar scalar
stage "packages for libc++ and ARM64" scripts/install-deps.sh machines
stage "build with libc++" build libcxx
stage "all tests with libc++" check libcxx libcxx
stage "libraries for ARM64" scripts/aarch64-packages.sh
stage "build for ARM64" build aarch64 test_kernel test_tree test_traverse test_query consumer_answers
same_answers() {
    local libraries=$PWD/build/aarch64-packages/root/usr/lib/aarch64-linux-gnu program=tests/consumer/consumer_answers
    build/release/$program >"$results/answers-x86-64.txt" &&
        qemu-aarch64-static -L /usr/aarch64-linux-gnu -E "LD_LIBRARY_PATH=$libraries" build/aarch64/$program >"$results/answers-arm64.txt" &&
        cmp "$results"/answers-{x86-64,arm64}.txt
}
stage "the same answers on ARM64" same_answers
stage "kernel, tree, traverse and query on ARM64" check aarch64 aarch64 --label-regex '^(kernel|tree|traverse|query)$'
# Small samples are enough under sanitizers, which find faults that hardly depend on the numbers tested.
stage "build with address and undefined sanitizers" build asan -DALLIDE_BUILD_APPS=ON -DALLIDE_ROOMS=
stage "all tests under address and undefined sanitizers" check asan asan
stage "build with the thread sanitizer" build tsan
stage "all tests under the thread sanitizer" check tsan tsan
stage "fuzzers, 300 s each" scripts/fuzz.sh 300
stage "clang-tidy" scripts/tidy.sh
close
