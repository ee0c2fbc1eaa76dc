"""The verbs of the game: the only code that moves cards or seats.

Every verb works on a :class:`unoref.step.Step` and tells what it did, under the point of the rule that used it.
"""

from __future__ import annotations

from collections.abc import Iterable

from unoref.cards import UNKNOWN, Card, Color, Hand, hand, with_card, without_card
from unoref.frames import BeginTurn, Draws, Frame, Over, PassTurn, drawn, turn
from unoref.lasting import Lasting, Moment, NotHeld, TurnKept
from unoref.piles import Pile
from unoref.seats import Seat, after, seats_in
from unoref.state import in_force
from unoref.step import Step

__all__ = [
    "announce",
    "begin_turn",
    "deal_hand",
    "draw",
    "draw_in_turn",
    "draw_what_there_is",
    "end_round",
    "exchange_hands",
    "go_on_drawing",
    "identify",
    "join_hand",
    "last",
    "lay",
    "lay_several",
    "leave_hand",
    "lift",
    "lose_turn",
    "name_color",
    "off_top",
    "put_back",
    "put_on_top",
    "put_under",
    "remember_not_held",
    "resume_after",
    "resume_at",
    "reverse",
    "rotate_hands",
    "set_hand",
    "shuffle_discards",
    "shuffle_draw_pile",
    "take_back",
    "take_from_discard",
    "turn_up",
]


def identify(step: Step, seat: Seat, card: Card) -> None:
    """An unknown card of the hand turns out to be ``card``."""
    cards = step.hands[seat]
    at = cards.index(UNKNOWN)
    step.hands[seat] = with_card(cards[:at] + cards[at + 1 :], card)


def lay(step: Step, seat: Seat, card: Card, color: Color | None = None) -> None:
    """A card goes from a hand onto the discard pile and comes into force, in its own color or the one named."""
    step.hands[seat] = without_card(step.hands[seat], card)
    if step.lasting:
        _count_off(step, seat, card)
    if step.public:
        step.public = tuple(
            shown if place != seat or shown is None or card not in shown else without_card(shown, card)
            for place, shown in enumerate(step.public)
        )
    step.discard = Pile(card, step.discard)
    step.in_force = in_force(color if card.color is Color.BLACK else card.color, card.face)
    step.events.append(("played", step.point, seat, (card,), None, color, None))


def lay_several(step: Step, seat: Seat, cards: tuple[Card, ...], color: Color | None) -> None:
    """Cards of one face go together onto the discard pile; a card of the color named, if any, lies on top and is in force."""
    order = tuple(sorted(cards, key=lambda card: card.color is color)) if color is not None else cards
    told = len(step.events)
    for card in order:
        lay(step, seat, card)
    del step.events[told:]
    step.events.append(("played", step.point, seat, order, len(order), color, None))


def remember_not_held(step: Step, seat: Seat, color: Color, among: int) -> None:
    """It has been shown that none of ``among`` cards in the hand has the color."""
    _forget(step, seat, color)
    last(step, NotHeld(seat, color, among))


def _count_off(step: Step, seat: Seat, card: Card) -> None:
    """A card leaves the hand: one fewer of those shown may be left, unless it is of the color that they are not."""
    for effect in step.lasting:
        if isinstance(effect, NotHeld) and effect.seat == seat and effect.color is not card.color:
            at = step.lasting.index(effect)
            left = (NotHeld(seat, effect.color, effect.among - 1),) if effect.among > 1 else ()
            step.lasting = (*step.lasting[:at], *left, *step.lasting[at + 1 :])


def _forget(step: Step, seat: Seat, color: Color | None = None) -> None:
    """What was shown of a hand holds no longer: of one color, or all of it since the hand is another."""
    if step.lasting:
        step.lasting = tuple(
            effect
            for effect in step.lasting
            if not (isinstance(effect, NotHeld) and effect.seat == seat and color in (None, effect.color))
        )


