# `make demo` and `make test` need Python 3.11 or newer, git and make; each makes its own virtual environment.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v $$p && break; done)
# the newest Python that pyproject.toml names, for what Pythons do differently
NEWEST ?= $(shell for p in python3.13 $${PYENV_ROOT:-$$HOME/.pyenv}/versions/3.13.*/bin/python; do \
	$$p -c "" 2>/dev/null && command -v $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
DEMO := .venv-demo
AJV := tests/second/node_modules/.package-lock.json
READERS := tests/second/.venv/.installed
CONDA := tests/conda/.venv/.installed
PIP := -m pip --disable-pip-version-check --quiet

.PHONY: demo test test-all test-newest soak lint format generate bench examples floors test-gpu apt clean

demo: $(DEMO)/.installed
	@mkdir -p demo && rm -f demo/*
	$(DEMO)/bin/rrspec pack examples/rocket-ucr --output demo/rocket-ucr-1.0.0.rra.zip
	$(DEMO)/bin/rrspec verify demo/rocket-ucr-1.0.0.rra.zip

test: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow and not network" $(COVER)

# everything that a release needs; what could not be checked for want of a tool is listed and fails
test-all: apt $(AJV) $(READERS) $(CONDA) $(VENV)/.test $(VENV)/.lint
	$(MAKE) lint
	RRSPEC_NOTHING_UNCHECKED=1 $(MAKE) test COVER="--cov --cov-report="
	RRSPEC_NOTHING_UNCHECKED=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m "slow or network" --cov --cov-append \
		--cov-report=term:skip-covered --cov-fail-under=85
	$(MAKE) test-newest
	$(MAKE) demo

test-newest:
	@[ -n "$(NEWEST)" ] || { echo "not checked: Python 3.13 is not here" >&2; exit 1; }
	$(MAKE) VENV=.venv-newest PYTHON=$(NEWEST) .venv-newest/.test
	.venv-newest/bin/python -m pytest -n 2 --dist worksteal -m "not slow and not network" tests/unit

# the long runs of what the tests run shortly: fuzzing, kills, large packages
soak: $(VENV)/.test
	RRSPEC_SOAK=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/property tests/acceptance -m "slow or not slow"

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry reprobridge_spec
	$(BIN)/vulture
	$(BIN)/rrspec dev generate --check

format: $(VENV)/.lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

generate: $(VENV)/.test
	$(BIN)/rrspec dev generate

# every peer in an environment of its own below .venv-bench
bench: $(VENV)/bin/python
	$(BIN)/python benchmarks/run.py

# the oldest releases of the dependencies that pyproject.toml admits
floors:
	rm -rf .venv-floors && $(PYTHON) -m venv .venv-floors
	.venv-floors/bin/python $(PIP) install uv
	.venv-floors/bin/uv pip install --quiet --python .venv-floors/bin/python --resolution lowest-direct --editable .
	.venv-floors/bin/uv pip install --quiet --python .venv-floors/bin/python --group test
	.venv-floors/bin/python -m pytest -n 2 --dist worksteal -m "not slow" -W default

# all of them, by hand: mnist1d installs PyTorch (200 MB to download) and trains some minutes
examples: $(VENV)/.test
	@mkdir -p demo
	for name in $(notdir $(wildcard examples/*)); do \
		$(BIN)/rrspec validate examples/$$name && $(BIN)/rrspec audit examples/$$name && rm -f demo/$$name.rra.zip && \
		$(BIN)/rrspec pack examples/$$name --output demo/$$name.rra.zip && \
		$(BIN)/rrspec verify demo/$$name.rra.zip || exit 1; done

# on a machine with a card: what only a card shows, and an artifact with PyTorch that is verified on it
test-gpu: $(VENV)/.test
	@$(BIN)/python tests/gpu/card.py
	RRSPEC_TEST_GPU=1 RRSPEC_NOTHING_UNCHECKED=1 $(BIN)/python -m pytest -n 0 -s tests/gpu

# program:package of what the tests need besides Python
TOOLS := bwrap:bubblewrap zip:zip unzip:unzip 7z:p7zip-full zstd:zstd node:nodejs npm:npm slurmctld:slurm-wlm munged:munge podman:podman \
	runc:runc chromium:chromium strace:strace gcc:gcc gcc:libc6-dev openssl:openssl \
	ssh-keygen:openssh-client pdflatex:texlive-latex-base

apt:
	@packages=""; for tool in $(TOOLS); do command -v $${tool%%:*} >/dev/null || packages="$$packages $${tool#*:}"; done; \
		[ -z "$$packages" ] || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
		apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends $$packages; }

$(AJV): tests/second/package-lock.json | apt
	npm ci --prefix tests/second --no-audit --no-fund --silent

$(READERS): tests/second/requirements.txt
	$(PYTHON) -m venv tests/second/.venv
	tests/second/.venv/bin/python $(PIP) install -r $<
	@touch $@

$(CONDA): tests/conda/requirements.txt
	$(PYTHON) -m venv tests/conda/.venv
	tests/conda/.venv/bin/python $(PIP) install -r $<
	@touch $@

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.test: $(VENV)/bin/python pyproject.toml
	$(BIN)/python $(PIP) install --upgrade "pip>=25.1"
	$(BIN)/python $(PIP) install --editable . --group test
	@touch $@

$(VENV)/.lint: $(VENV)/.test
	$(BIN)/python $(PIP) install --group lint
	@touch $@

$(DEMO)/.installed: pyproject.toml
	$(PYTHON) -m venv $(DEMO)
	$(DEMO)/bin/python $(PIP) install .
	@touch $@

clean:
	rm -rf $(VENV) $(DEMO) .venv-newest .venv-floors .venv-bench tests/second/.venv tests/conda/.venv demo dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
