"""Hands, pile and field rearranged: cards exchanged with the pile, given, gathered, dealt out again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Literal

from attrs import evolve, frozen

from unoref.actions import Choose, Shuffle
from unoref.cards import UNKNOWN, Card, hand, with_card, without_card
from unoref.checks import answer, bar
from unoref.frames import Chance, Frame
from unoref.lasting import Lasting, TurnBegins
from unoref.rules.reshuffle import at_random, bare_shuffle, other_cards
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import can_hold, copies_unseen, possible_cards, possible_in_hand
from unoref.variants.touhouno.casting import Casting, Part, neither_yes_nor_no, skip_rest, yes_or_no
from unoref.variants.touhouno.colors import forget_color
from unoref.variants.touhouno.draws import order_draws, reduced, take
from unoref.variants.touhouno.lasting import UntilStart
from unoref.variants.touhouno.marks import (
    came_in,
    covered_up,
    left_hand,
    open_cards,
    opened,
    show_card,
    turn_over,
    whole_hand_open,
)
from unoref.variants.touhouno.seating import Selector, find_fewest
from unoref.verbs import join_hand, last, leave_hand, lift, off_top, put_under, set_hand, take_from_discard

__all__ = [
    "ChooseGift",
    "ChooseOut",
    "DealOut",
    "DiscardOpen",
    "KeepOne",
    "MayLook",
    "Peek",
    "PutUnder",
    "ReturnCards",
    "ShuffleUnder",
    "TakeFromTop",
    "draw_and_give",
    "draw_and_put_under",
    "exchange_with_top",
    "field_to_hands",
    "gather_and_deal",
    "may_discard",
    "module",
    "peek_next_turn",
    "recall_hands",
]


@frozen
class PutUnder(Frame):
    """``seat`` puts a card of its hand under the draw pile, under the point ``cause``."""

    cause: str


@frozen
class ChooseGift(Frame):
    """``seat`` gives a card of its hand to ``to``, where it lies open till the next turn of ``seat``."""

    to: Seat
    cause: str


@frozen
class DiscardOpen(Frame):
    """``seat`` may put one open card of the hand of ``of`` under the draw pile."""

    of: Seat
    cause: str


@frozen
class MayDiscard(UntilStart):
    """``seat`` has not yet used its right to put an open card of the hand of ``of`` under the draw pile."""

    of: Seat
    cause: str


@frozen
class ReturnCards(Frame):
    """``seat`` chooses the cards that go under the draw pile: ``left`` more of its hand and of the ``fresh`` ones.

    ``fresh`` cards lie aside where the hand lies open, and belong to the hand otherwise. ``back`` are those chosen.
    """

    left: int
    cause: str
    fresh: tuple[Card, ...] = ()
    back: tuple[Card, ...] = ()

    @property
    def aside(self) -> tuple[Card, ...]:
        return (*self.fresh, *self.back)

    def seen_by(self, seat: Seat) -> Frame:
        if seat == self.seat:
            return self
        return evolve(self, fresh=(UNKNOWN,) * len(self.fresh), back=(UNKNOWN,) * len(self.back))


@frozen
class MayLook(Frame):
    """``seat`` says whether it looks at the top ``most`` cards of the draw pile and exchanges its hand for one of them."""

    most: int
    cause: str


@frozen
class TakeFromTop(Frame):
    """``seat`` takes one of ``cards``, which lie aside, and puts the card of its hand among the others."""

    cards: tuple[Card, ...]
    cause: str

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.seat else evolve(self, cards=(UNKNOWN,) * len(self.cards))


@frozen
class Peek(Lasting):
    """``seat`` may look at the top ``most`` cards at the beginning of its next turn, if it has one card then."""

    seat: Seat
    most: int
    cause: str


@frozen
class ShuffleUnder(Chance):
    """The table shuffles ``cards``, which lie aside, and puts them under the draw pile. ``by``: who knows them."""

    cards: tuple[Card, ...]
    cause: str
    by: tuple[Seat, ...] = ()

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat in self.by else evolve(self, cards=(UNKNOWN,) * len(self.cards))


@frozen
class KeepOne(Frame):
    """``seat`` has gathered all hands, ``cards``, and keeps one card of them; ``sizes``: how many each seat held."""

    cards: tuple[Card, ...]
    sizes: tuple[int, ...]
    cause: str
    marked: tuple[Card, ...] = ()

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.seat else evolve(self, cards=(UNKNOWN,) * len(self.cards))


@frozen
class DealOut(Chance):
    """The table shuffles ``cards``, which ``dealer`` has looked through, and deals them, each to the next seat of ``to``."""

    cards: tuple[Card, ...]
    to: tuple[Seat, ...]
    dealer: Seat
    cause: str
    marked: tuple[Card, ...] = ()

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.dealer else evolve(self, cards=(UNKNOWN,) * len(self.cards))


@frozen
class ChooseOut(Frame):
    """``seat`` says which of two field cards, ``upper`` or ``lower``, goes to the first of ``to``; the other to the second."""

    upper: Card
    lower: Card
    to: tuple[Seat, ...]
    cause: str

    @property
    def aside(self) -> tuple[Card, ...]:
        return (self.upper, self.lower)


# --- a card of the hand goes elsewhere ------------------------------------------------------------------------------------


def _part_with(step: Step, seat: Seat, card: Card) -> tuple[tuple[Seat, ...], bool]:
    """A card leaves a hand; how long it would have lain open."""
    leave_hand(step, seat, card)
    mark = left_hand(step, seat, card)
    return ((), False) if mark is None else (mark.until, mark.forever)


def draw_and_put_under(without_draw: bool) -> tuple[Part, ...]:
    """The parts that let the caster draw a card and put one of its hand under the draw pile.

    ``without_draw``: also where no card could be drawn.
    """

    def put_one(step: Step, cast: Casting) -> None:
        step.push(PutUnder(cast.seat, step.point))

    return (_draw_one(without_draw), put_one)


def draw_and_give(without_draw: bool) -> tuple[Part, ...]:
    """The parts that let the caster draw a card and give one of its hand to the player with the fewest cards."""

    def give_one(step: Step, cast: Casting) -> None:
        for seat in cast.seats[:1]:
            step.push(ChooseGift(cast.seat, seat, step.point))

    return (_draw_one(without_draw), find_fewest, give_one)


def _draw_one(or_go_on: bool) -> Part:
    """The part that lets the caster draw one card; where none is drawn the rest falls away, unless ``or_go_on``."""

    def part(step: Step, cast: Casting) -> None:
        count = reduced(step, cast.seat, 1)
        if not count:
            step.tell("draws-nothing", cast.seat)
        drawn = bool(count and take(step, cast.seat, count))
        if not (drawn or or_go_on) or not step.hands[cast.seat]:
            skip_rest(step)

    return part


@rule("hands.put-under")
def put_card_under(step: Step, frame: PutUnder, action: Choose) -> None:
    """The chosen card goes under the draw pile."""
    step.pop()
    step.point = frame.cause
    assert isinstance(action.choice, Card)
    _part_with(step, frame.seat, action.choice)
    put_under(step, (action.choice,))
    step.tell("put-under", frame.seat, (), 1)


@rule("hands.give")
def give_card(step: Step, frame: ChooseGift, action: Choose) -> None:
    """The chosen card changes hands and lies open."""
    step.pop()
    step.point = frame.cause
    assert isinstance(action.choice, Card)
    until, forever = _part_with(step, frame.seat, action.choice)
    join_hand(step, frame.to, action.choice)
    step.tell("given", frame.seat, (action.choice,), None, None, frame.to)
    if whole_hand_open(step, frame.to):
        came_in(step, frame.to, (action.choice,))
    show_card(step, frame.to, action.choice, tuple(dict.fromkeys((*until, frame.seat))), forever)


# --- an open card of another hand goes under the pile ---------------------------------------------------------------------


def may_discard(whom: Selector, any_time: bool) -> Part:
    """The part that lets the caster put an open card of a player under the pile; ``any_time``: also later, while it lasts."""

    def part(step: Step, cast: Casting) -> None:
        for seat in whom(step, cast):
            if any_time:
                last(step, MayDiscard(cast.seat, seat, step.point))
            step.push(DiscardOpen(cast.seat, seat, step.point))

    return part


@rule("hands.discard-open")
def discard_open(step: Step, frame: DiscardOpen, action: Choose) -> None:
    """The open card goes under the draw pile and its holder draws one; or nothing happens."""
    step.pop()
    step.point = frame.cause
    if not isinstance(action.choice, Card):
        step.tell("discard-declined", frame.seat, (), None, None, frame.of)
        return
    for effect in [effect for effect in step.lasting if isinstance(effect, MayDiscard)]:
        if effect.seat == frame.seat and effect.of == frame.of:
            step.lasting = tuple(kept for kept in step.lasting if kept is not effect)
    _part_with(step, frame.of, action.choice)
    put_under(step, (action.choice,))
    step.tell("discarded-under", frame.of, (action.choice,))
    order_draws(step, [(frame.of, 1)])


def offer_discard(step: Step) -> None:
    """A turn starts: whoever may still put an open card under the pile is asked."""
    for effect in [effect for effect in step.lasting if isinstance(effect, MayDiscard)]:
        if open_cards(step, effect.of):
            step.push(DiscardOpen(effect.seat, effect.of, effect.cause))


# --- exchanged with the top of the pile -----------------------------------------------------------------------------------


def exchange_with_top(count: int) -> Part:
    """The part that lets the caster draw so many cards and put as many of the hand, or of these, under the pile."""

    def part(step: Step, cast: Casting) -> None:
        seat = cast.seat
        number = reduced(step, seat, count)
        cards = off_top(step, number)
        if not cards:
            step.tell("draws-nothing", seat)
            return
        step.tell("drew", seat, cards, len(cards))
        if whole_hand_open(step, seat):
            step.push(ReturnCards(seat, len(cards), step.point, hand(cards)))
        else:
            join_hand(step, seat, *cards)
            step.push(ReturnCards(seat, len(cards), step.point))

    return part


@rule("hands.return")
def return_card(step: Step, frame: ReturnCards, action: Choose) -> None:
    """One more card goes back; after the last one they are shuffled under the pile."""
    step.pop()
    step.point = frame.cause
    card, fresh = action.choice, frame.fresh
    assert isinstance(card, Card)
    if card in fresh or (UNKNOWN in fresh and not can_hold(step, frame.seat, (card,))):
        fresh = without_card(fresh, card)
    else:
        _part_with(step, frame.seat, card)
    back = with_card(frame.back, card)
    if frame.left > 1:
        step.push(evolve(frame, left=frame.left - 1, fresh=fresh, back=back))
        return
    step.push(ShuffleUnder(back, frame.cause, (frame.seat,)))
    if fresh:
        join_hand(step, frame.seat, *fresh)
        came_in(step, frame.seat, fresh)


def peek_next_turn(most: int) -> Part:
    """The part that lets the caster, at the beginning of its next turn, look at the top of the pile and exchange its one card."""

    def part(step: Step, cast: Casting) -> None:
        last(step, Peek(cast.seat, most, step.point))
        step.tell("waits", cast.seat, (cast.card,))

    return part


def offer_look(step: Step, effect: Peek, moment: TurnBegins) -> None:
    """The turn waited for has begun: with one card in hand the look is offered; it was for this turn only."""
    if effect.seat != moment.seat:
        return
    lift(step, effect)
    if len(step.hands[effect.seat]) == 1 and step.draw_pile:
        step.push(MayLook(effect.seat, effect.most, effect.cause))


@rule("hands.look")
def look_or_not(step: Step, frame: MayLook, action: Choose) -> None:
    """Look at the top of the pile, or leave it."""
    step.pop()
    step.point = frame.cause
    if action.choice == "yes":
        cards = off_top(step, frame.most)
        step.tell("looks", frame.seat, (), len(cards))
        step.push(TakeFromTop(frame.seat, hand(cards), frame.cause))
    else:
        step.tell("look-declined", frame.seat)


@rule("hands.take-from-top")
def take_from_top(step: Step, frame: TakeFromTop, action: Choose) -> None:
    """The chosen card is the hand now; the old card is shuffled under the pile with the others."""
    step.pop()
    step.point = frame.cause
    seat, rest = frame.seat, frame.cards
    if isinstance(action.choice, Card):
        rest = without_card(rest, action.choice)
        (old,) = step.hands[seat]
        _part_with(step, seat, old)
        join_hand(step, seat, action.choice)
        step.tell("exchanged", seat)
        step.push(ShuffleUnder(hand((*rest, old)), frame.cause, (seat,)))
        came_in(step, seat, (action.choice,))
    else:
        step.tell("look-declined", seat)
        step.push(ShuffleUnder(rest, frame.cause, (seat,)))


@rule("hands.shuffled-under")
def shuffle_under(step: Step, frame: ShuffleUnder, action: Shuffle) -> None:
    """The shuffled cards go under the draw pile."""
    step.pop()
    step.point = frame.cause
    put_under(step, action.cards or (UNKNOWN,) * len(frame.cards))
    step.tell("shuffled-under", None, (), len(frame.cards))


# --- all hands ------------------------------------------------------------------------------------------------------------


def gather_and_deal(former_sizes: bool, marks_follow: bool) -> Part:
    """The part that gathers all hands: the caster keeps one card, the others are dealt the rest.

    ``former_sizes``: first to those who held more; ``marks_follow``: a card that is open for ever stays so.
    """

    def part(step: Step, cast: Casting) -> None:
        sizes = tuple(len(cards) if former_sizes else 0 for cards in step.hands)
        cards = hand(chain.from_iterable(step.hands))
        marked: list[Card] = []
        for place in range(len(step.hands)):
            marks = covered_up(step, Seat(place))
            marked += [mark.card for mark in marks if mark.forever and marks_follow]
            set_hand(step, Seat(place), ())
        step.tell("hands-gathered", cast.seat, (), len(cards))
        step.push(KeepOne(cast.seat, cards, sizes, step.point, tuple(marked)))

    return part


@rule("hands.keep-one")
def keep_one(step: Step, frame: KeepOne, action: Choose) -> None:
    """The chosen card is the caster's hand; the table shuffles and deals the rest."""
    step.pop()
    step.point = frame.cause
    assert isinstance(action.choice, Card)
    rest = without_card(frame.cards, action.choice)
    to = _deal_order(turn_order(step, frame.seat)[:-1], frame.sizes, len(rest))
    step.push(DealOut(rest, to, frame.seat, frame.cause, frame.marked))
    join_hand(step, frame.seat, action.choice)
    step.tell("keeps-one", frame.seat)
    if action.choice in frame.marked:
        show_card(step, frame.seat, action.choice, (), True)
    came_in(step, frame.seat, (action.choice,))


