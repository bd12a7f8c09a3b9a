# Everything a new checkout needs is one of these words.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
JOBS   ?= 2
# What else `nbexp run` is told, as OPTIONS='--trials 1'; and what is measured, all by default,
# as BENCH='growth --largest 100000'.
OPTIONS ?=
BENCH   ?=
# How long each reader is fuzzed; how many changes of lines are drawn, and by which seed.
SECONDS ?= 600
MUTANTS ?= 40 20261130

.PHONY: setup test lint format run thesis report bench torture fuzz mutants coverage docs clean

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

test: setup
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

run: setup
	$(BIN)/nbexp run quick --jobs $(JOBS) $(OPTIONS)
	$(BIN)/nbexp report results/quick

thesis: setup
	$(BIN)/nbexp run thesis --jobs $(JOBS) $(OPTIONS)
	$(BIN)/nbexp report results/thesis

report: setup
	$(BIN)/nbexp report results/

bench: setup
	$(BIN)/python -m benchmarks $(BENCH)

docs: setup
	$(BIN)/python -m sphinx -W --keep-going -b html docs build/docs

torture: setup
	NBEXP_KILLS=200 NBEXP_FUZZ_SECONDS=600 NBEXP_DAMAGES=1000 $(BIN)/python -m pytest tests/torture -s

fuzz: setup
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	set -e; for reader in spec recipe arff text own; do \
	  $(BIN)/python tests/torture/fuzz.py $$reader $(SECONDS); done

mutants: setup
	$(BIN)/python tests/mutants.py $(MUTANTS)

MEASURED := $(addprefix tests/,cli data prequential report runner spec stream torture)

coverage: setup
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest --numprocesses $(JOBS) --dist worksteal $(MEASURED)
	$(BIN)/python -m coverage combine --quiet
	rm -f .coverage.* # of processes that were killed while they wrote
	$(BIN)/python -m coverage report
	$(BIN)/python -m coverage json --quiet -o - | $(BIN)/python tests/coverage_floor.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
