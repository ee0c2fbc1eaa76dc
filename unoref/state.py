"""The state of a round, and the step from one state to the next: plain frozen data."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from attrs import field, frozen

from unoref.cards import CARDS, NAMING, Card, Color, Face, Hand, face
from unoref.frames import Frame, Over
from unoref.lasting import Lasting
from unoref.piles import Pile
from unoref.seats import TABLE, Seat

if TYPE_CHECKING:
    from unoref.actions import Action
    from unoref.events import Event, RawEvent
    from unoref.ruleset import FrameKind, Ruleset, Tables

__all__ = [
    "LAYOUT",
    "NOTHING_IN_FORCE",
    "InForce",
    "Public",
    "State",
    "Transition",
    "Workings",
    "force_of",
    "in_force",
    "known_forces",
]


@frozen(eq=False)
class InForce:
    """The color and face the next card must answer to; ``color`` is None before the opening card or a color is named.

    Interned like cards: ``InForce(color, face) is InForce(color, face)``. ``fitting`` are the cards that answer to them: by
    color, by face, or because they are black and need no match; every card answers to a black one whose color was left open.
    """

    color: Color | None
    face: Face
    fitting: frozenset[Card] = field(init=False, repr=False)

    @fitting.default
    def _fitting(self) -> frozenset[Card]:
        if self.left_open:
            return frozenset(CARDS.values())
        colors = (self.color, Color.BLACK)
        return frozenset(card for card in CARDS.values() if card.color in colors or card.face is self.face)

    @property
    def left_open(self) -> bool:
        """Whether a black card lies there for which no color was named, or not yet."""
        return self.color is None and self.face in NAMING

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


#: What has been looked up with :func:`force_of`.
known_forces: Final[dict[tuple[Card, Color | None], InForce]] = {}


def force_of(card: Card, named: Color | None = None) -> InForce:
    """What comes into force with a card: its face, and its own color or, for a black card, the one named."""
    try:
        return known_forces[card, named]
    except KeyError:
        color = named if card.color is Color.BLACK else card.color
        return known_forces.setdefault((card, named), in_force(color, card.face))


NOTHING_IN_FORCE = in_force(None, face("none"))

#: Cards of a hand that lie open; ``None``: all of them.
Public = tuple[Card, ...] | None


#: The names of the fields of a state, in order.
LAYOUT: Final = (
    "ruleset",
    "players",
    "dealer",
    "hands",
    "draw_pile",
    "discard",
    "in_force",
    "direction",
    "frames",
    "lasting",
    "called",
    "finished",
    "public",
    "scores",
    "teams",
)


class Workings:
    """Room for the fields of a state, and for what the engine keeps beside them.

    The latter is no part of the value of a state, so it is neither compared, hashed, pickled nor shown. ``tables`` are those of
    the ruleset. Of a state only, ``top`` is the last of the frames, ``kind`` what the tables say of it, and ``listed`` every
    action that is open, empty until somebody asks for them; ``events`` and ``point`` are at work in a
    :class:`unoref.step.Step` only. States and steps add no room of their own, so that a step can become a state.
    """

    __slots__ = ("__weakref__", "events", "kind", "listed", "point", "tables", "top", *LAYOUT)

    tables: Tables
    listed: tuple[Action, ...]
    events: list[RawEvent] | None
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

    if TYPE_CHECKING:  # no fields
        top: ClassVar[Frame]
        kind: ClassVar[FrameKind]

    def __attrs_post_init__(self) -> None:
        if not self.frames:
            raise ValueError("frames: a position has at least one")
        set_tables(self, self.ruleset.tables)
        top = self.frames[-1]
        set_top(self, top)
        set_kind(self, self.ruleset.tables.kind(type(top)))
        set_listed(self, ())

    def __reduce__(self) -> tuple[object, ...]:
        return State, tuple(getattr(self, name) for name in LAYOUT)

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return isinstance(self.top, Over)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won the round; empty while it goes on and when it is drawn."""
        top = self.top
        return top.winners if isinstance(top, Over) else ()

    @property
    def to_act(self) -> Seat | None:
        """The seat that owes the next decision, ``TABLE`` for chance, None when the round is over."""
        top = self.top
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


# Frozen classes refuse to be set in the ordinary way.
set_tables: Final = Workings.__dict__["tables"].__set__
set_top: Final = Workings.__dict__["top"].__set__
set_kind: Final = Workings.__dict__["kind"].__set__
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
