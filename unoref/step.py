"""The position being worked out between two states, and rules, the functions that work on it.

A :class:`Step` is the one mutable thing in the engine. It lives inside a single transition: made from a state, changed by
rules through :mod:`unoref.verbs`, frozen into the next state, thrown away. Nothing outside the engine ever sees one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, Final, Generic, ParamSpec, TypeVar, final

from unoref.state import LAYOUT, State, Workings

if TYPE_CHECKING:
    from unoref.actions import Action
    from unoref.cards import Card, Color, Hand
    from unoref.events import RawEvent
    from unoref.frames import Frame
    from unoref.lasting import Lasting
    from unoref.piles import Pile
    from unoref.ruleset import Ruleset, Tables
    from unoref.seats import Seat
    from unoref.state import InForce, Public

__all__ = ["Cited", "Rule", "Step", "cited", "rule"]


@final
class Step(Workings):
    """A state in the making; its fields are those of :class:`unoref.State`, ``hands`` and ``frames`` as lists.

    ``tables`` are those of the ruleset, ``point`` is that of the innermost rule at work. ``events`` are those noted so far, None
    where nobody wants to know: a rule tells by :meth:`tell` and never decides by what has been told.
    """

    __slots__ = ()

    ruleset: Ruleset
    players: tuple[str, ...]
    dealer: Seat
    hands: list[Hand]
    draw_pile: Pile
    discard: Pile
    in_force: InForce
    direction: int
    frames: list[Frame]
    lasting: tuple[Lasting, ...]
    called: frozenset[Seat]
    finished: tuple[Seat, ...]
    public: tuple[Public, ...]
    scores: tuple[int, ...]
    teams: tuple[tuple[Seat, ...], ...]
    tables: Tables
    listed: tuple[Action, ...]
    events: list[RawEvent] | None
    point: str

    def freeze(self) -> State:
        """The position so far, as a state of its own; the step goes on."""
        hands, frames = tuple(self.hands), tuple(self.frames)
        return State(**{name: getattr(self, name) for name in LAYOUT} | {"hands": hands, "frames": frames})

    def push(self, *frames: Frame) -> None:
        """Put frames on top, the last one topmost."""
        self.frames.extend(frames)

    def pop(self) -> None:
        """Take the top frame off."""
        self.frames.pop()

    def tell(
        self,
        kind: str,
        seat: Seat | None = None,
        cards: tuple[Card, ...] = (),
        count: int | None = None,
        color: Color | None = None,
        other: Seat | None = None,
    ) -> None:
        """Note an event under the point of the innermost rule at work, if anybody wants to know."""
        if self.events is not None:
            self.events.append((kind, self.point, seat, cards, count, color, other))


P = ParamSpec("P")


@final
class Rule(Generic[P]):
    """A function that changes a step, and the point its events carry; the innermost rule wins."""

    __slots__ = ("function", "point")

    def __init__(self, point: str, function: Callable[Concatenate[Step, P], None]) -> None:
        self.point: Final = point
        self.function: Final = function

    if TYPE_CHECKING:

        def __call__(self, step: Step, *args: P.args, **kwargs: P.kwargs) -> None: ...

    else:  # rules take no keywords, and passing none is quicker

        def __call__(self, step, *args):
            outer = step.point
            step.point = self.point
            self.function(step, *args)
            step.point = outer

    def __repr__(self) -> str:
        return f"<rule {self.point}>"


def rule(point: str) -> Callable[[Callable[Concatenate[Step, P], None]], Rule[P]]:
    """Make a function a rule: ``@rule("challenge.guilty")``. A rulebook binds the point to its clause."""
    return lambda function: Rule(point, function)


T = TypeVar("T")


@final
class Cited(Generic[P, T]):
    """A function that computes something a clause defines (points, winners, who deals), and the point of that clause."""

    __slots__ = ("function", "point")

    def __init__(self, point: str, function: Callable[P, T]) -> None:
        self.point: Final = point
        self.function: Final = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<cited {self.point}>"


def cited(point: str) -> Callable[[Callable[P, T]], Cited[P, T]]:
    """Name the point of a function that computes: ``@cited("scoring.standard")``."""
    return lambda function: Cited(point, function)
