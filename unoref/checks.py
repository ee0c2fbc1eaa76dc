"""Checks: what makes an action legal, illegal or contestable.

Legality is a set, not a sequence: an action is legal when some *ground* holds and no *bar* does; a *breach* that holds leaves it
standing but contestable. A check answers True, False, or None where unknown cards decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final, Generic, Literal, Protocol, TypeVar, final

from attrs import frozen

from unoref.actions import Action
from unoref.cards import Face
from unoref.frames import Frame
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Rule, Step

__all__ = ["Answer", "Check", "Decorator", "Offered", "answer", "bar", "breach", "ground", "refused"]

F = TypeVar("F", bound=Frame)
A = TypeVar("A", bound=Action)
F_contra = TypeVar("F_contra", bound=Frame, contravariant=True)
A_contra = TypeVar("A_contra", bound=Action, contravariant=True)

Kind = Literal["ground", "bar", "breach"]

#: When a row may have something to offer. A position is ordinary while no lasting effect waits for anything, there is a card
#: to draw, and whoever owes the frame on top holds more than two cards.
Offered = Literal["always", "out-of-ordinary", "never"]


def _actor(state: State, frame: Frame, action: Action) -> Seat:
    return action.actor


@final
class Check(Generic[F_contra, A_contra]):
    """A test with the point it cites.

    ``price`` is the rule that a bar asks for where tables fine the offense (None: the action is simply taken back);
    ``decided_by`` tells whose unknown cards decide when the test answers None; ``faces`` are the faces it is about, if it is
    about a card laid (None: any), so that it is not asked of others.
    """

    __slots__ = ("decided_by", "faces", "kind", "point", "price", "test")

    def __init__(
        self,
        kind: Kind,
        point: str,
        test: Callable[[State, F_contra, A_contra], bool | None],
        price: Rule[[Any, Any]] | None = None,
        decided_by: Callable[[State, F_contra, A_contra], Seat] = _actor,
        faces: Iterable[Face] | None = None,
    ) -> None:
        self.kind: Final = kind
        self.point: Final = point
        self.test: Final = test
        self.price: Final = price
        self.decided_by: Final = decided_by
        self.faces: Final = None if faces is None else frozenset(faces)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.point}>"


class Decorator(Protocol):
    """Makes a test a check for just the frame and the action it takes."""

    def __call__(self, test: Callable[[State, F, A], bool | None], /) -> Check[F, A]: ...


WhoDecides = Callable[[State, Any, Any], Seat]


def ground(point: str, faces: Iterable[Face] | None = None, decided_by: WhoDecides = _actor) -> Decorator:
    """Make a test a ground: where it holds, the action is legal unless barred."""

    def check(test: Callable[[State, F, A], bool | None], /) -> Check[F, A]:
        return Check("ground", point, test, None, decided_by, faces)

    return check


def bar(
    point: str,
    faces: Iterable[Face] | None = None,
    price: Rule[[Any, Any]] | None = None,
    decided_by: WhoDecides = _actor,
) -> Decorator:
    """Make a test a bar: where it holds, the action is illegal; ``price`` is what it costs where a rule says so."""

    def check(test: Callable[[State, F, A], bool | None], /) -> Check[F, A]:
        return Check("bar", point, test, price, decided_by, faces)

    return check


def breach(point: str, faces: Iterable[Face] | None = None, decided_by: WhoDecides = _actor) -> Decorator:
    """Make a test a breach: where it holds, the action stands but may be contested."""

    def check(test: Callable[[State, F, A], bool | None], /) -> Check[F, A]:
        return Check("breach", point, test, None, decided_by, faces)

    return check


@frozen(eq=False)
class Answer:
    """One row of the table ``answers``: what may be done when a frame is on top, and how.

    ``checks`` belong to the row and go with it when another module replaces it; ``otherwise`` are bars asked only when none of
    its grounds holds, to say why, and what that costs where such a bar has a price. ``offers`` lists the bare actions of the
    row that are not illegal as far as the checks named in ``covers`` go; the engine asks the others itself. ``offered`` is
    ``out-of-ordinary`` for a row that has nothing to offer in ordinary positions (:data:`Offered`), ``never`` for one that only
    says why not.
    ``who`` may take it: the seat that owns the frame, the others, or anyone; ``reserved`` is the point cited when another seat
    takes what is the owner's. ``at_random`` answers a frame of the table by chance. An ``objection`` is something said against
    the action before it.
    """

    frame: type[Frame]
    action: type[Action]
    take: Rule[[Any, Any]]
    offers: Callable[[State, Any], Iterable[Action]]
    checks: tuple[Check[Any, Any], ...] = ()
    otherwise: tuple[Check[Any, Any], ...] = ()
    who: Literal["owner", "others", "anyone"] = "owner"
    covers: frozenset[str] = frozenset()
    at_random: Callable[[State, Any, Random], Action] | None = None
    objection: bool = False
    reserved: str = "turn.other-seat"
    offered: Offered = "always"


def refused(
    frame: type[Frame], action: type[Action], *bars: Check[Any, Any], reserved: str = "turn.other-seat"
) -> Answer:
    """A row that only says why not: nothing is offered, and some bar of these holds whatever the action."""

    def never(step: Step, frame: Frame, action: Action) -> None:
        raise AssertionError(f"{bars[0].point}: an action was carried out that is always barred")

    return Answer(
        frame,
        action,
        Rule(bars[0].point, never),
        lambda state, frame: (),
        bars,
        covers=frozenset(bar.point for bar in bars),
        reserved=reserved,
        offered="never",
    )


def answer(
    frame: type[F],
    action: type[A],
    take: Rule[[F, A]],
    offers: Callable[[State, F], Iterable[A]],
    *checks: Check[F, A],
    otherwise: tuple[Check[F, A], ...] = (),
    who: Literal["owner", "others", "anyone"] = "owner",
    covers: Iterable[str] = (),
    at_random: Callable[[State, F, Random], A] | None = None,
    objection: bool = False,
    reserved: str = "turn.other-seat",
    offered: Offered = "always",
) -> Answer:
    """Build a row so that a rule or check filed under the wrong frame or action is a type error."""
    return Answer(
        frame, action, take, offers, checks, otherwise, who, frozenset(covers), at_random, objection, reserved, offered
    )
