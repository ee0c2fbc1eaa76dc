"""The two duels: guessing a color, comparing numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Discard, Flip, Name, Pick, Play
from unoref.cards import FACES, UNKNOWN, Card, Color
from unoref.checks import answer, bar
from unoref.frames import Chance, Frame, Turn
from unoref.rules.drawing import contradicts_pile
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.unseen import pick_unseen, possible_cards, possible_in_hand
from unoref.variants.extended.disarm import is_number, not_held
from unoref.variants.extended.guise import INFINITY
from unoref.variants.extended.judging import whose_turn
from unoref.variants.extended.swaps import may_come_from
from unoref.variants.extended.taking import loosen, stay_in
from unoref.variants.extended.waiting import Taking, interrupts, taking
from unoref.verbs import discard, kept, put_under_discards, put_under_pile, shuffled_when_empty, turn_aside

__all__ = ["ChooseColors", "DuelDiscard", "FlipColor", "FlipPoints", "module", "targeted", "PickDiscards", "DuelLoss"]

COLOR_DUEL = FACES["color-duel"]
POINTS_DUEL = FACES["points-duel"]

#: What the winner may discard, and what the loser draws.
GIVEN_UP = 2
DRAWN = 4
#: How many colors are chosen, two by each.
CHOSEN = 4
#: The number an infinity counts as where it is a number card.
INFINITE = 9


@frozen
class ChooseColors(Frame):
    """``seat`` names a color of the duel of ``user`` and ``opponent``; ``chosen`` alternate, the user's first."""

    user: Seat
    opponent: Seat
    chosen: tuple[Color, ...] = ()


@frozen
class FlipColor(Chance):
    """The table turns up a card of the pile: whoever chose its color wins."""

    user: Seat
    opponent: Seat
    chosen: tuple[Color, ...]


@frozen
class FlipPoints(Chance):
    """The table turns up cards until a number shows, for the user, then for the opponent; ``first`` is the user's number."""

    user: Seat
    opponent: Seat
    first: int | None = None


@frozen
class DuelLoss(Taking):
    """``seat`` has lost the duel and draws."""


@frozen
class DuelDiscard(Frame):
    """``seat`` has won the duel and discards two cards; then ``loser`` draws four."""

    loser: Seat


# ------------------------------------------------------------------------------------------------------------ challenged


def targeted(state: State, seat: Seat, play: Play) -> Iterator[Play]:
    """The play, once for each other player still in the round."""
    for target in turn_order(state, seat):
        if target != seat:
            yield evolve(play, target=target)


@bar("duel.opponent", faces=(COLOR_DUEL, POINTS_DUEL))
def no_opponent(state: State, frame: Turn, action: Play) -> bool:
    """A duel is fought with another player who is still in the round."""
    return action.target is None or action.target == action.actor or action.target in state.finished


@rule("duel.color")
def color_duel(step: Step, action: Play, before: InForce) -> None:
    """The duellists choose colors in turn, the user first."""
    assert action.target is not None
    step.tell("dueled", action.actor, (), None, None, action.target)
    step.push(ChooseColors(action.actor, action.actor, action.target))


@rule("duel.points")
def points_duel(step: Step, action: Play, before: InForce) -> None:
    """Each turns up a number."""
    assert action.target is not None
    step.tell("dueled", action.actor, (), None, None, action.target)
    _await(step, FlipPoints(action.actor, action.target))


@bar("duel.color-taken")
def taken(state: State, frame: ChooseColors, action: Name) -> bool:
    """No color is chosen twice."""
    return action.color in frame.chosen


@rule("duel.color")
def choose(step: Step, frame: ChooseColors, action: Name) -> None:
    """Choose a color; after four of them a card is turned up."""
    step.pop()
    step.tell("color-chosen", frame.seat, (), None, action.color)
    chosen = (*frame.chosen, action.color)
    if len(chosen) < CHOSEN:
        other = frame.opponent if frame.seat == frame.user else frame.user
        step.push(ChooseColors(other, frame.user, frame.opponent, chosen))
    else:
        _await(step, FlipColor(frame.user, frame.opponent, chosen))


def colors_open(state: State, frame: ChooseColors) -> Iterator[Name]:
    """Every color not chosen yet, black too."""
    for color in Color:
        if color not in frame.chosen:
            yield Name(frame.seat, color)


# ---------------------------------------------------------------------------------------------------------------- flips


def _await(step: Step, frame: FlipColor | FlipPoints) -> None:
    """The next flip, after a shuffle if need be; void if the pile is used up and no discard could decide."""
    if step.draw_pile:
        step.push(frame)
    elif shuffled_when_empty(step) and (isinstance(frame, FlipColor) or number_discarded(step)):
        step.push(frame, step.tables.settings["reshuffle.frame"])
    else:
        void(step, frame)


def number_discarded(step: Step) -> bool:
    """Whether a number card lies, or may lie, among the discards that would be shuffled, which everybody has seen."""
    cards = step.discard.leaving(*kept(step))
    if any(card is not UNKNOWN and is_number(step, card) for card in cards):
        return True
    return UNKNOWN in cards and any(is_number(step, card) for card in possible_cards(step))


