"""A bot: it sees what its seat sees, asks the referee, and plays."""

from __future__ import annotations

import random
from collections.abc import Callable

import unoref

Strategy = Callable[[unoref.State, int, tuple[unoref.Action, ...]], unoref.Action]


def careful(seen: unoref.State, seat: int, actions: tuple[unoref.Action, ...]) -> unoref.Action:
    """The first action nobody can object to; otherwise the first there is."""
    for action in actions:
        ruling: unoref.Ruling = unoref.judge(seen, action)
        if ruling.verdict == "legal" and not ruling.objections:
            return action
    return actions[0]


def worth(state: unoref.State, seat: int) -> int | None:
    """What the round has brought the seat, None where unknown cards decide."""
    return unoref.score(state).points[seat]


def play(variant: str, strategies: dict[str, Strategy], seed: int, most: int = 2_000) -> dict[str, int | None]:
    """A round between strategies, cut off after so many actions: the points of each."""
    rng = random.Random(seed)
    rules: unoref.Ruleset = unoref.ruleset(variant)
    names = list(strategies)
    state = unoref.settle(unoref.deal(rules, names, rng=rng, dealer=0), rng)
    for _ in range(most):
        if state.over:
            break
        seat = state.to_act
        assert seat is not None
        seen = unoref.observe(state, seat)
        action = strategies[names[seat]](seen, seat, unoref.legal_actions(state, seat))
        state = unoref.settle(unoref.apply(state, action), rng)
    return {name: worth(state, seat) for seat, name in enumerate(names)}
