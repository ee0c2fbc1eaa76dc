"""What a spell leaves behind: effects with an owner and an end."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from attrs import evolve, frozen

from unoref.cards import Card
from unoref.lasting import Lasting, Moment, TurnBegins
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.verbs import lift

__all__ = [
    "NextTurn",
    "TurnEnds",
    "UntilEnd",
    "UntilStart",
    "all_of",
    "alive",
    "in_force_for",
    "module",
    "one_of",
    "replaced",
]

T = TypeVar("T", bound=Lasting)


@frozen
class TurnEnds(Moment):
    """The turn of the seat has ended."""


@frozen
class UntilStart(Lasting):
    """An effect that ends just before the next turn of its caster, ``seat``."""

    seat: Seat
    #: The kind of the event that tells of its end.
    over: ClassVar[str]

    @property
    def of_cards(self) -> tuple[Card, ...]:
        """The card whose spell it is, where several have such a spell."""
        return ()


@frozen
class UntilEnd(Lasting):
    """An effect that ends with the next turn of its caster, ``seat``; ``alive``: that turn has begun."""

    seat: Seat
    alive: bool = False
    #: The kind of the event that tells of its end.
    over: ClassVar[str]


@frozen
class NextTurn(UntilEnd):
    """Something that ``seat`` may do in its next turn only."""


def all_of(position: State | Step, kind: type[T]) -> list[T]:
    """The lasting effects of a kind, oldest first."""
    return [effect for effect in position.lasting if isinstance(effect, kind)]


def one_of(position: State | Step, kind: type[T]) -> T | None:
    """The oldest lasting effect of a kind."""
    for effect in position.lasting:
        if isinstance(effect, kind):
            return effect
    return None


def alive(position: State | Step, kind: type[UntilEnd], seat: Seat) -> bool:
    """Whether the seat is in the turn for which it has an effect of a kind."""
    return any(isinstance(effect, kind) and effect.alive and effect.seat == seat for effect in position.lasting)


def in_force_for(position: State | Step, kind: type[T]) -> int:
    """How many effects of a kind last."""
    return sum(isinstance(effect, kind) for effect in position.lasting)


def replaced(step: Step, old: Lasting, new: Lasting | None) -> None:
    """An effect becomes another one in its place, or ends."""
    at = step.lasting.index(old)
    step.lasting = (*step.lasting[:at], *(() if new is None else (new,)), *step.lasting[at + 1 :])


@rule("lasting.until-start")
def ends_at_start(step: Step, effect: UntilStart, moment: TurnBegins) -> None:
    """The caster's turn begins: the effect is over."""
    if effect.seat == moment.seat:
        lift(step, effect)
        step.tell(effect.over, effect.seat, effect.of_cards)


@rule("lasting.next-turn")
def comes_alive(step: Step, effect: UntilEnd, moment: TurnBegins) -> None:
    """The caster's turn begins: this is the turn meant."""
    if effect.seat == moment.seat:
        replaced(step, effect, evolve(effect, alive=True))


@rule("lasting.next-turn")
def ends_at_end(step: Step, effect: UntilEnd, moment: TurnEnds) -> None:
    """The caster's turn has ended: the effect is over, used or not."""
    if effect.alive and effect.seat == moment.seat:
        lift(step, effect)
        step.tell(effect.over, effect.seat)


def module(until_start: tuple[type[UntilStart], ...], until_end: tuple[type[UntilEnd], ...]) -> Module:
    """The ends of the lasting effects of these kinds."""
    return Module(
        name="lasting",
        listeners={
            **{(kind, TurnBegins): ends_at_start for kind in until_start},
            **{(kind, TurnBegins): comes_alive for kind in until_end},
            **{(kind, TurnEnds): ends_at_end for kind in until_end},
        },
    )
