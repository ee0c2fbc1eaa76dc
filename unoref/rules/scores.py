"""What a finished round is worth, in each scoring mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from unoref.cards import FACES, UNKNOWN, Card, Face
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import cited

__all__ = ["hand_value", "module", "opposing_hands", "own_hands", "winner_takes_all"]

#: Points by seat; None where unknown cards decide.
Points = tuple[int | None, ...]


@cited("scoring.numbers")
def values(special: Mapping[str, int]) -> Mapping[Face, int]:
    """The value of every face: a number card its number, the others as the rulebook's data has it."""
    return {face: special.get(face.code, face.number or 0) for face in FACES.values()}


def hand_value(values: Mapping[Face, int], cards: Iterable[Card]) -> int | None:
    """The points of a hand; None when a card is unknown."""
    total = 0
    for card in cards:
        if card is UNKNOWN:
            return None
        total += values[card.face]
    return total


def _hands(state: State) -> list[int | None]:
    values = state.ruleset.tables.settings["points"]
    return [hand_value(values, cards) for cards in state.hands]


def _sum(hands: Iterable[int | None]) -> int | None:
    total = 0
    for value in hands:
        if value is None:
            return None
        total += value
    return total


@cited("scoring.standard")
def winner_takes_all(state: State) -> Points:
    """The winner scores all other hands; the others nothing. A drawn round scores nothing."""
    hands = _hands(state)
    winners = state.winners

    def scored(seat: Seat) -> int | None:
        return _sum(value for other, value in enumerate(hands) if other != seat) if seat in winners else 0

    return tuple(scored(Seat(seat)) for seat in range(len(hands)))


@cited("scoring.own-hand")
def own_hands(state: State) -> Points:
    """Everybody scores the own hand; a drawn round scores nothing."""
    return tuple(_hands(state)) if state.winners else (0,) * len(state.hands)


@cited("scoring.knock-out")
def own_hands_until_out(state: State) -> Points:
    """As :func:`own_hands`: the points count towards leaving the match."""
    return own_hands(state)


@cited("scoring.teams")
def opposing_hands(state: State) -> Points:
    """The winning team scores the hands of the other teams; each of its members carries the team's points."""
    hands, winners = _hands(state), state.winners
    opposing = _sum(value for seat, value in enumerate(hands) if seat not in winners)
    return tuple(opposing if seat in winners else 0 for seat in range(len(hands)))


MODES = {
    "standard": winner_takes_all,
    "alternative": own_hands,
    "knock-out": own_hands_until_out,
    "partners": opposing_hands,
}


def module(special: Mapping[str, int], mode: str) -> Module:
    """Scoring in one mode; ``special`` are the values of faces that are no numbers."""
    return Module(
        name="scores",
        settings={
            "points": values(special),
            "scoring": MODES[mode],
            "scoring.mode": mode,
            "scoring.modes": tuple(MODES),
        },
        uses=(values, *MODES.values()),
    )
