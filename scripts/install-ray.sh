#!/usr/bin/env bash
# Installs Ray and the other packages of `allide[ray]`, and moto, a local server that speaks S3, with which the tests of
# allide.cluster run, in a Python environment of its own at build/ray-python. Does nothing if they are there.
#   scripts/install-ray.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packages=('ray>=2.40,<3' pyarrow fsspec s3fs 'moto[server]' numpy pytest tqdm)
venv=$PWD/build/ray-python
stamp="$venv/installed: ${packages[*]//\//-}"
[[ -f $stamp ]] && exit 0
python3 -m venv --clear "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check "${packages[@]}"
"$venv/bin/python" -c 'import ray, pyarrow.parquet, s3fs'
touch "$stamp"
