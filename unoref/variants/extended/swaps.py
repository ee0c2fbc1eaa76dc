"""God hand, clip and widow: cards that go from hand to hand, and the answer to that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Answer, Choose, Laying, Pick, Play, Recast, Refuse, Show
from unoref.cards import FACES, UNKNOWN, Card, Face, with_card, without_card
from unoref.checks import answer, bar, ground
from unoref.frames import Chance, Frame, Turn
from unoref.lasting import Seen
from unoref.piles import Pile
from unoref.rules.drawing import can_draw
from unoref.ruleset import Module
from unoref.seats import Seat, after, seats_in
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.unseen import can_hold, possible_in_hand
from unoref.variants.extended.disarm import refuse_open
from unoref.variants.extended.effects import replace
from unoref.variants.extended.judging import Judgement, moved
from unoref.variants.extended.knowing import exchange_knowingly, give_knowingly, looked_at
from unoref.variants.extended.matching import wrong_form
from unoref.variants.extended.memory import Remembered, UntilTurnEnds, forget
from unoref.variants.extended.playing import called, lay
from unoref.variants.extended.taking import allowance, loosen, stay_in, take
from unoref.variants.extended.waiting import interrupts
from unoref.verbs import discard, identify, show_to_be_held

__all__ = [
    "CLIP",
    "GOD_HAND",
    "WIDOW",
    "Answering",
    "LookAt",
    "TakeCards",
    "module",
    "GiveCards",
    "ShowCards",
    "HasRecast",
]

GOD_HAND = FACES["god-hand"]
CLIP = FACES["clip"]
WIDOW = FACES["widow"]

TAKEN = 2
LOOKED_AT = 2


@frozen
class Answering(Frame):
    """A clip or god hand (``face``) of ``by`` is aimed at ``seat``, who may answer with a widow."""

    by: Seat
    face: Face


@frozen
class TakeCards(Chance):
    """The table picks ``count`` cards at random from the hand of ``source`` for ``taker``."""

    taker: Seat
    source: Seat
    count: int


@frozen
class LookAt(Chance):
    """The table shows ``by`` up to ``count`` cards of the hand of ``of``."""

    by: Seat
    of: Seat
    count: int


@frozen
class GiveCards(Frame):
    """At such a table ``seat`` chooses the ``count`` cards that a clip takes from it, for ``taker``."""

    taker: Seat
    count: int


@frozen
class ShowCards(Frame):
    """At such a table ``seat`` chooses the ``count`` cards more that ``by`` looks at."""

    by: Seat
    count: int


# ------------------------------------------------------------------------------------------------------------- the window


@rule("god-hand")
def aim_god_hand(step: Step, action: Play, before: InForce) -> None:
    """The next player may answer before hands are exchanged."""
    step.push(Answering(after(step, action.actor), action.actor, GOD_HAND))


@rule("clip")
def aim_clip(step: Step, action: Play, before: InForce) -> None:
    """The next player may answer before cards are taken."""
    step.push(Answering(after(step, action.actor), action.actor, CLIP))


@ground("widow.answer", faces=(WIDOW,))
def is_widow(state: State, frame: Answering, action: Answer) -> bool:
    """Only a widow answers."""
    return True


@bar("widow.only")
def not_a_widow(state: State, frame: Answering, action: Answer) -> bool:
    """Another card does not answer a clip or a god hand."""
    return True


@bar("widow.form")
def said_wrongly(state: State, frame: Answering, action: Answer) -> bool:
    """The widow answers by itself, with nothing said."""
    return len(action.cards) > 1 or wrong_form(action, frozenset())


@bar("widow.match", faces=(WIDOW,))
def other_color(state: State, frame: Answering, action: Answer) -> bool:
    """At such a table the widow must have the color of what it answers."""
    return action.card.color is not state.in_force.color


def widows_open(state: State, frame: Answering) -> Iterator[Answer]:
    """Every widow the hand holds or may hold."""
    hand = state.hands[frame.seat]
    cards = [card for card in dict.fromkeys(hand) if card.face is WIDOW]
    if UNKNOWN in hand:
        cards += [card for card in possible_in_hand(state, frame.seat) if card.face is WIDOW and card not in cards]
    yield from called(state, (Answer(frame.seat, (card,)) for card in cards))


@rule("widow.decline")
def decline(step: Step, frame: Answering, action: Refuse) -> None:
    """No answer: the effect takes place."""
    step.pop()
    step.tell("declined", frame.seat)
    (exchange if frame.face is GOD_HAND else clip)(step, frame.by, frame.seat)


# --------------------------------------------------------------------------------------------------------------- effects


@rule("god-hand.exchange")
def exchange(step: Step, user: Seat, other: Seat) -> None:
    """The two exchange their whole hands."""
    exchange_knowingly(step, user, other)
    loosen(step)
    if not step.hands[other] and step.tables.settings["god-hand.empty-draws"]:
        draw_for_empty(step, other)
    else:
        stay_in(step, other)


@rule("god-hand.empty")
def draw_for_empty(step: Step, seat: Seat) -> None:
    """Who is given an empty hand draws one at such a table."""
    take(step, seat, 1)


@rule("clip.take")
def clip(step: Step, user: Seat, source: Seat) -> None:
    """Two cards are taken unseen; all of them where there are no more."""
    size = len(step.hands[source])
    if size > TAKEN:
        by_target = step.tables.settings["clip.target-chooses"]
        step.push(GiveCards(source, user, TAKEN) if by_target else TakeCards(user, source, TAKEN))
    elif size:
        give(step, source, user, step.hands[source])


@rule("clip.take")
def picked(step: Step, frame: TakeCards, action: Pick) -> None:
    """The table has picked."""
    step.pop()
    give(step, frame.source, frame.taker, action.cards)


@rule("clip.take")
def give(step: Step, source: Seat, taker: Seat, cards: tuple[Card, ...]) -> None:
    """Cards go from one hand into another."""
    give_knowingly(step, source, taker, cards)
    step.tell("taken", source, cards, len(cards), None, taker)
    loosen(step)
    stay_in(step, source)


@bar("clip.other-cards")
def not_from_hand(state: State, frame: TakeCards, action: Pick) -> bool:
    """Another number of cards, or cards that cannot be in that hand."""
    if action.source != frame.source or action.target not in (None, frame.taker):
        return True
    return len(action.cards) != frame.count or not may_come_from(state, frame.source, action.cards)


def may_come_from(state: State, seat: Seat, cards: tuple[Card, ...]) -> bool:
    """Whether the hand may hold the known ones of these cards, and so many besides that nobody tells of."""
    known = [card for card in cards if card is not UNKNOWN]
    if known and not can_hold(state, seat, known):
        return False
    hand, told = Counter(state.hands[seat]), Counter(known)
    left = hand[UNKNOWN] - (told - hand).total()
    untold = len(cards) - len(known)
    return untold <= left + (looked_at(state, seat) - told).total()


def picks_open(state: State, frame: TakeCards) -> Iterator[Pick]:
    """Every choice of so many cards of the hand."""
    for cards in dict.fromkeys(combinations(state.hands[frame.source], frame.count)):
        yield Pick(cards, frame.source)


def pick_at_random(state: State, frame: TakeCards, rng: Random) -> Pick:
    """Any of the cards, each as likely as the next."""
    return Pick(tuple(rng.sample(state.hands[frame.source], frame.count)), frame.source)


# ------------------------------------------------------------------------------------------------------------ widow looks


@rule("widow.look")
def look(step: Step, action: Play, before: InForce) -> None:
    """Look at up to two cards of the next player, chosen unseen."""
    seen = after(step, action.actor)
    count = min(LOOKED_AT, len(step.hands[seen]))
    if count:
        by_opponent = step.tables.settings["look.opponent-chooses"]
        step.push(ShowCards(seen, action.actor, count) if by_opponent else LookAt(action.actor, seen, count))


@rule("widow.look")
def show(step: Step, frame: LookAt, action: Show) -> None:
    """Only the player of the widow sees the cards."""
    step.pop()
    show_to_be_held(step, frame.of, tuple(card for card in action.cards if card is not UNKNOWN))
    step.lasting = (*step.lasting, Seen(frame.by, frame.of, action.cards))
    step.tell("looked", frame.by, action.cards, len(action.cards), None, frame.of)


@bar("widow.other-cards")
def not_to_be_shown(state: State, frame: LookAt, action: Show) -> bool:
    """Shown to somebody else, too many cards, or cards that cannot be in that hand."""
    if action.target != frame.by or not 1 <= len(action.cards) <= frame.count:
        return True
    return not may_come_from(state, frame.of, action.cards)


def looks_open(state: State, frame: LookAt) -> Iterator[Show]:
    """Every choice of one or two cards of the hand."""
    for size in range(1, frame.count + 1):
        for cards in dict.fromkeys(combinations(state.hands[frame.of], size)):
            yield Show(frame.by, cards)


def show_at_random(state: State, frame: LookAt, rng: Random) -> Show:
    """As many cards as may be looked at, any of them."""
    return Show(frame.by, tuple(rng.sample(state.hands[frame.of], frame.count)))


# ----------------------------------------------------------------------------------------------- the other player chooses


@bar("choose.not-held")
def cannot_hold(state: State, frame: GiveCards | ShowCards, action: Choose) -> bool:
    """No card, or one that cannot be in the hand."""
    card = action.choice
    return not isinstance(card, Card) or card is UNKNOWN or not can_hold(state, frame.seat, (card,))


@rule("clip.target-chooses")
def give_chosen(step: Step, frame: GiveCards, action: Choose) -> None:
    """The player gives a card of choice."""
    assert isinstance(action.choice, Card)
    step.pop()
    give(step, frame.seat, frame.taker, (action.choice,))
    if frame.count > 1:
        step.push(GiveCards(frame.seat, frame.taker, frame.count - 1))


@rule("widow.opponent-chooses")
def show_chosen(step: Step, frame: ShowCards, action: Choose) -> None:
    """The player shows a card of choice."""
    card = action.choice
    assert isinstance(card, Card)
    step.pop()
    if card not in step.hands[frame.seat]:
        identify(step, frame.seat, card)
    step.lasting = (*step.lasting, Seen(frame.by, frame.seat, (card,)))
    step.tell("looked", frame.by, (card,), 1, None, frame.seat)
    if frame.count > 1:
        step.push(ShowCards(frame.seat, frame.by, frame.count - 1))


def choices_open(state: State, frame: GiveCards | ShowCards) -> Iterator[Choose]:
    """Every card the hand holds or may hold."""
    hand = state.hands[frame.seat]
    cards = [card for card in dict.fromkeys(hand) if card is not UNKNOWN]
    if UNKNOWN in hand:
        cards += [card for card in possible_in_hand(state, frame.seat) if card not in cards]
    for card in cards:
        yield Choose(frame.seat, card)


# ---------------------------------------------------------------------------------------------------------- two players


@bar("god-hand.two-players", faces=(GOD_HAND,))
def two_left(state: State, frame: Frame, action: Laying) -> bool:
    """With two players left a god hand is not played."""
    return len(seats_in(state)) == 2


@bar("recast.three")
def more_than_two(state: State, frame: Frame, action: Recast) -> bool:
    """With more than two players left there is no recasting."""
    return len(seats_in(state)) != 2


@bar("recast.god-hand")
def other_card(state: State, frame: Frame, action: Recast) -> bool:
    """Only a god hand is recast."""
    return action.card.face is not GOD_HAND


@bar("recast.not-held")
def not_held(state: State, frame: Frame, action: Recast) -> bool:
    """The hand cannot hold it."""
    return not can_hold(state, action.actor, (action.card,))


@bar("recast.no-draw")
def cannot_draw(state: State, frame: Frame, action: Recast) -> bool:
    """It is not a free discard: the card must be drawn."""
    return allowance(state, action.actor, 1) < 1 or not can_draw(state)


@bar("recast.own-turn")
def not_in_turn(state: State, frame: Frame, action: Recast) -> bool:
    """At such a table a god hand is recast in its owner's turn only."""
    return not isinstance(frame, Turn) or frame.seat != action.actor


