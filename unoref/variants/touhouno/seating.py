"""Whom a spell means: the next player, the others, the one with the fewest cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal

from attrs import frozen

from unoref.actions import Choose, ChooseSeat
from unoref.checks import answer, bar
from unoref.frames import Chance, Frame
from unoref.ruleset import Module
from unoref.seats import Seat, after, turn_order
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.touhouno.casting import Casting, Part, note

__all__ = [
    "PickAmong",
    "Selector",
    "SettleAmong",
    "caster",
    "everybody",
    "fewest",
    "find_fewest",
    "find_second",
    "found",
    "module",
    "next_but_one",
    "next_but_one_other",
    "next_player",
    "others",
    "previous",
    "seconds",
    "smallest",
]

#: The players a part of a spell is about, found when it runs.
Selector = Callable[[Step, Casting], Sequence[Seat]]


@frozen
class PickAmong(Chance):
    """The table picks which of the players with the fewest cards is meant."""

    among: tuple[Seat, ...]


@frozen
class SettleAmong(Frame):
    """``seat``, the caster, says which of the players with the fewest cards is meant: the first, the second …"""

    among: tuple[Seat, ...]


def caster(step: Step, cast: Casting) -> Sequence[Seat]:
    """The caster."""
    return (cast.seat,)


def next_player(step: Step, cast: Casting) -> Sequence[Seat]:
    """The next player in the direction in force."""
    return (after(step, cast.seat),)


def next_but_one(step: Step, cast: Casting) -> Sequence[Seat]:
    """The player after the next, who may be the caster."""
    return (after(step, cast.seat, 2),)


def next_but_one_other(step: Step, cast: Casting) -> Sequence[Seat]:
    """The player after the next, unless that is the caster: then nobody is meant."""
    seats = tuple(seat for seat in next_but_one(step, cast) if seat != cast.seat)
    if not seats:
        tell_nobody(step, cast.seat)
    return seats


@rule("seating.nobody")
def tell_nobody(step: Step, seat: Seat) -> None:
    """The player after the next is the caster, whom the spell does not mean."""
    step.tell("falls-away", seat)


def previous(step: Step, cast: Casting) -> Sequence[Seat]:
    """The player before the caster in the direction in force."""
    return (after(step, cast.seat, len(step.hands) - 1),)


def others(step: Step, cast: Casting) -> Sequence[Seat]:
    """Everybody but the caster, in the order of play."""
    return turn_order(step, cast.seat)[:-1]


def everybody(step: Step, cast: Casting) -> Sequence[Seat]:
    """Everybody, the caster first."""
    order = turn_order(step, cast.seat)
    return (*order[-1:], *order[:-1])


def found(step: Step, cast: Casting) -> Sequence[Seat]:
    """The players an earlier part has found."""
    return cast.seats


def seconds(step: Step, cast: Casting) -> Sequence[Seat]:
    """The players an earlier part has found second."""
    return cast.seconds


def smallest(step: Step, seats: Sequence[Seat]) -> list[Seat]:
    """Those of the seats, given in the order of play, that hold the fewest cards."""
    fewest = min((len(step.hands[seat]) for seat in seats), default=0)
    return [seat for seat in seats if len(step.hands[seat]) == fewest]


@rule("fewest.two-players")
def tell_opponent(step: Step, seat: Seat) -> None:
    """With two players it is the opponent who is meant."""
    step.tell("meant-opponent", seat)


@rule("fewest.found")
def tell_meant(step: Step, seat: Seat, caster: Seat) -> None:
    """The player meant; whether the caster, who is never meant, holds fewer."""
    fewer = len(step.hands[caster]) < len(step.hands[seat])
    step.tell("meant-but-caster" if fewer else "meant", seat, (), None, None, caster)


@rule("fewest.tied")
def tell_nearest(step: Step, seat: Seat, caster: Seat) -> None:
    """Others hold as few: the nearest after the caster is meant."""
    step.tell("meant-nearest", seat, (), None, None, caster)


@rule("fewest.tied")
def tell_all(step: Step, seat: Seat) -> None:
    """Others hold as few: all of them are meant."""
    step.tell("meant-too", seat)


def find_fewest(step: Step, cast: Casting) -> None:
    """Find the player with the fewest cards other than the caster."""
    settle: Callable[[Step, Casting, list[Seat]], None] = step.tables.settings["fewest.tie"]
    settle(step, cast, smallest(step, others(step, cast)))


def find_second(step: Step, cast: Casting) -> None:
    """Find who comes second in the list of the others by number of cards, then by distance in turn order."""
    rest = [seat for seat in others(step, cast) if seat not in cast.seats]
    picked: Callable[[Step, list[Seat], int], list[Seat]] = step.tables.settings["fewest.second"]
    least = len(step.hands[cast.seats[0]]) if cast.seats else 0
    note(step, seconds=tuple(picked(step, rest, least)))


def nearest(step: Step, cast: Casting, tied: list[Seat]) -> None:
    """Of several the nearest after the caster."""
    note(step, seats=tuple(tied[:1]))
    for seat in tied[:1]:
        if len(step.hands) == 2:
            tell_opponent(step, seat)
        else:
            (tell_nearest if len(tied) > 1 else tell_meant)(step, seat, cast.seat)


def all_tied(step: Step, cast: Casting, tied: list[Seat]) -> None:
    """All of them."""
    if len(tied) < 2:
        nearest(step, cast, tied)
        return
    note(step, seats=tuple(tied))
    for seat in tied:
        tell_all(step, seat)


def as_caster_picks(step: Step, cast: Casting, tied: list[Seat]) -> None:
    """The one the caster picks."""
    if len(tied) > 1:
        step.push(SettleAmong(cast.seat, tuple(tied)))
    else:
        nearest(step, cast, tied)


def as_table_picks(step: Step, cast: Casting, tied: list[Seat]) -> None:
    """One picked at random."""
    if len(tied) > 1:
        step.push(PickAmong(tuple(tied)))
    else:
        nearest(step, cast, tied)


def second_of_list(step: Step, rest: list[Seat], least: int) -> list[Seat]:
    """The next in the list."""
    return smallest(step, rest)[:1]


def second_size(step: Step, rest: list[Seat], least: int) -> list[Seat]:
    """The next with more cards than the fewest."""
    return smallest(step, [seat for seat in rest if len(step.hands[seat]) > least])[:1]


@rule("fewest.picked")
def settle_by_chance(step: Step, frame: PickAmong, action: ChooseSeat) -> None:
    """The table has picked the player."""
    step.pop()
    note(step, seats=(action.target,))
    step.tell("meant-by-chance", action.target)


@rule("fewest.picked")
def settle_by_choice(step: Step, frame: SettleAmong, action: Choose) -> None:
    """The caster has picked the player."""
    step.pop()
    assert isinstance(action.choice, int)
    seat = frame.among[action.choice - 1]
    note(step, seats=(seat,))
    step.tell("meant-by-choice", seat, (), None, None, frame.seat)


@bar("fewest.other-player")
def not_among(state: State, frame: PickAmong, action: ChooseSeat) -> bool:
    """Not one of the players with the fewest cards."""
    return action.target not in frame.among


@bar("fewest.other-player")
def no_such_number(state: State, frame: SettleAmong, action: Choose) -> bool:
    """Not the number of one of the players with the fewest cards."""
    choice = action.choice
    return not isinstance(choice, int) or not 1 <= choice <= len(frame.among)


def _picks(state: State, frame: PickAmong) -> tuple[ChooseSeat, ...]:
    return tuple(ChooseSeat(seat) for seat in frame.among)


def _numbers(state: State, frame: SettleAmong) -> tuple[Choose, ...]:
    return tuple(Choose(frame.seat, number) for number in range(1, len(frame.among) + 1))


def _any_of_them(state: State, frame: PickAmong, rng: Random) -> ChooseSeat:
    return ChooseSeat(rng.choice(frame.among))


def _sound(state: State, frame: PickAmong | SettleAmong, at: int) -> str:
    return "" if len(set(frame.among)) == len(frame.among) > 1 else "there is nothing to pick"


TIES = {"nearest": nearest, "all": all_tied, "caster": as_caster_picks, "random": as_table_picks}


def fewest(part: Part) -> tuple[Part, Part]:
    """The part, after the player with the fewest cards has been found for it."""
    return (find_fewest, part)


def module(tie: Literal["nearest", "all", "caster", "random"], second: Literal["list", "size"]) -> Module:
    """Finding players; ``tie``: which of several that hold the fewest cards, ``second``: who comes after them."""
    picking = answer(
        PickAmong,
        ChooseSeat,
        settle_by_chance,
        _picks,
        not_among,
        covers=("fewest.other-player",),
        at_random=_any_of_them,
    )
    choosing = answer(SettleAmong, Choose, settle_by_choice, _numbers, no_such_number, covers=("fewest.other-player",))
    return Module(
        name="seating",
        answers=(*((picking,) if tie == "random" else ()), *((choosing,) if tie == "caster" else ())),
        settings={"fewest.tie": TIES[tie], "fewest.second": second_of_list if second == "list" else second_size},
        sound={PickAmong: _sound, SettleAmong: _sound},
        uses=(tell_meant, tell_opponent, tell_nearest, tell_all, tell_nobody),
    )
