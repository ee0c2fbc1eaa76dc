"""``python -m tests.mutation``: try faults, tell what became of them, write the table of the documentation."""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import TextIO

from attrs import evolve

from tests.mutation.evidence import Evidence, Map, gather, known_tests
from tests.mutation.installing import settle
from tests.mutation.mutants import Mutant, all_mutants, sample
from tests.mutation.reporting import report
from tests.mutation.trying import ENDLESS, Outcome, Trial, exchanged, try_imported, try_warm

ROOT = Path(__file__).resolve().parents[2]
TRIED = ("unoref/engine.py", "unoref/rules/*.py", "unoref/variants/**/*.py")


def files(patterns: list[str]) -> list[str]:
    """The modules that are tried."""
    found = {path for pattern in patterns or TRIED for path in ROOT.glob(pattern)}
    return sorted(str(path.relative_to(ROOT)) for path in found)


def trials(mutant: Mutant, known: Map, by_test: Map | None, judged: bool, whole: bool = False) -> list[Trial]:
    """What a fault is held to: rulings and what is kept of them, games, walks, tests of its line; ``whole``: of the file.

    ``judged``: it has been held to the rulings already.
    """
    lines = () if whole else mutant.lines
    found = [
        *([] if judged else [Trial(lambda: known.rulings_for(mutant.path, lines), 6)]),
        Trial(lambda: known.outcomes_for(mutant.path, lines), 4),
        Trial(lambda: known.variations_for(mutant.path, lines), 3),
        Trial(lambda: known.torn_for(mutant.path, lines), 3),
        Trial(lambda: known.games_for(mutant.path, lines), 3),
        Trial(lambda: known.walks_for(mutant.path, lines), 4),
    ]
    if by_test is not None:
        found.append(Trial(lambda: by_test.tests_for(mutant.path, lines), 10))
    return found


def known_map(out: Path) -> Map:
    """Which lines each ruling, recorded game and walk runs; measured anew when a source has changed, else what is new."""
    file = out / "map.pickle"
    digest = sha256(b"".join(source.read_bytes() for source in sorted(ROOT.glob("unoref/**/*.py")))).hexdigest()

    def kept() -> Map:
        before, known = pickle.loads(file.read_bytes()) if file.exists() else ("", Map())
        return known if before == digest else Map()

    in_a_fork(lambda: file.write_bytes(pickle.dumps((digest, gather(ROOT, kept())))))
    return kept()


def in_a_fork(work: Callable[[], object]) -> None:
    """Do something in a process of its own, so that this one stays without the package."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        raise SystemExit(1)


def rows(ledger: Path) -> dict[str, dict[str, str]]:
    """What became of each fault tried so far; a later outcome counts more."""
    lines = ledger.read_text(encoding="utf-8").splitlines() if ledger.exists() else ()
    return {row["id"]: row for row in map(json.loads, lines)}


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", help="patterns of modules, such as 'unoref/rules/*.py'; default: all")
    parser.add_argument("--sample", type=int, default=10**6, help="at most so many faults a module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / ".mutation", help="where outcomes are kept")
    parser.add_argument("--again", action="store_true", help="try those that survived, and no others")
    parser.add_argument(
        "--tests", type=Path, help="measurement by pytest --cov --cov-context=test: try those tests too"
    )
    parser.add_argument(
        "--rulings", action="store_true", help="hold faults to the rulings only; later runs go on from there"
    )
    parser.add_argument("--report", action="store_true", help="try nothing: write what is known of each module")
    asked = parser.parse_args()
    os.environ["CI"] = "1"  # properties repeat
    asked.out.mkdir(exist_ok=True)
    ledger = asked.out / "outcomes.jsonl"
    if asked.report:
        sys.stdout.write(report(ROOT, files(asked.modules), rows(ledger)))
        return
    before = rows(ledger)
    faults = [
        fault for path in files(asked.modules) for fault in sample(all_mutants(ROOT, path), asked.sample, asked.seed)
    ]
    Random(asked.seed).shuffle(faults)  # so that what is known at any time is a fair sample
    survived, judged = (
        {name for name, row in before.items() if row["result"] == result} for result in ("survived", "judged")
    )
    done = set() if asked.again else before.keys() - (() if asked.rulings else judged)
    todo = [fault for fault in faults if (fault.id in survived if asked.again else fault.id not in done)]
    known = known_map(asked.out)
    if asked.rulings:
        known.walks.clear()
        known.kept.clear()
    by_test = known_tests(ROOT, asked.tests) if asked.tests else None
    print(f"{len(faults)} faults, {len(todo)} to try", flush=True)
    with ledger.open("a", encoding="utf-8") as out:
        in_a_fork(lambda: all_warm(todo, known, by_test, judged, asked.rulings, out))
        for fault in todo:
            with suppress(SyntaxError):  # a star that is no product
                if exchanged(fault, ROOT) is None:
                    outcome = try_imported(fault, ROOT, trials(fault, known, by_test, fault.id in judged, whole=True))
                    note(outcome, asked.rulings, out)


def all_warm(
    todo: list[Mutant], known: Map, by_test: Map | None, judged: set[str], only_rulings: bool, out: TextIO
) -> None:
    """Try the faults inside functions, the package and its tests loaded once for all."""
    import pytest  # noqa: F401

    import tests.playthroughs
    import tests.test_extended_properties
    import tests.test_properties
    import tests.test_rulings

    for path in tests.test_rulings.FILES[::3]:  # what is put together once is there for every fault
        tests.test_rulings.test_the_ruling_comes_out_as_the_clause_says(path)
    settle()
    trusted: set[str] = set()
    unsound: set[str] = set()
    for fault in todo:
        try:
            found = exchanged(fault, ROOT)
        except SyntaxError:
            continue
        if found is None:
            continue
        while True:
            held_to = [trial.without(unsound) for trial in trials(fault, known, by_test, fault.id in judged)]
            outcome = try_warm(fault, found, ROOT, known, held_to)
            if outcome.result != "killed" or outcome.by in {*known.rulings, *known.kept, *trusted}:
                break  # rulings and what is kept have been run without a fault; the rest is now: what fails then tells nothing
            by = outcome.by.removesuffix(ENDLESS)
            alone = try_warm(fault, [], ROOT, known, [Trial(partial(named, held_to, by), 100)])
            if alone.result == "survived":
                trusted.add(outcome.by)
            else:
                print(f"{by} fails without a fault", flush=True)
                unsound.add(by)
        note(outcome, only_rulings, out)


def named(found: list[Trial], name: str) -> list[Evidence]:
    """The piece of evidence of this name, none for a process that died."""
    return list(islice((piece for trial in found for piece in trial.evidence() if piece.name == name), 1))


def note(outcome: Outcome, only_rulings: bool, out: TextIO) -> None:
    """Keep an outcome, and tell it; what only the rulings have let pass has not survived yet."""
    if only_rulings and outcome.result == "survived":
        outcome = evolve(outcome, result="judged")
    out.write(outcome.line() + "\n")
    out.flush()
    print(f"{outcome.result:8} {outcome.seconds:6.2f} {outcome.id}  {outcome.by}", flush=True)


if __name__ == "__main__":
    main()