def _deal_order(seats: Sequence[Seat], sizes: tuple[int, ...], count: int) -> tuple[Seat, ...]:
    """Who gets the first card, the second and so on: one each in turn, first to those who have fewer than before."""
    order: list[Seat] = []
    while len(order) < count:
        wanting = [seat for seat in seats if order.count(seat) < sizes[seat]] or list(seats)
        order += wanting[: count - len(order)]
    return tuple(order)


@rule("hands.deal-out")
def deal_out(step: Step, frame: DealOut, action: Shuffle) -> None:
    """Deal the shuffled cards out; in an open hand they lie open."""
    step.pop()
    step.point = frame.cause
    cards = action.cards or (UNKNOWN,) * len(frame.cards)
    dealt = {seat: tuple(card for card, to in zip(cards, frame.to, strict=True) if to == seat) for seat in frame.to}
    for seat, got in dealt.items():
        set_hand(step, seat, hand(got))
        step.tell("dealt", seat, (), len(got))
    for card in frame.marked:
        seat = next((seat for seat, got in dealt.items() if card in got), None)
        if seat is not None:
            show_card(step, seat, card, (), True)
    for seat, got in reversed(dealt.items()):
        came_in(step, seat, got)


def recall_hands(whom: Selector) -> Part:
    """The part that takes whole hands, shuffles them together and puts them under the draw pile."""

    def part(step: Step, cast: Casting) -> None:
        seats = tuple(whom(step, cast))
        cards = hand(chain.from_iterable(step.hands[seat] for seat in seats))
        for seat in seats:
            covered_up(step, seat)
            set_hand(step, seat, ())
        step.tell("hands-recalled", cast.seat, (), len(cards))
        if cards:
            step.push(ShuffleUnder(cards, step.point))

    return part


