"""Positions that somebody spoiled are refused, or can be played on; those that play has reached are never refused."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Any

import pytest

import unoref
from tests.torn import FILE, becomes, states, torn, written
from tests.walks import cards_of
from unoref.record import build
from unoref.rulebook import variant_ids
from unoref.walking import walk


@pytest.mark.parametrize("variant", variant_ids())
def test_every_position_of_a_ruling_reads_back(variant: str) -> None:
    for name, _, state in states(variant):
        assert unoref.loads(unoref.dumps(unoref.record(state), "json")).state() == state, name


@pytest.mark.parametrize("variant", variant_ids())
def test_a_spoiled_position_that_stands_can_be_played_on(variant: str) -> None:
    can_be_played_on(islice(torn(variant), 0, None, 4))


@pytest.mark.long
@pytest.mark.parametrize("variant", variant_ids())
def test_every_spoiled_position_that_stands_can_be_played_on(variant: str) -> None:
    can_be_played_on(torn(variant))


def can_be_played_on(positions: Iterable[tuple[str, Any]]) -> None:
    for told, data in positions:
        if becomes(data) != "stands":
            continue
        state = build(data).state()
        count = cards_of(state).total()
        assert unoref.loads(unoref.dumps(unoref.record(state), "json")).state() == state, told
        for _, _, after in walk(state, Random(told), 6):
            assert cards_of(after).total() == count, told


def test_what_becomes_of_spoiled_positions_is_what_is_kept() -> None:
    assert FILE.read_text(encoding="utf-8").splitlines() == written().splitlines()