def take_back(step: Step, seat: Seat) -> None:
    """The top card of the discard pile goes back to the hand of the seat."""
    card, step.discard = _off(step.discard)
    step.hands[seat] = with_card(step.hands[seat], card)
    step.tell("taken-back", seat, (card,))


def turn_up(step: Step, card: Card, told: str = "flipped") -> None:
    """The top card of the draw pile, which is ``card``, is turned up on the discard pile; ``told`` is the kind of event."""
    _, step.draw_pile = _off(step.draw_pile)
    step.discard = step.discard.plus(card)
    step.in_force = in_force(None if card.color is Color.BLACK else card.color, card.face)
    step.tell(told, None, (card,))


def put_back(step: Step, place: int) -> Card:
    """The top card of the discard pile goes back into the draw pile, ``place`` cards below its top."""
    card, step.discard = _off(step.discard)
    above = []
    for _ in range(min(place, len(step.draw_pile))):
        lifted, step.draw_pile = _off(step.draw_pile)
        above.append(lifted)
    step.draw_pile = step.draw_pile.plus(card)
    for lifted in reversed(above):
        step.draw_pile = step.draw_pile.plus(lifted)
    step.tell("put-back", None, (card,))
    return card


def name_color(step: Step, seat: Seat, color: Color) -> None:
    """The color comes into force; the face stays."""
    step.in_force = in_force(color, step.in_force.face)
    step.tell("color-named", seat, (), None, color)


def draw(step: Step, seat: Seat, count: int, named: tuple[Card, ...] = ()) -> None:
    """The seat draws ``count`` cards; what the pile lacks is drawn after the table has shuffled the discards.

    ``named`` are the cards it is said to draw, first drawn first; a card of a pile nobody knows is what it is said to be.
    Cards that neither pile can supply are not owed.
    """
    _draw(step, Draws(seat, count, named))


def draw_in_turn(step: Step, seat: Seat, named: tuple[Card, ...] = ()) -> None:
    """The seat draws one card instead of playing; then it may play that card (:class:`unoref.frames.Drawn`)."""
    pile = step.draw_pile
    card, below = pile.top, pile.below
    if card is None or below is None:
        _draw(step, Draws(seat, 1, named, in_turn=True))
        return
    if card is UNKNOWN and named:
        card = named[0]
    step.draw_pile = below
    step.hands[seat] = with_card(step.hands[seat], card)
    if seat in step.called:
        step.called -= {seat}
    step.events.append(("drew", step.point, seat, (card,), 1, None, None))
    step.frames.append(drawn(seat, card))


def _draw(step: Step, owed: Draws) -> None:
    """Draw what there is; push what must wait for the table, or the choice that follows a draw in turn."""
    seat, named = owed.seat, owed.named
    taken: list[Card] = []
    while len(taken) < owed.count and step.draw_pile:
        card, step.draw_pile = _off(step.draw_pile)
        if card is UNKNOWN and len(taken) < len(named):
            card = named[len(taken)]
        taken.append(card)
    if taken:
        step.hands[seat] = hand((*step.hands[seat], *taken))
        step.called -= {seat}
        step.tell("drew", seat, tuple(taken), len(taken))
    missing = owed.count - len(taken)
    if missing and shuffled_when_empty(step):
        shuffle, rest = step.tables.settings["reshuffle.frame"], Draws(seat, missing, named[len(taken) :], owed.in_turn)
        if (
            shuffle in step.frames
        ):  # the table owes that shuffle already: one serves both, and whoever waits longer draws first,
            at = step.frames.index(shuffle)
            while (
                isinstance(above := step.frames[at - 1], Draws) and not above.in_turn
            ):  # but for a turn that goes on from there
                at -= 1
            step.frames.insert(at, rest)
        else:
            step.push(rest, shuffle)
    elif owed.in_turn and taken:
        step.push(drawn(seat, taken[-1]))
    elif missing:
        step.tables.settings["draw.short"](step, seat, missing)
        if owed.in_turn:  # another draw took the last cards first: the turn was a draw all the same
            announce(step, TurnKept(seat))
            step.push(PassTurn(seat))


