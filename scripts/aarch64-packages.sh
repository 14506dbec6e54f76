#!/usr/bin/env bash
# Downloads the ARM64 packages that allide links and unpacks them under build/aarch64-packages/root. apt runs with lists and a
# cache of its own there, so the system gets no second architecture.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(libhwy-dev libhwy1 libfmt-dev libfmt9 zlib1g-dev zlib1g libgtest-dev libgmp-dev libgmp10 libgmpxx4ldbl
    libeigen3-dev nlohmann-json3-dev libtomlplusplus-dev libfast-float-dev
    libtinyxml2-dev libtinyxml2-9)
folder=$PWD/build/aarch64-packages
[[ -f $folder/complete && $(<"$folder/complete") == "${packages[*]}" ]] && exit 0

rm -rf "$folder"
mkdir -p "$folder"/{root,archives,state/lists/partial,cache/archives/partial}
touch "$folder/state/status"
cat >"$folder/apt.conf" <<CONF
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "root";
Dir::State "$folder/state";
Dir::State::status "$folder/state/status";
Dir::Cache "$folder/cache";
CONF
export APT_CONFIG=$folder/apt.conf
apt-get -q update
(cd "$folder/archives" && apt-get -q download "${packages[@]}")
for archive in "$folder"/archives/*.deb; do dpkg -x "$archive" "$folder/root"; done
echo "${packages[*]}" >"$folder/complete"
