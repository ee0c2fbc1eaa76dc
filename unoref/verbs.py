"""The verbs of the game: the only code that moves cards or seats.

Every verb works on a :class:`unoref.step.Step` and tells what it did, under the point of the rule that used it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from unoref.cards import UNKNOWN, Card, Color, Hand, hand, with_card, without_card
from unoref.frames import PASS_TURNS, BeginTurn, Draws, Frame, Over, PassTurn
from unoref.lasting import Buried, Lasting, Moment, NotHeld, Seen, turn_kept
from unoref.piles import Pile
from unoref.seats import Seat, after, seats_in
from unoref.state import InForce, State, force_of, in_force, known_forces
from unoref.step import Step

__all__ = [
    "announce",
    "bring_up",
    "bury_hand",
    "deal_hand",
    "discard",
    "discard_aside",
    "draw",
    "draw_again",
    "draw_in_turn",
    "draw_what_there_is",
    "end_round",
    "exchange_hands",
    "go_back",
    "go_on_drawing",
    "identify",
    "join_hand",
    "kept",
    "last",
    "lay",
    "lay_several",
    "lay_together",
    "leave_hand",
    "lift",
    "lose_turn",
    "name_color",
    "off_top",
    "put_back",
    "put_on_top",
    "put_under_discards",
    "put_under_pile",
    "receive",
    "remember_not_held",
    "resume_after",
    "resume_at",
    "reverse",
    "rotate_hands",
    "set_aside",
    "set_hand",
    "show_to_be_held",
    "shuffle_discards",
    "shuffle_draw_pile",
    "sink",
    "take_back",
    "take_from_discard",
    "take_from_discards",
    "turn_aside",
    "turn_up",
]


def identify(step: Step, seat: Seat, card: Card) -> None:
    """An unknown card of the hand turns out to be ``card``."""
    cards = step.hands[seat]
    at = cards.index(UNKNOWN)
    step.hands[seat] = with_card(cards[:at] + cards[at + 1 :], card)


def show_to_be_held(step: Step, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Cards of the hand have been seen: those not among the known ones were unknown ones."""
    for card in (Counter(cards) - Counter(step.hands[seat])).elements():
        identify(step, seat, card)


def lay(step: Step, seat: Seat, card: Card, color: Color | None = None) -> None:
    """A card goes from a hand onto the discard pile and comes into force, in its own color or the one named."""
    hands = step.hands
    left = [*hands[seat]]  # as without_card() does, without the call
    try:
        left.remove(card)
    except ValueError:
        left.remove(UNKNOWN)
    hands[seat] = tuple(left)
    if step.lasting:
        _count_off(step, seat, card)
    if step.public:
        _close(step, seat, card)
    step.discard = step.discard.plus(card)
    try:  # as force_of() does, without the call
        step.in_force = known_forces[card, color]
    except KeyError:
        step.in_force = force_of(card, color)
    if step.events is not None:
        step.events.append(("played", step.point, seat, (card,), None, color, None))


def _close(step: Step, seat: Seat, card: Card) -> None:
    """A card that lay open leaves a hand."""
    step.public = tuple(
        shown if place != seat or shown is None or card not in shown else without_card(shown, card)
        for place, shown in enumerate(step.public)
    )


def lay_several(step: Step, seat: Seat, cards: tuple[Card, ...], color: Color | None) -> None:
    """Cards of one face go together onto the discard pile; a card of the color named, if any, lies on top and is in force."""
    order = tuple(sorted(cards, key=lambda card: card.color is color)) if color is not None else cards
    told, step.events = step.events, None  # they are told together
    for card in order:
        lay(step, seat, card)
    step.events = told
    step.tell("played", seat, order, len(order), color)


def lay_together(step: Step, seat: Seat, cards: tuple[Card, ...], force: InForce | None) -> None:
    """Cards go from a hand onto the discard pile, the last on top; ``force`` comes into force (None: what was stays)."""
    _leave(step, seat, cards)
    for card in cards:
        step.discard = step.discard.plus(card)
    if force is not None:
        step.in_force = force
    step.tell("played", seat, cards, None, None if force is None else force.color)


