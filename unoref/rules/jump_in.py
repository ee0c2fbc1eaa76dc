"""Jump-in: the identical card may be played out of turn."""

from __future__ import annotations

from attrs import frozen

from unoref.actions import Action, JumpIn, Play
from unoref.cards import Color
from unoref.checks import answer, bar, ground
from unoref.frames import Drawn, Frame, Turn
from unoref.lasting import Lasting, Moment, TurnTaken
from unoref.rules.turns import bare_plays, call_is_choice, carry_out
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import can_hold
from unoref.verbs import last, lift

__all__ = ["JumpWindow", "module", "plain_play"]


@frozen
class JumpWindow(Lasting):
    """``seat`` has laid the top card, and nobody has acted since."""

    seat: Seat


def _window(state: State) -> JumpWindow | None:
    return next((effect for effect in state.lasting if isinstance(effect, JumpWindow)), None)


@ground("jump-in.identical")
def identical(state: State, frame: Turn, action: JumpIn) -> bool:
    """The same color and the same number or symbol as the top card."""
    return action.card is state.discard.top


@bar("jump-in.other-card")
def other_card(state: State, frame: Turn, action: JumpIn) -> bool:
    """Not the card on top."""
    return True


@bar("jump-in.black")
def black(state: State, frame: Turn, action: JumpIn) -> bool:
    """A card without a color has no twin."""
    return action.card.color is Color.BLACK


@bar("jump-in.own-card")
def own_card(state: State, frame: Turn, action: JumpIn) -> bool:
    """The player laid the top card."""
    window = _window(state)
    return window is not None and window.seat == action.actor


@bar("jump-in.closed")
def closed(state: State, frame: Turn, action: JumpIn) -> bool:
    """Somebody has acted since the card was laid, or nobody has laid one."""
    return _window(state) is None or isinstance(frame, Drawn)


@bar("jump-in.said-as-play")
def plain_play(state: State, frame: Frame, action: Play) -> bool:
    """Out of turn a card is jumped in with, not simply played."""
    return action.actor != frame.seat


@rule("jump-in")
def jump_in(step: Step, frame: Turn, action: JumpIn) -> None:
    """The card is played as if it were the player's turn; the turn passes on from there."""
    carry_out(step, action)


@rule("jump-in")
def open_window(step: Step, action: Play) -> None:
    """A card has been laid: its twin may be played."""
    last(step, JumpWindow(action.actor))


def window_closes(step: Step, effect: JumpWindow, moment: Moment) -> None:
    """Somebody acts."""
    lift(step, effect)


def jumps_open(state: State, frame: Turn) -> list[JumpIn]:
    """The twin of the top card in any other hand, and in every hand that may hold it."""
    window, top = _window(state), state.discard.top
    if window is None or top is None or top.color is Color.BLACK or isinstance(frame, Drawn):
        return []
    found = []
    for place, cards in enumerate(state.hands):
        seat = Seat(place)
        if seat not in (frame.seat, window.seat) and can_hold(state, seat, (top,)):
            form = state.ruleset.tables.forms.get(top.face)
            plays = (
                bare_plays(seat, top, call_is_choice(state, seat, len(cards) - 1))
                if form is None
                else form(state, seat, top)
            )
            found += [JumpIn(seat, (top,), target=play.target, saying_uno=play.saying_uno) for play in plays]
    return found


def module() -> Module:
    """Jumping in with the twin of the top card."""
    refusals: dict[tuple[type[Frame], type[Action]], str] = {(Turn, JumpIn): "jump-in.own-turn"}
    return Module(
        name="jump-in",
        answers=(
            answer(
                Turn,
                JumpIn,
                jump_in,
                jumps_open,
                identical,
                black,
                own_card,
                closed,
                otherwise=(other_card,),
                who="others",
            ),
        ),
        listeners={(JumpWindow, TurnTaken): window_closes},
        refusals=refusals,
        settings={"play.laid": open_window},
    )
