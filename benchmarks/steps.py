"""Steps a second of random four-player games, beside RLCard's own mutable engine, in one run.

Both choose uniformly among the legal actions. RLCard steps its game without encoding states for learning; unoref goes through
the public API: ``legal_actions``, ``apply``, ``settle``. The two take turns, so that a machine whose speed drifts is fair to
both; the figure to read is the ratio of the medians. Needs the extra ``bench``.
"""

from __future__ import annotations

import random
import statistics
import time

import unoref

ROUNDS, STEPS = 9, 20_000


def unoref_steps(seed: int) -> int:
    """Play whole games until enough steps are taken; steps of the table are not counted."""
    rng = random.Random(seed)
    rules = unoref.ruleset("official")
    taken = 0
    while taken < STEPS:
        state = unoref.settle(unoref.deal(rules, ["Ann", "Bo", "Cy", "Di"], rng=rng), rng)
        while not state.over:
            state = unoref.settle(unoref.apply(state, rng.choice(unoref.legal_actions(state))), rng)
            taken += 1
    return taken


def rlcard_steps(seed: int) -> int:
    """The same with RLCard."""
    from rlcard.games.uno import Game

    random.seed(seed)
    game = Game(num_players=4)
    taken = 0
    while taken < STEPS:
        game.init_game()
        while not game.is_over():
            game.step(random.choice(game.get_legal_actions()))
            taken += 1
    return taken


def main() -> None:
    """Print the rates and their ratio."""
    rates: dict[str, list[float]] = {"unoref": [], "rlcard": []}
    for number in range(ROUNDS + 1):
        for name, run in (("unoref", unoref_steps), ("rlcard", rlcard_steps)):
            start = time.process_time()
            taken = run(number)
            if number:  # the first round warms up
                rates[name].append(taken / (time.process_time() - start))
    for name, measured in rates.items():
        print(
            f"{name}: {statistics.median(measured):,.0f} steps a second (from {min(measured):,.0f} to {max(measured):,.0f})"
        )
    ratios = [mine / theirs for mine, theirs in zip(rates["unoref"], rates["rlcard"], strict=True)]
    print(f"ratio: {statistics.median(ratios):.2f} (from {min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