# --- the field ------------------------------------------------------------------------------------------------------------

Which = Literal["beneath", "bottom", "caster"]


def field_to_hands(which: Which) -> Part:
    """The part that deals two field cards, open: the upper to the fewest cards, the lower to the second fewest."""

    def part(step: Step, cast: Casting) -> None:
        to = (*cast.seats[:1], *cast.seconds[:1])
        under = len(step.discard) - cast.laid
        count = min(under, len(to))
        if count < 1:
            return
        if which == "caster" and count == 2:
            upper, lower = _off_field(step, cast.laid), _off_field(step, cast.laid)
            step.push(ChooseOut(cast.seat, upper, lower, to, step.point))
            return
        depth = cast.laid if which != "bottom" else len(step.discard) - min(2, under)
        cards = [_off_field(step, depth) for _ in range(count)]
        _deal_open(step, cast.seat, list(zip(to, cards, strict=False)))

    return part


def _off_field(step: Step, depth: int) -> Card:
    forget_color(step, len(step.discard) - depth)
    return take_from_discard(step, depth)


def _deal_open(step: Step, caster: Seat, cards: Iterable[tuple[Seat, Card]]) -> None:
    """Cards go to hands and lie open there till the caster's next turn."""
    given = list(cards)
    for seat, card in given:
        join_hand(step, seat, card)
        step.tell("dealt-open", seat, (card,))
    for seat, card in reversed(given):
        if whole_hand_open(step, seat):
            opened(step, seat, (card,))
        show_card(step, seat, card, (caster,))


