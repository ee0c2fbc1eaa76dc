"""What a finished round is worth, in each scoring mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from unoref.cards import FACES, UNKNOWN, Card, Color, Face
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Cited, Step, cited, rule

__all__ = [
    "Factor",
    "Mode",
    "all_other_hands",
    "by_place",
    "hand_value",
    "minus_own_hands",
    "minus_team_hands",
    "module",
    "multiplied",
    "opposing_hands",
    "own_hands",
    "own_hands_until_out",
    "twice",
    "twice_for_a_wild",
    "winner_takes_all",
]

#: Wilds of some editions only.
SPECIAL_WILDS = frozenset(FACES[code] for code in ("swap-hands", "shuffle-hands", "customizable"))

#: Points by seat; None where unknown cards decide.
Points = tuple[int | None, ...]

#: The points of every hand; None where unknown cards decide. The seats of each team.
Hands = Sequence[int | None]
Teams = Sequence[Sequence[int]]

#: What a round is worth to each seat, by the points of every hand, who won, who went out in which order, and the teams.
Mode = Cited[[Hands, Sequence[int], Sequence[int], Teams], Points]


@cited("scoring.numbers")
def values(special: Mapping[str, int]) -> Mapping[Face, int]:
    """The value of every face: a number card its number, unless the rulebook's data has it otherwise."""
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
def winner_takes_all(hands: Hands, winners: Sequence[int], finished: Sequence[int], teams: Teams) -> Points:
    """The winner scores all other hands; the others nothing. A drawn round scores nothing."""
    return tuple(
        _sum(value for other, value in enumerate(hands) if other != seat) if seat in winners else 0
        for seat in range(len(hands))
    )


@cited("scoring.own-hand")
def own_hands(hands: Hands, winners: Sequence[int], finished: Sequence[int], teams: Teams) -> Points:
    """Everybody scores the own hand; a drawn round scores nothing."""
    return tuple(hands) if winners else (0,) * len(hands)


@cited("scoring.knock-out")
def own_hands_until_out(hands: Hands, winners: Sequence[int], finished: Sequence[int], teams: Teams) -> Points:
    """As :func:`own_hands`: the points count towards leaving the match."""
    return own_hands(hands, winners, finished, teams)


@cited("scoring.minus-own-hand")
def minus_own_hands(hands: Hands, winners: Sequence[int], finished: Sequence[int], teams: Teams) -> Points:
    """Everybody books the own hand as negative points, but the winner none; a drawn round books nothing."""
    booked = map(_minus, own_hands(hands, winners, finished, teams))
    return tuple(0 if seat in winners else value for seat, value in enumerate(booked))


@cited("scoring.minus-team-hands")
def minus_team_hands(hands: Hands, winners: Sequence[int], finished: Sequence[int], teams: Teams) -> Points:
    """Each losing team books the hands of its members as negative points, which each member carries; a drawn round books
    nothing."""
    if not winners:
        return (0,) * len(hands)
    sums = {seat: _sum(hands[member] for member in team) for team in teams for seat in team}
    return tuple(0 if seat in winners else _minus(sums[seat]) for seat in range(len(hands)))


def _minus(value: int | None) -> int | None:
    return None if value is None else -value


def by_place(step: int) -> Mode:
    """Points by the order in which the players went out, ``step`` apart and together zero.

    Where nobody can move any more, those left share what the places left are worth, an odd point going to the lower seats.
    """

    @cited("scoring.places")
    def places(hands: Hands, winners: Sequence[int], finished: Sequence[int], teams: Teams) -> Points:
        count, taken = len(hands), len(finished)
        if not winners:
            return (0,) * count
        worth = [_worth(count, place, step) for place in range(1, count + 1)]
        left = [seat for seat in range(count) if seat not in finished]
        share, over = divmod(sum(worth[taken:]), max(1, len(left)))
        shares = {seat: share + (at < over) for at, seat in enumerate(left)}
        return tuple(worth[finished.index(seat)] if seat in finished else shares[seat] for seat in range(count))

    return places


