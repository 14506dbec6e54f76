#!/usr/bin/env bash
# Builds the Python package for a free-threaded interpreter (CPython 3.13 or later, configured with --disable-gil) and runs
# its tests there, without the GIL. No distribution packages such an interpreter yet; CPython's sources, of python.org or of
# Debian (`apt source python3.13`), become one by `./configure --disable-gil --prefix=FOLDER && make install`.
#   scripts/test-free-threaded.sh [PYTHON]      by default python3.14t or python3.13t; exits with 77 if there is none
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=${1:-$(command -v python3.14t || command -v python3.13t || true)}
if [[ -z $python ]]; then
    echo 'test-free-threaded.sh: skipped: there is no free-threaded Python (python3.14t or python3.13t)'
    exit 77
fi
"$python" -c 'import sysconfig; assert sysconfig.get_config_var("Py_GIL_DISABLED"), "expected a Python built with --disable-gil"'
build=$PWD/build/free-threaded
venv=$build/venv
[[ -x $venv/bin/python ]] || {
    "$python" -m venv "$venv"
    "$venv/bin/python" -m pip install -q --disable-pip-version-check nanobind numpy pytest hypothesis tqdm
}
cmake --preset release -B "$build" -DALLIDE_BUILD_TESTS=OFF -DALLIDE_BUILD_PYTHON=ON -DPython_EXECUTABLE="$venv/bin/python"
cmake --build "$build" --target allide_python_package --parallel "$(nproc)"
export PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1
# The import would turn the GIL on again, with a warning, if the module did not declare that it needs none.
"$venv/bin/python" -W error -c 'import sys, allide; assert not sys._is_gil_enabled()'
names=(arguments certificates deform duck_typing manifold objects queries robot same_answers shapes)
mapfile -t files < <(printf "tests/python/test_%s.py\n" "${names[@]}")
"$venv/bin/python" -m pytest -q -p no:cacheprovider "${files[@]}"
