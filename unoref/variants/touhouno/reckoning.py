"""Numbers that a spell reckons when it runs, and players it finds by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from unoref.cards import FACES
from unoref.seats import Seat, turn_order
from unoref.step import Step
from unoref.variants.touhouno.casting import Casting, Part, note
from unoref.variants.touhouno.draws import Count
from unoref.variants.touhouno.seating import caster, found, others, smallest

__all__ = ["find_beside", "if_digit", "if_function", "up_to_the_most"]

_BLACK_ADDED = (FACES["P"], FACES["B"])


def if_digit(step: Step, cast: Casting, seat: Seat) -> int:
    """The number of the card shown, where it is a digit card."""
    card = cast.shown_by(seat)
    return 0 if card is None else card.face.number or 0


def if_function(black_too: bool) -> Count:
    """A tenth of the points of the card shown, where it is a function card; ``black_too``: P and B are such cards."""

    def count(step: Step, cast: Casting, seat: Seat) -> int:
        card = cast.shown_by(seat)
        if card is None or card.face.number is not None or (card.face in _BLACK_ADDED and not black_too):
            return 0
        points: Mapping[object, int] = step.tables.settings["points"]
        return points[card.face] // 10

    return count


def up_to_the_most(among_all: bool) -> Count:
    """What a player lacks to as many cards as the player with the most; ``among_all``: the caster may be that player."""

    def count(step: Step, cast: Casting, seat: Seat) -> int:
        players = turn_order(step, cast.seat) if among_all else others(step, cast)
        return max(0, max(len(step.hands[other]) for other in players) - len(step.hands[seat]))

    return count


def find_beside(which: Literal["smaller", "both", "caster"]) -> Part:
    """The part that finds who sits beside the player with the fewest cards and draws too."""

    middles, taken = {"smaller": (found, _smaller), "both": (found, _both), "caster": (caster, _smaller)}[which]

    def part(step: Step, cast: Casting) -> None:
        count = len(step.hands)
        beside: list[Seat] = []
        for middle in middles(step, cast):
            near = {Seat((middle + 1) % count), Seat((middle - 1) % count)} - {cast.seat, middle}
            beside += taken(
                step, [seat for seat in turn_order(step, cast.seat) if seat in near and seat not in cast.seats]
            )
        note(step, seconds=tuple(dict.fromkeys(beside)))

    return part


def _smaller(step: Step, sides: list[Seat]) -> list[Seat]:
    return smallest(step, sides)[:1]


def _both(step: Step, sides: list[Seat]) -> list[Seat]:
    return sides
