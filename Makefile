# What is done with this checkout. It needs Python 3.11 or newer, git and make; nothing is installed outside .venv.

PYTHON ?= python3
WORKERS ?= 3

RUN = .venv/bin/python -m
INSTALL = $(RUN) pip install --quiet --disable-pip-version-check --require-hashes

.DEFAULT_GOAL = help
.PHONY: help demo test soak check lint types floors rules diagram bench format lock clean

help: ## what can be done here
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' Makefile

demo: .venv/base ## the main job, on this computer alone: open the page that it prints
	@$(RUN) deploy.muti demo $(ARGS)

test: .venv/dev .venv/agents ## every test but the long forms; ARGS="-k name" picks some
	@$(RUN) pytest -q -n $(WORKERS) --dist loadfile --no-fold-skipped $(ARGS)

soak: .venv/dev .venv/agents ## the long forms of tests that have a short one
	@$(RUN) pytest -q -n $(WORKERS) --dist worksteal --no-fold-skipped -m soak $(ARGS)

check: lint types floors rules diagram test ## all that a change must pass

lint: .venv/dev
	@$(RUN) ruff format --check .
	@$(RUN) ruff check .

types: .venv/dev
	@$(RUN) mypy

floors: .venv/dev
	@.venv/bin/lint-imports

rules: .venv/dev ## the rules of tests/spec, each with the tests that prove it
	@$(RUN) tests.rules

diagram: .venv/dev
	@$(RUN) tests.diagram

bench: .venv/dev ## how fast it is, beside a floor measured in the same run
	@$(RUN) tests.benchmarks $(ARGS)

format: .venv/dev ## the code as the formatter wants it
	@$(RUN) ruff check --fix .
	@$(RUN) ruff format .

lock: .venv-lock/bin/uv ## the lock files anew, from pyproject.toml
	$(LOCK) --extra slack --extra feishu --extra postgres --extra push --output-file requirements.lock
	$(LOCK) --all-extras --group dev --group bench --output-file requirements-dev.lock

LOCK = .venv-lock/bin/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header \
	--no-emit-index-url --python-version 3.11 pyproject.toml

clean: ## remove what the commands above have made
	rm -rf .venv .venv-lock .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "muti needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "$(PYTHON) has no venv: on Debian and Ubuntu, apt-get install python3-venv" >&2; exit 1; }

# Empty files that are as old as the last installation, so that a second run installs nothing.
.venv/base: requirements.lock | .venv/bin/python
	@echo "Installing what muti needs into .venv ..."
	@$(INSTALL) -r requirements.lock
	@touch $@

.venv/dev: requirements-dev.lock | .venv/bin/python
	@echo "Installing what the tests need into .venv ..."
	@$(INSTALL) -r requirements-dev.lock
	@touch $@ .venv/base

# Programs that only npm has; without npm their tests are skipped by name.
NPM = tests/npm
.venv/agents: $(NPM)/package.json $(NPM)/package-lock.json | .venv/bin/python
	@mkdir -p .venv/npm && cp $^ .venv/npm
	@if command -v npm > /dev/null; then \
		echo "Installing the programs of the tests into .venv ..."; \
		npm ci --prefix .venv/npm --omit=optional --ignore-scripts --no-audit --no-fund --silent \
			|| echo "They cannot be installed; their tests are skipped."; \
	fi
	@touch $@

.venv-lock/bin/uv:
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv
