"""A family's own rules: a match by a sheet, and a rule of their own as a module."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import unoref
from unoref.actions import Laying, Play
from unoref.cards import FACES, Color
from unoref.checks import bar
from unoref.frames import Turn
from unoref.lasting import Lasting
from unoref.ruleset import Module
from unoref.seats import Seat, seats_in
from unoref.state import InForce
from unoref.step import Step, rule
from unoref.verbs import draw


def evening(sheet: Path, names: list[str], seed: int) -> dict[str, int]:
    """A match by a house sheet: the totals."""
    rng = random.Random(seed)
    try:
        rules = unoref.ruleset(sheet)
    except unoref.RulebookError as fault:
        raise SystemExit(str(fault)) from fault
    match = unoref.Match(rules, names)
    while not match.winners and match.rounds < 3:
        state = unoref.settle(match.deal(rng), rng)
        while not state.over:
            state = unoref.settle(unoref.apply(state, rng.choice(unoref.legal_actions(state))), rng)
        match = match.after(state)
    return match.totals


def kept(path: Path) -> tuple[str, ...]:
    """The sentences of a game in a file."""
    record = unoref.load(path)
    return tuple(unoref.format(action, record.start) for action in record.actions)


class Quiet(Lasting):
    """Nobody lays a black card."""


@bar("quiet.no-black")
def no_black(state: unoref.State, frame: Turn, action: Laying) -> bool:
    """A black card while the table is quiet."""
    return any(card.color is Color.BLACK for card in action.cards)


@rule("quiet.draws")
def everybody_draws(step: Step, seats: Iterable[Seat], count: int) -> None:
    """Each of the seats draws."""
    for seat in seats:
        draw(step, seat, count)


@rule("quiet.seven")
def quiet_seven(step: Step, action: Play, before: InForce) -> None:
    """After a 7 all others draw one."""
    everybody_draws(step, [seat for seat in seats_in(step) if seat != action.actor], 1)


def module() -> Module:
    """The rules of this family."""
    return Module(name="quiet", effects={FACES["7"]: quiet_seven}, checks=((Turn, Play, no_black),))
