# Everything runs from .venv, made from the lock files on first use. Only Python 3.11 or newer is needed.
# Overrides: PYTHON=python3.12  JOBS=4  ARGS="-k curse" (passed on to kickdoor or pytest)

# One more than there are cores: browsers and servers are waited for a good deal.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 1)
ARGS ?=
BIN := .venv/bin
RUN := .venv/.run-ready
COMPILER := .venv/.compiler-ready
DEV := .venv/.dev-ready
BENCH := .venv/.bench-ready
RAY := .venv/.ray-ready
PEERS := .venv/.peers-ready
DOCS := .venv/.docs-ready
COMPILED := build/.compiled
# Folders count too, so that a deleted module is noticed.
ENGINE := $(shell find $(addprefix src/kickdoor/,engine view text policies env/core sim/card_activity.py \
	sim/invariants.py sim/random_play.py server/room) \
	-name __pycache__ -prune -o \( -name '*.py' -o -type d \) -print 2>/dev/null)
# Once compiled, the engine is compiled again whenever a source has changed, so that nobody runs stale code.
FRESH := $(if $(shell find src -name '*.so' 2>/dev/null),$(COMPILED))
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
BUILD_WHEEL := $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
	--no-cache-dir --wheel-dir dist

.DEFAULT_GOAL := help
.PHONY: help play setup test test-all screens playthroughs lint format bench bench-env ray fields web art compile pure wheel docs lock clean

help: ## Lists the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

play: $(RUN) $(FRESH) ## Opens the table in the browser
	@$(BIN)/python tools/play.py $(ARGS)

setup: $(DEV) ## Installs all that the other targets need into .venv

test: $(DEV) $(FRESH) ## Runs the tests
	@sh tools/chromium.sh
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

test-all: $(DEV) $(RAY) $(FRESH) ## Runs what `make test` leaves out: more games, seeds and screens
	@sh tools/chromium.sh
	@sh tools/servers.sh
	$(BIN)/python -m pytest -n $(JOBS) -m "thorough and not slow" $(ARGS)

screens: $(DEV) $(FRESH) ## Draws the pictures and recordings in docs/screens anew, with the browser tests
	@sh tools/chromium.sh
	KICKDOOR_SCREENS=1 $(BIN)/python -m pytest -n $(JOBS) -m "not slow" tests/browser $(ARGS)
	$(BIN)/python -m tests.browser.recordings

playthroughs: $(DEV) $(FRESH) ## Draws the games in tests/playthroughs anew
	$(BIN)/python tools/playthroughs.py $(ARGS)

lint: $(DEV) ## Checks style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

format: $(DEV) ## Formats the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BENCH) $(FRESH) ## Measures speed against a peer engine
	$(BIN)/kickdoor bench --against catanatron $(ARGS)

bench-env: $(PEERS) $(FRESH) ## Measures the environments beside those of other projects
	$(BIN)/kickdoor bench --env $(ARGS)

ray: $(RAY) ## Installs Ray, for `kickdoor lab run --ray`

fields: $(DEV) ## Generates what follows from the declarations of fields
	$(BIN)/python tools/state_fields.py
	$(BIN)/python tools/ts_types.py
	$(BIN)/python tools/event_tables.py

# Not `npm ci`: the lock holds the binaries of one platform only, and `ci` insists on those of all.
web: fields ## Checks and tests the pages and builds them anew; needs node
	cd web && npm install --no-save --no-audit --no-fund --silent && npm run --silent check && npm test --silent && \
		npm run --silent build

art: $(DEV) ## Draws the cards anew
	$(BIN)/python tools/art.py

compile: $(COMPILED) ## Compiles the engine in place; needs a C compiler

pure: ## Removes the compiled engine
	find src -name '*.so' -delete
	rm -rf $(COMPILED) build/background