def draw_what_there_is(step: Step, seat: Seat, count: int, named: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """The seat draws as many of ``count`` cards as the draw pile has, which are returned, first drawn first.

    ``named`` as for :func:`draw`. This is for rules that never shuffle the discards: what the pile lacks is not owed.
    """
    taken = list(off_top(step, count))
    for place, said in enumerate(named[: len(taken)]):
        if taken[place] is UNKNOWN:
            taken[place] = said
    if taken:
        step.hands[seat] = hand((*step.hands[seat], *taken))
        step.called -= {seat}
        step.tell("drew", seat, tuple(taken), len(taken))
    if len(taken) < count:
        step.tables.settings["draw.short"](step, seat, count - len(taken))
    return tuple(taken)


def go_on_drawing(step: Step, frame: Draws) -> None:
    """Run a :class:`unoref.frames.Draws` that is on top."""
    step.pop()
    _draw(step, frame)


def shuffled_when_empty(step: Step) -> int:
    """How many discards would be shuffled into a new draw pile."""
    return max(0, len(step.discard) - int(step.tables.settings["reshuffle.keeps"]))


def shuffle_discards(step: Step, order: tuple[Card, ...] | None) -> None:
    """The discards, but for those the rules leave lying, become the draw pile; ``order``: first drawn first, if known."""
    kept = int(step.tables.settings["reshuffle.keeps"])
    cards = tuple(step.discard)
    step.discard = Pile.of(reversed(cards[:kept]))
    step.draw_pile = Pile.of(reversed(order)) if order is not None else Pile.of([UNKNOWN] * len(cards[kept:]))
    step.tell("shuffled", None, order or (), len(cards[kept:]))


def shuffle_draw_pile(step: Step, order: tuple[Card, ...] | None) -> None:
    """The draw pile is shuffled; ``order``: first drawn first, if known."""
    size = len(step.draw_pile)
    step.draw_pile = Pile.of(reversed(order)) if order is not None else Pile.of([UNKNOWN] * size)
    step.tell("shuffled", None, order or (), size)


def deal_hand(step: Step, seat: Seat, cards: Hand) -> None:
    """Cards off the top of the draw pile, which are ``cards``, become the hand of the seat."""
    for _ in cards:
        _, step.draw_pile = _off(step.draw_pile)
    step.hands[seat] = cards
    step.tell("dealt", seat, (), len(cards))


def set_hand(step: Step, seat: Seat, cards: Hand) -> None:
    """Replace a whole hand: for hands that are gathered, dealt or exchanged."""
    _forget(step, seat)
    step.hands[seat] = cards


def leave_hand(step: Step, seat: Seat, card: Card) -> None:
    """A card, or an unknown one that it turns out to be, leaves a hand; where it goes is for the rule to say."""
    step.hands[seat] = without_card(step.hands[seat], card)
    if step.lasting:
        _count_off(step, seat, card)


def join_hand(step: Step, seat: Seat, *cards: Card) -> None:
    """Cards that lay elsewhere come into a hand."""
    step.hands[seat] = hand((*step.hands[seat], *cards))
    step.called -= {seat}


def off_top(step: Step, count: int) -> tuple[Card, ...]:
    """As many of ``count`` cards as there are leave the top of the draw pile, the topmost first."""
    taken: list[Card] = []
    while len(taken) < count and step.draw_pile:
        card, step.draw_pile = _off(step.draw_pile)
        taken.append(card)
    return tuple(taken)


def put_on_top(step: Step, *cards: Card) -> None:
    """Cards go on top of the draw pile, the last one topmost."""
    for card in cards:
        step.draw_pile = step.draw_pile.plus(card)


def put_under(step: Step, cards: Iterable[Card]) -> None:
    """Cards go under the draw pile, the first of them to be drawn first."""
    step.draw_pile = Pile.of((*reversed(tuple(cards)), *reversed(tuple(step.draw_pile))))


def take_from_discard(step: Step, depth: int) -> Card:
    """The card so far below the top of the discard pile is taken out of it; what is in force stays."""
    cards = list(step.discard)
    card = cards.pop(depth)
    step.discard = Pile.of(reversed(cards))
    return card


def exchange_hands(step: Step, one: Seat, other: Seat) -> None:
    """Two seats exchange their whole hands."""
    _forget(step, one)
    _forget(step, other)
    step.hands[one], step.hands[other] = step.hands[other], step.hands[one]
    if step.public:
        open_to_all = list(step.public)
        open_to_all[one], open_to_all[other] = open_to_all[other], open_to_all[one]
        step.public = tuple(open_to_all)
    step.tell("hands-swapped", one, (), None, None, other)


def rotate_hands(step: Step) -> None:
    """Every hand of a seat in the round moves to the next such seat in the direction of play, all at once."""
    seats = seats_in(step)
    givers = dict(zip((after(step, seat) for seat in seats), seats, strict=True))
    hands, public = list(step.hands), step.public
    for taker, giver in givers.items():
        _forget(step, taker)
        step.hands[taker] = hands[giver]
    if public:
        step.public = tuple(public[givers.get(Seat(seat), Seat(seat))] for seat in range(len(hands)))
    step.tell("hands-rotated")


def reverse(step: Step) -> None:
    """The direction of play turns round."""
    step.direction = -step.direction
    step.tell("reversed", None, (), step.direction)


def begin_turn(step: Step, seat: Seat) -> None:
    """Put the turn of a seat on top, waking lasting effects on the way."""
    if not step.tables.plain_turns:
        step.frames.append(BeginTurn(seat))
        return
    step.frames.append(turn(seat))
    step.events.append(("turn", step.point, seat, (), None, None, None))


def resume_after(step: Step, seat: Seat) -> None:
    """Whatever lies above settles, then the turn passes on from ``seat``: the nearest turn marker is rewritten."""
    _rewrite_marker(step, PassTurn(seat))


def resume_at(step: Step, seat: Seat) -> None:
    """Whatever lies above settles, then the seat has a turn: the nearest turn marker is rewritten."""
    _rewrite_marker(step, BeginTurn(seat))


def _rewrite_marker(step: Step, marker: Frame) -> None:
    frames = step.frames
    for at in range(len(frames) - 1, -1, -1):
        if isinstance(frames[at], PassTurn | BeginTurn):
            frames[at] = marker
            return
    raise AssertionError("a rule asked where play resumes, but no turn is under way")


def lose_turn(step: Step, seat: Seat) -> None:
    """The seat loses its turn: play resumes after it."""
    resume_after(step, seat)
    step.tell("turn-lost", seat)


def last(step: Step, effect: Lasting) -> None:
    """An effect begins to last."""
    step.lasting = (*step.lasting, effect)


def lift(step: Step, effect: Lasting) -> None:
    """One lasting effect ends."""
    at = step.lasting.index(effect)
    step.lasting = step.lasting[:at] + step.lasting[at + 1 :]


def announce(step: Step, moment: Moment) -> None:
    """Wake the lasting effects that wait for the moment; the frames of the oldest end on top."""
    listeners = step.tables.listeners
    for effect in reversed(step.lasting):
        listener = listeners.get((type(effect), type(moment)))
        if listener is not None:
            listener(step, effect, moment)


def end_round(step: Step, winners: tuple[Seat, ...]) -> None:
    """The round is over."""
    step.frames[:] = [Over(winners)]
    for seat in winners:
        step.tell("won", seat)
    if not winners:
        step.tell("drawn-round")
    told = step.tables.settings.get("round.over")
    if told is not None:
        told(step, winners)


def _off(pile: Pile) -> tuple[Card, Pile]:
    """The top card of a pile that is not empty, and the rest."""
    assert pile.top is not None and pile.below is not None
    return pile.top, pile.below
