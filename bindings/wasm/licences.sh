#!/usr/bin/env bash
# Prints the licences of the libraries in the module: bindings/wasm/licences.sh EMSCRIPTEN-FOLDER
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
print() {
    printf '\n==== %s ====\n\n' "$1"
    cat "$2"
}
echo "The module contains parts of these libraries."
print Highway "$1/highway/LICENSE-BSD3"
print Eigen "$root/bindings/python/licences/Eigen.txt"
print fmt "$root/bindings/python/licences/fmt.txt"
print "JSON for Modern C++" "$root/bindings/python/licences/nlohmann-json.txt"
print fast_float "$1/root/usr/share/doc/libfast-float-dev/copyright"
print toml++ "$root/third_party/tomlplusplus/LICENSE"
print zlib "$root/third_party/zlib/LICENSE"
print "libc++, libc++abi, libunwind and compiler-rt of LLVM" "$1/root/usr/share/doc/libclang-common-19-dev/copyright"
print "Emscripten and musl" "$1/root/usr/share/doc/emscripten/copyright"
