#!/usr/bin/env bash
# Compares allide with other engines, at rest and in motion, and updates charts and tables of the documentation.
#   scripts/bench-peers.sh [build folder] [options of allide bench peers]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build/release}
shift || true
"$build/bin/allide" bench peers -o build/peers "$@"
mkdir -p docs/images/peers
cp build/peers/peers-means.svg docs/images/peers/
scripts/performance_tables.py build/peers docs/performance.md
"$build/bin/allide" bench motion -o build/motion "$@"
mkdir -p docs/images/motion
cp build/motion/motion-error-[14].svg docs/images/motion/
echo "tables: build/peers/peers-*.csv; all of it as a page: build/peers/peers.md"
