"""What can notice a fault: rulings, properties and tests, and which lines each of them runs."""

from __future__ import annotations

import importlib
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from inspect import signature
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import coverage
from attrs import define, field, frozen

__all__ = ["Evidence", "Map", "gather", "known_tests"]

#: What a property of walks may ask for.
ASKED = {"chosen", "count", "seed", "length", "by"}
#: Properties that are not asked of a variant, which has stronger ones of its own.
LEFT_OUT = {
    ("touhouno", "test_observing_then_acting_agrees_with_acting_then_observing"),
    ("extended", "test_observing_then_acting_agrees_with_acting_then_observing"),
    ("extended", "test_no_turn_is_offered_while_a_hand_is_empty"),
    ("extended", "test_what_is_observed_holds_nothing_hidden"),
    ("extended", "test_a_call_stands_only_for_a_single_card_or_a_play_about_to_be_made"),
}


#: Seconds, while it is measured, after which a count is too long to be tried against every fault.
LONG = 12


@frozen
class Evidence:
    """Something that is run and fails if it notices the fault."""

    name: str
    run: Callable[[], object]


@define
class Map:
    """Which lines of which files each piece of evidence runs, by its name."""

    rulings: dict[str, Path] = field(factory=dict)
    #: The rulings of one ruleset, which also show what runs while it is put together.
    by_ruleset: dict[str, list[str]] = field(factory=dict)
    #: Recorded games, counted positions and what is kept of the rulings: what was reviewed once and must come out again.
    kept: dict[str, tuple[str, str]] = field(factory=dict)
    #: The rulesets that are walked.
    walks: dict[str, Any] = field(factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(factory=dict)
    #: How many lines a name runs: few mean that it is about little.
    breadth: Counter[str] = field(factory=Counter)

    def of(self, path: str, lines: tuple[int, ...]) -> set[str]:
        """The names of all that runs one of these lines; of all that runs the file where none does."""
        at = self.lines.get(path, {})
        return set().union(*(at.get(line, ()) for line in lines)) or set().union(*at.values())

    def assembles(self, path: str, lines: tuple[int, ...]) -> bool:
        """Whether the lines run while a ruleset is put together."""
        return any(name.startswith("ruleset ") for name in self.of(path, lines))

    def rulings_for(self, path: str, lines: tuple[int, ...], most: int = 500) -> Iterator[Evidence]:
        """The rulings that run the lines, or whose ruleset does while it is put together; the narrowest first."""
        names = self.of(path, lines)
        narrow = sorted(
            (name for name in names if name in self.by_ruleset), key=lambda name: (len(self.by_ruleset[name]), name)
        )
        direct = sorted((name for name in names if name in self.rulings), key=lambda name: (self.breadth[name], name))
        if len(direct) > most:
            direct = [*direct[: most // 2], *direct[most // 2 :: max(1, 2 * len(direct) // most)]]
        more = [ruling for name in narrow for ruling in self.by_ruleset[name]]
        for name in dict.fromkeys([*direct, *more]):
            yield Evidence(name, _ruling(self.rulings[name]))

    def outcomes_for(self, path: str, lines: tuple[int, ...], most: int = 600) -> Iterator[Evidence]:
        """What is kept of the rulings that run the lines, the narrowest first."""
        return islice(self._kept_for(path, lines, "outcome "), most)

    def variations_for(self, path: str, lines: tuple[int, ...], most: int = 80) -> Iterator[Evidence]:
        """What the same rulings ask about, said otherwise."""
        for piece in self.outcomes_for(path, lines, most):
            yield Evidence(f"varied {piece.name}", _varied(self.kept[piece.name][1]))

    def games_for(self, path: str, lines: tuple[int, ...], most: int = 12) -> Iterator[Evidence]:
        """The recorded games and counted positions that run the lines, the narrowest first."""
        return islice(self._kept_for(path, lines, ("game ", "count ")), most)

    def torn_for(self, path: str, lines: tuple[int, ...]) -> Iterator[Evidence]:
        """What becomes of spoiled positions, and whether others read back, where that runs the lines."""
        return self._kept_for(path, lines, ("torn ", "back "))

    def _kept_for(self, path: str, lines: tuple[int, ...], kinds: str | tuple[str, ...]) -> Iterator[Evidence]:
        running = self.of(path, lines)
        names = {name for name in running if name in self.kept and name.startswith(kinds)}
        for ruleset in running & self.by_ruleset.keys():
            names.update(name for ruling in self.by_ruleset[ruleset] if (name := f"outcome {ruling}").startswith(kinds))
        for name in sorted(names, key=lambda name: (self.breadth[name], name)):
            yield Evidence(name, _comes_out_again(*self.kept[name]))

    def walks_for(self, path: str, lines: tuple[int, ...], most: int = 4) -> Iterator[Evidence]:
        """The properties on walks that run the lines."""
        names = sorted(name for name in self.of(path, lines) if name in self.walks)
        chosen = names[:: max(1, len(names) // most)][:most]
        for seed in range(1, 7):
            for name in chosen:
                for test, function in _properties(self.walks[name][0]):
                    yield Evidence(f"{test} {name} {seed}", _asked(function, self.walks[name], seed))

    def tests_for(self, path: str, lines: tuple[int, ...], most: int = 25) -> Iterator[Evidence]:
        """The tests that run the lines, the narrowest first."""
        for name in sorted(self.of(path, lines), key=lambda name: (self.breadth[name], name))[:most]:
            yield Evidence(name, _test_run(name))


def _test_run(name: str) -> Callable[[], object]:
    def run() -> None:
        import pytest

        assert pytest.main(["-x", "-q", *(f"-pno:{plugin}" for plugin in ("cacheprovider", "cov", "xdist")), name]) == 0

    return run


#: Tests that try everything: slow, and tried as properties or rulings already.
_WIDE = ("test_rulings", "test_properties", "test_extended_properties", "test_pairs", "test_docs", "test_sphinxext")


def _properties(variant: str) -> Iterator[tuple[str, Any]]:
    """The properties of walks under a variant, by name."""
    homes = ("tests.test_properties", *(("tests.test_extended_properties",) if variant == "extended" else ()))
    for home in homes:
        for name, test in vars(importlib.import_module(home)).items():
            inner = getattr(test, "of_walk", None)
            asked = set(signature(inner).parameters) if inner else set()
            if {"chosen", "count", "length"} <= asked <= ASKED and (variant, name) not in LEFT_OUT:
                yield name, inner


def _asked(property_of_walks: Any, rules: tuple[str, Mapping[str, object]], seed: int) -> Callable[[], object]:
    given = {"chosen": rules, "count": (2, 3, 4, 7)[seed % 4], "seed": seed, "length": 160, "by": 1}
    return lambda: property_of_walks(**{name: given[name] for name in signature(property_of_walks).parameters})


def _ruling(path: Path) -> Callable[[], object]:
    from tests.test_rulings import test_the_ruling_comes_out_as_the_clause_says as comes_out

    return lambda: comes_out(path)


def _comes_out_again(kind: str, name: str) -> Callable[[], object]:
    from tests import outcomes, perft, playthroughs, torn
    from tests.test_torn import test_every_position_of_a_ruling_reads_back as reads_back

    def run() -> None:
        if kind == "outcome":
            path = Path(name)
            assert _outcomes(path.parent.parent.name)[path.stem] == outcomes.outcome(path)
        elif kind == "back":
            reads_back(name)
        elif kind == "torn":
            assert torn.of_variant(name) in torn.FILE.read_text(encoding="utf-8")
        elif kind == "game":
            path = playthroughs.GAMES / f"{name}.toml"
            assert path.with_suffix(".txt").read_text(encoding="utf-8") == playthroughs.text_of(path)
        else:
            positions = perft.positions(perft.COUNTS / f"{name.partition('/')[0]}.toml")
            position = next(each for each in positions if each.id == name)
            assert position.counts == perft.count(position.state, position.depth)

    return run


def _varied(path: str) -> Callable[[], object]:
    from tests.test_variations import test_what_is_said_otherwise_is_judged_as_the_list_has_it as agrees

    return lambda: agrees(Path(path))


@cache
def _outcomes(variant: str) -> dict[str, str]:
    from tests.outcomes import kept

    return kept(variant)


def _walk(state: Any, rng: Random) -> None:
    import unoref

    for _ in range(150):
        if state.over:
            return
        state = unoref.apply(state, rng.choice(unoref.legal_actions(state)))
        for action in rng.sample(actions := unoref.legal_actions(state), min(3, len(actions))):
            unoref.judge(unoref.observe(state, rng.randrange(-1, len(state.hands))), action)


def gather(root: Path, found: Map) -> Map:
    """Run the rulings, recorded games and walks that are not yet known, each once, under coverage.py."""
    import unoref
    from tests import perft, playthroughs, test_rulings, walks
    from tests.mutation.installing import forget
    from unoref.rulebook import variant_ids

    measured = coverage.Coverage(data_file=None, config_file=False, source=[str(root / "unoref")])
    measured.start()
    for path in test_rulings.FILES:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        variant, options = data.get("variant", "official"), data.get("options", {})
        key, name = f"ruleset {variant} {options}", test_rulings.name(path)
        if name in found.rulings:
            continue
        found.rulings[name] = path
        found.by_ruleset.setdefault(key, []).append(name)
        measured.switch_context(key)
        with suppress(unoref.UnorefError):  # a ruling about what is refused
            unoref.ruleset(variant, **{option.replace("-", "_"): value for option, value in options.items()})
        forget(rulesets=False)
        measured.switch_context(name)
        test_rulings.test_the_ruling_comes_out_as_the_clause_says(path)
        measured.switch_context(f"outcome {name}")
        found.kept[f"outcome {name}"] = "outcome", str(path)
        _comes_out_again("outcome", str(path))()
    games = [("game", path.stem) for path in playthroughs.games()]
    counts = [
        ("count", position.id) for path in sorted(perft.COUNTS.glob("*.toml")) for position in perft.positions(path)
    ]
    spoiled = [(kind, variant) for variant in variant_ids() for kind in ("torn", "back")]
    for kind, stem in (*games, *counts, *spoiled):
        name, started = f"{kind} {stem}", time.process_time()
        if name not in found.kept:
            measured.switch_context(name)
            _comes_out_again(kind, stem)()
            if time.process_time() - started < LONG:
                found.kept[name] = kind, stem
    for number, (variant, options) in enumerate(walks.RULESETS):
        name = f"walk {number} {variant}"
        if name not in found.walks:
            found.walks[name] = variant, options
            measured.switch_context(f"ruleset {name}")
            unoref.ruleset(variant, **options)
            measured.switch_context(name)
            _walk(walks.opened((variant, options), 3, Random(1)), Random(1))
    measured.stop()
    _read(found, measured.get_data(), root, lambda name: name)
    return found


def _read(found: Map, data: coverage.CoverageData, root: Path, named: Callable[[str], str]) -> None:
    for file in data.measured_files():
        path = str(Path(file).relative_to(root))
        at = found.lines.setdefault(path, defaultdict(set))
        for line, contexts in data.contexts_by_lineno(file).items():
            for context in filter(None, map(named, contexts)):
                at[line].add(context)
                found.breadth[context] += 1


def known_tests(root: Path, file: Path) -> Map:
    """The lines each test runs, from a measurement ``pytest --cov --cov-context=test``."""
    data = coverage.CoverageData(str(file))
    data.read()
    found = Map()
    _read(found, data, root, _test)
    return found


def _test(context: str) -> str:
    name = context.partition("|")[0]
    return "" if any(f"{wide}.py" in name for wide in _WIDE) else name