def _worth(count: int, place: int, step: int) -> int:
    """What a place is worth among so many: symmetrical about zero, which nobody gets where the number of players is even."""
    distance = count + 1 - 2 * place
    if step == 2 or count % 2 == 0:
        return distance
    return distance // 2


@cited("scoring.teams-all")
def all_other_hands(hands: Hands, winners: Sequence[int], finished: Sequence[int], teams: Teams) -> Points:
    """The winning team scores every hand, the partners' leftover cards too; each of its members carries the team's points."""
    total = _sum(hands)
    return tuple(total if seat in winners else 0 for seat in range(len(hands)))


@cited("scoring.teams")
def opposing_hands(hands: Hands, winners: Sequence[int], finished: Sequence[int], teams: Teams) -> Points:
    """The winning team scores the hands of the other teams; each of its members carries the team's points."""
    opposing = _sum(value for seat, value in enumerate(hands) if seat not in winners)
    return tuple(opposing if seat in winners else 0 for seat in range(len(hands)))


@rule("scoring.numbers")
def count_hand(step: Step, seat: Seat, value: int) -> None:
    """A hand left over is counted."""
    step.tell("counted", seat, step.hands[seat], value)


@rule("scoring.special-wilds")
def count_hand_with_special_wilds(step: Step, seat: Seat, value: int) -> None:
    """A hand left over is counted; it holds wilds that only some editions have."""
    step.tell("counted", seat, step.hands[seat], value)


#: By what the points of a round are multiplied.
Factor = Cited[[State | Step], int]


@cited("scoring.doubled")
def twice(position: State | Step) -> int:
    """Every round counts double."""
    return 2


@cited("scoring.doubled")
def twice_for_a_wild(position: State | Step) -> int:
    """A round counts double that ended with a card without a color."""
    top = position.discard.top
    return 2 if top is not None and top.color is Color.BLACK else 1


@rule("scoring.doubled")
def tell_factor(step: Step, factor: int) -> None:
    """The points are multiplied."""
    step.tell("points-multiplied", None, (), factor)


def multiplied(points: Points, factor: int) -> Points:
    """The points of a round, so many times over."""
    return tuple(None if won is None else factor * won for won in points)


def module(
    special: Mapping[str, int],
    modes: Mapping[str, Mode],
    mode: str,
    factor: Factor | None = None,
    counted: bool = True,
) -> Module:
    """Scoring in one of several modes; ``special`` are the values of faces that do not count their number.

    ``factor``: what the points of a round are multiplied by; ``counted``: whether the hands left over are told, since the mode
    counts them.
    """
    worth, scored = values(special), modes[mode]
    of_editions = frozenset(face for face in SPECIAL_WILDS if face.code in special)

    @rule(scored.point)
    def score_round(step: Step, winners: tuple[Seat, ...]) -> None:
        """Count what is left in the hands and tell who scores what."""
        hands = [hand_value(worth, cards) for cards in step.hands]
        for seat, value in enumerate(hands):
            if counted and value is not None and step.hands[seat]:
                marked = any(card.face in of_editions for card in step.hands[seat])
                (count_hand_with_special_wilds if marked else count_hand)(step, Seat(seat), value)
        points = scored(hands, winners, step.finished, step.teams)
        times = 1 if factor is None else factor(step)
        if times != 1 and any(points):
            tell_factor(step, times)
            points = multiplied(points, times)
        for seat, won in enumerate(points):
            if won:
                step.tell("scored", Seat(seat), (), won)
        step.tables.settings["match.tell"](step, winners, points)

    return Module(
        name="scores",
        settings={
            "points": worth,
            "scoring.mode": mode,
            "scoring.modes": dict(modes),
            "round.over": score_round,
            **({} if factor is None else {"scoring.factor": factor}),
        },
        uses=(
            *(() if factor is None else (tell_factor,)),
            values,
            count_hand,
            *((count_hand_with_special_wilds,) if of_editions else ()),
            *modes.values(),
        ),
    )