@bar("duel.not-the-top")
def not_the_top(state: State, frame: FlipColor | FlipPoints, action: Flip) -> bool:
    """Another card than the next of the pile."""
    return action.card is UNKNOWN or not state.draw_pile or contradicts_pile(state, (action.card,))


@rule("duel.color")
def flip_color(step: Step, frame: FlipColor, action: Flip) -> None:
    """Whoever chose the color wins; the color nobody chose makes both losers."""
    step.pop()
    turn_aside(step, action.card)
    _put_away(step, (action.card,))
    color = action.card.color
    if color in frame.chosen:
        decide(step, frame.user, frame.opponent, frame.chosen.index(color) % 2 == 0)
    else:
        both_lose(step, frame.user, frame.opponent)


@rule("duel.points")
def flip_points(step: Step, frame: FlipPoints, action: Flip) -> None:
    """A number counts, other cards are replaced; the higher number wins, equal ones make both losers."""
    step.pop()
    turn_aside(step, action.card)
    _put_away(step, (action.card,))
    if not is_number(step, action.card):
        _await(step, frame)
        return
    number = _points(action.card)
    if frame.first is None:
        _await(step, evolve(frame, first=number))
    elif frame.first == number:
        both_lose(step, frame.user, frame.opponent)
    else:
        decide(step, frame.user, frame.opponent, frame.first > number)


def _points(card: Card) -> int:
    return INFINITE if card.face is INFINITY else card.face.number or 0


def _put_away(step: Step, cards: tuple[Card, ...]) -> None:
    step.tables.settings["duel.put-away"](step, cards)


@rule("duel.flipped")
def under_discards(step: Step, cards: tuple[Card, ...]) -> None:
    """What was turned up goes under the discards."""
    put_under_discards(step, cards)


@rule("duel.flipped")
def under_pile(step: Step, cards: tuple[Card, ...]) -> None:
    """What was turned up goes under the draw pile."""
    put_under_pile(step, cards)


@rule("duel.void")
def void(step: Step, frame: FlipColor | FlipPoints) -> None:
    """No card is left to decide the duel: it is void."""
    if step.tables.settings["duel.undecided-draw"]:
        both_lose(step, frame.user, frame.opponent)
    else:
        step.tell("duel-void")


# --------------------------------------------------------------------------------------------------------------- outcome


@rule("duel")
def decide(step: Step, user: Seat, opponent: Seat, user_wins: bool) -> None:
    """The winner discards two cards, then the loser draws four."""
    winner, loser = (user, opponent) if user_wins else (opponent, user)
    step.tell("duel-won", winner, (), None, None, loser)
    step.push(DuelLoss(loser, DRAWN))
    if step.hands[winner]:
        step.push((PickDiscards if step.tables.settings["duel.random"] else DuelDiscard)(winner, loser))


@rule("duel")
def both_lose(step: Step, user: Seat, opponent: Seat) -> None:
    """A draw: both draw four, the user first."""
    step.tell("duel-drawn", user, (), None, None, opponent)
    step.push(DuelLoss(opponent, DRAWN), DuelLoss(user, DRAWN))


@frozen
class PickDiscards(Chance):
    """The table picks the cards that ``winner`` discards; then ``loser`` draws four."""

    winner: Seat
    loser: Seat


@rule("duel.random-discards")
def discard_at_random(step: Step, frame: PickDiscards, action: Pick) -> None:
    """The winner discards what the table picked."""
    put_down(step, frame.winner, action.cards)


def put_down(step: Step, winner: Seat, cards: tuple[Card, ...]) -> None:
    """The winner discards, under the point of the rule at work; a hand emptied in another's turn may stay in."""
    step.pop()
    discard(step, winner, cards)
    loosen(step)
    if winner != whose_turn(step):
        stay_in(step, winner)


@bar("duel.other-discards")
def not_to_be_picked(state: State, frame: PickDiscards, action: Pick) -> bool:
    """Another number of cards, or cards that cannot be in that hand."""
    if action.source != frame.winner or action.target is not None:
        return True
    size = min(GIVEN_UP, len(state.hands[frame.winner]))
    return len(action.cards) != size or not may_come_from(state, frame.winner, action.cards)


def picks_open(state: State, frame: PickDiscards) -> Iterator[Pick]:
    """Every choice of two cards of the winner's hand."""
    hand = state.hands[frame.winner]
    for cards in dict.fromkeys(combinations(hand, min(GIVEN_UP, len(hand)))):
        yield Pick(cards, frame.winner)


def pick_discards(state: State, frame: PickDiscards, rng: Random) -> Pick:
    """Any two cards, each as likely as the next."""
    hand = state.hands[frame.winner]
    return Pick(tuple(rng.sample(hand, min(GIVEN_UP, len(hand)))), frame.winner)


