"""What waits is seen by those who may see it, and its cards by nobody else."""

from __future__ import annotations

import pytest

from unoref.cards import CARDS, UNKNOWN
from unoref.frames import Drawn, Draws, Frame
from unoref.rules.shuffle_hands import GatheredHands
from unoref.seats import Seat
from unoref.variants.touhouno.draws import Drawing
from unoref.variants.touhouno.exchanges import ReturnCards, TakeFromTop
from unoref.variants.touhouno.gathering import DealOut, KeepOne
from unoref.variants.touhouno.pools import ShuffleUnder

ANN, BO, CY = Seat(0), Seat(1), Seat(2)
SEVEN, ONE = CARDS["R7"], CARDS["G1"]

#: A frame, who sees all of it, and what the others see.
SEEN: list[tuple[Frame, list[Seat], Frame]] = [
    (Drawn(BO, SEVEN), [BO], Drawn(BO, UNKNOWN)),
    (Draws(BO, 2, (SEVEN, ONE)), [BO], Draws(BO, 2)),
    (Drawing(BO, 2, "x", (SEVEN,)), [BO], Drawing(BO, 2, "x")),
    (ReturnCards(BO, 1, "x", (SEVEN,), (ONE,)), [BO], ReturnCards(BO, 1, "x", (UNKNOWN,), (UNKNOWN,))),
    (TakeFromTop(BO, (SEVEN, ONE), "x"), [BO], TakeFromTop(BO, (UNKNOWN, UNKNOWN), "x")),
    (KeepOne(BO, (SEVEN, ONE), (ANN,), "x"), [BO], KeepOne(BO, (UNKNOWN, UNKNOWN), (ANN,), "x")),
    (DealOut((SEVEN,), (ANN,), BO, "x"), [BO], DealOut((UNKNOWN,), (ANN,), BO, "x")),
    (ShuffleUnder((SEVEN,), "x", (ANN, CY)), [ANN, CY], ShuffleUnder((UNKNOWN,), "x", (ANN, CY))),
    (GatheredHands((SEVEN,), (BO, ANN), ANN, False), [], GatheredHands((UNKNOWN,), (BO, ANN), ANN, False)),
]


@pytest.mark.parametrize(("frame", "knowing", "seen"), SEEN, ids=[type(frame).__name__ for frame, *_ in SEEN])
def test_who_sees_what_waits(frame: Frame, knowing: list[Seat], seen: Frame) -> None:
    for seat in (Seat(-1), ANN, BO, CY):
        assert frame.seen_by(seat) == (frame if seat in knowing else seen)
