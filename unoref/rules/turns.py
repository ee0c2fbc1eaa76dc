"""The turn: one card played, or one card drawn; then the next seat in the direction of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

from unoref.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Deal,
    Find,
    Flip,
    JumpIn,
    Laying,
    Pass,
    Play,
    Shuffle,
    TableAction,
)
from unoref.cards import BASE_COLORS, CARDS, NAMING, UNKNOWN, Card, Color
from unoref.checks import Check, answer, bar, ground
from unoref.frames import PASS_TURNS, TURNS, BeginTurn, Drawn, Draws, Frame, Over, PassTurn, Turn
from unoref.lasting import TurnBegins, turn_kept, turn_taken
from unoref.ruleset import Module, Tables
from unoref.seats import MOST_SEATS, Seat, after
from unoref.state import InForce, State
from unoref.step import Rule, Step, rule
from unoref.unseen import can_hold, copies_unseen, possible_cards, possible_in_hand
from unoref.verbs import announce, go_on_drawing, identify, lay, lay_several

__all__ = [
    "bare_plays",
    "call_is_choice",
    "carry_out",
    "color_missing",
    "lay_in_turn",
    "lay_out",
    "module",
    "one_card",
    "out_of_turn",
    "play_card",
    "plays_open",
    "take_effect",
]


@bar("play.not-in-hand")
def not_in_hand(state: State, frame: Frame, action: Laying) -> bool:
    """The hand cannot hold what is played."""
    card = action.cards[0]
    if len(action.cards) == 1 and card is not UNKNOWN and card in state.hands[action.actor]:
        return False
    return not can_hold(state, action.actor, action.cards)


@bar("play.one-card")
def one_card(state: State, frame: Frame, action: Laying) -> bool:
    """More than one card at a time."""
    return len(action.cards) > 1


@bar("wild.no-color")
def color_missing(state: State, frame: Frame, action: Laying) -> bool:
    """A card with which a color is named needs exactly one of the four; other cards take none."""
    if action.cards[-1].face in NAMING:
        return len(action.colors) != 1 or action.colors[0] is Color.BLACK
    return bool(action.colors)


@bar("play.form")
def said_too_much(state: State, frame: Frame, action: Laying) -> bool:
    """Something is said with the card that no rule in force gives a meaning: a number, a player, cards given along."""
    if action.attaching or action.adding or action.keeping or action.topping or action.number is not None:
        return True
    if action.target is None:
        return False
    return (
        not 0 <= action.target < len(state.hands)
        or ("takes-target", action.card.face) not in state.ruleset.tables.settings
    )


@bar("jump-in.none")
def out_of_turn(state: State, frame: Frame, action: Play) -> bool:
    """A card played by a seat that does not have the turn."""
    return action.actor != frame.seat


def _drawn_by_choice(position: State | Step, frame: Drawn) -> bool:
    """Whether the seat need not have drawn, where that is another matter."""
    asks: Callable[[State | Step, Drawn], bool] | None = position.tables.settings.get("play.chosen-draw")
    return asks is not None and asks(position, frame)


@bar("draw.only-drawn")
def not_the_drawn_card(state: State, frame: Drawn, action: Laying) -> bool | None:
    """After a draw only the drawn card may be played; an unknown one may be the card played."""
    return False if _drawn_by_choice(state, frame) else _other_than_drawn(state, frame, action)


@bar("draw.only-drawn-declined")
def not_the_card_drawn_by_choice(state: State, frame: Drawn, action: Laying) -> bool | None:
    """As the other, for a seat that need not have drawn."""
    return _other_than_drawn(state, frame, action) if _drawn_by_choice(state, frame) else False


def _other_than_drawn(state: State, frame: Drawn, action: Laying) -> bool | None:
    card = action.card
    if action.actor != frame.seat:
        return False
    if frame.card is not UNKNOWN:
        return card is not frame.card
    if copies_unseen(state)[card] < 1:
        return True
    hand = state.hands[frame.seat]
    return None if card in hand or hand.count(UNKNOWN) > 1 else False


@ground("pass.drawn")
def has_drawn(state: State, frame: Drawn, action: Pass) -> bool:
    """A seat that has drawn may end its turn."""
    return True


def carry_out(step: Step, frame: Turn, action: Play) -> None:
    """Lay the card, settle the UNO call, carry the card's effect out; then the turn passes on."""
    before, frames, cards = step.in_force, step.frames, action.cards
    frames[-1] = PASS_TURNS[action.actor]
    lay_out(step, action)
    # most cards have no effect: then the call is spared
    if (len(cards) > 1 or cards[0].face in step.tables.effects) and type(frames[-1]) is not Over:
        take_effect(step, action, before)


