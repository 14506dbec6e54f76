#!/usr/bin/env bash
# Installs IfcOpenShell, with which allide reads IFC files, in a Python environment of its own at build/ifc-python, where
# build/*/bin/allide-read-ifc finds it. Does nothing if it is there.
#   scripts/install-ifc.sh [FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${1:-build/ifc-python}
[[ -x $folder/bin/python3 ]] && "$folder/bin/python3" -c 'import ifcopenshell.geom' 2>/dev/null && exit 0
python=python3
[[ -x /usr/bin/python3 ]] && python=/usr/bin/python3  # Debian's, which outlives other ones in PATH
"$python" -m venv --clear "$folder"
"$folder/bin/python3" -m pip install --quiet --disable-pip-version-check 'ifcopenshell>=0.8,<1'
"$folder/bin/python3" -c 'import ifcopenshell.geom'
