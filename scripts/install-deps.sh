#!/usr/bin/env bash
# Installs what is missing of the named groups, and does nothing else.
#   scripts/install-deps.sh build [readers] [test] [long] [bench] [peers]
set -euo pipefail

declare -A groups=(
    [build]="g++ cmake ninja-build pkg-config libeigen3-dev libhwy-dev libtbb-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev libcli11-dev zlib1g-dev nodejs npm"
    [readers]="libocct-data-exchange-dev libfontconfig-dev libx11-dev libgl-dev libassimp-dev"
    [test]="python3 libgtest-dev libcgal-dev libgmp-dev clang libclang-rt-14-dev clang-format chromium libxml2-utils"
    [long]="clang-tidy"
    [bench]="libassimp-dev libccd-dev"
    [peers]="libfcl-dev libccd-dev libbullet-dev libode-dev libcgal-dev libgmp-dev libmpfr-dev libembree-dev"
)

wanted=()
for group in "$@"; do
    [[ -n ${groups[$group]:-} ]] || { echo "install-deps.sh: no group '$group'; known: ${!groups[*]}" >&2; exit 2; }
    read -ra packages <<<"${groups[$group]}"
    wanted+=("${packages[@]}")
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "install-deps.sh: not a Debian system; these must be there under the names it gives them:" >&2
    echo "    ${wanted[*]}" >&2
    exit 0
fi

is_installed() {
    # Some packages of Node.js bring npm along.
    [[ $1 == npm ]] && command -v npm >/dev/null && return
    [[ $(dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | head -n 1) == installed ]]
}
missing=()
for package in "${wanted[@]}"; do
    is_installed "$package" || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
        echo "install-deps.sh: as root, please: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@"
}
install_missing() {
    apt install -y --no-install-recommends "${missing[@]}"
}

echo "installing: ${missing[*]}"
# A fresh image has no package lists, an old one has lists whose packages are gone.
if apt-cache policy "${missing[@]}" 2>/dev/null | grep -q 'Candidate: [^(]' && install_missing; then
    exit 0
fi
apt update
install_missing
