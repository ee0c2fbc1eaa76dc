"""A challenge upheld: the Wild Draw Four goes back, and a card of the old color is laid in its place."""

from __future__ import annotations

from attrs import evolve, frozen

from unoref.actions import Action, Play
from unoref.cards import UNKNOWN, Color
from unoref.checks import answer, bar, ground
from unoref.frames import Auto, Frame, PassTurn
from unoref.lasting import TurnTaken
from unoref.placing import debt, interrupts
from unoref.rules.turns import bare_plays, take_effect
from unoref.rules.wild_draw_four import OWED, WILD_DRAW_FOUR, Contested
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State, in_force
from unoref.step import Rule, Step, rule
from unoref.unseen import holds, possible_in_hand
from unoref.verbs import announce, draw, lay, lose_turn, take_back

__all__ = ["ReplaceNext", "Substitute", "module", "replaced"]


@frozen
class Substitute(Frame):
    """``seat`` lays a card of ``color``, then draws ``owed``; ``named`` is the color that was named for the card taken back.

    ``rest`` cards stay with ``challenger``, who plays on where there are none.
    """

    challenger: Seat
    color: Color
    named: Color
    owed: int
    rest: int


@frozen
class ReplaceNext(Auto):
    """The Wild Draw Fours of ``cases`` are replaced, one after another; ``seat`` has challenged them.

    ``named`` are the colors that were named for them.
    """

    cases: tuple[Contested, ...]
    named: tuple[Color, ...]


@ground("substitute.color")
def old_color(state: State, frame: Substitute, action: Play) -> bool:
    """A card of the color that had to be followed."""
    return action.card.color is frame.color


@bar("substitute.other-color")
def other_color(state: State, frame: Substitute, action: Play) -> bool:
    """Any other card."""
    return True


def replaced(all_to_offender: bool) -> Rule[...]:
    """Guilty: the card goes back and another is laid; the offender draws the whole debt, or only for the card judged."""

    @rule("challenge.guilty")
    def take_it_back(step: Step, case: Contested) -> None:
        step.tell("guilty", case.offender)
        top, named, color = step.discard.top, step.in_force.color, case.before.color
        if top is not None and top.face is WILD_DRAW_FOUR:
            take_back(step, case.offender)
        step.in_force = case.before
        owed = case.owed if all_to_offender else OWED
        hand = step.hands[case.offender]
        assert color is not None and named is not None, "a finding of guilt is about a color"
        if holds(step, case.offender, hand, lambda card: card.color is color) is False:
            nothing_to_lay(step, case.offender, owed)
            pay_the_rest(step, case.seat, case.owed - owed, False)
        else:
            step.push(Substitute(case.offender, case.seat, color, named, owed, case.owed - owed))
            step.tell("to-replace", case.offender, (), owed, color)
            if owed == case.owed:
                step.tell("draws-nothing", case.seat)

    return take_it_back


@rule("challenge.guilty")
def replace_next(step: Step, frame: ReplaceNext) -> None:
    """The next of those found guilty lays a card of the color that had to be followed, and draws."""
    (case, *cases), (named, *others) = frame.cases, frame.named
    step.pop()
    if cases:
        step.push(evolve(frame, cases=tuple(cases), named=tuple(others)))
    color = case.before.color
    assert color is not None, "a finding of guilt is about a color"
    if holds(step, case.offender, step.hands[case.offender], lambda card: card.color is color) is False:
        nothing_to_lay(step, case.offender, OWED)
    else:
        step.push(Substitute(case.offender, frame.seat, color, named, OWED, 0))
        step.tell("to-replace", case.offender, (), OWED, color)


@rule("substitute.none")
def nothing_to_lay(step: Step, seat: Seat, owed: int) -> None:
    """No card of the color is left: the offender only draws, and what lay before is in force again."""
    draw(step, seat, owed)


@rule("challenge.jumped")
def pay_the_rest(step: Step, challenger: Seat, rest: int, turn_decided: bool) -> None:
    """What others have added stays with the challenger, who loses the turn unless a card has decided whose it is."""
    if rest:
        draw(step, challenger, rest)
        if not turn_decided:
            announce(step, TurnTaken(challenger, False))
            lose_turn(step, challenger)


