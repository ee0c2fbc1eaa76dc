"""Microseconds of single calls, by variant: listing and taking actions, judging, observing, reading a record.

The positions are those of random four-player games. *apply* takes an action that ``legal_actions`` has listed for the same state,
as players of games do; *apply anew* one that comes from elsewhere, so that it is weighed first. *judge* gives the verdict and
its reasons, *in full* also what happens, what others may object, and what could be done instead.

    python -m benchmarks.calls
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

from attrs import evolve

import unoref
from benchmarks.timing import Run, in_turns, positions, told
from unoref import Action, State
from unoref.rulebook import variant_ids

ROUNDS, PLACES = 5, 300
CALLS = ("legal_actions", "apply", "apply anew", "judge", "in full", "observe", "loads")


def _each(places: list[tuple[State, Action]], call: Callable[[State, Action], object]) -> Run:
    def run() -> int:
        for state, action in places:
            call(state, action)
        return len(places)

    return run


def _listing(places: list[tuple[State, Action]]) -> Run:
    """Lists the actions of states that have never been asked for them; making those states counts too, but for little."""
    fresh = iter([[evolve(state) for state, _ in places] for _ in range(ROUNDS + 1)])

    def run() -> int:
        for state in next(fresh):
            unoref.legal_actions(state)
        return len(places)

    return run


def _in_full(state: State, action: Action) -> None:
    ruling = unoref.judge(state, action)
    assert ruling.reasons
    _ = ruling.events, ruling.objections, ruling.alternatives


def costs(variant: str) -> dict[str, float]:
    """The median microseconds of each call."""
    places = positions(variant, 4, PLACES)
    unlisted = [(evolve(state), action) for state, action in places]
    texts = [unoref.dumps(unoref.record(state)) for state, _ in places[:50]]

    def reading() -> int:
        for text in texts:
            unoref.loads(text).state()
        return len(texts)

    runs: dict[str, Run] = {
        "legal_actions": _listing(places),
        "apply": _each(places, unoref.apply),
        "apply anew": _each(unlisted, unoref.apply),
        "judge": _each(places[:50], unoref.judge),
        "in full": _each(places[:50], _in_full),
        "observe": _each(places, lambda state, action: unoref.observe(state, 0)),
        "loads": reading,
    }
    return {name: statistics.median(seconds) * 1e6 for name, seconds in in_turns(runs, ROUNDS).items()}


def main() -> None:
    """Print a row a variant."""
    rows = []
    for variant in variant_ids():
        found = costs(variant)
        rows.append([variant, *(f"{found[name]:,.1f}" for name in CALLS)])
    told("Microseconds a call", ("variant", *CALLS), rows)


if __name__ == "__main__":
    main()
