# make demo    solve real puzzles and show them
# make test    pass the tests
# make check   tests, style, types, and the fuzz corpus under sanitizers
# make fuzz    every reader, then the command, on inputs that nobody meant: ten minutes each
# make million every kernel on a million perturbed and random puzzles against an independent count (minutes);
#              make ten-million takes ten (an hour or two), each part of it with another seed
# make aarch64 the harnesses for that machine, in an emulator: needs g++-aarch64-linux-gnu and qemu-user
# Each does its own set-up: a virtual environment in .venv, the build, and what it needs from the package index.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := pyproject.toml CMakeLists.txt README.md $(wildcard native/*) $(shell find src -name '*.py' -o -name '*.pyi')

.PHONY: demo test check million ten-million aarch64 fuzz stub clean

demo: .venv/installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: .venv/tested
	$(BIN)/python -m pytest -n auto

check: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	sh tests/fuzz/replay.sh
	$(MAKE) test

million:
	sh tests/fuzz/build.sh build/million -O2
	build/million/perturb_lanes 1000000

FUZZ_SECONDS ?= 600
FUZZ_SEED ?= $(shell date +%s)

fuzz: .venv/tested
	@status=0; for each in readers command; do \
	  PYTHONPATH=tests $(BIN)/python -m fuzz.$$each --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED) || status=1; \
	done; exit $$status

ten-million:
	sh tests/fuzz/build.sh build/million -O2
	seq 10 | xargs -P "$$(nproc)" -n 1 build/million/perturb_lanes 1000000

aarch64:
	sh tests/fuzz/replay.sh aarch64

# What the C++ offers to Python, written down for type checkers; tests/test_core.py compares.
stub: .venv/tested
	$(BIN)/python -m nanobind.stubgen -m farandole._core -o src/farandole/_core.pyi

clean:
	rm -rf .venv build dist

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer expected, $$($(PYTHON) --version) found: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "On Debian: apt-get install python3-venv python3-dev g++ make"; exit 1; }

.venv/installed: .venv/bin/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

.venv/tested: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[test]'
	@touch $@