@rule("hands.choose-out")
def choose_out(step: Step, frame: ChooseOut, action: Choose) -> None:
    """The caster has said who gets which of the two cards."""
    step.pop()
    step.point = frame.cause
    first = frame.upper if action.choice is frame.upper else frame.lower
    second = frame.lower if first is frame.upper else frame.upper
    _deal_open(step, frame.seat, zip(frame.to, (first, second), strict=False))


# --- what may be chosen ---------------------------------------------------------------------------------------------------


def _hidden_choices(seat: Seat, cards: Sequence[Card], pool: Sequence[Card]) -> list[Choose]:
    """A choice that only its maker sees: one of the cards, or one that nobody tells us."""
    return _choices(seat, (*cards, UNKNOWN) if UNKNOWN in pool else cards)


def _choices(seat: Seat, cards: Iterable[Card]) -> list[Choose]:
    return [Choose(seat, card) for card in dict.fromkeys(cards)]


def _of_hand(state: State, seat: Seat) -> list[Card]:
    """The cards of a hand, each once; what an unknown one may be included."""
    cards = [card for card in dict.fromkeys(state.hands[seat]) if card is not UNKNOWN]
    if UNKNOWN in state.hands[seat]:
        cards += [card for card in possible_in_hand(state, seat) if card not in cards]
    return cards


