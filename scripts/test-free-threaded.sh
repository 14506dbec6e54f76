#!/usr/bin/env bash
# Builds the Python package for a free-threaded interpreter (CPython 3.13 or later, configured with --disable-gil) and runs
# its tests there, without the GIL. Debian packages no such interpreter; scripts/install-free-threaded-python.sh builds one.
#   scripts/test-free-threaded.sh [PYTHON]      by default that one, python3.14t or python3.13t; exits with 77 if there is none
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

own=build/free-threaded/python/bin/python3.13t
python=${1:-$(command -v "$PWD/$own" || command -v python3.14t || command -v python3.13t || true)}
if [[ -z $python ]]; then
    echo 'test-free-threaded.sh: skipped: there is no free-threaded Python; scripts/install-free-threaded-python.sh builds one'
    exit 77
fi
"$python" -c 'import sysconfig; assert sysconfig.get_config_var("Py_GIL_DISABLED"), "expected a Python built with --disable-gil"'
build=$PWD/build/free-threaded
venv=$build/venv
[[ -x $venv/bin/python ]] || {
    "$python" -m venv "$venv"
    "$venv/bin/python" -m pip install -q --disable-pip-version-check --prefer-binary nanobind numpy pytest hypothesis tqdm
}
cmake --preset release -B "$build" -DALLIDE_BUILD_TESTS=OFF -DALLIDE_BUILD_PYTHON=ON -DPython_EXECUTABLE="$venv/bin/python"
cmake --build "$build" --target allide_python_package --parallel "$(nproc)"
export PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1
# The import would turn the GIL on again, with a warning, if the module did not declare that it needs none.
"$venv/bin/python" -W error -c 'import sys, allide; assert not sys._is_gil_enabled()'
names=(arguments certificates deform duck_typing manifold objects queries robot same_answers shapes)
mapfile -t files < <(printf "tests/python/test_%s.py\n" "${names[@]}")
"$venv/bin/python" -m pytest -q -p no:cacheprovider "${files[@]}"
