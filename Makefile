# Two commands do everything: `make demo` and `make test`.
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export OMP_NUM_THREADS ?= 1
export TOKENIZERS_PARALLELISM ?= false

.PHONY: demo test lint types imports unit setup lock clean help

help:
	@echo "make demo    install into $(VENV), run the demo trial, say where its report is"
	@echo "make test    install, then lint, type check, import layers and the whole test suite"
	@echo "make setup   only install;   make lock   write constraints.txt anew;   make clean"

setup: $(STAMP)

# The stamp is written last: an environment without it was interrupted and is built anew.
$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "memtrial needs Python >= 3.11; $(PYTHON) is " + sys.version.split()[0] + ". Say: make PYTHON=/path/to/python3.11")'
	@trap 'rm -rf $(VENV); exit 130' INT TERM HUP; \
	rm -rf $(VENV) && $(PYTHON) -m venv $(VENV) && \
	echo "Installing memtrial into $(VENV) (about two minutes, 2 GB) ..." && \
	$(BIN)/python -m pip install --quiet --upgrade pip && \
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]' && \
	touch $@ || { rm -rf $(VENV); exit 1; }

demo: setup
	$(BIN)/memtrial run quick --jobs 2

test: setup lint types imports unit

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy
	$(BIN)/mypy tests

imports: setup
	$(BIN)/lint-imports

unit: setup
	$(BIN)/pytest -n 2

lock: setup
	$(BIN)/python -m pip freeze --exclude-editable | sed 's/+cpu$$//' > constraints.txt

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