@bar("duel.discards")
def other_number(state: State, frame: DuelDiscard, action: Discard) -> bool:
    """Two cards, or all of a smaller hand."""
    return len(action.cards) != min(GIVEN_UP, len(state.hands[frame.seat]))


@rule("duel")
def give_up(step: Step, frame: DuelDiscard, action: Discard) -> None:
    """The winner discards."""
    put_down(step, frame.seat, action.cards)


def discards_open(state: State, frame: DuelDiscard) -> Iterator[Discard]:
    """Every choice of two cards of the hand."""
    hand = state.hands[frame.seat]
    size = min(GIVEN_UP, len(hand))
    cards = [card for card in hand if card is not UNKNOWN]
    if UNKNOWN in hand:
        cards += [card for card in possible_in_hand(state, frame.seat) for _ in range(min(size, hand.count(UNKNOWN)))]
        cards.sort(key=lambda card: card.index)
    for chosen in dict.fromkeys(combinations(cards, size)):
        yield Discard(frame.seat, chosen)


def flips_open(state: State, frame: FlipColor | FlipPoints) -> Iterator[Flip]:
    """The top card, or every card an unknown one may be."""
    top = state.draw_pile.top
    if top is UNKNOWN:
        yield from (Flip(card) for card in possible_cards(state))
    elif top is not None:
        yield Flip(top)


def flip_at_random(state: State, frame: FlipColor | FlipPoints, rng: Random) -> Flip:
    """The top card, or one it may be."""
    top = state.draw_pile.top
    return Flip(pick_unseen(state, rng) if top is UNKNOWN or top is None else top)


def _choosing_sound(state: State, frame: ChooseColors, at: int) -> str:
    chosen = frame.chosen
    owner = frame.user if len(chosen) % 2 == 0 else frame.opponent
    if len(chosen) >= CHOSEN or len(set(chosen)) < len(chosen) or frame.seat != owner:
        return "the duellists choose two different colors each, in turn"
    return interrupts(state, at, frame.user, frame.opponent)


def _flip_color_sound(state: State, frame: FlipColor, at: int) -> str:
    if len(set(frame.chosen)) != CHOSEN or len(frame.chosen) != CHOSEN:
        return "four different colors have been chosen"
    return interrupts(state, at, frame.user, frame.opponent)


def _flip_points_sound(state: State, frame: FlipPoints, at: int) -> str:
    if frame.first is not None and not 0 <= frame.first <= INFINITE:
        return "a number is 0 to 9"
    return interrupts(state, at, frame.user, frame.opponent)


def _discarding_sound(state: State, frame: DuelDiscard, at: int) -> str:
    below = state.frames[at - 1]
    if not isinstance(below, DuelLoss) or below.seat != frame.loser:
        return "the loser draws after it"
    return "" if state.hands[frame.seat] else "there is nothing to discard"


def _picking_sound(state: State, frame: PickDiscards, at: int) -> str:
    below = state.frames[at - 1]
    if not isinstance(below, DuelLoss) or below.seat != frame.loser:
        return "the loser draws after it"
    return "" if state.hands[frame.winner] else "there is nothing to discard"


def module(options: Mapping[str, Any]) -> Module:
    """Both duels."""
    at_random = options["duel-discards"] == "random"
    return Module(
        name="duel",
        answers=(
            answer(ChooseColors, Name, choose, colors_open, taken, reserved="duel.other-duellist"),
            answer(FlipColor, Flip, flip_color, flips_open, not_the_top, at_random=flip_at_random),
            answer(FlipPoints, Flip, flip_points, flips_open, not_the_top, at_random=flip_at_random),
            *(
                (answer(PickDiscards, Pick, discard_at_random, picks_open, not_to_be_picked, at_random=pick_discards),)
                if at_random
                else (answer(DuelDiscard, Discard, give_up, discards_open, not_held, other_number),)
            ),
        ),
        checks=((Turn, Play, no_opponent),),
        autos={DuelLoss: taking("duel.loser-draws")},
        effects={COLOR_DUEL: color_duel, POINTS_DUEL: points_duel},
        settings={
            "duel.put-away": under_discards if options["duel-flips"] == "discard" else under_pile,
            "duel.random": at_random,
            "duel.undecided-draw": options["duel-no-number"] == "draw",
            **({("function", COLOR_DUEL): POINTS_DUEL} if options["duel-one-function"] else {}),
            ("loose", COLOR_DUEL): True,
            ("loose", POINTS_DUEL): True,
            ("form", COLOR_DUEL): targeted,
            ("form", POINTS_DUEL): targeted,
            ("takes", COLOR_DUEL): frozenset({"on"}),
            ("takes", POINTS_DUEL): frozenset({"on"}),
            "reshuffle.for": (FlipColor, FlipPoints),
        },
        sound={
            ChooseColors: _choosing_sound,
            FlipColor: _flip_color_sound,
            FlipPoints: _flip_points_sound,
            DuelDiscard: _discarding_sound,
            PickDiscards: _picking_sound,
        },
        uses=(decide, both_lose, void),
    )
