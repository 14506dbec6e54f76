#!/usr/bin/env bash
# Builds Debian 13's CPython 3.13 without the GIL under build/free-threaded/python, without root and without changing the
# system, and prints the interpreter's name. Does nothing if it is there. Takes about five minutes on 2 cores.
#   scripts/install-free-threaded-python.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$PWD/build/free-threaded/python
python=$folder/bin/python3.13t
[[ -x $python ]] && { echo "$python"; exit 0; }
for program in apt-get tar xz make gcc; do
    command -v "$program" >/dev/null || { echo "install-free-threaded-python.sh: '$program' is needed" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{state/lists/partial,cache/archives/partial,source}
touch "$work/state/status"
cat >"$work/apt.conf" <<CONF
APT::Sandbox::User "root";
Acquire::Languages "none";
Dir::Etc::sourcelist "$work/sources.list";
Dir::Etc::sourceparts "$work/none";
Dir::State "$work/state";
Dir::State::status "$work/state/status";
Dir::Cache "$work/cache";
CONF
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main" >"$work/sources.list"
export APT_CONFIG=$work/apt.conf
{
    apt-get -q update
    (cd "$work" && apt-get -q source --download-only python3.13)
    tar -xf "$work"/python3.13_*.orig.tar.xz -C "$work/source" --strip-components 1
    cd "$work/source"
    ./configure -q --disable-gil --prefix="$folder"
    make -s -j "$(nproc)"
    make -s install
} >&2
unset APT_CONFIG
# pip needs SSL, and the module loads with ctypes; configure leaves out what it cannot build.
"$python" -c 'import ctypes, ssl, zlib, sys; assert not sys._is_gil_enabled()' || { rm -rf "$folder"; exit 1; }
echo "$python"
