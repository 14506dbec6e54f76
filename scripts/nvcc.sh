#!/usr/bin/env bash
# Prints the path of nvcc: the one in PATH or /usr/local/cuda, or else one from Python packages, installed in build/nvcc. Fails
# with a reason if there is none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if command -v nvcc; then exit 0; fi
if [[ -x /usr/local/cuda/bin/nvcc ]]; then echo /usr/local/cuda/bin/nvcc; exit 0; fi
[[ $(uname -m) == x86_64 ]] || { echo "nvcc.sh: no nvcc, and no packages of it for this processor" >&2; exit 1; }

version=13.0
venv=build/nvcc
found() { find "$venv" -path '*/bin/nvcc' -print -quit 2>/dev/null; }
if [[ -z $(found) ]]; then
    python3 -m venv "$venv" >/dev/null
    "$venv/bin/pip" install -q --no-deps "nvidia-cuda-nvcc==$version.*" "nvidia-cuda-runtime==$version.*" \
        "nvidia-cuda-crt==$version.*" "nvidia-nvvm==$version.*" "nvidia-cuda-cccl==$version.*" >"$venv/install.log" 2>&1 ||
        { echo "nvcc.sh: no nvcc, and its Python packages could not be installed: $(tail -n 1 "$venv/install.log")" >&2; exit 1; }
fi
echo "$PWD/$(found)"
