#!/usr/bin/env bash
# The tests of every commit: g++, all tests; sanitizers where memory and numbers are handled by hand; every
# instruction set of the machine.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/stages.sh"

# A sample of what test-long.sh does in full.
build_samples() { build clang test_query && build tsan test_query; }
check_samples() {
    check clang clang --label-regex '^query$' && check tsan tsan --tests-regex 'FromManyThreads'
}

stage "format" scripts/format.sh --check
stage "build with g++" build release
stage "all tests" check release release
stage "kernel and query on every instruction set" scripts/test-targets.sh build/release "$results"
stage "build with address and undefined sanitizers" build asan test_kernel test_io test_traverse
stage "kernel, io, traverse under sanitizers" check asan asan --label-regex '^(kernel|io|traverse)$'
stage "build with clang++ and with the thread sanitizer" build_samples
stage "queries with clang++, threads under the sanitizer" check_samples
close
