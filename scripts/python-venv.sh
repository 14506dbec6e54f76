#!/usr/bin/env bash
# Makes the Python environment of the tests, build/python-venv, with the packages that they need, and prints its Python.
# Does nothing if it is there already.
#   scripts/python-venv.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(nanobind numpy pytest hypothesis mypy pyright tqdm)
venv=$PWD/build/python-venv
stamp="$venv/installed: ${packages[*]}"
if [[ ! -f $stamp ]]; then
    python3 -m venv "$venv"
    "$venv/bin/python" -m pip install -q --disable-pip-version-check "${packages[@]}" >&2
    touch "$stamp"
fi
echo "$venv/bin/python"
