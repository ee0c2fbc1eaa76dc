"""Taking cards from the pile: who may, and how many."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from unoref.cards import Card
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.extended.effects import TightBand, lies_on, replace
from unoref.verbs import draw

__all__ = ["held_off", "allowance", "loosen", "module", "stay_in", "take"]


def allowance(position: State | Step, seat: Seat, count: int) -> int:
    """How many of ``count`` cards the seat may take from the pile, as far as band and cap go."""
    if lies_on(position, seat, TightBand):
        return 0
    left = room(position, seat)
    return count if left is None else min(count, left)


def room(position: State | Step, seat: Seat) -> int | None:
    """How many cards the cap leaves room for; None where it sets no limit to this draw."""
    left: Room = position.ruleset.tables.settings["hand-cap.room"]
    return left(len(position.hands[seat]))


#: How many more cards a hand of some size may take from the pile; None: as many as it likes.
Room = Callable[[int], int | None]


def no_cap(size: int) -> int | None:
    """Hands may grow as they like."""
    return None


def before_each_card(cap: int) -> Room:
    """A card may be drawn while the hand is not above the cap."""
    return lambda size: max(0, cap + 1 - size)


def before_the_draw(cap: int) -> Room:
    """A draw that begins while the hand is not above the cap is drawn whole."""
    return lambda size: None if size <= cap else 0


def never_above(cap: int) -> Room:
    """No card is drawn that would lift the hand above the cap."""
    return lambda size: max(0, cap - size)


ROOM: Mapping[str, Callable[[int], Room]] = {
    "per-card": before_each_card,
    "per-draw": before_the_draw,
    "never-above": never_above,
}


def take(step: Step, seat: Seat, count: int, named: tuple[Card, ...] = ()) -> None:
    """The seat takes ``count`` cards from the pile, or as many as band, cap and pile let it; the rest is not owed."""
    allowed = allowance(step, seat, count)
    if allowed < count:
        (held_off if lies_on(step, seat, TightBand) else stop_at_cap)(step, seat, count - allowed)
    if allowed:
        draw(step, seat, allowed, named[:allowed])


@rule("band.no-draw")
def held_off(step: Step, seat: Seat, count: int) -> None:
    """Who wears a tight band takes nothing from the pile."""
    step.tell("held-off", seat, (), count)


@rule("cap.reached")
def stop_at_cap(step: Step, seat: Seat, count: int) -> None:
    """Above the hand cap nothing more is taken; what is left is not owed."""
    step.tell("capped", seat, (), count)


def stay_in(step: Step, seat: Seat) -> None:
    """Where a hand emptied by the doing of others does not take its player out, it draws one."""
    if not step.hands[seat] and not step.tables.settings["emptied.goes-out"]:
        draw_when_emptied(step, seat)


@rule("emptied.draws")
def draw_when_emptied(step: Step, seat: Seat) -> None:
    """Nobody goes out by the doing of others at such a table: a hand that they have emptied draws one."""
    take(step, seat, 1)


def loosen(step: Step) -> None:
    """Tight bands end on hands that have come down to their limit."""
    for effect in step.lasting:
        if isinstance(effect, TightBand) and len(step.hands[effect.seat]) <= effect.limit:
            lift_band(step, effect)


@rule("band.lifted")
def lift_band(step: Step, band: TightBand) -> None:
    """The hand is down to the limit of a band, which ends."""
    replace(step, band)
    step.tell("band-lifted", band.seat, (), band.limit)


def module(cap: int, check: str) -> Module:
    """``cap``: the most cards a hand may hold before its player can draw no more, 0 for none; ``check``: how that is applied."""
    return Module(
        name="taking",
        settings={"hand-cap.room": ROOM[check](cap) if cap else no_cap},
        uses=(held_off, stop_at_cap, lift_band, draw_when_emptied),
    )
