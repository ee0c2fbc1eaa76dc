"""Points: of hands, of a finished round."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from unoref.rules.scores import Factor, Mode, hand_value, multiplied
from unoref.seats import Seat
from unoref.state import State

__all__ = ["Score", "hand_values", "score", "scores_by_mode"]


@frozen
class Score:
    """What a round is worth in one scoring mode.

    ``points`` by seat, None where unknown cards decide; ``winners`` the seats that won the round, empty when it is drawn or
    not over; ``totals`` the points before the round and these together, None where unknown; ``clause`` the rule.
    """

    mode: str
    clause: str
    winners: tuple[Seat, ...]
    points: tuple[int | None, ...]
    totals: tuple[int | None, ...]


def hand_values(state: State) -> tuple[int | None, ...]:
    """The points of the cards in each hand; None for a hand with unknown cards. Point: ``scoring.numbers``."""
    values = state.ruleset.tables.settings["points"]
    return tuple(hand_value(values, cards) for cards in state.hands)


def _mode(state: State, mode: str) -> Mode:
    scored: Mode = state.ruleset.tables.settings["scoring.modes"][mode]
    return scored


def _scored(state: State, mode: str) -> Score:
    settings = state.ruleset.tables.settings
    by_state = settings.get("scoring.by-state", {})
    if mode in by_state:
        points = by_state[mode](state)
    else:
        counted = settings.get("scoring.hands", hand_values)
        points = _mode(state, mode)(counted(state), state.winners, state.finished, state.teams)
    factor: Factor | None = state.ruleset.tables.settings.get("scoring.factor")
    if factor is not None:
        points = multiplied(points, factor(state))
    before = state.scores or (0,) * len(points)
    totals = tuple(None if won is None else won + had for won, had in zip(points, before, strict=True))
    return Score(mode, state.ruleset.tables.clause(_mode(state, mode).point), state.winners, points, totals)


def score(state: State) -> Score:
    """What the round is worth in the scoring mode of the ruleset; nothing to anybody while it goes on.

    >>> import unoref
    >>> record = unoref.loads('''
    ... plays = ["Ann plays R7"]
    ... [table]
    ... players = ["Ann", "Bo"]
    ... discard = "R5"
    ... [table.hands]
    ... Ann = "R7"
    ... Bo = "W G4 YS"
    ... ''')
    >>> unoref.score(record.state()).points
    (74, 0)
    """
    mode: str = state.ruleset.tables.settings["scoring.mode"]
    if not state.over:
        nothing = (0,) * len(state.hands)
        clause = state.ruleset.tables.clause(_mode(state, mode).point)
        return Score(mode, clause, (), nothing, state.scores or nothing)
    return _scored(state, mode)


def scores_by_mode(state: State) -> tuple[Score, ...]:
    """What a finished round is worth in each scoring mode of the variant that its seating allows."""
    modes: Iterable[str] = state.ruleset.tables.settings["scoring.modes"]
    return tuple(_scored(state, mode) for mode in modes)