@rule("substitute.named-color")
def keep_the_named_color(step: Step, named: Color) -> None:
    """The color named for the card taken back stays in force."""
    step.in_force = in_force(named, step.in_force.face)
    step.tell("color-stays", None, (), None, named)


def _open(state: State, frame: Substitute) -> list[Play]:
    hand = state.hands[frame.seat]
    cards = [card for card in dict.fromkeys(hand) if card.color is frame.color]
    if UNKNOWN in hand:
        unknown = possible_in_hand(state, frame.seat)
        cards += [card for card in unknown if card.color is frame.color and card not in cards]
    return [play for card in cards for play in bare_plays(frame.seat, card, False)]


def _sound(state: State, frame: Substitute, at: int) -> str:
    if frame.color is Color.BLACK or frame.named is Color.BLACK or frame.rest < 0:
        return "a card of one of the four colors is laid"
    if holds(state, frame.seat, state.hands[frame.seat], lambda card: card.color is frame.color) is False:
        return f"{state.name(frame.seat)} has no card of the color that is laid"
    place = 1 if at == 2 and isinstance(state.frames[1], ReplaceNext) else at
    return interrupts(state, place, frame.seat, frame.challenger) or debt(state, frame.owed)


def _replace_next_sound(state: State, frame: ReplaceNext, at: int) -> str:
    if not frame.cases or len(frame.cases) != len(frame.named) or Color.BLACK in frame.named:
        return "each card that is replaced named one of the four colors"
    if any(type(case) is not Contested or case.before.color in (None, Color.BLACK) for case in frame.cases):
        return "each card is replaced by one of the four colors"
    faults = (interrupts(state, at, frame.seat, case.offender) for case in frame.cases)
    return next((fault for fault in faults if fault), "")


def module(*, takes_effect: bool, named_color_stays: bool, several: bool = False) -> Module:
    """The card laid in place of a Wild Draw Four.

    ``takes_effect``: whether it does what it says, or counts only as a color and a symbol; ``named_color_stays``: whether the
    color named before stays in force; ``several``: whether several may be replaced at once. Then the last has its effect, as if
    laid by whoever had the last turn.
    """

    @rule("substitute")
    def lay_instead(step: Step, frame: Substitute, action: Play) -> None:
        """Lay the card, then draw; the challenger plays on."""
        before, seat = step.in_force, action.actor
        step.pop()
        announce(step, TurnTaken(seat, True))
        lay(step, seat, action.card)
        settings = step.tables.settings
        laid = settings.get("play.laid-instead", settings.get("play.laid"))
        if laid is not None and (not frame.rest or "jump-in.while-on-top" in settings):
            laid(step, action)  # else the penalty is settled at once, and nobody can break into it
        if takes_effect and not several:
            take_effect(step, action, before)
        elif takes_effect and not isinstance(step.frames[-1], ReplaceNext):
            marker = step.frames[0]
            behind = marker.seat if isinstance(marker, PassTurn) else seat
            take_effect(step, evolve(action, actor=behind), before)
        if named_color_stays:
            keep_the_named_color(step, frame.named)
        offender_draws(step, seat, frame.owed)
        pay_the_rest(step, frame.challenger, frame.rest, takes_effect)

    @rule("challenge.guilty")
    def offender_draws(step: Step, seat: Seat, owed: int) -> None:
        """The offender draws."""
        draw(step, seat, owed)

    refusals: dict[tuple[type[Frame], type[Action]], str] = {(Substitute, Action): "substitute.due"}
    return Module(
        name="substitute",
        answers=(
            answer(
                Substitute, Play, lay_instead, _open, old_color, otherwise=(other_color,), covers=("substitute.color",)
            ),
        ),
        refusals=refusals,
        settings={("no-call", Substitute): True},
        autos={ReplaceNext: replace_next} if several else {},
        sound={Substitute: _sound, **({ReplaceNext: _replace_next_sound} if several else {})},
        uses=(offender_draws, nothing_to_lay, pay_the_rest, keep_the_named_color),
    )
