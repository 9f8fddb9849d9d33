# Every command of the project. A target that needs packages prepares .venv first, once per lock file.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help site test check fix bench formats golden soak lock clean

PYTHON ?= python3
UV ?= uv
export PYTHON

BIN := .venv/bin
# A stamp names the content of what was installed: nothing is installed again until one of these files changes.
sha = $(shell cat $(1) | sha256sum | cut -c1-16)
CORE := .venv/.stamp-core-$(call sha,requirements/core.txt pyproject.toml tools/setup.sh)
DEV := .venv/.stamp-dev-$(call sha,requirements/dev.txt pyproject.toml tools/setup.sh package-lock.json .npmrc)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

$(CORE):
	@tools/setup.sh core
	@touch $@

$(DEV):
	@tools/setup.sh dev
	@touch $(CORE) $@

site: $(CORE) ## build the site into public/
	@$(BIN)/build-site
	@echo "The site is in public/. Look at it with: $(BIN)/build-site serve"

test: $(DEV) ## run the tests, browser tests included
	@$(BIN)/pytest -n 2

check: $(DEV) ## formatting, lint, types, import contracts, generated docs, the site's content
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy sitegen runner tests tools
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m tools.docs --check
	@$(BIN)/build-site check

fix: $(DEV) ## format the code, mend what ruff can mend, write the generated docs
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/python -m tools.docs

bench: $(DEV) ## measure the build, FORM and the runner
	@$(BIN)/python -m tests.bench

golden: $(DEV) ## write the golden files anew; review the diff
	@$(BIN)/python -m tests.refresh_golden

formats: $(DEV) ## check the published formats with their own validators, in environments of their own
	@tools/setup.sh formats
	@$(BIN)/pytest tests/formats

soak: $(DEV) ## run the long tests
	@$(BIN)/pytest tests/soak

lock: ## resolve requirements/*.txt again from pyproject.toml (needs uv; UV_FLAGS=--upgrade for newer versions)
	@$(LOCK) -o requirements/core.txt --group build --extra parquet pyproject.toml
	@$(LOCK) -o requirements/dev.txt --group build --extra dev --constraint requirements/core.txt pyproject.toml
	@$(LOCK) -o requirements/formats.txt tools/formats.in
	@$(LOCK) -o requirements/citation.txt tools/citation.in

# Pure pins without markers: the same set serves Linux on x86_64 and aarch64, and pip may verify every hash.
LOCK = $(UV) pip compile --quiet --python-version 3.11 --python-platform x86_64-unknown-linux-gnu --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(UV_FLAGS)

clean: ## remove the built site and the caches; .venv and node_modules stay
	@rm -rf public public.stage public.lock .build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find sitegen runner tests tools -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
