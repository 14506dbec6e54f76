#!/usr/bin/env bash
# Makes the Python environment of the tests, build/python-venv, with the packages that they need, and prints its Python.
# Does nothing if it is there already.
#   scripts/python-venv.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(nanobind numpy pytest hypothesis mypy pyright tqdm trimesh==5.2.0 scipy networkx nbclient ipykernel)
# Source distributions of the projects whose own tests the drop-ins must pass; their wheels do not contain the tests.
sources=(trimesh==5.2.0 python-fcl==0.0.12)
venv=$PWD/build/python-venv
stamp="$venv/installed: ${packages[*]} ${sources[*]}"
if [[ ! -f $stamp ]]; then
    python3 -m venv "$venv"
    pip=("$venv/bin/python" -m pip)
    "${pip[@]}" install -q --disable-pip-version-check "${packages[@]}" >&2
    "${pip[@]}" download -q --disable-pip-version-check --no-deps --no-binary trimesh,python-fcl -d "$venv/sdists" "${sources[@]}" >&2
    touch "$stamp"
fi
echo "$venv/bin/python"
