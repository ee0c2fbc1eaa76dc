"""What a finished round is worth, in each scoring mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from unoref.cards import FACES, UNKNOWN, Card, Face
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.step import Cited, Step, cited, rule

__all__ = ["hand_value", "module", "opposing_hands", "own_hands", "winner_takes_all"]

#: Wilds of some editions only.
SPECIAL_WILDS = frozenset(FACES[code] for code in ("swap-hands", "shuffle-hands", "customizable"))

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


def _sum(hands: Iterable[int | None]) -> int | None:
    total = 0
    for value in hands:
        if value is None:
            return None
        total += value
    return total


@cited("scoring.standard")
def winner_takes_all(hands: Sequence[int | None], winners: Sequence[int]) -> Points:
    """The winner scores all other hands; the others nothing. A drawn round scores nothing."""
    return tuple(
        _sum(value for other, value in enumerate(hands) if other != seat) if seat in winners else 0
        for seat in range(len(hands))
    )


@cited("scoring.own-hand")
def own_hands(hands: Sequence[int | None], winners: Sequence[int]) -> Points:
    """Everybody scores the own hand; a drawn round scores nothing."""
    return tuple(hands) if winners else (0,) * len(hands)


@cited("scoring.knock-out")
def own_hands_until_out(hands: Sequence[int | None], winners: Sequence[int]) -> Points:
    """As :func:`own_hands`: the points count towards leaving the match."""
    return own_hands(hands, winners)


@cited("scoring.teams")
def opposing_hands(hands: Sequence[int | None], winners: Sequence[int]) -> Points:
    """The winning team scores the hands of the other teams; each of its members carries the team's points."""
    opposing = _sum(value for seat, value in enumerate(hands) if seat not in winners)
    return tuple(opposing if seat in winners else 0 for seat in range(len(hands)))


Mode = Cited[[Sequence[int | None], Sequence[int]], Points]

MODES: dict[str, Mode] = {
    "standard": winner_takes_all,
    "alternative": own_hands,
    "knock-out": own_hands_until_out,
    "partners": opposing_hands,
}


@rule("scoring.numbers")
def count_hand(step: Step, seat: Seat, value: int) -> None:
    """A hand left over is counted."""
    step.tell("counted", seat, step.hands[seat], value)


@rule("scoring.special-wilds")
def count_hand_with_special_wilds(step: Step, seat: Seat, value: int) -> None:
    """A hand left over is counted; it holds wilds that only some editions have."""
    step.tell("counted", seat, step.hands[seat], value)


def module(special: Mapping[str, int], mode: str) -> Module:
    """Scoring in one mode; ``special`` are the values of faces that are no numbers."""
    worth, scored = values(special), MODES[mode]

    @rule(scored.point)
    def score_round(step: Step, winners: tuple[Seat, ...]) -> None:
        """Count what is left in the hands and tell who scores what."""
        hands = [hand_value(worth, cards) for cards in step.hands]
        for seat, value in enumerate(hands):
            if value is not None and step.hands[seat]:
                marked = any(card.face in SPECIAL_WILDS for card in step.hands[seat])
                (count_hand_with_special_wilds if marked else count_hand)(step, Seat(seat), value)
        points = scored(hands, winners)
        for seat, won in enumerate(points):
            if won:
                step.tell("scored", Seat(seat), (), won)
        step.tables.settings["match.tell"](step, winners, points)

    return Module(
        name="scores",
        settings={
            "points": worth,
            "scoring.mode": mode,
            "scoring.modes": MODES,
            "round.over": score_round,
        },
        uses=(values, count_hand, count_hand_with_special_wilds, *MODES.values()),
    )