@frozen
class HasRecast(UntilTurnEnds):
    """``seat`` has recast a god hand in the turn under way."""


@bar("recast.once")
def recast_already(state: State, frame: Frame, action: Recast) -> bool:
    """At such a table a god hand is recast once in a turn."""
    return HasRecast(action.actor) in state.lasting


@rule("recast")
def recast(step: Step, frame: Frame, action: Recast) -> None:
    """Discard a god hand and draw one card; nothing else changes."""
    if step.tables.settings["recast.once"]:
        step.lasting = (*step.lasting, HasRecast(action.actor))
    recast_before(step, action.actor, action.card)
    discard(step, action.actor, (action.card,))
    take(step, action.actor, 1)


def recast_before(step: Step, seat: Seat, card: Card) -> None:
    """A recast stays when a regret pill goes back beyond it: it is carried out in the position that was kept, too.

    Where that position has another pile, it is kept no longer.
    """
    for kept in step.lasting:
        if isinstance(kept, Remembered):
            top = kept.draw_pile.top
            hand_then = kept.hands[seat]
            held = card in hand_then or UNKNOWN in hand_then
            if kept.draw_pile != step.draw_pile or top is None or kept.draw_pile.below is None or not held:
                forget(step)
                return
            hands = list(kept.hands)
            hands[seat] = with_card(without_card(hand_then, card), top)
            discarded = Pile.of((card, *tuple(kept.discard)[::-1]))
            lasting = tuple(
                effect
                for effect in kept.lasting
                if not (isinstance(effect, Seen) and effect.of == seat and card in effect.cards)
            )
            below = kept.draw_pile.below
            replace(step, kept, evolve(kept, hands=tuple(hands), draw_pile=below, discard=discarded, lasting=lasting))


