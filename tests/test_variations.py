"""What is asked about in a ruling, said in other ways: the verdict agrees with the list of what is open, whatever is said."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import unoref
from tests.outcomes import rulings
from tests.test_properties import agrees
from tests.test_rulings import name
from unoref.actions import (
    Action,
    Answer,
    Catch,
    Choose,
    Discard,
    Exchange,
    JumpIn,
    Laying,
    Name,
    Pick,
    Play,
    Reveal,
    Show,
)
from unoref.cards import CARDS, UNKNOWN, Color
from unoref.record import build
from unoref.rulebook import variant_ids
from unoref.seats import TABLE, Seat
from unoref.state import State

FILES = [path for variant in variant_ids() for path in rulings(variant)]

RED_SEVEN = CARDS["R7"]


def variations(state: State, action: Action) -> Iterator[Action]:
    """The action with one thing about it changed."""
    seats = [Seat(seat) for seat in range(len(state.hands))]
    if action.actor != TABLE:
        yield from (attrs.evolve(action, actor=seat) for seat in seats if seat != action.actor)
    if isinstance(action, Laying):
        yield from _layings(state, action, seats)
    if isinstance(action, Discard | Pick | Show):
        yield from (attrs.evolve(action, cards=other) for other in ((RED_SEVEN,), (UNKNOWN,), action.cards * 2))
    if isinstance(action, Pick | Reveal | Show | Catch):
        yield from (attrs.evolve(action, target=other) for other in seats if other != action.target)
    if isinstance(action, Choose):
        yield from (Choose(action.actor, other) for other in ("yes", "no", "clockwise", 1, 2, 99, RED_SEVEN, UNKNOWN))
    if isinstance(action, Name):
        yield from (Name(action.actor, color) for color in Color)
    if isinstance(action, Exchange):
        yield Exchange(action.actor, action.taken, action.given)
        yield Exchange(action.actor, RED_SEVEN, action.taken)


def _layings(state: State, action: Laying, seats: list[Seat]) -> Iterator[Action]:
    said = attrs.asdict(action, recurse=False)
    yield from (kind(**said) for kind in (Play, JumpIn, Answer) if type(action) is not kind)
    changes: dict[str, tuple[Any, ...]] = {
        "colors": ((), (Color.RED,), (Color.GREEN,), (Color.BLACK,), (Color.RED, Color.GREEN)),
        "number": (None, 0, 7),
        "target": (None, *seats),
        "attaching": ((), (RED_SEVEN,), state.hands[action.actor][:1]),
        "adding": (None, RED_SEVEN),
        "keeping": (None, RED_SEVEN),
        "topping": (None, RED_SEVEN),
        "saying_uno": (False, True),
        "cards": (action.cards * 2, action.cards[::-1], (RED_SEVEN,), (*action.cards, RED_SEVEN)),
    }
    for key, others in changes.items():
        assert key in said
        yield from (attrs.evolve(action, **{key: other}) for other in others if other != said[key])


@pytest.mark.parametrize("path", FILES, ids=name)
def test_what_is_said_otherwise_is_judged_as_the_list_has_it(path: Path) -> None:
    try:
        record = build(tomllib.loads(path.read_text(encoding="utf-8")))
        state = record.state()
    except unoref.UnorefError:
        return
    if record.dispute is not None:
        listed = unoref.legal_actions(state)
        for action in variations(state, record.dispute):
            agrees(state, action, listed)
