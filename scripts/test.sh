#!/usr/bin/env bash
# The tests of every commit: all tests with g++, a sample on every instruction set of the machine, and sanitizers (clang++)
# over the rooms that handle memory and numbers by hand.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/stages.sh"

stage "format" scripts/format.sh --check
python=$(scripts/python-venv.sh)
stage "build with g++" build release -DALLIDE_BUILD_PYTHON=ON "-DPython_EXECUTABLE=$python"
stage "all tests" check release release
[[ -f build/playground/index.html ]] || lines+=("not tested: the npm package or the playground; \`make playground\` builds both, \`make test-long\` the package")
stage "instruction counts of fixed queries" scripts/perf-guard
stage "CUDA kernels compile, where nvcc can be had" scripts/compile-cuda.sh
export ALLIDE_TEST_SAMPLE=1  # smaller samples of tests that have already run
stage "a sample of kernel, traverse and query on every instruction set" scripts/test-targets.sh build/release "$results"
# Builds only the files that the tests of kernel, io and traverse link, without optimisation, since instrumented code
# compiles slowly.
rooms="base;simd;kernel;volume/[^r].*;mesh;tree;generate;traverse/(motion/.*|wide/(large_coordinates|frame|two_trees));io"
rooms+=";model/(build_any_tree|describe|inner_.*|model|motion|parts|saved_model);report/(zip|compressed)"
stage "build with address and undefined sanitizers" build asan \
    -DALLIDE_BUILD_APPS=OFF "-DALLIDE_ROOMS=$rooms" "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0 -g1" test_kernel test_io test_traverse
stage "kernel, io, traverse under sanitizers" check asan asan --label-regex '^(kernel|io|traverse)$'
close
