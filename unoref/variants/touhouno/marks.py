"""Cards that lie open: whole hands and single cards of them, and how long.

What lies open is told by lasting effects, :class:`HandShown` and :class:`CardShown`; ``public`` of a state follows from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from unoref.cards import CARDS, FACES, UNKNOWN, Card, hand
from unoref.frames import Chance
from unoref.lasting import Lasting, TurnBegins
from unoref.ruleset import Module
from unoref.seats import TABLE, Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.touhouno.lasting import UntilStart, all_of, replaced
from unoref.verbs import last, lift

__all__ = [
    "B",
    "BOMB",
    "CardShown",
    "HandShown",
    "ShowHidden",
    "adopt",
    "came_in",
    "covered_up",
    "left_hand",
    "module",
    "open_cards",
    "opened",
    "refresh",
    "show_card",
    "whole_hand_open",
]

BOMB = FACES["B"]

#: B as a card.
B = CARDS["B"]


@frozen
class HandShown(UntilStart):
    """The whole hand of ``of`` lies open until the next turn of ``seat`` begins (the table: until the end)."""

    of: Seat
    seat: Seat = TABLE  # which data leaves out: it names players only


@frozen
class CardShown(Lasting):
    """One card in the hand of ``of`` lies open.

    It does so for each of ``until`` till the next turn of that seat begins, and till it is played where it is ``forever``.
    """

    of: Seat
    card: Card
    until: tuple[Seat, ...] = ()
    forever: bool = False


@frozen
class ShowHidden(Chance):
    """The table turns over ``count`` cards of the hand of ``of`` that lie open, but nobody has told us what they are."""

    of: Seat
    count: int
    until: tuple[Seat, ...] = ()
    noted: bool = False  #: the spell under way asks what the card is
    apart: bool = False  #: the card lies open till then even where the whole hand lies open for a shorter time
    bombs: int = 0  #: how many of those turned over so far are B, which goes back once all are known


def open_cards(position: State | Step, seat: Seat) -> tuple[Card, ...]:
    """The cards of a hand that lie open."""
    shown = position.public[seat] if position.public else ()
    return position.hands[seat] if shown is None else shown


def whole_hand_open(position: State | Step, seat: Seat) -> bool:
    """Whether whatever the seat holds lies open."""
    return bool(position.public) and position.public[seat] is None


def adopt(step: Step) -> None:
    """Cards that a record says lie open, without saying how long, lie open till they are played."""
    for place, shown in enumerate(step.public):
        seat = Seat(place)
        if shown is None and not any(effect.of == seat for effect in all_of(step, HandShown)):
            last(step, HandShown(seat))
        told = Counter(effect.card for effect in all_of(step, CardShown) if effect.of == seat)
        for card in (Counter(shown or ()) - told).elements():
            last(step, CardShown(seat, card, (), True))


def refresh(step: Step, seat: Seat) -> None:
    """Work out again what of a hand lies open."""
    whole = any(effect.of == seat for effect in all_of(step, HandShown))
    shown = None if whole else hand(effect.card for effect in all_of(step, CardShown) if effect.of == seat)
    public = list(step.public or ((),) * len(step.hands))
    public[seat] = shown
    step.public = tuple(public) if any(cards is None or cards for cards in public) else ()


def left_hand(step: Step, seat: Seat, card: Card) -> CardShown | None:
    """A card has left the hand, of several copies an open one: its mark, which is over."""
    if not step.lasting and not step.public:
        return None
    adopt(step)
    mark = next((mark for mark in all_of(step, CardShown) if mark.of == seat and mark.card is card), None)
    if mark is not None:
        lift(step, mark)
    if step.public:
        refresh(step, seat)
    return mark


def covered_up(step: Step, seat: Seat) -> list[CardShown]:
    """The whole hand is taken up and shuffled: the marks of its cards, which are over; a mark of the hand itself stays."""
    adopt(step)
    marks = [mark for mark in all_of(step, CardShown) if mark.of == seat]
    for mark in marks:
        lift(step, mark)
    refresh(step, seat)
    return marks


def opened(step: Step, seat: Seat, cards: Iterable[Card], until: tuple[Seat, ...] = ()) -> None:
    """Cards of a hand have just become public: those nobody knows are turned over, a bomb does what an open bomb does."""
    cards = tuple(cards)
    shown: Callable[[Step, Seat], None] | None = step.tables.settings.get("bomb.shown")
    for card in cards:
        if card.face is BOMB and shown is not None:
            shown(step, seat)
    hidden = cards.count(UNKNOWN)
    if hidden:
        step.push(ShowHidden(seat, hidden, until))


def came_in(step: Step, seat: Seat, cards: Iterable[Card]) -> None:
    """Cards have come into a hand: where the hand lies open they do so too."""
    if step.public and whole_hand_open(step, seat):
        opened(step, seat, cards)


def show_card(
    step: Step, seat: Seat, card: Card, until: tuple[Seat, ...], forever: bool = False, told: bool = True
) -> None:
    """One card of a hand, of several copies a covered one, lies open from now on; ``told``: an event says so.

    In a hand with unknown cards a card that lies open already is taken to be that one, not another of its kind.
    """
    adopt(step)
    if told:
        step.tell("card-shown", seat, (card,))
    marks = [mark for mark in all_of(step, CardShown) if mark.of == seat and mark.card is card]
    if len(marks) < step.hands[seat].count(card):
        last(step, CardShown(seat, card, until, forever))
    else:
        mark = marks[0]
        owners = tuple(dict.fromkeys((*mark.until, *until)))
        replaced(step, mark, evolve(mark, until=owners, forever=mark.forever or forever))
    if whole_hand_open(step, seat) or len(marks) == step.hands[seat].count(card):
        return
    refresh(step, seat)
    opened(step, seat, (card,))


@rule("show.until-start")
def covered_again(step: Step, effect: HandShown, moment: TurnBegins) -> None:
    """The hand is held covered again."""
    if effect.seat == moment.seat:
        lift(step, effect)
        refresh(step, effect.of)
        if not whole_hand_open(step, effect.of):
            step.tell("hand-covered", effect.of)


@rule("show.until-start")
def card_covered_again(step: Step, effect: CardShown, moment: TurnBegins) -> None:
    """The card is held covered again, unless somebody else has shown it too."""
    if moment.seat in effect.until:
        until = tuple(seat for seat in effect.until if seat != moment.seat)
        replaced(step, effect, evolve(effect, until=until) if until or effect.forever else None)
        refresh(step, effect.of)
        if not until and not effect.forever:
            step.tell("card-covered", effect.of, (effect.card,))


def module() -> Module:
    """The ends of marks."""
    return Module(
        name="marks",
        listeners={(HandShown, TurnBegins): covered_again, (CardShown, TurnBegins): card_covered_again},
    )