def recasts_open(state: State, frame: Frame) -> Iterator[Recast]:
    """Every god hand of the two players left."""
    seats = seats_in(state)
    if len(seats) != 2 or isinstance(frame, Chance):
        return
    for seat in seats:
        hand = state.hands[seat]
        cards = [card for card in dict.fromkeys(hand) if card.face is GOD_HAND]
        if UNKNOWN in hand:
            cards += [card for card in possible_in_hand(state, seat) if card.face is GOD_HAND and card not in cards]
        for card in cards:
            yield Recast(seat, card)


@bar("recast.resolving")
def inside_resolution(state: State, frame: Frame, action: Recast) -> bool:
    """Nothing is recast while the table settles something."""
    return isinstance(frame, Chance)


def module(options: Mapping[str, Any]) -> Module:
    """God hand, clip, widow."""
    sets_last = options["widow-sets-last"]

    @rule("widow.answer")
    def answer_with_widow(step: Step, frame: Answering, action: Answer) -> None:
        """The effect aimed at the player is void."""
        moved(step)
        step.pop()
        force = step.in_force
        lay(step, action)
        if not sets_last:
            step.in_force = force
        step.tell("voided", frame.seat, (), None, None, frame.by)

    recast_bars = [more_than_two, other_card, not_held, cannot_draw, inside_resolution]
    if options["recast"] == "own-turn":
        recast_bars.append(not_in_turn)
    if options["recast"] == "once-a-turn":
        recast_bars.append(recast_already)
    giving, showing = options["clip-pick"] == "target", options["widow-look"] == "opponent"
    return Module(
        name="swaps",
        answers=(
            answer(
                Answering,
                Answer,
                answer_with_widow,
                widows_open,
                is_widow,
                said_wrongly,
                *((other_color,) if options["widow-match"] == "color" else ()),
                otherwise=(not_a_widow,),
                reserved="widow.nothing",
            ),
            answer(Answering, Refuse, decline, refuse_open),
            answer(GiveCards, Choose, give_chosen, choices_open, cannot_hold)
            if giving
            else answer(TakeCards, Pick, picked, picks_open, not_from_hand, at_random=pick_at_random),
            answer(ShowCards, Choose, show_chosen, choices_open, cannot_hold)
            if showing
            else answer(LookAt, Show, show, looks_open, not_to_be_shown, at_random=show_at_random),
            answer(Frame, Recast, recast, recasts_open, *recast_bars, who="anyone"),
        ),
        checks=((Frame, Laying, two_left),),
        effects={GOD_HAND: aim_god_hand, CLIP: aim_clip, WIDOW: look},
        settings={
            **({} if options["pill-vs-god-hand"] else {("regret.exempt", GOD_HAND): "regret.god-hand"}),
            "clip.target-chooses": giving,
            "look.opponent-chooses": showing,
            "recast.once": options["recast"] == "once-a-turn",
            "god-hand.empty-draws": options["god-hand-empty"] == "draws-one",
            "emptied.goes-out": options["emptied-by-others-goes-out"],
        },
        refusals={
            (Answering, Play): "widow.only",
            **{(frame, Answer): "widow.nothing" for frame in (Frame, Judgement)},
        },
        sound={
            Answering: _answering_sound,
            TakeCards: _take_sound,
            LookAt: _look_sound,
            GiveCards: _give_sound,
            ShowCards: _show_sound,
        },
        uses=(exchange, draw_for_empty, clip, give),
    )


