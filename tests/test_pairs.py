"""Every pair of values of two options of the official rules: refused for a reason that names both, or playable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

import pytest

import unoref
from tests.walks import GUARD, cards_of, opened
from unoref.frames import Auto, Turn
from unoref.rulebook import Option, Value, rulebook
from unoref.ruleset import ruleset_of
from unoref.walking import walk

#: What an option value is played with, where it means nothing by itself.
NEEDS: Mapping[tuple[str, Value], Mapping[str, Value]] = {
    ("bomb", True): {"multi-play": True},
    ("revenge", True): {"stacking": "like"},
    ("jump-in-wilds", True): {"jump-in": True},
    ("jump-in-pending", True): {"jump-in": True, "stacking": "any"},
    ("reverse-deflect-four", True): {"reverse-deflect": "any"},
    ("skip-deflect-four", True): {"skip-deflect": "any"},
    ("scoring", "places"): {"last-standing": True},
    ("team-players", "6"): {"teams": True},
    ("team-score", "all"): {"teams": True},
    ("hand-limit-penalties", "capped"): {"hand-limit": 9},
    ("stacked-wild-draw-four", "free"): {"stacking": "like"},
    ("finish-remedy", "draw-on"): {"no-wild-finish": True},
    ("finish-remedy", "taken-back"): {"no-wild-finish": True},
    ("misplay-turn", "ends"): {"misplay-penalty": 1},
    ("seven-last", "swaps"): {"seven-swap": "forced"},
    ("forced-wild-draw-four", "always"): {"forced-drawn-play": True},
}

#: Numbers worth walking with; the ends of a range are no game.
NUMBERS: Mapping[str, int] = {
    "hand-limit": 9,
    "mercy": 11,
    "uno-penalty": 4,
    "target": 100,
    "false-uno-penalty": 2,
    "false-catch-penalty": 2,
    "uno-out-penalty": 2,
    "misplay-penalty": 1,
}

Choice = tuple[str, Value]


def choices(options: Mapping[str, Option]) -> Iterator[Choice]:
    """Each value of each option that is not its default."""
    for name, option in options.items():
        values: tuple[Value, ...] = tuple(choice.value for choice in option.choices)
        if isinstance(option.default, bool):
            values = (True, False)
        elif not values:
            values = (NUMBERS[name],)
        yield from ((name, value) for value in values if value != option.default)


CHOICES = tuple(choices(rulebook("official").options))
PAIRS = tuple(pair for pair in combinations(CHOICES, 2) if pair[0][0] != pair[1][0])
NAMES = tuple(dict.fromkeys(name for name, _ in CHOICES))


def both(one: Choice, other: Choice) -> dict[str, Value]:
    """The two values with what they need; their own word counts more than a need."""
    return {**NEEDS.get(one, {}), **NEEDS.get(other, {}), one[0]: one[1], other[0]: other[1]}


def walked(given: Mapping[str, Value], seed: int, most: int) -> None:
    """A random walk in which nothing is lost and somebody can always act."""
    rng = Random(seed)
    options = {name.replace("-", "_"): value for name, value in given.items()}
    state = opened(("official", options), (2, 3, 4, 7)[seed % 4], rng)
    size = state.ruleset.deck.size
    for _, _, after in walk(state, rng, most):
        assert cards_of(after).total() == size
        assert not isinstance(after.frames[-1], Auto)
        listed = unoref.legal_actions(after)
        assert after.over != bool(listed) and len(set(listed)) == len(listed)
        if isinstance(after.frames[-1], Turn):
            assert () not in [cards for seat, cards in enumerate(after.hands) if seat not in after.finished]


def refusal(given: Mapping[str, Value]) -> str:
    """Why the options are refused; empty where they are not."""
    try:
        ruleset_of("official", given)
    except unoref.RulebookError as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_a_value_is_playable_with_what_it_needs(choice: Choice) -> None:
    assert refusal({**NEEDS.get(choice, {}), choice[0]: choice[1]}) == ""


@pytest.mark.parametrize("name", NAMES)
def test_every_pair_of_values_is_playable_or_refused_by_name(name: str) -> None:
    for at, (one, other) in enumerate(PAIRS):
        if one[0] != name:
            continue
        given = both(one, other)
        refused = refusal(given)
        if refused:
            assert sum(option in refused for option in given) >= 2, refused
        else:
            walked(given, at, 12)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_pair_of_values_can_be_played_to_the_end(name: str) -> None:
    for at, (one, other) in enumerate(PAIRS):
        given = both(one, other)
        if one[0] == name and not refusal(given):
            walked(given, at + 7, 600)


#: The two presets of letsuno/uno-online in our options (docs/house_rules.rst).
PARTY: Mapping[str, Value] = {
    "stacking": "like",
    "stacked-wild-draw-four": "free",
    "zero-rotate": True,
    "seven-swap": "forced",
    "jump-in": True,
    "jump-in-wilds": True,
    "draw-until": "unable",
}
CRAZY: Mapping[str, Value] = {
    **PARTY,
    "stacking": "any",
    "reverse-deflect": "any",
    "reverse-deflect-four": True,
    "skip-deflect": "any",
    "skip-deflect-four": True,
    "multi-play": True,
    "forced-drawn-play": True,
    "points-double": "always",
    "wild-draw-four-challenge": "none",
}


@pytest.mark.parametrize("preset", [PARTY, CRAZY], ids=["party", "crazy"])
@pytest.mark.parametrize("seed", range(6))
def test_rounds_of_the_presets_end(preset: Mapping[str, Value], seed: int) -> None:
    rng = Random(seed)
    options = {name.replace("-", "_"): value for name, value in preset.items()}
    state = opened(("official", options), (2, 4, 6)[seed % 3], rng)
    for _, _, after in walk(state, rng, GUARD):
        state = after

    assert state.over


@pytest.mark.parametrize(
    ("given", "both_named"),
    [
        ({"bomb": True}, ("bomb", "multi-play")),
        ({"blind-draw": True, "draw-until": "unable"}, ("blind-draw", "draw-until")),
        ({"mercy": 25, "last-standing": True}, ("mercy", "last-standing")),
        ({"last-standing": True, "teams": True}, ("last-standing", "teams")),
        ({"uno-call-at": "never", "uno-out-penalty": 2}, ("uno-call-at", "uno-out-penalty")),
    ],
    ids=lambda value: "" if isinstance(value, tuple) else " ".join(value),
)
def test_what_cannot_be_had_together_is_refused_by_both_names(
    given: Mapping[str, Value], both_named: tuple[str, str]
) -> None:
    refused = refusal(given)

    assert all(name in refused for name in both_named)