def _of_pool(state: State, pool: Sequence[Card]) -> list[Card]:
    """The cards of a pool, each once; what an unknown one may be included."""
    cards = [card for card in dict.fromkeys(pool) if card is not UNKNOWN]
    if UNKNOWN in pool:
        cards += [card for card in possible_cards(state) if card not in cards]
    return cards


def _pool_can_hold(state: State, pool: Sequence[Card], card: Card) -> bool:
    return card in pool or (UNKNOWN in pool and copies_unseen(state)[card] > 0)


@bar("choice.not-in-hand")
def not_of_hand(state: State, frame: PutUnder, action: Choose) -> bool:
    """The hand cannot hold the card; one that nobody tells us may be any unknown one."""
    choice = action.choice
    if choice is UNKNOWN:
        return UNKNOWN not in state.hands[frame.seat]
    return not isinstance(choice, Card) or not can_hold(state, frame.seat, (choice,))


@bar("choice.not-in-hand")
def not_to_give(state: State, frame: ChooseGift, action: Choose) -> bool:
    """The hand cannot hold the card, which everybody will see."""
    choice = action.choice
    return not isinstance(choice, Card) or choice is UNKNOWN or not can_hold(state, frame.seat, (choice,))


@bar("choice.not-among")
def not_looked_at(state: State, frame: TakeFromTop | KeepOne, action: Choose) -> bool:
    """The card is not among those to choose from."""
    return not isinstance(action.choice, Card) or not _pool_can_hold(state, frame.cards, action.choice)