def _answering_sound(state: State, frame: Answering, at: int) -> str:
    if frame.face not in (CLIP, GOD_HAND):
        return "a clip or a god hand is answered"
    return interrupts(state, at, frame.seat, frame.by)


def _take_sound(state: State, frame: TakeCards, at: int) -> str:
    return _count_sound(state, frame.source, frame.count, TAKEN, "taken") or interrupts(
        state, at, frame.taker, frame.source
    )


def _look_sound(state: State, frame: LookAt, at: int) -> str:
    return _count_sound(state, frame.of, frame.count, LOOKED_AT, "looked at") or interrupts(
        state, at, frame.by, frame.of
    )


def _give_sound(state: State, frame: GiveCards, at: int) -> str:
    return _count_sound(state, frame.seat, frame.count, TAKEN, "taken") or interrupts(
        state, at, frame.taker, frame.seat
    )


def _show_sound(state: State, frame: ShowCards, at: int) -> str:
    return _count_sound(state, frame.seat, frame.count, LOOKED_AT, "looked at") or interrupts(
        state, at, frame.by, frame.seat
    )


def _count_sound(state: State, of: Seat, count: int, most: int, done: str) -> str:
    """What is wrong with a number of cards of a hand."""
    return "" if 0 < count <= min(most, len(state.hands[of])) else f"so many cards cannot be {done}"
