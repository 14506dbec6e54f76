#!/usr/bin/env bash
# Installs a wheel, or the source distribution, into an empty environment and runs the package's tests there. Nothing of
# the build tree is used; the package must bring along, or depend on, all libraries but those of the C standard.
#   scripts/test-wheel.sh FILE [PYTHON]
set -euo pipefail
file=$(realpath "$1")
python=${2:-python3}
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m venv "$work/venv"
bin=$work/venv/bin
pip=("$bin/python" -m pip --disable-pip-version-check -q)
"${pip[@]}" install "$file" pyelftools
cd "$work"
"$bin/allide" --version
"$bin/allide" generate cube -o cube.obj
"$bin/allide" info cube.obj

# Libraries that the module and the command load: the C library's own, and oneTBB of the environment.
package=$("$bin/python" -c 'import allide, pathlib; print(pathlib.Path(allide.__file__).parent)')
allowed='lib(c|m|dl|rt|pthread|gcc_s)\.so\.[0-9]+|ld-linux-x86-64\.so\.2|libtbb\.so\.12'
foreign=$("$bin/python" - "$package"/_core*.so "$package/bin/allide" <<'END' | grep -vxE "$allowed" || true
import sys
from elftools.elf.elffile import ELFFile  # a dependency of auditwheel

for name in sys.argv[1:]:
    with open(name, "rb") as file:
        for tag in ELFFile(file).get_section_by_name(".dynamic").iter_tags("DT_NEEDED"):
            print(tag.needed)
END
)
if [[ -n $foreign ]]; then
    echo "test-wheel.sh: the wheel needs libraries of this system:" $foreign >&2
    exit 1
fi

# The wheels contain the C++ standard library, and the process loads the system's for oneTBB: the two must not see each other.
visible=$("$bin/python" - "$package"/_core*.so "$package/bin/allide" <<'END'
import sys
from elftools.elf.elffile import ELFFile

for name in sys.argv[1:]:
    with open(name, "rb") as file:
        for symbol in ELFFile(file).get_section_by_name(".dynsym").iter_symbols():
            is_export = symbol["st_shndx"] != "SHN_UNDEF" and symbol["st_info"]["type"] == "STT_FUNC"
            if (is_export or symbol["st_info"]["bind"] == "STB_LOOS") and symbol.name != "PyInit__core":
                print(symbol.name)
END
)
if [[ -n $visible ]]; then
    echo "test-wheel.sh: the module or the command exports $(wc -l <<<"$visible") symbols, such as $(head -n 1 <<<"$visible")" >&2
    exit 1
fi

# Runs the package's tests, except those that need a type checker. The drop-ins are tested only if the sources of the
# original packages, with their own tests, have been downloaded.
"${pip[@]}" install pytest hypothesis tqdm nbclient ipykernel
names=(arguments certificates deform documentation duck_typing manifold objects queries robot same_answers shapes)
"$bin/python" -c 'import allide, sys; sys.exit(not allide.has_pages())' && names+=(notebook)
if compgen -G "$root/build/python-venv/sdists/*" >/dev/null; then
    "${pip[@]}" install trimesh==5.2.0 scipy networkx
    export ALLIDE_TEST_SDISTS=$root/build/python-venv/sdists
    names+=(drop_ins)
fi
mapfile -t files < <(printf "$root/tests/python/test_%s.py\n" "${names[@]}")
PYTHONDONTWRITEBYTECODE=1 "$bin/python" -m pytest -q -p no:cacheprovider "${files[@]}"