@bar("choice.not-among")
def not_looked_at_or_no(state: State, frame: TakeFromTop, action: Choose) -> bool:
    """The card is not among those looked at, nor is the look left at that."""
    return action.choice != "no" and bool(not_looked_at.test(state, frame, action))


@bar("choice.not-open")
def not_open(state: State, frame: DiscardOpen, action: Choose) -> bool:
    """The card does not lie open in that hand, nor is the right left unused."""
    return action.choice != "no" and action.choice not in open_cards(state, frame.of)


@bar("choice.not-in-hand")
def not_returned(state: State, frame: ReturnCards, action: Choose) -> bool:
    """The card belongs neither to the hand nor to the cards drawn."""
    card = action.choice
    if card is UNKNOWN:
        return UNKNOWN not in (*state.hands[frame.seat], *frame.fresh)
    if not isinstance(card, Card):
        return True
    return not can_hold(state, frame.seat, (card,)) and not _pool_can_hold(state, frame.fresh, card)


@bar("choice.not-among")
def neither_card(state: State, frame: ChooseOut, action: Choose) -> bool:
    """The card is none of the two."""
    return action.choice is not frame.upper and action.choice is not frame.lower


def _hand_choices(state: State, frame: PutUnder) -> list[Choose]:
    return _hidden_choices(frame.seat, _of_hand(state, frame.seat), state.hands[frame.seat])


def _gift_choices(state: State, frame: ChooseGift) -> list[Choose]:
    return _choices(frame.seat, _of_hand(state, frame.seat))


def _pool_choices(state: State, frame: TakeFromTop | KeepOne) -> list[Choose]:
    return _hidden_choices(frame.seat, _of_pool(state, frame.cards), frame.cards)


def _pool_choices_or_no(state: State, frame: TakeFromTop) -> list[Choose]:
    return [*_pool_choices(state, frame), Choose(frame.seat, "no")]


def _open_choices(state: State, frame: DiscardOpen) -> list[Choose]:
    cards = (card for card in open_cards(state, frame.of) if card is not UNKNOWN)
    return [*_choices(frame.seat, cards), Choose(frame.seat, "no")]


def _return_choices(state: State, frame: ReturnCards) -> list[Choose]:
    cards = [*_of_hand(state, frame.seat), *_of_pool(state, frame.fresh)]
    return _hidden_choices(frame.seat, cards, (*state.hands[frame.seat], *frame.fresh))


def _two_choices(state: State, frame: ChooseOut) -> list[Choose]:
    return _choices(frame.seat, (frame.upper, frame.lower))


