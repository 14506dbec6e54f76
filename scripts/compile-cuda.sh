#!/usr/bin/env bash
# Compiles the GPU kernels for all supported GPUs with all warnings as errors, and prints the registers and the spilled bytes of each
# kernel. Needs no GPU. Says so and succeeds where nvcc can neither be found nor fetched (scripts/nvcc.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

nvcc=$(scripts/nvcc.sh) || { echo "skipped: there is no nvcc"; exit 0; }
mkdir -p build/cuda
"$nvcc" -std=c++20 -O3 -fmad=false -Werror all-warnings -Xptxas -v -t 0 -gencode arch=compute_80,code=sm_80 \
    -gencode arch=compute_90,code=sm_90 -gencode arch=compute_90,code=compute_90 -Xcompiler -fPIC -Isrc -Iinclude \
    -c src/gpu/cuda_machine.cu -o build/cuda/cuda_machine.o >build/cuda/log 2>&1 || { cat build/cuda/log >&2; exit 1; }
awk '/Compiling entry function/ { kernel = $7; target = $9 } /bytes spill stores/ { spilled = $5 }
    /Used [0-9]+ registers/ { if (kernel) print target, kernel, $5, "registers,", spilled, "bytes spilled"; kernel = "" }' \
    build/cuda/log | tr -d "'" | c++filt | sed -E "s/allide::gpu::\(anonymous namespace\):://; s/\(allide::gpu::[A-Za-z]+Job.*\)//"