play_card: Rule[[Turn, Play]] = rule("play.card")(carry_out)


@rule("play.drawn-card")
def play_drawn_card(step: Step, frame: Drawn, action: Play) -> None:
    """As ``play_card``, with the card just drawn."""
    chosen = _drawn_by_choice(step, frame)
    if frame.card is UNKNOWN:
        identify(step, action.actor, action.card)
    if chosen:
        play_chosen_draw(step, frame, action)
    else:
        carry_out(step, frame, action)


@rule("play.chosen-draw")
def play_chosen_draw(step: Step, frame: Drawn, action: Play) -> None:
    """As :func:`play_drawn_card`, by a seat that need not have drawn."""
    carry_out(step, frame, action)


def take_effect(step: Step, action: Laying, before: InForce) -> None:
    """Carry out the effect of the card just laid, if it has one; ``before`` was in force when it was played."""
    cards, effects = action.cards, step.tables.effects
    face = cards[-1].face
    if face in effects:
        effects[face](step, action, before)
    if len(cards) > 1:
        several = step.tables.settings.get("play.several")
        if several is not None:
            several(step, action)


def lay_in_turn(step: Step, action: Laying) -> None:
    """As :func:`lay_out`; the turn will pass on from this seat."""
    step.frames[-1] = PASS_TURNS[action.actor]
    lay_out(step, action)


def lay_out(step: Step, action: Laying) -> None:
    """Lay the card and settle the UNO call, under the point of the rule at work; whoever is out by it may end the round."""
    seat, cards, colors = action.actor, action.cards, action.colors
    if step.lasting:
        announce(step, turn_taken(seat, True))
    color = colors[0] if colors else None
    if len(cards) == 1:
        lay(step, seat, cards[0], color)
    else:
        step.tables.settings.get("play.sets", lay_several)(step, seat, cards, color)
    laid = step.tables.laid
    if laid is not None:  # as calling the rule does, without the call
        outer, follows = step.point, laid.function
        step.point = laid.point
        follows(step, action)
        step.point = outer
    if not step.hands[seat]:
        emptied = step.tables.settings.get("play.emptied")
        if emptied is not None:
            emptied(step, seat)


@rule("pass.drawn")
def keep_the_card(step: Step, frame: Drawn, action: Pass) -> None:
    """Keep the drawn card; the turn passes on."""
    seat = action.actor
    step.frames[-1] = PASS_TURNS[seat]
    if step.lasting:
        announce(step, turn_kept(seat))
    if step.events is not None:
        step.events.append(("passed", step.point, seat))


def nothing_lapses(step: Step) -> None:
    """What lapses when a turn passes on: nothing, unless a mechanism has calls or the like to forget."""


@rule("turn.order")
def pass_on(step: Step, frame: PassTurn) -> None:
    """Everything has settled: see who is out, else the next seat has the turn."""
    hands, frames, tables = step.hands, step.frames, step.tables
    seat = frame.seat
    if () in hands:
        frames.pop()
        if tables.settings["goal"](step, seat):
            return
        frames.append(frame)
    if step.called or step.lasting:
        tables.settings["turn.passes"](step)
    # as after() does, without the call where nobody is out
    following: Any = after(step, seat) if step.finished else (seat + step.direction) % len(hands)
    if tables.plain_turns:
        frames[-1] = TURNS[following]
        if step.events is not None:
            step.events.append(("turn", step.point, following))
    else:
        frames[-1] = BeginTurn(following)


