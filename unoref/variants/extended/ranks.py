"""What going out is worth, and who begins the next game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from unoref.cards import FACES
from unoref.rules.matches import Standing
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.step import Step, cited, rule

__all__ = ["module", "nothing", "players_left"]

#: Points by seat.
Points = tuple[int | None, ...]


@cited("scoring.players-left")
def players_left(hands: Sequence[int | None], finished: Sequence[int]) -> Points:
    """Each player scores as many points as players were left when they went out; the last one nothing."""
    count = len(hands)
    return tuple(count - 1 - finished.index(seat) if seat in finished else 0 for seat in range(count))


@cited("scoring.off")
def nothing(hands: Sequence[int | None], finished: Sequence[int]) -> Points:
    """Nobody scores."""
    return (0,) * len(hands)


@rule("scoring.players-left")
def score_place(step: Step, seat: Seat) -> None:
    """Who goes out scores the number of players left."""
    step.tell("scored", seat, (), len(step.hands) - len(step.finished))


@cited("match.endless")
def goes_on(totals: Sequence[int], playing: Sequence[int], target: int, ties_share: bool) -> Standing:
    """Games follow each other as long as the players like; nobody wins the match."""
    return Standing()


@cited("setup.winner-begins")
def winner_begins(dealer: int, winners: Sequence[int], playing: Sequence[int], seats: int) -> int:
    """The quickest winner begins the next game: the seat before them is where the deal is told from."""
    return (winners[0] - 1) % seats if winners else dealer


def module(options: Mapping[str, Any]) -> Module:
    """Points by the order of going out."""
    mode = options["scoring"]
    return Module(
        name="ranks",
        settings={
            "points": dict.fromkeys(FACES.values(), 0),
            "scoring.mode": mode,
            "scoring.modes": {"players-left": players_left, "off": nothing},
            "scoring.ranked": ("players-left", "off"),
            "match.decide": goes_on,
            "match.target": 0,
            "match.ties-share": True,
            "match.next-dealer": winner_begins,
            **({"out.scored": score_place} if mode == "players-left" else {}),
        },
        uses=(players_left, nothing, score_place),
    )