@bar("shuffle.other-cards")
def other_cards_than_these(state: State, frame: ShuffleUnder | DealOut, action: Shuffle) -> bool:
    """Other cards than those that lie aside."""
    return action.cards is not None and other_cards(action.cards, frame.cards)


def _shuffle_at_random(state: State, frame: ShuffleUnder | DealOut, rng: Random) -> Shuffle:
    return at_random(frame.cards, rng)


def _sound(state: State, frame: Frame, at: int) -> str:
    """What is wrong with a choice or shuffle that a record tells."""
    if getattr(frame, "cause", "") not in state.ruleset.tables.points:
        return "no rule asks for it"
    if isinstance(frame, PutUnder | ChooseGift) and not state.hands[frame.seat]:
        return f"{state.name(frame.seat)} has no card"
    if isinstance(frame, ChooseGift) and frame.to == frame.seat:
        return "a card is given to somebody else"
    if isinstance(frame, TakeFromTop) and len(state.hands[frame.seat]) != 1:
        return f"{state.name(frame.seat)} does not have exactly one card"
    if isinstance(frame, TakeFromTop | KeepOne | ShuffleUnder) and not frame.cards:
        return "there are no cards"
    if isinstance(frame, KeepOne) and (any(state.hands) or len(frame.sizes) != len(state.hands)):
        return "every hand is empty while the hands are gathered"
    if isinstance(frame, DealOut) and (len(frame.to) != len(frame.cards) or any(state.hands[seat] for seat in frame.to)):
        return "the cards are dealt to players whose hands were gathered"
    if isinstance(frame, ReturnCards):
        held = len(state.hands[frame.seat]) + len(frame.fresh)
        return "" if 1 <= frame.left <= held and len(frame.back) < 1000 else "there are too few cards to choose"
    if isinstance(frame, ChooseOut) and not 1 <= len(frame.to) <= 2:
        return "two cards are dealt to two players"
    return "" if not isinstance(frame, MayLook) or 1 <= frame.most <= 1000 else "nobody looks at so many cards"


def module(look_only: bool) -> Module:
    """The rearrangements; ``look_only``: whoever has looked at the top of the pile may leave it at that."""
    taking = (
        answer(TakeFromTop, Choose, take_from_top, _pool_choices_or_no, not_looked_at_or_no, covers=("choice.not-among",))
        if look_only
        else answer(TakeFromTop, Choose, take_from_top, _pool_choices, not_looked_at, covers=("choice.not-among",))
    )
    shuffles = {
        "covers": ("shuffle.other-cards",),
        "at_random": _shuffle_at_random,
    }
    in_hand = ("choice.not-in-hand",)
    return Module(
        name="hands",
        answers=(
            answer(PutUnder, Choose, put_card_under, _hand_choices, not_of_hand, covers=in_hand),
            answer(ChooseGift, Choose, give_card, _gift_choices, not_to_give, covers=in_hand),
            answer(DiscardOpen, Choose, discard_open, _open_choices, not_open, covers=("choice.not-open",)),
            answer(ReturnCards, Choose, return_card, _return_choices, not_returned, covers=in_hand),
            answer(MayLook, Choose, look_or_not, yes_or_no, neither_yes_nor_no, covers=("choice.yes-or-no",)),
            taking,
            answer(KeepOne, Choose, keep_one, _pool_choices, not_looked_at, covers=("choice.not-among",)),
            answer(ChooseOut, Choose, choose_out, _two_choices, neither_card, covers=("choice.not-among",)),
            answer(ShuffleUnder, Shuffle, shuffle_under, bare_shuffle, other_cards_than_these, **shuffles),
            answer(DealOut, Shuffle, deal_out, bare_shuffle, other_cards_than_these, **shuffles),
        ),
        listeners={(Peek, TurnBegins): offer_look},
        sound=dict.fromkeys(
            (
                *(PutUnder, ChooseGift, DiscardOpen, ReturnCards, MayLook, TakeFromTop, KeepOne, DealOut),
                *(ShuffleUnder, ChooseOut),
            ),
            _sound,
        ),
    )
