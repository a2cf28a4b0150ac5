# `make run` tries Second Reader out, `make test` runs what CI runs. CONTRIBUTING.md says more.

VENV := .venv
BIN := $(VENV)/bin
PIP_WHEEL := tools/pip-26.3-py3-none-any.whl
INSTALL := $(BIN)/python -m pip --disable-pip-version-check --no-input install --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run install local test check form lint types layers tests format lock

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1@/p' $(MAKEFILE_LIST) | sed 's/@/\t/'

run: install ## start the demo study and print its links (another port: make run PORT=8600)
	@exec $(BIN)/secondreader demo $(if $(PORT),--port $(PORT))

install: $(VENV)/installed ## install what the app needs into .venv

local: $(VENV)/installed requirements-local.lock ## install what `secondreader local-models` needs
	@$(INSTALL) --require-hashes --only-binary :all: --requirement requirements-local.lock

test: $(VENV)/test-installed ## install what the tests need, then check everything, as CI does
	@$(BIN)/python tools/browser.py
	@$(BIN)/python tools/small_model.py
	@$(MAKE) --no-print-directory --keep-going check

check: form lint types layers tests ## check everything without installing

form:
	$(BIN)/python -m ruff format --check .

lint:
	$(BIN)/python -m ruff check .

types:
	$(BIN)/python -m mypy

layers:
	$(BIN)/lint-imports --no-logo

tests: # the tests of one file share a server and a browser, so a file goes to one process as a whole
	$(BIN)/python -m pytest --numprocesses logical --maxprocesses 4 --dist loadfile --durations 20

format: $(VENV)/test-installed ## put the code into the agreed form
	$(BIN)/python -m ruff format .
	$(BIN)/python -m ruff check --fix .

# The files below stand for what is in .venv: each step runs again only when something it depends on has changed.

# pip comes with the repository, because Debian's Python has none unless python3-venv is installed.
$(BIN)/pip: $(PIP_WHEEL)
	@python=$$(PYTHON="$(PYTHON)" sh tools/find_python.sh) || exit 1; \
	echo "Making $(VENV) with $$python"; \
	"$$python" -m venv --clear --without-pip $(VENV)
	@$(BIN)/python $(PIP_WHEEL)/pip --disable-pip-version-check install --quiet --no-index --no-deps $(PIP_WHEEL)
	@touch $@

# setuptools warns at each editable install that the folder comes first on the path; that is what it is for.
$(VENV)/installed: $(BIN)/pip requirements.lock pyproject.toml
	@echo "Installing what Second Reader needs; the first time takes a minute or two ..."
	@$(INSTALL) --require-hashes --only-binary :all: --requirement requirements.lock
	@PYTHONWARNINGS=ignore::UserWarning $(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test-installed: $(VENV)/installed requirements-test.lock
	@echo "Installing what the tests need ..."
	@$(INSTALL) --require-hashes --only-binary :all: --requirement requirements-test.lock
	@touch $@

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url
lock: ## write the lock files anew after a change of dependencies (needs uv; UPGRADE=1 takes newer versions)
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv"; exit 1; }
	$(LOCK) $(if $(UPGRADE),--upgrade) --group build pyproject.toml --output-file requirements.lock
	@sed -n 's/^local = \["\(.*\)"\]/\1/p' pyproject.toml \
		| $(LOCK) $(if $(UPGRADE),--upgrade) --constraints requirements.lock - --output-file requirements-local.lock
	$(LOCK) $(if $(UPGRADE),--upgrade) --group build --extra test --extra local --constraints requirements.lock \
		pyproject.toml --output-file requirements-test.lock
