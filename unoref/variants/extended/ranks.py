"""What going out is worth, and who begins the next game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from unoref.cards import FACES
from unoref.lasting import Lasting
from unoref.rules.matches import Standing
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, cited, rule

__all__ = ["module", "nothing", "players_left", "Scored"]

#: Points by seat.
Points = tuple[int | None, ...]


@frozen
class Scored(Lasting):
    """``seat`` has scored ``points`` by going out; kept where the order of going out does not tell."""

    seat: Seat
    points: int


@cited("scoring.players-left")
def players_left(state: State) -> Points:
    """Each player scores as many points as players were left when they went out; the last one nothing."""
    count = len(state.hands)
    kept = [effect for effect in state.lasting if isinstance(effect, Scored)]
    if kept:
        return tuple(sum(effect.points for effect in kept if effect.seat == seat) for seat in range(count))
    return tuple(count - 1 - state.finished.index(Seat(seat)) if seat in state.finished else 0 for seat in range(count))


@cited("scoring.off")
def nothing(state: State) -> Points:
    """Nobody scores."""
    return (0,) * len(state.hands)


@rule("scoring.players-left")
def score_place(step: Step, seat: Seat, points: int) -> None:
    """Who goes out scores the number of players left."""
    step.tell("scored", seat, (), points)
    if step.tables.settings["scoring.kept"]:
        step.lasting = (*step.lasting, Scored(seat, points))


@cited("match.endless")
def goes_on(totals: Sequence[int], playing: Sequence[int], target: int, ties_share: bool, rounds: int) -> Standing:
    """Games follow each other as long as the players like; nobody wins the match."""
    return Standing()


@cited("setup.winner-begins")
def winner_begins(dealer: int, winners: Sequence[int], playing: Sequence[int], seats: int) -> int:
    """The quickest winner begins the next game: the seat before them is where the deal is told from."""
    return (winners[0] - 1) % seats if winners else dealer


MODES = {"players-left": players_left, "off": nothing}


def module(options: Mapping[str, Any]) -> Module:
    """Points by the order of going out."""
    mode = options["scoring"]
    return Module(
        name="ranks",
        settings={
            "points": dict.fromkeys(FACES.values(), 0),
            "scoring.mode": mode,
            "scoring.modes": MODES,
            "scoring.by-state": MODES,
            "scoring.kept": options["revive"] or options["out-together"] == "shared",
            "match.decide": goes_on,
            "match.target": 0,
            "match.endless": True,
            "match.ties-share": True,
            "match.by-rounds": False,
            "match.seats-change": None,
            "match.next-dealer": winner_begins,
            **({"out.scored": score_place} if mode == "players-left" else {}),
        },
        uses=(players_left, nothing, score_place),
    )
