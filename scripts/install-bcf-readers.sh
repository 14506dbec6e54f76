#!/usr/bin/env bash
# Installs two readers of BCF files that do not come from allide, with which the tests open its files: bcf-client, a
# Python package, in build/ifc-python, and bcf-js, an npm package, in build/bcf-reader. Does nothing if they are there.
#   scripts/install-bcf-readers.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/install-ifc.sh  # bcf-client imports IfcOpenShell
python=build/ifc-python/bin/python3
"$python" -c 'import bcf.bcfxml' 2>/dev/null ||
    "$python" -m pip install --quiet --disable-pip-version-check 'bcf-client==0.9.0'
if ! cmp -s tests/bcf/package-lock.json build/bcf-reader/package-lock.json || [[ ! -f build/bcf-reader/complete ]]; then
    rm -rf build/bcf-reader
    mkdir -p build/bcf-reader
    cp tests/bcf/package.json tests/bcf/package-lock.json build/bcf-reader/
    (cd build/bcf-reader && npm ci --silent --no-audit --no-fund)
    touch build/bcf-reader/complete
fi
