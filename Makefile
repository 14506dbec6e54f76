# Shortcuts for the CMake presets in CMakePresets.json.
.DEFAULT_GOAL := build
.PHONY: build deps demo playground docs test test-long wheel wasm bench bench-papers bench-peers format format-check tidy clean

# IfcOpenShell comes from PyPI, not from Debian; everything else works without it.
no_ifc = echo 'warning: IfcOpenShell could not be installed: IFC files cannot be read, and their tests are skipped' >&2

# Builds allide and allide-bench. The first run configures without tests, so that `make demo` needs fewer packages;
# `make test` adds them permanently.
build:
	cmake --preset release $(if $(wildcard build/release/CMakeCache.txt),,-DALLIDE_BUILD_TESTS=OFF)
	cmake --build --preset release --target allide_programs

# Installs the packages for building and testing (Debian and derivatives).
deps:
	scripts/install-deps.sh build readers test
	scripts/install-ifc.sh || $(no_ifc)
	scripts/install-ray.sh || echo 'warning: Ray could not be installed: the tests of allide.cluster are skipped' >&2
	scripts/install-bcf-readers.sh || echo 'warning: no other readers of BCF files could be installed: the tests with them are skipped' >&2

demo:
	scripts/install-deps.sh build readers
	scripts/install-ifc.sh || $(no_ifc)
	$(MAKE) build
	build/release/bin/allide demo -o build/demo/engine-room.html

# The playground, one page for browsers that needs no network: build/playground/index.html.
playground: wasm
	scripts/playground.sh

# The documentation as a web site, with the playground if it has been built, with an API reference: build/docs/html/index.html.
docs:
	scripts/install-deps.sh docs
	scripts/build_docs.py build/docs

# The tests of CI: ten minutes on 2 cores, plus the time to install packages.
test: deps
	scripts/test.sh

# The Python package as a source distribution and a repaired wheel: build/wheels. PYTHONS="python3.11 python3.12" for several.
wheel:
	scripts/install-deps.sh build
	scripts/wheel.sh $(PYTHONS)

# The npm package for browsers and Node.js: build/wasm/package, and the same as a .tgz. The first run fetches a compiler
# (330 MB) and takes a quarter of an hour on 2 cores.
wasm:
	scripts/install-deps.sh wasm
	scripts/wasm.sh

# clang++, every sanitizer, the million-pair runs, the fuzzers and clang-tidy: two hours and a half on 2 cores.
test-long:
	scripts/install-deps.sh build readers test long wasm
	scripts/test-long.sh

bench:
	scripts/install-deps.sh build bench
	cmake --preset bench
	cmake --build --preset bench
	scripts/bench.sh build/bench

# Repeats the papers' tables and figures and rewrites docs/papers.md: about ten minutes.
bench-papers:
	scripts/install-deps.sh build bench
	$(MAKE) build
	rm -rf build/papers docs/images/papers
	build/release/bin/allide bench papers -o build/papers
	mkdir -p docs/images/papers
	cp build/papers/papers.md docs/papers.md
	cp build/papers/*.svg docs/images/papers/

# Compares allide with other engines: two minutes of processor time.
bench-peers:
	scripts/install-deps.sh build peers
	cmake --preset release -DALLIDE_BUILD_PEERS=ON
	$(MAKE) build
	scripts/bench-peers.sh build/release

format:
	scripts/format.sh

format-check:
	scripts/format.sh --check

tidy:
	scripts/install-deps.sh build readers test long
	scripts/tidy.sh

clean:
	rm -rf build
