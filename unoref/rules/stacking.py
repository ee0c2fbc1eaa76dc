"""Stacking: a draw card may be answered with a draw card, and the debt passes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from unoref.actions import Accept, Action, Play
from unoref.cards import UNKNOWN, Card, Face
from unoref.checks import Check, answer, bar, breach, ground
from unoref.frames import Frame
from unoref.lasting import TurnTaken
from unoref.placing import debt, interrupts
from unoref.rules.action_cards import DRAW_TWO, draw_for_the_last_card
from unoref.rules.turns import forms, lay_in_turn
from unoref.rules.wild_draw_four import OWED, WILD_DRAW_FOUR, Contested, lose_turn_for_cards, take_the_cards
from unoref.rules.wild_draw_four import answers_open as contested_pays_open
from unoref.rules.wild_draw_four import more_than_owed as contested_more_than_owed
from unoref.ruleset import Module
from unoref.seats import Seat, after
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.unseen import possible_in_hand
from unoref.verbs import announce, draw

__all__ = ["Owed", "module"]

#: How many cards one Draw Two costs.
TWO = 2

#: Which faces may answer a draw card of each face.
Answers = Mapping[Face, frozenset[Face]]


@frozen
class Owed(Frame):
    """``seat`` draws ``owed`` cards or passes the debt on; ``by`` played the Draw Two on top."""

    by: Seat
    owed: int


def _was_last_card(frame: Owed | Contested, state: State) -> bool:
    """Whether the draw card on top was the last of its hand, so that the debt stops here."""
    return not state.hands[frame.by if isinstance(frame, Owed) else frame.offender]


@bar("stacking.last-card")
def debt_stops(state: State, frame: Owed | Contested, action: Play) -> bool:
    """The draw card on top was a last card: it is paid, not answered."""
    return _was_last_card(frame, state)


@bar("stacking.too-many")
def more_than_owed(state: State, frame: Owed, action: Accept) -> bool:
    """More cards named than are owed."""
    return len(action.cards) > frame.owed


@rule("stacking.accept")
def pay(step: Step, frame: Owed, action: Accept) -> None:
    """Draw the whole debt and lose the turn."""
    step.pop()
    announce(step, TurnTaken(frame.seat, False))
    draw(step, frame.seat, frame.owed, action.cards)
    lose_turn_for_cards(step, frame.seat)


@rule("stacking.start")
def owe_two(step: Step, action: Play, before: InForce) -> None:
    """The next seat owes two; a last card is paid at once."""
    owe(step, action.actor, before, TWO)
    if step.hands[action.actor]:  # a last card has been paid
        step.tell("owes", after(step, action.actor), (), TWO)


def owe(step: Step, by: Seat, before: InForce, owed: int) -> None:
    """The next seat owes so many cards for the Draw Two that ``by`` has laid."""
    victim = after(step, by)
    if step.hands[by]:
        step.push(Owed(victim, by, owed))
        return
    stop_debt(step, victim)
    draw_for_the_last_card(step, victim, owed)
    lose_turn_for_cards(step, victim)


@rule("stacking.last-card")
def stop_debt(step: Step, victim: Seat) -> None:
    """A draw card played last is paid, not answered."""
    step.tell("unanswerable", victim)


@rule("stacking.accept")
def pay_stacked(step: Step, frame: Contested, action: Accept) -> None:
    """As without stacking; a debt that has grown is drawn whole."""
    if frame.owed > OWED:
        whole_debt(step, frame)
    take_the_cards(step, frame, action)


@rule("stacking.accept")
def whole_debt(step: Step, frame: Contested) -> None:
    """The whole debt is due."""
    step.tell("owes", frame.seat, (), frame.owed)


@rule("stacking.challenge")
def whole_debt_at_stake(step: Step, case: Contested) -> None:
    """A challenge on a debt that has grown is about the last card, and about the whole debt."""
    if case.owed > OWED:
        step.tell("at-stake", case.seat, (), case.owed)


@rule("stacking")
def pass_on(step: Step, frame: Owed | Contested, action: Play) -> None:
    """Answer with a draw card: the debt grows and rests on the next seat."""
    before, owed = step.in_force, frame.owed
    step.pop()
    lay_in_turn(step, action)
    face, settings = action.card.face, step.tables.settings
    debt = owed + settings[("worth", face)]
    if action.colors:
        step.tell("color-named", action.actor, (), None, step.in_force.color)
    settings[("owe", face)](step, action.actor, before, debt)
    if step.hands[action.actor]:  # a last card has been paid
        step.tell("owes", after(step, action.actor), (), debt)


def pays_open(state: State, frame: Owed) -> tuple[Accept, ...]:
    """Drawing the debt."""
    return (Accept(frame.seat),)


def _answers_open(faces: frozenset[Face]) -> Callable[[State, Frame], list[Play]]:
    def offers(state: State, frame: Frame) -> list[Play]:
        hand = state.hands[frame.seat]
        cards: list[Card] = [card for card in dict.fromkeys(hand) if card.face in faces]
        if UNKNOWN in hand:
            cards += [card for card in possible_in_hand(state, frame.seat) if card.face in faces and card not in cards]
        return [play for card in cards for play in forms(state, frame.seat, card)]

    return offers


def _answering(on: Face, faces: frozenset[Face]) -> Check[Frame, Play]:
    @ground(f"stacking.on-{on.code.casefold()}", faces=faces)
    def answers(state: State, frame: Frame, action: Play) -> bool:
        return True

    return answers


@bar("stacking.other-card")
def no_answer(state: State, frame: Frame, action: Play) -> bool:
    """Not a card that answers the one on top."""
    return True


@breach("stacking.has-color", faces=(WILD_DRAW_FOUR,))
def had_the_color(state: State, frame: Owed | Contested, action: Play) -> bool | None:
    """A Wild Draw Four laid on a debt by a seat that holds the color in force."""
    guilty: bool | None = state.ruleset.tables.settings["wild-four.held"](state, action)
    return guilty


def _owed(state: State, frame: Owed, at: int) -> str:
    return interrupts(state, at, frame.seat, frame.by) or debt(state, frame.owed)


def module(answers: Answers) -> Module:
    """Stacking; ``answers`` tells which faces may be laid on a Draw Two and on a Wild Draw Four that are pending."""
    covered = ("stacking.on-+2", "stacking.on-w+4")
    refusals: dict[tuple[type[Frame], type[Action]], str] = {(Owed, Action): "stacking.pending"}
    pending: tuple[tuple[type[Owed | Contested], Face], ...] = ((Owed, DRAW_TWO), (Contested, WILD_DRAW_FOUR))
    return Module(
        name="stacking",
        answers=(
            answer(Owed, Accept, pay, pays_open, more_than_owed, covers=("draw.not-the-top", "stacking.too-many")),
            *(
                answer(
                    frame,
                    Play,
                    pass_on,
                    _answers_open(answers[on]),
                    _answering(on, answers[on]),
                    debt_stops,
                    had_the_color,
                    otherwise=(no_answer,),
                    covers=covered,
                )
                for frame, on in pending
            ),
            answer(
                Contested,
                Accept,
                pay_stacked,
                contested_pays_open,
                contested_more_than_owed,
                covers=("draw.not-the-top", "challenge.too-many"),
            ),
        ),
        effects={DRAW_TWO: owe_two},
        refusals=refusals,
        sound={Owed: _owed},
        settings={"challenge.stacked": whole_debt_at_stake, ("owe", DRAW_TWO): owe, ("worth", DRAW_TWO): TWO},
        uses=(draw_for_the_last_card, stop_debt, whole_debt),
        replaces={"answer Contested Play", "answer Contested Accept"},
    )
