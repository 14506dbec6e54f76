#!/usr/bin/env bash
# Installs the missing packages of the named groups; does nothing if all are there.
#   scripts/install-deps.sh build [readers] [test] [docs] [long] [machines] [wasm] [bench] [peers]
set -euo pipefail

declare -A groups=(
    [build]="g++ cmake ninja-build pkg-config libeigen3-dev libhwy-dev libtbb-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev libcli11-dev zlib1g-dev libtinyxml2-dev liburdfdom-dev nodejs npm"
    [readers]="libocct-data-exchange-dev libfontconfig-dev libx11-dev libgl-dev libassimp-dev python3 python3-venv"
    [test]="python3 python3-dev python3-venv libgtest-dev libcgal-dev libgmp-dev clang libclang-rt-14-dev clang-format chromium libxml2-utils valgrind mkdocs mkdocs-material doxygen"
    [docs]="python3 mkdocs mkdocs-material doxygen"
    [long]="clang-tidy gcc make xz-utils libssl-dev libffi-dev libbz2-dev debian-archive-keyring"
    [machines]="clang-16 libc++-16-dev libc++abi-16-dev libfast-float-dev googletest g++-aarch64-linux-gnu qemu-user-static"
    [wasm]="cmake ninja-build patchelf python3 nodejs npm debian-archive-keyring"
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
    echo "install-deps.sh: not a Debian system; please install the equivalents of these Debian packages:" >&2
    echo "    ${wanted[*]}" >&2
    exit 0
fi

is_installed() {
    # Some Node.js packages include npm.
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
        echo "install-deps.sh: run as root: apt-get install ${missing[*]}" >&2
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
# A fresh image has no package lists; an old one may list packages that are gone.
if apt-cache policy "${missing[@]}" 2>/dev/null | grep -q 'Candidate: [^(]' && install_missing; then
    exit 0
fi
apt update
install_missing
