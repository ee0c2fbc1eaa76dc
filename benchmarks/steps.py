"""Steps a second of random four-player games, beside other engines, in one run.

All choose uniformly among the legal actions. unoref goes through its public API: ``legal_actions``, ``apply``, ``settle``, with a
new immutable state at every step; and once more with ``transition`` in place of ``apply``, which notes every event. RLCard's
``uno`` changes one game in place and steps without encoding states for learning; it has no call, no catch and no Wild Draw Four
challenge, and it notes nothing.
OpenSpiel's ``crazy_eights`` is a game in C++ driven from Python; dealing cards is chance there. Steps of chance are not counted
anywhere, but their time is. The figures to read are the ratios. Needs the extra ``bench``; an engine that is not installed is
left out.

    python -m benchmarks.steps
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

from benchmarks.timing import Run, in_turns, spread
from unoref import Ruleset, apply, deal, legal_actions, ruleset, settle, transition

ROUNDS, STEPS = 9, 20_000


def unoref_game(rules: Ruleset, rng: Random) -> int:
    """Play a game and count its steps; those of the table are not counted."""
    taken, choose = 0, rng.choice
    state = settle(deal(rules, ["Ann", "Bo", "Cy", "Di"], rng=rng), rng)
    while actions := legal_actions(state):  # none when the round is over
        state = settle(apply(state, choose(actions)), rng)
        taken += 1
    return taken


def unoref_steps(seed: int, play: Callable[[Ruleset, Random], int] = unoref_game) -> int:
    """Play whole games until enough steps are taken."""
    rng, rules = Random(seed), ruleset("official")
    taken = 0
    while taken < STEPS:
        taken += play(rules, rng)
    return taken


def unoref_game_with_events(rules: Ruleset, rng: Random) -> int:
    """As :func:`unoref_game`, with every event noted."""
    taken, choose = 0, rng.choice
    state = settle(deal(rules, ["Ann", "Bo", "Cy", "Di"], rng=rng), rng)
    while actions := legal_actions(state):
        state = settle(transition(state, choose(actions)).state, rng)
        taken += 1
    return taken


def unoref_steps_with_events(seed: int) -> int:
    """As :func:`unoref_steps`, with every event noted."""
    return unoref_steps(seed, unoref_game_with_events)


def rlcard_steps(seed: int) -> int:
    """The same with RLCard."""
    from rlcard.games.uno import Game

    random.seed(seed)
    game = Game(num_players=4)
    taken = 0
    while taken < STEPS:
        taken += rlcard_game(game)
    return taken


def rlcard_game(game: Any) -> int:
    """The same as :func:`unoref_game`."""
    taken = 0
    choose, step, is_over = random.choice, game.step, game.is_over
    state, _ = game.init_game()
    while not is_over():
        state, _ = step(choose(state["legal_actions"]))  # they come with every step
        taken += 1
    return taken


def open_spiel_steps(seed: int) -> int:
    """The same with OpenSpiel's Crazy Eights, the nearest game it has."""
    import pyspiel

    rng = Random(seed)
    game = pyspiel.load_game("crazy_eights(players=4)")
    taken = 0
    while taken < STEPS:
        taken += open_spiel_game(game.new_initial_state(), rng)
    return taken


def open_spiel_game(state: Any, rng: Random) -> int:
    """The same as :func:`unoref_game`."""
    taken, choose = 0, rng.choice
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(choose(state.legal_actions()))
            taken += 1
    return taken


def _seeded(play: Callable[[int], int]) -> Run:
    """A run with another seed each time."""
    seeds = iter(range(ROUNDS + 1))
    return lambda: play(next(seeds))


def main() -> None:
    """Print the rates and the ratios."""
    peers = {"rlcard": ("rlcard", rlcard_steps), "open_spiel": ("pyspiel", open_spiel_steps)}
    runs = {"unoref": _seeded(unoref_steps), "unoref with events": _seeded(unoref_steps_with_events)}
    for name, (package, play) in peers.items():
        if find_spec(package) is None:
            print(f"{name} is not installed")
        else:
            runs[name] = _seeded(play)
    measured = in_turns(runs, ROUNDS)
    for name, seconds in measured.items():
        print(f"{name}: {spread((1 / each for each in seconds), ',.0f')} steps a second")
    for name in list(runs)[1:]:
        ratios = (theirs / mine for mine, theirs in zip(measured["unoref"], measured[name], strict=True))
        print(f"unoref's rate beside that of {name}: {spread(ratios, '.2f')}")


if __name__ == "__main__":
    main()
