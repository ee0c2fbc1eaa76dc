"""The state of a round, and the step from one state to the next: plain frozen data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import field, fields, frozen

from unoref.cards import CARDS, Card, Color, Face, Hand, face
from unoref.frames import Frame, Over
from unoref.lasting import Lasting
from unoref.piles import Pile
from unoref.seats import TABLE, Seat

if TYPE_CHECKING:
    from unoref.actions import Action
    from unoref.events import Event, RawEvent
    from unoref.ruleset import Ruleset, Tables

__all__ = ["LAYOUT", "NOTHING_IN_FORCE", "InForce", "Public", "State", "Transition", "Workings", "in_force"]


@frozen(eq=False)
class InForce:
    """The color and face the next card must answer to; ``color`` is None before the opening card or a color is named.

    Interned like cards: ``InForce(color, face) is InForce(color, face)``. ``fitting`` are the cards that answer to them: by
    color, by face, or because they are black and need no match.
    """

    color: Color | None
    face: Face
    fitting: frozenset[Card] = field(init=False, repr=False)

    @fitting.default
    def _fitting(self) -> frozenset[Card]:
        colors = (self.color, Color.BLACK)
        return frozenset(card for card in CARDS.values() if card.color in colors or card.face is self.face)

    def __new__(cls, color: Color | None, face: Face) -> InForce:
        return _made.setdefault((color, face), object.__new__(cls))

    def __reduce__(self) -> tuple[object, ...]:
        return in_force, (self.color, self.face)


_made: Final[dict[tuple[Color | None, Face], InForce]] = {}
_complete: Final[dict[Face, dict[Color | None, InForce]]] = {}


def in_force(color: Color | None, face: Face) -> InForce:
    """The one :class:`InForce` with this color and face."""
    try:
        return _complete[face][color]
    except KeyError:  # kept here only once it is complete, as another thread may ask for it
        return _complete.setdefault(face, {}).setdefault(color, InForce(color, face))


NOTHING_IN_FORCE = in_force(None, face("none"))

#: Cards of a hand that lie open; ``None``: all of them.
Public = tuple[Card, ...] | None


class Workings:
    """What the engine keeps beside a position: no part of its value, so it is neither compared, hashed, pickled nor shown.

    ``tables`` are those of the ruleset and ``listed`` every action that is open, empty until somebody asks for them; ``events``
    and ``point`` are at work in a :class:`unoref.step.Step` only.
    """

    __slots__ = ("__weakref__", "events", "listed", "point", "tables")

    tables: Tables
    listed: tuple[Action, ...]
    events: list[RawEvent]
    point: str


@frozen
class State(Workings):
    """A position between two actions: hashable, comparable, picklable, complete.

    Seats are numbers, clockwise from 0. ``hands[seat]`` is a tuple of cards in canonical order; ``direction`` is 1 clockwise
    and −1 counterclockwise; ``frames`` holds the decisions owed, the last on top; ``called`` the seats whose UNO call stands;
    ``finished`` the seats that are out, in order; ``public`` one entry a seat, or nothing when no card lies open; ``scores``
    the points before this round and ``teams`` the seats of each team, both empty when there are none.
    """

    ruleset: Ruleset
    players: tuple[str, ...]
    dealer: Seat
    hands: tuple[Hand, ...]
    draw_pile: Pile
    discard: Pile
    in_force: InForce
    direction: int
    frames: tuple[Frame, ...]
    lasting: tuple[Lasting, ...] = ()
    called: frozenset[Seat] = frozenset()
    finished: tuple[Seat, ...] = ()
    public: tuple[Public, ...] = ()
    scores: tuple[int, ...] = ()
    teams: tuple[tuple[Seat, ...], ...] = ()

    def __attrs_post_init__(self) -> None:
        set_tables(self, self.ruleset.tables)
        set_listed(self, ())

    def __reduce__(self) -> tuple[object, ...]:
        return State, tuple(getattr(self, name) for name in LAYOUT)

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return isinstance(self.frames[-1], Over)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won the round; empty while it goes on and when it is drawn."""
        top = self.frames[-1]
        return top.winners if isinstance(top, Over) else ()

    @property
    def to_act(self) -> Seat | None:
        """The seat that owes the next decision, ``TABLE`` for chance, None when the round is over."""
        top = self.frames[-1]
        return None if isinstance(top, Over) else top.seat

    def name(self, seat: Seat) -> str:
        """The name of a seat; ``table`` for the table."""
        return "table" if seat == TABLE else self.players[seat]

    def _repr_svg_(self) -> str:
        """The position as a notebook shows it: :func:`unoref.picture`."""
        from unoref.pictures import picture

        return picture(self)

    def __repr__(self) -> str:
        sizes = " ".join(f"{name}:{len(cards)}" for name, cards in zip(self.players, self.hands, strict=True))
        return f"<state {self.ruleset.variant} {sizes} {type(self.frames[-1]).__name__}({self.frames[-1].seat})>"


#: The names of the fields, in order.
LAYOUT: Final = tuple(each.name for each in fields(State))

# Frozen classes refuse to be set in the ordinary way.
set_tables: Final = Workings.__dict__["tables"].__set__
set_listed: Final = Workings.__dict__["listed"].__set__


@frozen
class Transition:
    """The next state and what happened on the way."""

    state: State
    raw: tuple[RawEvent, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order, each with the clause that made it happen."""
        from unoref.events import told

        return tuple(told(raw, self.state) for raw in self.raw)
