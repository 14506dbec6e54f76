#!/usr/bin/env bash
# Unpacks emscripten 3.1.69 and clang 19 of Debian 13, with the C library that they need and emscripten's compiled libraries,
# under build/emscripten (or $ALLIDE_EMSCRIPTEN), without root and without changing the system. Does nothing if it is there.
#   scripts/install-emscripten.sh          prints nothing but progress; the compiler is build/emscripten/bin/em++
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(emscripten binaryen node-acorn clang-19 libclang-cpp19 libclang-common-19-dev libllvm19 llvm-19 lld-19
    libc6 libgcc-s1 libstdc++6 libz3-4 zlib1g libzstd1 libxml2 libedit2 libtinfo6 libbsd0 libmd0 liblzma5 libffi8 libicu76
    libfmt-dev nlohmann-json3-dev libtomlplusplus-dev libeigen3-dev libfast-float-dev)
folder=${ALLIDE_EMSCRIPTEN:-$PWD/build/emscripten}
mkdir -p "$folder/.."
folder=$(cd "$folder/.." && pwd)/${folder##*/}
state="2 ${packages[*]}"
[[ -f $folder/complete && $(<"$folder/complete") == "$state" ]] && exit 0

for program in apt-get dpkg-deb patchelf node python3; do
    command -v "$program" >/dev/null || { echo "install-emscripten.sh: '$program' is needed: scripts/install-deps.sh wasm" >&2; exit 1; }
done

rm -rf "$folder"
mkdir -p "$folder"/{root,archives,bin,state/lists/partial,cache/archives/partial}
touch "$folder/state/status"
cat >"$folder/apt.conf" <<CONF
APT::Architecture "amd64";
APT::Architectures { "amd64"; };
APT::Sandbox::User "root";
Acquire::Languages "none";
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "$folder/none";
Dir::State "$folder/state";
Dir::State::status "$folder/state/status";
Dir::Cache "$folder/cache";
CONF
mirror=http://deb.debian.org/debian
for kind in deb deb-src; do
    echo "$kind [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main"
done >"$folder/sources.list"
export APT_CONFIG=$folder/apt.conf
apt-get -q update
(cd "$folder/archives" && apt-get -q download "${packages[@]}" && apt-get -q source --download-only highway)
for archive in "$folder"/archives/*.deb; do dpkg-deb -x "$archive" "$folder/root"; done
mkdir "$folder/highway"
tar -xf "$folder"/archives/highway_*.orig.tar.* -C "$folder/highway" --strip-components 1
rm -rf "$folder"/{archives,state,cache}

# Libraries for threads, sanitizers and link-time optimisation are not needed.
libraries=$folder/root/usr/share/emscripten/cache/sysroot/lib/wasm32-emscripten
rm -rf "$libraries"/lto* "$libraries"/pic "$libraries"/*-mt* "$libraries"/*-ww* "$libraries"/*asan* \
    "$folder"/root/usr/share/{man,icu,emscripten/test,emscripten/docs} "$folder"/root/usr/lib/x86_64-linux-gnu/gconv

# The programs run with the unpacked C library, whatever the system's version.
lib=$folder/root/usr/lib/x86_64-linux-gnu
programs=()
for program in "$folder"/root/usr/lib/llvm-19/bin/{clang,lld,llvm-ar,llvm-nm,llvm-objcopy,llvm-dwarfdump} "$folder"/root/usr/bin/wasm-*; do
    [[ $(head -c 4 "$program") == $'\x7fELF' ]] && programs+=("$program")
done
for program in "${programs[@]}"; do
    patchelf --set-interpreter "$lib/ld-linux-x86-64.so.2" --set-rpath "$lib:$folder/root/usr/lib/llvm-19/lib" "$program"
done

cat >"$folder/config.py" <<CONFIG
LLVM_ROOT = '$folder/root/usr/lib/llvm-19/bin'
BINARYEN_ROOT = '$folder/root/usr'
NODE_JS = '$(command -v node)'
FROZEN_CACHE = True
CONFIG
for tool in emcc em++ emar emranlib emnm; do
    cat >"$folder/bin/$tool" <<WRAPPER
#!/bin/sh
export EM_CONFIG='$folder/config.py' EM_CACHE='$folder/root/usr/share/emscripten/cache'
export NODE_PATH='$folder/root/usr/share/nodejs' PYTHON='$(command -v python3)'
exec '$folder/root/usr/share/emscripten/$tool' "\$@"
WRAPPER
    chmod +x "$folder/bin/$tool"
done

cat >"$folder/try.cpp" <<'PROGRAM'
#include <stdexcept>
extern "C" int answer() {
    try { throw std::runtime_error("thrown"); } catch (const std::exception&) { return 42; }
}
int main() { return answer() == 42 ? 0 : 1; }
PROGRAM
"$folder/bin/em++" -O1 -fwasm-exceptions "$folder/try.cpp" -o "$folder/try.js"
node "$folder/try.js"
rm "$folder"/try.*
echo "$state" >"$folder/complete"
