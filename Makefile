# Every target sets itself up: it makes .venv and builds and installs the checkout into it when something changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# What an editable install is built from; Python files, rules and cost models are read in place.
BUILT_FROM := pyproject.toml setup.py pipelint/__init__.py \
	$(wildcard native/Cargo.* native/build.rs native/src/*.rs native/src/*/*.rs native/src/*/*/*.rs native/src/*/*/*/*.rs) \
	$(wildcard grammars/*/src/*.[ch] grammars/*/src/tree_sitter/*.h)
RUNTIME := $(VENV)/.installed
DEV := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.PHONY: help demo test lint python-lint native-lint grammars-lint clean

help:
	@echo "make demo   check and estimate the examples"
	@echo "make test   run the test suite"
	@echo "make lint   ruff, mypy, stubtest, clippy, cargo test, and the grammars where tree-sitter is installed"
	@echo "make clean  remove what these made"

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else "pipelint needs Python 3.10 or newer")'
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): $(BUILT_FROM) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(DEV): $(BUILT_FROM) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(RUNTIME)

demo: $(RUNTIME)
	@bash examples/demo.sh $(BIN)/pipelint

test: $(DEV)
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: python-lint native-lint grammars-lint

python-lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/mypy --strict pipelint
	$(BIN)/stubtest pipelint._native

# The interpreter is named so that the machine's own, of another version perhaps, plays no part.
native-lint: $(DEV)
	cd native && PYO3_PYTHON=$(CURDIR)/$(BIN)/python cargo clippy --locked --all-targets --all-features -- -D warnings
	cd native && cargo test --locked

grammars-lint:
	@bash grammars/check.sh

clean:
	rm -rf $(VENV) build dist native/target pipelint.egg-info pipelint/_native*.so