@rule("turn.order")
def wake(step: Step, frame: BeginTurn) -> None:
    """Wake what waits for the beginning of this turn, once; then the seat has its turn."""
    if frame.woken or not step.lasting:
        step.frames[-1] = Turn(frame.seat)
        step.tell("turn", frame.seat)
    else:
        step.frames[-1] = BeginTurn(frame.seat, True)
        announce(step, TurnBegins(frame.seat))


@rule("draw.rest")
def draw_the_rest(step: Step, frame: Draws) -> None:
    """Go on drawing after the discards have been shuffled."""
    if frame.in_turn:
        draw_the_one(step, frame)
    else:
        go_on_drawing(step, frame)


@rule("draw.one")
def draw_the_one(step: Step, frame: Draws) -> None:
    """The one card of a turn, after the discards have been shuffled."""
    go_on_drawing(step, frame)


@cache
def bare_plays(seat: Seat, card: Card, one_left: bool) -> tuple[Play, ...]:
    """The bare plays of a card: one for each color to name, and each with the UNO call too where one card is left."""
    colors: tuple[tuple[Color, ...], ...] = tuple((color,) for color in BASE_COLORS) if card.face in NAMING else ((),)
    calls = (False, True) if one_left else (False,)
    return tuple(Play(seat, (card,), named, saying_uno=call) for named in colors for call in calls)


@cache
def plays_by_card(seat: Seat) -> dict[Card, tuple[Play, ...]]:
    """The bare plays of every card by one seat, where the UNO call is no choice; of an unknown card there are none."""
    return {card: bare_plays(seat, card, False) for card in CARDS.values()} | {UNKNOWN: ()}


@cache
def plays_with_call(seat: Seat) -> dict[Card, tuple[Play, ...]]:
    """As :func:`plays_by_card`, where one card is left and the call is a choice."""
    return {card: bare_plays(seat, card, True) for card in CARDS.values()} | {UNKNOWN: ()}


def call_is_choice(state: State, seat: Seat, left: int) -> bool:
    """Whether the UNO call is a choice of its own with a play that leaves so many cards: not where it was made just before, nor
    where nobody calls."""
    if left != 1 or "uno.none" in state.ruleset.tables.settings:
        return False
    return not (seat in state.called and len(state.hands[seat]) > 1)


def forms(state: State, seat: Seat, card: Card) -> Iterable[Play]:
    """The bare plays of a card, in the form its own mechanism gives them if it has one."""
    own = state.tables.forms.get(card.face)
    if own is not None:
        return own(state, seat, card)
    return _bare_plays_open(state, seat)[card]


def _bare_plays_open(state: State, seat: Seat) -> dict[Card, tuple[Play, ...]]:
    """The bare plays of every card by a seat with this hand."""
    if len(state.hands[seat]) == 2 and call_is_choice(state, seat, 1):
        return plays_with_call(seat)
    return plays_by_card(seat)


def plays_open(state: State, frame: Turn) -> list[Play]:
    """Every card of the hand that answers to the color or face in force, and every black card."""
    seat = frame.seat
    hand, fitting = state.hands[seat], state.in_force.fitting
    try:
        plays = state.tables.known_plays[seat] if len(hand) != 2 else _NONE  # with two cards the call may be a choice
    except KeyError:
        plays = _bare_plays_known(state.tables, seat)
    found: list[Play] = []
    previous = None
    for card in hand:
        if card in fitting and card is not previous:
            previous = card
            try:
                found += plays[card]
            except KeyError:
                found += forms(state, seat, card)
    return _with_unknown(state, seat, found) if previous is UNKNOWN else found


_NONE: Final[Mapping[Card, tuple[Play, ...]]] = {}


def _bare_plays_known(tables: Tables, seat: Seat) -> Mapping[Card, tuple[Play, ...]]:
    """The bare plays of every card by a seat, as long as no call is a choice, but for cards that are played in a form of their
    own."""
    plays = plays_by_card(seat).items()
    return tables.known_plays.setdefault(seat, {card: bare for card, bare in plays if card.face not in tables.forms})


def _with_unknown(state: State, seat: Seat, found: list[Play]) -> list[Play]:
    """The plays found, and those of what else the unknown cards of the hand may turn out to be."""
    hand, fitting = state.hands[seat], state.in_force.fitting
    others = [card for card in possible_in_hand(state, seat) if card in fitting and card not in hand]
    return found + [play for card in others for play in forms(state, seat, card)]


