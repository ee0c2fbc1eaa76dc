"""Drawing: who draws how many, one after another, from a pile that is never filled up again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal

from attrs import frozen

from unoref.cards import Card
from unoref.frames import Auto
from unoref.lasting import Lasting
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Rule, Step, rule
from unoref.variants.touhouno.casting import Casting, Part
from unoref.variants.touhouno.lasting import UntilStart, all_of
from unoref.variants.touhouno.marks import came_in
from unoref.variants.touhouno.seating import Selector
from unoref.verbs import draw_what_there_is, last

__all__ = [
    "draw_now",
    "DrawFailed",
    "Drawing",
    "draws",
    "draws_apart",
    "ExtraCard",
    "FewerDraws",
    "left_to_draw",
    "module",
    "order_draws",
    "reduced",
]

#: How many cards a player draws: a number, or worked out when the part runs.
Count = int | Callable[[Step, Casting, Seat], int]


@frozen
class Drawing(Auto):
    """``seat`` draws ``count`` cards, under the point ``cause``; ``named`` are those it is said to draw."""

    count: int
    cause: str
    named: tuple[Card, ...] = ()

    def seen_by(self, seat: Seat) -> Drawing:
        return self if seat == self.seat or not self.named else Drawing(self.seat, self.count, self.cause)


@frozen
class FewerDraws(UntilStart):
    """Whenever cards are drawn there is one fewer."""

    over: ClassVar[str] = "fewer-draws-over"


@frozen
class ExtraCard(UntilStart):
    """A card drawn for a pass that cannot be played costs one more."""

    over: ClassVar[str] = "extra-card-over"


@frozen
class DrawFailed(Lasting):
    """A card was to be drawn, and there was none."""


def reduced(position: State | Step, seat: Seat, count: int, in_turn: bool = False) -> int:
    """What is left of a draw of ``count`` cards by the effects that make draws smaller."""
    if not count or not position.lasting:
        return count
    left: Callable[[Sequence[FewerDraws], Seat, int, bool], int] = position.ruleset.tables.settings["draw.fewer"]
    return left(all_of(position, FewerDraws), seat, count, in_turn)


def left_to_draw(step: Step, seat: Seat, count: int, in_turn: bool = False) -> int:
    """As :func:`reduced`, told."""
    left = reduced(step, seat, count, in_turn)
    if left < count:
        tell: Rule[[Seat, int, int]] = step.tables.settings["draw.tell-fewer"]
        tell(step, seat, count, left)
    return left


@rule("draw.fewer")
def tell_fewer(step: Step, seat: Seat, count: int, left: int) -> None:
    """A draw is smaller, or falls away."""
    step.tell("fewer-drawn" if left else "draws-nothing", seat, (), count - left)


@rule("draw.none-left")
def tell_nothing(step: Step, seat: Seat, count: int, left: int) -> None:
    """Each card of a draw is one fewer, so that nothing is drawn."""
    step.tell("draws-nothing", seat, (), count)


def order_draws(step: Step, owed: Iterable[tuple[Seat, int]]) -> None:
    """Players draw, in the order given, each once; the events carry the point of the rule at work."""
    counts = [(seat, left_to_draw(step, seat, count)) for seat, count in owed]
    instructions = [(seat, count) for seat, count in counts if count > 0]
    rounds: Callable[[list[tuple[Seat, int]]], list[tuple[Seat, int]]] = step.tables.settings["draw.order"]
    step.push(*(Drawing(seat, count, step.point) for seat, count in reversed(rounds(instructions))))


def draws_apart(step: Step, seat: Seat, count: int) -> None:
    """A player draws apart from any spell."""
    order_draws(step, [(seat, count)])


def draws(*whom: tuple[Selector, Count]) -> Part:
    """The part that makes players draw, all of them found before anybody draws."""

    def part(step: Step, cast: Casting) -> None:
        owed = [
            (seat, count if isinstance(count, int) else count(step, cast, seat))
            for selector, count in whom
            for seat in selector(step, cast)
        ]
        order_draws(step, [(seat, count) for seat, count in owed if count > 0])

    return part


@rule("draw.cards")
def draw_now(step: Step, frame: Drawing) -> None:
    """Draw the cards; in an open hand they lie open at once."""
    step.pop()
    step.point = frame.cause
    take(step, frame.seat, frame.count, frame.named)


def take(step: Step, seat: Seat, count: int, named: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """Draw and return the cards; in an open hand they lie open at once; an emptied pile may end the game."""
    taken = draw_what_there_is(step, seat, count, named)
    came_in(step, seat, taken)
    emptied = step.tables.settings.get("pile.emptied")
    if emptied is not None and not step.draw_pile:
        emptied(step)
    return taken


@rule("draw.short")
def not_owed(step: Step, seat: Seat, missing: int) -> None:
    """Cards that the pile does not have are not drawn."""
    step.tell("not-drawn", seat, (), missing)


@rule("draw.short")
def not_owed_but_noted(step: Step, seat: Seat, missing: int) -> None:
    """Cards that the pile does not have are not drawn; the game will end for it."""
    step.tell("not-drawn", seat, (), missing)
    if not all_of(step, DrawFailed):
        last(step, DrawFailed())


Fewer = Callable[[Sequence[FewerDraws], Seat, int, bool], int]


def fewer_draws(binds: Literal["everyone", "caster"], per: Literal["instruction", "not-pass", "card"]) -> Fewer:
    """How effects make a draw smaller: whose draws, and by what measure."""

    bound: Callable[[Sequence[FewerDraws], Seat], int] = _all_of_them if binds == "everyone" else _own
    smaller = {"instruction": _fewer, "not-pass": _fewer_but_in_turn, "card": _none}[per]

    def left(effects: Sequence[FewerDraws], seat: Seat, count: int, in_turn: bool) -> int:
        binding = bound(effects, seat)
        return smaller(count, binding, in_turn) if binding else count

    return left


def _all_of_them(effects: Sequence[FewerDraws], seat: Seat) -> int:
    return len(effects)


def _own(effects: Sequence[FewerDraws], seat: Seat) -> int:
    return sum(effect.seat == seat for effect in effects)


def _fewer(count: int, binding: int, in_turn: bool) -> int:
    return max(0, count - binding)


def _fewer_but_in_turn(count: int, binding: int, in_turn: bool) -> int:
    return count if in_turn else max(0, count - binding)


def _none(count: int, binding: int, in_turn: bool) -> int:
    return 0


def one_after_another(owed: list[tuple[Seat, int]]) -> list[tuple[Seat, int]]:
    """Each player draws the whole number before the next one does."""
    return owed


def in_rounds(owed: list[tuple[Seat, int]]) -> list[tuple[Seat, int]]:
    """Each player draws one card, then each a second one, and so on."""
    most = max((count for _, count in owed), default=0)
    return [(seat, 1) for number in range(most) for seat, count in owed if number < count]


def _sound(state: State, frame: Drawing, at: int) -> str:
    if frame.cause not in state.ruleset.tables.points:
        return f"no rule is called {frame.cause!r}"
    return "" if 1 <= frame.count <= 1000 and len(frame.named) <= frame.count else "nobody draws so many cards"


def module(*, fewer: Fewer, per_card: bool, in_order: bool, failure_counts: bool) -> Module:
    """Drawing.

    ``fewer``: how draws get smaller, ``per_card``: to nothing; ``in_order``: each player the whole number at once;
    ``failure_counts``: a draw that fails ends the game.
    """
    return Module(
        name="draws",
        autos={Drawing: draw_now},
        settings={
            "draw.fewer": fewer,
            "draw.tell-fewer": tell_nothing if per_card else tell_fewer,
            "draw.order": one_after_another if in_order else in_rounds,
            "draw.short": not_owed_but_noted if failure_counts else not_owed,
            "reshuffle.keeps": 1_000_000,  # the field is never shuffled into a new pile
        },
        sound={Drawing: _sound},
        uses=(not_owed, not_owed_but_noted),
    )
