# The first `make` of any target makes .venv and installs what it needs; later runs find it there.

SHELL  := /bin/bash
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13 python3.14 python; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN    := .venv/bin
READY  := .venv/.ready
# Each language is a build of its own, and both run at once; on more than two processors each takes half of them.
HALF   := $(shell echo $$(( ($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1) / 2 )))
SPHINX := $(BIN)/python -m sphinx -n -W --keep-going -q -j $(HALF) -b html
HTML   := docs/_build/html

.PHONY: help demo test docs docs-en docs-zh_CN lint types typing pythons wasm bench prove planted fuzz coverage mutants examples playthroughs translations lock clean

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
	@echo 'make prove         run the properties at length; SEED=N repeats a run, EXAMPLES=N says how long'
	@echo 'make planted       put a fault in for every property, and see whether that property notices it'
	@echo 'make fuzz          send torn input to everything that reads, guided by coverage; SECONDS_EACH=60'
	@echo 'make coverage      run the tests under coverage.py, and fail below 97 %'
	@echo 'make mutants       put faults into the rules one at a time, and see whether they are noticed'
	@echo 'make examples      write the present output under every command the documentation shows'
	@echo 'make playthroughs  replay the kept games, count the kept positions, judge the rulings anew'
	@echo 'make translations  bring the Chinese message catalogs up to date with the text'
	@echo 'make lock          write the checksums of clauses anew and list what to read again'
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
	$(BIN)/python -m pytest -n auto --dist worksteal

docs: $(READY)
	@$(MAKE) --no-print-directory -j 2 docs-en docs-zh_CN
	$(BIN)/python -m tests.site $(HTML)
	@echo 'The pages are $(HTML)/en/index.html and $(HTML)/zh_CN/index.html'

docs-en docs-zh_CN: docs-%: $(READY)
	$(SPHINX) -D language=$* -d docs/_build/doctrees/$* docs $(HTML)/$*

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

# Every property many times over; what is random follows from the seed, which is shown, so that SEED=N finds a failure again.
EXAMPLES ?= 1000
prove: SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
prove: seed := $(SEED)
prove: $(READY)
	@echo 'make prove SEED=$(seed) EXAMPLES=$(EXAMPLES)'
	EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest -n auto --hypothesis-profile=prove --hypothesis-seed=$(seed) -m ''; \
		code=$$?; echo 'make prove SEED=$(seed) EXAMPLES=$(EXAMPLES) repeats this run'; exit $$code

# PLANTED="rotating" tries those of some properties, PLANTED="--seed 2" other examples.
planted: $(READY)
	$(BIN)/python -m tests.planted $(PLANTED)

SECONDS_EACH ?= 60
TARGETS := sentence cards record_toml record_json log sheet options

fuzz: $(READY)
	@$(BIN)/python -m pip install -qq -e '.[fuzz]'
	@mkdir -p .fuzz
	@for target in $(TARGETS); do echo "$$target"; log=.fuzz/$$target.log; \
		$(BIN)/python -m tests.fuzz $$target --seconds $(SECONDS_EACH) 2> $$log || { tail -40 $$log; exit 1; }; \
		grep -h 'stat::number_of_executed_units\|^Done' $$log; rm -f $$log; done

coverage: $(READY)
	$(BIN)/python -m pytest -n auto --hypothesis-profile=measured --cov --cov-report=term --cov-fail-under=97

# Hours for all of them: MUTANTS="--sample 25 'unoref/rules/*.py'" tries some. What has been tried is kept in .mutation.
mutants: $(READY)
	@$(BIN)/python -m pip install -qq -e '.[mutation]'
	$(BIN)/python -m pytest -q -n auto --hypothesis-profile=measured --cov --cov-context=test --cov-report=
	$(BIN)/python -m tests.mutation --tests .coverage $(MUTANTS)
	$(BIN)/python -m tests.mutation --report > .mutation/report.txt
	mv .mutation/report.txt docs/mutation.txt

examples: $(READY)
	$(BIN)/python -m tests.examples

playthroughs: $(READY)
	$(BIN)/python -m tests.playthroughs

translations: $(READY)
	$(BIN)/python -m sphinx -q -b gettext -d docs/_build/doctrees/gettext docs docs/_build/gettext
	@for po in docs/locale/zh_CN/LC_MESSAGES/*.po; do \
		$(BIN)/pybabel update --no-fuzzy-matching --omit-header -l zh_CN \
			-i docs/_build/gettext/$$(basename $${po%.po}).pot -o $$po; done

# Every changed text is listed with the code, the rulings and the tests to be read again.
lock: $(READY)
	$(BIN)/python -m unoref.sphinxext.lock --tests tests

clean:
	rm -rf .venv .fuzz build dist docs/_build docs/reference .pytest_cache .mypy_cache .ruff_cache .hypothesis .mutation .coverage*
