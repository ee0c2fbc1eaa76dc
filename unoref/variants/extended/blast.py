"""Bomb and tight band."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Play
from unoref.cards import FACES
from unoref.checks import bar
from unoref.frames import Turn
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.variants.extended.effects import OnPlayer, TightBand, on, replace
from unoref.variants.extended.taking import loosen
from unoref.variants.extended.waiting import Taking, taking

__all__ = ["BOMB", "module", "BombShare", "ComingBand"]

BOMB = FACES["bomb"]
BAND = FACES["tight-band"]


@frozen
class BombShare(Taking):
    """``seat`` draws its share of a bomb."""


def shares(seats: tuple[Seat, ...], twice: bool, by_distance: bool) -> list[tuple[Seat, int]]:
    """Who draws how many, in order; ``seats`` from the user on, in the order of play.

    ``twice``: the player opposite draws for both sides; ``by_distance``: the near ones draw first, on the next player's
    side before the other.
    """
    count = len(seats)
    found = []
    for place, seat in enumerate(seats):
        distance = min(place, count - place)
        opposite = place and place * 2 == count
        found.append((distance, seat, (count - distance) * (2 if twice and opposite else 1)))
    if by_distance:
        found.sort(key=lambda share: share[0])
    return [(seat, drawn) for _, seat, drawn in found]


@bar("band.target", faces=(BAND,))
def nobody_banded(state: State, frame: Turn, action: Play) -> bool:
    """A band is put on a player still in the round."""
    return action.target is None or action.target in state.finished


@bar("band.not-oneself", faces=(BAND,))
def bands_oneself(state: State, frame: Turn, action: Play) -> bool:
    """At such a table a band is put on others only."""
    return action.target == action.actor


@rule("band.put")
def band(step: Step, action: Play, before: InForce) -> None:
    """The limit of the player is halved, rounded up; without a band it was the number of cards in the hand."""
    assert action.target is not None
    if step.tables.settings["band.waits"]:
        band_later(step, action.target)
    else:
        put_band(step, action.target)


@frozen
class ComingBand(OnPlayer):
    """At such a table a tight band that ``seat`` will put on in its judgement phase."""


@rule("band.waits")
def band_later(step: Step, target: Seat) -> None:
    """The band waits for the judgement phase of its wearer."""
    step.lasting = (*step.lasting, ComingBand(target))
    step.tell("band-waits", target)


@rule("band.put")
def put_waiting_bands(step: Step, seat: Seat) -> None:
    """The judgement phase has begun: bands that waited for it are put on."""
    for coming in on(step, seat, ComingBand):
        replace(step, coming)
        put_band(step, seat)


def put_band(step: Step, target: Seat) -> None:
    """Put a band on, on top of the one there is."""
    worn = () if step.tables.settings["band.separate"] else on(step, target, TightBand)
    current = worn[-1].limit if worn else len(step.hands[target])
    limit = (current + 1) // 2
    if worn:
        replace(step, worn[-1], TightBand(target, limit))
    else:
        step.lasting = (*step.lasting, TightBand(target, limit))
    step.tell("banded", target, (), limit)
    loosen(step)


def banded_plays(state: State, seat: Seat, play: Play) -> Iterator[Play]:
    """The play on each player still in the round."""
    for target in turn_order(state, seat):
        yield evolve(play, target=target)


def module(options: Mapping[str, Any]) -> Module:
    """Bomb and tight band."""
    twice = options["bomb-opposite"] == "twice"
    by_distance = options["bomb-order"] == "distance"

    @rule("bomb")
    def bomb(step: Step, action: Play, before: InForce) -> None:
        """The user draws as many cards as players are left; each player one fewer for every seat of distance."""
        order = turn_order(step, action.actor)
        seats = (*order[-1:], *order[:-1])
        for seat, count in reversed(shares(seats, twice, by_distance)):
            step.push(BombShare(seat, count))

    return Module(
        name="blast",
        checks=(
            (Turn, Play, nobody_banded),
            *(() if options["band-self"] else ((Turn, Play, bands_oneself),)),
        ),
        autos={BombShare: taking("bomb")},
        effects={BOMB: bomb, BAND: band},
        settings={
            "band.waits": options["band-timing"] == "judgement",
            "band.separate": options["band-stacking"] == "separate",
            "band.due": put_waiting_bands,
            ("form", BAND): banded_plays,
            ("takes", BAND): frozenset({"on"}),
            **({} if options["priority"] == "ties" else {("regret.exempt", BOMB): "regret.priority"}),
        },
        uses=(band_later,),
    )
