"""Games of RLCard before the official rules: what departs from them, and by which clause.

Plays games with uniformly random agents, writes each as one JSON line that ``unoref audit --from rlcard`` reads, audits them and
prints the summary. RLCard's environment seats two; four are seated through its game. Needs the extra ``bench``.

    python -m benchmarks.rlcard_games                        the summaries of 1,000 games each
    python -m benchmarks.rlcard_games --write games.jsonl    the lines of two-player games, for unoref audit
"""

from __future__ import annotations

import argparse
import copy
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from unoref.audit import Auditor, Offence
from unoref.cli.audit import Tally, summary_page
from unoref.cli.logs import Entry
from unoref.cli.pages import show
from unoref.importers.rlcard import converted

GAMES, SEED = 1_000, 1


def environment_games(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Games of two players out of RLCard's environment, just as ``env.run()`` gives them, less the arrays."""
    import numpy
    import rlcard
    from rlcard.agents import RandomAgent

    numpy.random.seed(seed)
    env = rlcard.make("uno", config={"seed": seed})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    for _ in range(count):
        trajectories, payoffs = env.run()
        record = trajectories[0][-1]["action_record"]
        yield {
            "trajectories": [
                [step["raw_obs"] if isinstance(step, dict) else int(step) for step in trajectory]
                for trajectory in trajectories
            ],
            "action_record": record,
            "payoffs": [int(points) for points in payoffs],
        }


def table_games(count: int, players: int, seed: int) -> Iterator[dict[str, Any]]:
    """Games of any number of players out of RLCard's game, in the same shape."""
    import numpy
    from rlcard.games.uno import Game

    rng = random.Random(seed)
    game = Game(num_players=players)
    game.np_random = numpy.random.RandomState(seed)
    for _ in range(count):
        state, seat = game.init_game()
        trajectories: list[list[Any]] = [[] for _ in range(players)]
        record = []
        while not game.is_over():
            action = rng.choice(game.get_legal_actions())
            trajectories[seat] += [copy.deepcopy(state), action]
            record.append([seat, action])
            state, seat = game.step(action)
        for place, trajectory in enumerate(trajectories):
            trajectory.append(copy.deepcopy(game.get_state(place)))
        yield {"trajectories": trajectories, "action_record": record}


def departure(plays: Sequence[str], offence: Offence) -> str:
    """What the offence followed: the last card laid or turned up, and whether it had just been drawn."""
    if offence.sentence.startswith("table shuffles"):
        return "the shuffle itself"
    before = [sentence.split() for sentence in plays[: offence.step - 1]]
    at = max(place for place, words in enumerate(before) if words[1] in ("plays", "flips"))
    card = before[at][2]
    face = (
        card
        if card.startswith("W")
        else {"S": "a Skip", "R": "a Reverse", "+2": "a Draw Two"}.get(card[1:], "a number")
    )
    if before[at][1] == "flips":
        return f"after {face} that opens"
    return f"after {face}{' just drawn' if before[at - 1][1] == 'draws' else ''}"


def main() -> None:
    """Print the summaries, or write the games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--write", type=Path, help="write the games of two players here and audit nothing")
    wanted = parser.parse_args()
    if wanted.write:
        with wanted.write.open("w", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(game)}\n" for game in environment_games(wanted.games, SEED))
        return
    auditor = Auditor(format="rlcard")
    for players in (2, 4):
        games = environment_games(wanted.games, SEED) if players == 2 else table_games(wanted.games, players, SEED)
        tally, departures = Tally(), Counter[str]()
        for number, game in enumerate(games, 1):
            found = auditor(json.dumps(game).encode())
            tally.add(Entry("games", number), found)
            if found.offence is not None:
                departures[f"{found.offence.clause} {departure(converted(game)['plays'], found.offence)}"] += 1
        print(f"\n{wanted.games} games of {players} players")
        show(list(summary_page(tally, "en")))
        print("\nOffences by clause and by what went before them")
        for what, count in departures.most_common():
            print(f"  {count}  {what}")


if __name__ == "__main__":
    main()
