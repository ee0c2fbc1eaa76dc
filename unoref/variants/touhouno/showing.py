"""Cards drawn in the open."""

from __future__ import annotations

from attrs import evolve, frozen

from unoref.cards import UNKNOWN
from unoref.frames import Auto
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.touhouno.casting import Casting, Part, note_shown
from unoref.variants.touhouno.draws import Count, draws, left_to_draw
from unoref.variants.touhouno.marks import ShowHidden, came_in, show_card
from unoref.variants.touhouno.reveals import spent
from unoref.variants.touhouno.seating import Selector
from unoref.verbs import draw_what_there_is

__all__ = ["DrawOpen", "draws_maybe_open", "draws_open", "module"]


@frozen
class DrawOpen(Auto):
    """``seat`` draws ``count`` cards that lie open till the next turn of ``until``; ``noted``: the spell asks what they are."""

    count: int
    until: tuple[Seat, ...]
    cause: str
    noted: bool = False


def draws_open(whom: Selector) -> Part:
    """The part that makes players draw one card in the open."""

    def part(step: Step, cast: Casting) -> None:
        for seat in reversed(tuple(whom(step, cast))):  # the frame pushed last runs first
            count = left_to_draw(step, seat, 1)
            if count:
                step.push(DrawOpen(seat, count, (cast.seat,), step.point, True))

    return part


def draws_maybe_open(whom: Selector, number: Count, in_the_open: bool) -> Part:
    """The part that makes players draw, in the open or not."""
    if not in_the_open:
        return draws((whom, number))

    def part(step: Step, cast: Casting) -> None:
        for seat in reversed(tuple(whom(step, cast))):  # the frame pushed last runs first
            count = number if isinstance(number, int) else number(step, cast, seat)
            count = left_to_draw(step, seat, count)
            if count:
                step.push(DrawOpen(seat, count, (cast.seat,), step.point))

    return part


@rule("draw.open")
def draw_open(step: Step, frame: DrawOpen) -> None:
    """Draw the next of the cards; it lies open."""
    step.pop()
    step.point = frame.cause
    seat = frame.seat
    if frame.count > 1:
        step.push(evolve(frame, count=frame.count - 1))
    taken = draw_what_there_is(step, seat, 1)
    emptied = step.tables.settings.get("pile.emptied")
    if emptied is not None and not step.draw_pile:
        emptied(step)
        return
    if not taken:
        return
    (card,) = taken
    if card is UNKNOWN:
        step.push(ShowHidden(seat, 1, frame.until, frame.noted, apart=True))
        return
    if frame.noted and not spent(step, card):
        note_shown(step, seat, card)
    came_in(step, seat, taken)
    show_card(step, seat, card, frame.until)


def _sound(state: State, frame: DrawOpen, at: int) -> str:
    if frame.cause not in state.ruleset.tables.points:
        return f"no rule is called {frame.cause!r}"
    return "" if 1 <= frame.count <= 1000 and frame.until else "nobody draws so many cards in the open"


def module() -> Module:
    """Drawing in the open."""
    return Module(name="showing", autos={DrawOpen: draw_open}, sound={DrawOpen: _sound})