def drawn_plays_open(state: State, frame: Drawn) -> Iterable[Play]:
    """The drawn card, or whatever it may turn out to be, where it answers to what is in force."""
    card, fitting = frame.card, state.in_force.fitting
    if card is UNKNOWN:
        return [play for card in possible_cards(state) if card in fitting for play in forms(state, frame.seat, card)]
    return forms(state, frame.seat, card) if card in fitting else ()


_ONE_PASS: Final = tuple((Pass(Seat(seat)),) for seat in range(MOST_SEATS))


def pass_open(state: State, frame: Drawn) -> tuple[Pass, ...]:
    """Ending the turn after a draw."""
    return _ONE_PASS[frame.seat]


#: What a play is never: checks that the lists of plays above leave no room for.
_COVERED = ("play.not-in-hand", "play.one-card", "wild.no-color", "play.form")


def _draws(state: State, frame: Draws, at: int) -> str:
    if not 1 <= frame.count <= state.ruleset.deck.size or len(frame.named) > frame.count:
        return f"nobody draws {frame.count} cards, {len(frame.named)} of them named"
    return "one card is drawn in turn" if frame.in_turn and frame.count != 1 else ""


def _drawn(state: State, frame: Drawn, at: int) -> str:
    return "" if frame.card in state.hands[frame.seat] else f"{state.name(frame.seat)} does not hold the card drawn"


def module(
    covered: tuple[str, ...],
    otherwise: tuple[Check[Any, Any], ...],
    elsewhere: Check[Frame, Play] = out_of_turn,
    alone: tuple[Check[Frame, Laying], ...] = (one_card, color_missing),
    plays: Callable[[State, Turn], list[Play]] = plays_open,
    otherwise_drawn: tuple[Check[Any, Any], ...] | None = None,
) -> Module:
    """Turns.

    ``elsewhere`` is the bar against a card played by a seat that does not have the turn. ``alone`` are the bars against
    several cards and colors that no card needs, ``plays`` lists the plays of a turn: others where sets may be played.
    ``covered`` are the points of other mechanisms that :func:`plays_open` heeds, ``otherwise`` says why a card that has no
    ground may not be played, ``otherwise_drawn`` the same of a card just drawn, where that is another matter.
    """
    covered = (*_COVERED, elsewhere.point, *covered)
    refusals: dict[tuple[type[Frame], type[Action]], str] = {
        (Frame, Action): "turn.actions",
        (Frame, JumpIn): "jump-in.none",
        (Frame, Challenge): "challenge.none-due",
        (Frame, Accept): "challenge.none-due",
        (Frame, CallUno): "uno.not-due",
        (Frame, Catch): "uno.not-due",
        (Frame, TableAction): "turn.table",
        (Frame, Deal): "deal.not-due",
        (Frame, Flip): "flip.not-due",
        (Frame, Shuffle): "shuffle.not-due",
        (Frame, Find): "challenge.none-due",
    }
    return Module(
        name="turns",
        answers=(
            answer(Turn, Play, play_card, plays, otherwise=otherwise, covers=covered),
            answer(
                Drawn,
                Play,
                play_drawn_card,
                drawn_plays_open,
                not_the_drawn_card,
                otherwise=otherwise if otherwise_drawn is None else otherwise_drawn,
                covers=(*covered, "draw.only-drawn", "draw.only-drawn-declined"),
            ),
            answer(Drawn, Pass, keep_the_card, pass_open, has_drawn, covers=("pass.drawn",)),
        ),
        checks=(
            (Frame, Laying, not_in_hand),
            *((Frame, Laying, check) for check in alone),
            (Frame, Laying, said_too_much),
            (Frame, Play, elsewhere),
        ),
        autos={PassTurn: pass_on, BeginTurn: wake, Draws: draw_the_rest},
        sound={Draws: _draws, Drawn: _drawn},
        settings={"turn.wake": wake, "turn.passes": nothing_lapses},
        refusals=refusals,
    )
