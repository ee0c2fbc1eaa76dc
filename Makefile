# The first `make` of any target makes .venv and installs what it needs; later runs find it there.

SHELL  := /bin/bash
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13 python3.14 python; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN    := .venv/bin
READY  := .venv/.ready
SPHINX := $(BIN)/python -m sphinx -n -W --keep-going -q -j auto -b html
HTML   := docs/_build/html

.PHONY: help demo test docs lint types typing pythons wasm bench prove examples playthroughs translations clean

help:
	@echo 'make demo          judge two disputes'
	@echo 'make test          run the test suite'
	@echo 'make docs          build the documentation in English and Chinese'
	@echo 'make lint          check format and style'
	@echo 'make types         check types'
	@echo 'make typing        check what users of the library see, with mypy and pyright'
	@echo 'make pythons       run the test suite with every Python from 3.11 that is found'
	@echo 'make wasm          run the library in a WebAssembly Python (needs node and npm)'
	@echo 'make bench         run the benchmarks'
	@echo 'make prove         run the properties at length'
	@echo 'make examples      write the present output under every command the documentation shows'
	@echo 'make playthroughs  replay the kept games and count the kept positions anew'
	@echo 'make translations  bring the Chinese message catalogs up to date with the text'
	@echo 'make clean         remove everything that was made'

$(READY): pyproject.toml
	@test -n '$(PYTHON)' || { echo 'unoref needs Python 3.11 or newer' >&2; exit 1; }
	@$(PYTHON) -m venv .venv
	@echo 'Installing what unoref needs into .venv …'
	@$(BIN)/python -m pip install -qq -e '.[dev]'
	@touch $@

# judge exits 0 for legal, 1 for illegal, 3 for contestable: the demo expects the verdicts it shows.
demo: $(READY)
	@echo '# May Ann play a Wild Draw Four while she holds a red card? It stands, but it can be challenged.'
	@echo '$$ unoref judge -v official --top R5 --hand Ann="W+4 R2 G1" "Ann plays W+4 naming green"'
	@$(BIN)/unoref judge -v official --top R5 --hand Ann="W+4 R2 G1" "Ann plays W+4 naming green"; test $$? -eq 3
	@echo
	@echo '# Ann plays a Draw Two. May Bo answer it with one of his own?'
	@echo '$$ unoref judge -v official --top R5 --hand Ann="R+2 B3 G7" --hand Bo="Y+2 G1" "Ann plays R+2" "Bo plays Y+2"'
	@$(BIN)/unoref judge -v official --top R5 --hand Ann="R+2 B3 G7" --hand Bo="Y+2 G1" "Ann plays R+2" "Bo plays Y+2"; test $$? -eq 1

test: $(READY)
	$(BIN)/python -m pytest -n auto

docs: $(READY)
	$(SPHINX) -D language=en -d docs/_build/doctrees/en docs $(HTML)/en
	$(SPHINX) -D language=zh_CN -d docs/_build/doctrees/zh_CN docs $(HTML)/zh_CN
	@echo 'The pages are $(HTML)/en/index.html and $(HTML)/zh_CN/index.html'

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

typing: $(READY)
	$(BIN)/python -m tests.typed

# A Python that is not there, or is no Python 3.11 or newer, is passed over; each gets an environment of its own.
pythons: $(READY)
	$(BIN)/python -m tests.pythons

wasm: $(READY)
	$(BIN)/python -m tests.wasm

bench: $(READY)
	@$(BIN)/python -m pip install -qq -e '.[bench]'
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.evidence
	$(BIN)/python -m benchmarks.rlcard_games

prove: $(READY)
	$(BIN)/python -m pytest -n auto --hypothesis-profile=prove

examples: $(READY)
	$(BIN)/python -m tests.examples

playthroughs: $(READY)
	$(BIN)/python -m tests.playthroughs

translations: $(READY)
	$(BIN)/python -m sphinx -q -b gettext -d docs/_build/doctrees/gettext docs docs/_build/gettext
	@for po in docs/locale/zh_CN/LC_MESSAGES/*.po; do \
		$(BIN)/pybabel update --no-fuzzy-matching --omit-header -l zh_CN \
			-i docs/_build/gettext/$$(basename $${po%.po}).pot -o $$po; done

clean:
	rm -rf .venv build dist docs/_build docs/reference .pytest_cache .mypy_cache .ruff_cache .hypothesis