def discard(step: Step, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Cards go from a hand under the discard pile: they are not played, and the card on top stays."""
    _leave(step, seat, cards)
    put_under_discards(step, cards)
    step.tell("discarded", seat, cards, len(cards))


def put_under_discards(step: Step, cards: tuple[Card, ...]) -> None:
    """Cards that lay aside go under the discard pile."""
    if cards:
        step.discard = Pile.of((*cards, *tuple(step.discard)[::-1]))


def put_under_pile(step: Step, cards: Iterable[Card]) -> None:
    """Cards that lay aside go under the draw pile, the last of them lowest."""
    step.draw_pile = Pile.of((*reversed(tuple(cards)), *reversed(tuple(step.draw_pile))))


def set_aside(step: Step, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Cards leave a hand, face down, for a frame or an effect that keeps them."""
    _leave(step, seat, cards)
    _forget_looks(step, seat)


def go_back(
    step: Step,
    hands: tuple[Hand, ...],
    piles: tuple[Pile, Pile],
    force: InForce,
    direction: int,
    spent: tuple[Card, ...],
    by: Seat,
) -> None:
    """The position goes back to hands, piles (draw pile, discards), force and direction that were kept.

    The cards ``spent`` on this by a seat are taken out of it, wherever they lay, and go under the discard pile; what lies
    open of a hand stays known.
    """
    step.hands[:] = hands
    step.draw_pile, step.discard = piles
    step.in_force, step.direction = force, direction
    for card in spent:
        _take_out(step, card, by)
    put_under_discards(step, spent)
    for seat, shown in enumerate(step.public):
        for card in shown or ():
            if card not in step.hands[seat] and UNKNOWN in step.hands[seat]:
                identify(step, Seat(seat), card)
    step.tell("gone-back", None, spent)


def _take_out(step: Step, card: Card, holder: Seat) -> None:
    """A card is taken out of the hand or the draw pile where it lies; an unknown one gives way, of the likely holder first."""
    seats = sorted(range(len(step.hands)), key=lambda seat: seat != holder)
    for wanted in (card, UNKNOWN):
        for seat in seats:
            if wanted in step.hands[seat]:
                step.hands[seat] = without_card(step.hands[seat], card)
                _count_off(step, Seat(seat), card)
                return
        lying = list(step.draw_pile)
        if wanted in lying:
            lying.remove(wanted)
            step.draw_pile = Pile.of(reversed(lying))
            return


def draw_again(step: Step, seat: Seat, card: Card) -> None:
    """A card that was drawn, and lies in the draw pile since the position went back, is in the hand all the same."""
    lying = list(step.draw_pile)
    for wanted in (card, UNKNOWN):
        if wanted in lying:
            lying.remove(wanted)
            step.draw_pile = Pile.of(reversed(lying))
            step.hands[seat] = with_card(step.hands[seat], card)
            return


def take_from_discards(step: Step, seat: Seat, card: Card) -> None:
    """The topmost copy of a card on the discards goes back to a hand."""
    lying = list(step.discard)
    lying.remove(card)
    step.discard = Pile.of(reversed(lying))
    step.hands[seat] = with_card(step.hands[seat], card)
    step.tell("taken-back", seat, (card,))


def bring_up(step: Step, card: Card) -> None:
    """A card that lies under the discards comes to lie on top of them."""
    lying = list(step.discard)
    at = len(lying) - 1 - lying[::-1].index(card)
    step.discard = Pile.of((*reversed([*lying[:at], *lying[at + 1 :]]), card))


def receive(step: Step, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Cards that lay aside go into a hand."""
    if cards:
        step.hands[seat] = hand((*step.hands[seat], *cards))


def turn_aside(step: Step, card: Card) -> None:
    """The top card of the draw pile, which is ``card``, is turned up and laid aside."""
    _, step.draw_pile = _off(step.draw_pile)
    step.tell("turned-aside", None, (card,))


def sink(step: Step, seat: Seat, card: Card) -> None:
    """A card of a hand goes under the draw pile."""
    _leave(step, seat, (card,))
    step.draw_pile = Pile.of((card, *tuple(step.draw_pile)[::-1]))
    step.tell("put-back", seat, (card,))


def _leave(step: Step, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Cards leave a hand; an unknown one gives way to each that is not among the known ones."""
    for card in cards:
        step.hands[seat] = without_card(step.hands[seat], card)
        if step.lasting:
            _count_off(step, seat, card)
    if step.public:
        step.public = tuple(
            shown if place != seat or shown is None else hand((Counter(shown) - Counter(cards)).elements())
            for place, shown in enumerate(step.public)
        )


def _forget_looks(step: Step, seat: Seat) -> None:
    """What others have seen of the hand holds no longer: cards have left it that they do not know."""
    step.lasting = tuple(effect for effect in step.lasting if not (isinstance(effect, Seen) and effect.of == seat))


def remember_not_held(step: Step, seat: Seat, color: Color, among: int) -> None:
    """It has been shown that none of ``among`` cards in the hand has the color."""
    _forget(step, seat, color)
    last(step, NotHeld(seat, color, among))


def _count_off(step: Step, seat: Seat, card: Card) -> None:
    """A card leaves the hand: one fewer of those shown may be left, unless it is of the color that they are not."""
    for effect in step.lasting:
        if isinstance(effect, Seen) and effect.of == seat and (card in effect.cards or UNKNOWN in effect.cards):
            at = step.lasting.index(effect)
            seen = (Seen(effect.by, seat, without_card(effect.cards, card)),) if len(effect.cards) > 1 else ()
            step.lasting = (*step.lasting[:at], *seen, *step.lasting[at + 1 :])
        elif isinstance(effect, NotHeld) and effect.seat == seat and effect.color is not card.color:
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
        if color is None:
            _forget_looks(step, seat)


def take_back(step: Step, seat: Seat) -> None:
    """The top card of the discard pile goes back to the hand of the seat."""
    card, step.discard = _off(step.discard)
    step.hands[seat] = with_card(step.hands[seat], card)
    step.tell("taken-back", seat, (card,))


def turn_up(step: Step, card: Card, told: str = "flipped") -> None:
    """The top card of the draw pile, which is ``card``, is turned up on the discard pile; ``told`` is the kind of event."""
    _, step.draw_pile = _off(step.draw_pile)
    step.discard = step.discard.plus(card)
    step.in_force = force_of(card)
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
    most = step.tables.settings.get("draw.most")
    if most is not None:
        count = most(step, seat, count)
    if count:
        _draw(step, seat, count, named[:count], in_turn=False)


def draw_in_turn(step: Step, seat: Seat, named: tuple[Card, ...] = ()) -> None:
    """The seat draws one card instead of playing; then it may play that card (:class:`unoref.frames.Drawn`)."""
    card, below = step.draw_pile.top, step.draw_pile.below
    if card is None or below is None:
        _draw(step, seat, 1, named, in_turn=True)
        return
    if card is UNKNOWN and named:
        card = named[0]
    step.draw_pile, hands = below, step.hands
    hands[seat] = with_card(hands[seat], card)
    if seat in step.called:
        step.called -= {seat}
    if step.events is not None:
        step.events.append(("drew", step.point, seat, (card,), 1, None, None))
    tables = step.tables
    drawn = tables.drawn  # calling it as an attribute is slower
    step.frames.append(drawn(seat, card))
    if tables.when_drawn:
        _tell_drawn(step, seat)


def _draw(step: Step, seat: Seat, count: int, named: tuple[Card, ...], in_turn: bool) -> None:
    """Draw what there is; push what must wait for the table, or the choice that follows a draw in turn."""
    taken = off_top(step, count, named)
    if taken:
        step.hands[seat] = hand((*step.hands[seat], *taken))
        if seat in step.called:
            step.called -= {seat}
        step.tell("drew", seat, taken, len(taken))
    missing = count - len(taken)
    if missing and shuffled_when_empty(step):
        shuffle, rest = step.tables.settings["reshuffle.frame"], Draws(seat, missing, named[len(taken) :], in_turn)
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
        return
    if in_turn and taken:
        step.frames.append(step.tables.drawn(seat, taken[-1]))
        _tell_drawn(step, seat)
        return
    if missing:
        step.tables.settings["draw.short"](step, seat, missing)
        if in_turn:  # another draw took the last cards first: the turn was a draw all the same
            announce(step, turn_kept(seat))
            step.push(PASS_TURNS[seat])
    _tell_grown(step, seat)


def _tell_drawn(step: Step, seat: Seat) -> None:
    """A card has been drawn in turn: a rule may have a word about that."""
    for follows in step.tables.when_drawn:
        follows(step, seat)


def _tell_grown(step: Step, *seats: Seat) -> None:
    """Hands have grown: a rule may have a word about their size."""
    grown = step.tables.settings.get("hand.grown")
    if grown is not None:
        for seat in seats:
            grown(step, seat)


def bury_hand(step: Step, seat: Seat) -> None:
    """A hand goes face down under the discard pile."""
    _forget(step, seat)
    cards = step.hands[seat]
    if cards:
        last(step, Buried(len(cards)))
    _leave(step, seat, cards)
    put_under_discards(step, cards)


def draw_what_there_is(step: Step, seat: Seat, count: int, named: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """The seat draws as many of ``count`` cards as the draw pile has, which are returned, first drawn first.

    ``named`` as for :func:`draw`. This is for rules that never shuffle the discards: what the pile lacks is not owed.
    """
    taken = off_top(step, count, named)
    if taken:
        step.hands[seat] = hand((*step.hands[seat], *taken))
        step.called -= {seat}
        step.tell("drew", seat, taken, len(taken))
    if len(taken) < count:
        step.tables.settings["draw.short"](step, seat, count - len(taken))
    return taken


def go_on_drawing(step: Step, frame: Draws) -> None:
    """Run a :class:`unoref.frames.Draws` that is on top; a draw in turn that has waited longer, below it, goes first."""
    step.pop()
    below = step.frames[-1] if step.frames else None
    if isinstance(below, Draws) and below.in_turn:
        step.pop()
        _draw(step, below.seat, below.count, below.named, in_turn=True)
    _draw(step, frame.seat, frame.count, frame.named, frame.in_turn)


def kept(position: Step | State) -> tuple[int, int | None]:
    """How many discards stay in a reshuffle, and which where it need not be the top: for :meth:`unoref.piles.Pile.staying` and
    :meth:`unoref.piles.Pile.leaving`."""
    settings = position.ruleset.tables.settings
    shown = settings.get("reshuffle.shown")
    return int(settings["reshuffle.keeps"]), None if shown is None else shown(position.discard)


def shuffled_when_empty(step: Step) -> int:
    """How many discards would be shuffled into a new draw pile."""
    return max(0, len(step.discard) - int(step.tables.settings["reshuffle.keeps"]))


def shuffle_discards(step: Step, order: tuple[Card, ...] | None) -> None:
    """The discards, but for those the rules leave lying, become the draw pile; ``order``: first drawn first, if known."""
    staying = step.discard.staying(*kept(step))
    size = len(step.discard) - len(staying)
    step.discard = Pile.of(reversed(staying))
    step.draw_pile = Pile.of(reversed(order)) if order is not None else Pile.of([UNKNOWN] * size)
    step.lasting = tuple(effect for effect in step.lasting if not effect.discards_face_down)
    step.tell("shuffled", None, order or (), size)


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


def off_top(step: Step, count: int, named: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """As many of ``count`` cards as there are leave the top of the draw pile, the topmost first.

    ``named`` are what they are said to be, as for :func:`draw`.
    """
    taken: list[Card] = []
    pile = step.draw_pile
    for _ in range(count):
        if pile.below is None:
            break
        taken.append(pile.top)  # type: ignore[arg-type]
        pile = pile.below
    step.draw_pile = pile
    for place, said in enumerate(named[: len(taken)]):
        if taken[place] is UNKNOWN:
            taken[place] = said
    return tuple(taken)


def put_on_top(step: Step, *cards: Card) -> None:
    """Cards go on top of the draw pile, the last one topmost."""
    for card in cards:
        step.draw_pile = step.draw_pile.plus(card)


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
    _tell_grown(step, one, other)


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
    _tell_grown(step, *seats)


def reverse(step: Step) -> None:
    """The direction of play turns round."""
    step.direction = -step.direction
    step.tell("reversed", None, (), step.direction)


def resume_after(step: Step, seat: Seat) -> None:
    """Whatever lies above settles, then the turn passes on from ``seat``: the nearest turn marker is rewritten."""
    _rewrite_marker(step, PASS_TURNS[seat])


def resume_at(step: Step, seat: Seat) -> None:
    """Whatever lies above settles, then the seat has a turn: the nearest turn marker is rewritten."""
    _rewrite_marker(step, BeginTurn(seat))


#: Frames that say whose turn comes next.
_MARKERS = (PassTurn, BeginTurn)


def _rewrite_marker(step: Step, marker: Frame) -> None:
    frames = step.frames
    for at in range(len(frames) - 1, -1, -1):
        if isinstance(frames[at], _MARKERS):
            frames[at] = marker
            return
    raise AssertionError("a rule asked where play resumes, but no turn is under way")


def lose_turn(step: Step, seat: Seat) -> None:
    """The seat loses its turn: play resumes after it."""
    _rewrite_marker(step, PASS_TURNS[seat])
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
    heard = step.tables.heard.get(type(moment))
    if heard is not None:
        for effect in reversed(step.lasting):
            if type(effect) in heard:
                heard[type(effect)](step, effect, moment)


def discard_aside(step: Step) -> None:
    """Nothing owed goes on: cards that a frame kept aside go under the discards."""
    put_under_discards(step, tuple(card for frame in step.frames for card in frame.aside))


def end_round(step: Step, winners: tuple[Seat, ...]) -> None:
    """The round is over."""
    discard_aside(step)
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