# Built from the sdist, with the locked tools: what is in it is enough, and the same everywhere.
wheel: $(DEV) ## Builds the sdist and both wheels, compiled and pure, into dist; takes minutes
	rm -rf dist
	$(BIN)/python -c 'from setuptools import build_meta; build_meta.build_sdist("dist")' >/dev/null
	KICKDOOR_PURE=1 $(BUILD_WHEEL) dist/kickdoor-*.tar.gz
	KICKDOOR_PURE=0 $(BUILD_WHEEL) dist/kickdoor-*.tar.gz
	@ls dist

docs: $(DOCS) ## Builds the documentation's site into build/site; every warning is an error
	$(BIN)/python tools/site.py
	$(BIN)/zensical build --clean --strict
	$(BIN)/python tools/site.py --check

lock: ## Makes the lock files anew, for all supported Pythons
	@$(find_python); "$$python" -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	$(call compile_lock,run,requirements/build.in --extra server)
	$(call compile_lock,dev,requirements/build.in --extra server --extra cluster --extra dev --extra env --extra openspiel \
		--extra lab -c requirements/run.lock)
	$(call compile_lock,compile,requirements/build.in requirements/compile.in -c requirements/dev.lock)
	$(call compile_lock,ray,requirements/build.in --extra ray -c requirements/dev.lock)
	$(call compile_lock,bench,requirements/build.in --extra bench -c requirements/dev.lock)
	$(call compile_lock,peers,requirements/build.in requirements/peers.in --extra peers -c requirements/dev.lock --override requirements/peers.override)
	$(call compile_lock,docs,requirements/build.in --extra docs -c requirements/dev.lock)

clean: pure ## Removes everything that can be made again
	rm -rf .venv build dist src/*.egg-info .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# --- how they are made ---

# Names are tried by running them: a launcher may exist for a Python that does not.
define find_python
for python in $(or $(PYTHON),python3.13 python3.12 python3.11 python3 python); do \
  "$$python" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
  python=; \
done; \
if [ -z "$$python" ]; then \
  echo 'kickdoor needs Python 3.11 or newer with its venv module; name one with: make PYTHON=/path/to/python3' >&2; exit 1; \
fi
endef

# --upgrade takes the newest releases; --universal writes one file for every platform and Python from 3.11 on.
compile_lock = build/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --output-file requirements/$(1).lock pyproject.toml $(2)

.venv/bin/python:
	@$(find_python); "$$python" -m venv .venv

# The project itself is installed in place and never compiled here: that is `make compile`. `__init__` has the version,
# which an install writes down.
$(RUN): requirements/run.lock pyproject.toml setup.py src/kickdoor/__init__.py | .venv/bin/python
	@echo 'Installing locked dependencies into .venv'
	@$(INSTALL) --require-hashes -r requirements/run.lock
	@KICKDOOR_PURE=1 $(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(COMPILER): requirements/compile.lock | $(RUN)
	@echo 'Installing the locked compiler into .venv'
	@$(INSTALL) --require-hashes -r requirements/compile.lock
	@touch $@

$(DEV): requirements/dev.lock | $(RUN)
	@echo 'Installing locked development tools into .venv'
	@$(INSTALL) --require-hashes -r requirements/dev.lock
	@touch $@

$(BENCH): requirements/bench.lock | $(RUN)
	@echo 'Installing locked benchmark peers into .venv'
	@$(INSTALL) --require-hashes -r requirements/bench.lock
	@touch $@

$(RAY): requirements/ray.lock | $(DEV)
	@echo 'Installing locked Ray into .venv'
	@$(INSTALL) --require-hashes -r requirements/ray.lock
	@touch $@

# The lock holds all they need; pip itself would insist on the old Gymnasium that one of them asks for.
$(PEERS): requirements/peers.lock | $(RUN)
	@echo 'Installing the locked environments of other projects into .venv'
	@$(INSTALL) --no-deps --require-hashes -r requirements/peers.lock
	@touch $@

$(DOCS): requirements/docs.lock | $(RUN)
	@echo 'Installing the locked site generator into .venv'
	@$(INSTALL) --require-hashes -r requirements/docs.lock
	@touch $@

$(COMPILED): $(ENGINE) setup.py | $(COMPILER)
	@find src -name '*.so' -delete
	KICKDOOR_PURE=0 $(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@
