"""Stacking: a draw card may be answered with a draw card, and the debt passes on.

Three things can be pending: a Draw Two (:class:`Owed`), a Wild Draw Four that may be challenged
(:class:`unoref.rules.wild_draw_four.Contested`), and one laid on a debt, which may not (:class:`Stacked`) or only under rules
of its own (:class:`StackedContested`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from attrs import frozen

from unoref.actions import Accept, Action, Challenge, JumpIn, Play
from unoref.cards import UNKNOWN, Card, Face
from unoref.checks import Answer, Check, answer, bar, breach, ground
from unoref.frames import Frame, Over
from unoref.lasting import TurnTaken
from unoref.placing import debt
from unoref.rules.action_cards import (
    DRAW_TWO,
    REVERSE,
    SKIP,
    draw_two,
    lose_turn_to_the_only_opponent,
    pay_for_the_last,
)
from unoref.rules.turns import forms, lay_in_turn
from unoref.rules.wild_draw_four import OWED, WILD_DRAW_FOUR, Contested, lose_turn_of_two, take_the_cards
from unoref.rules.wild_draw_four import answers_open as contested_pays_open
from unoref.rules.wild_draw_four import more_than_owed as contested_more_than_owed
from unoref.ruleset import Module
from unoref.seats import Seat, after, seats_in
from unoref.state import InForce, State
from unoref.step import Rule, Step, rule
from unoref.unseen import possible_in_hand
from unoref.verbs import announce, draw, lose_turn

__all__ = ["OpeningOwed", "Owed", "Stacked", "StackedContested", "module", "opening_owes_two", "unanswered"]

#: How many cards one Draw Two costs.
TWO = 2

#: What a card lies on, in the points of this module, where only the identical card answers it.
TWIN = "twin"


@frozen
class Owed(Frame):
    """``seat`` draws ``owed`` cards or passes the debt on; ``by`` laid the draw card on top."""

    by: Seat
    owed: int


@frozen
class Stacked(Owed):
    """As :class:`Owed`, for a Wild Draw Four that was laid on a debt and cannot be challenged; ``on_two``: on a Draw Two."""

    on_two: bool


@frozen
class StackedContested(Contested):
    """A Wild Draw Four that was laid on a debt and may be challenged."""


@frozen
class OpeningOwed(Owed):
    """The first player draws for the opening card and then plays, or passes the debt on."""


def _layer(frame: Owed | Contested) -> Seat:
    return frame.by if isinstance(frame, Owed) else frame.offender


@bar("stacking.last-card")
def debt_stops(state: State, frame: Owed | Contested, action: Play) -> bool:
    """The draw card on top was a last card: it is paid, not answered."""
    return not state.hands[_layer(frame)]


@bar("stacking.not-the-twin")
def not_the_twin(state: State, frame: Owed | Contested, action: Play) -> bool:
    """Only the card identical to the one on top answers it."""
    return action.card is not state.discard.top


@bar("stacking.other-color", faces=(DRAW_TWO,))
def not_the_named_color(state: State, frame: Owed | Contested, action: Play) -> bool:
    """A Draw Two answers a Wild Draw Four in the named color only."""
    return action.card.color is not state.in_force.color


@bar("stacking.too-many")
def more_than_owed(state: State, frame: Owed, action: Accept) -> bool:
    """More cards named than are owed."""
    return len(action.cards) > frame.owed


@ground("owed.accept")
def owes_two(state: State, frame: Owed, action: Accept) -> bool:
    """A Draw Two is taken."""
    return frame.owed == TWO


@ground("stacking.accept")
def owes_more(state: State, frame: Owed, action: Accept) -> bool:
    """A debt that has grown is taken whole."""
    return frame.owed > TWO and not _laid_on_four(frame)


@ground("stacking.accept-four")
def owes_for_four(state: State, frame: Owed, action: Accept) -> bool:
    """A debt of Wild Draw Fours laid on each other is taken whole."""
    return _laid_on_four(frame)


@ground("challenge.none")
def owes_four(state: State, frame: Contested, action: Accept) -> bool:
    """A Wild Draw Four is taken without a challenge."""
    return frame.owed == OWED


@ground("stacking.accept-four")
def owes_more_than_four(state: State, frame: Contested, action: Accept) -> bool:
    """A debt of several Wild Draw Fours is taken whole, without a challenge."""
    return frame.owed > OWED


@rule("owed.accept")
def pay(step: Step, frame: Owed, action: Accept) -> None:
    """Draw the debt and lose the turn."""
    if _laid_on_four(frame):
        pay_for_four(step, frame, action)
    elif frame.owed > TWO:
        pay_grown(step, frame, action)
    else:
        pay_two(step, frame, action)


def pay_two(step: Step, frame: Owed, action: Accept) -> None:
    """Draw what is owed and lose the turn, under the point of the rule at work."""
    step.pop()
    announce(step, TurnTaken(frame.seat, False))
    draw(step, frame.seat, frame.owed, action.cards)
    lose_turn_for(step, isinstance(frame, Stacked), frame.seat)


def lose_turn_for(step: Step, four: bool, seat: Seat) -> None:
    """The seat that drew for a Draw Two or a Wild Draw Four loses its turn; with two players the turn comes back at once."""
    if len(seats_in(step)) > 2:
        lose_turn(step, seat)
    else:
        (lose_turn_of_two if four else lose_turn_to_the_only_opponent)(step, seat)


@rule("stacking.accept")
def pay_grown(step: Step, frame: Owed, action: Accept) -> None:
    """Draw the whole debt and lose the turn."""
    pay_two(step, frame, action)


@rule("stacking.accept-four")
def pay_for_four(step: Step, frame: Owed, action: Accept) -> None:
    """Draw the whole debt that a Wild Draw Four was laid on and lose the turn."""
    pay_two(step, frame, action)


@rule("opening.draw-two")
def pay_and_play(step: Step, frame: OpeningOwed, action: Accept) -> None:
    """Draw for the opening card; the turn is kept."""
    step.pop()
    announce(step, TurnTaken(frame.seat, False))
    draw(step, frame.seat, frame.owed, action.cards)


@rule("opening.draw-two")
def opening_owes_two(step: Step) -> None:
    """The first player owes two for the opening card, or answers it."""
    first = step.frames[-1].seat
    step.push(OpeningOwed(first, first, TWO))
    step.tell("owes", first, (), TWO)


@rule("stacking.start")
def owe_two(step: Step, action: Play, before: InForce) -> None:
    """The next seat owes two; where a last card ends the round it is paid at once."""
    step.tables.settings[("owe", DRAW_TWO)](step, action.actor, before, TWO)
    if isinstance(step.frames[-1], Owed):
        step.tell("owes", step.frames[-1].seat, (), TWO)


@rule("stacking.start")
def owe_two_unless_two(step: Step, action: Play, before: InForce) -> None:
    """As :func:`owe_two`; with two players the opponent draws at once."""
    (draw_two if len(seats_in(step)) == 2 else owe_two)(step, action, before)


def owe(kind: type[Owed], last_answered: bool) -> Callable[[Step, Seat, InForce, int], None]:
    def owe(step: Step, by: Seat, before: InForce, owed: int) -> None:
        """The next seat owes so many cards for the card that ``by`` has laid."""
        victim = after(step, by)
        if step.hands[by] or last_answered:
            debt = Stacked(victim, by, owed, before.face is DRAW_TWO) if kind is Stacked else kind(victim, by, owed)
            step.push(debt)
            return
        stop_debt(step, victim)
        if not pay_for_the_last(step, victim, owed):
            lose_turn_for(step, kind is Stacked, victim)

    return owe


@rule("stacking.last-card")
def stop_debt(step: Step, victim: Seat) -> None:
    """A draw card played last is paid, not answered."""
    step.tell("unanswerable", victim)


@rule("stacking.accept-four")
def pay_stacked(step: Step, frame: Contested, action: Accept) -> None:
    """As without stacking; a debt that has grown is drawn whole."""
    if frame.owed > OWED:
        whole_debt(step, frame)
    take_the_cards(step, frame, action)


@rule("stacking.whole")
def whole_debt(step: Step, frame: Owed | Contested) -> None:
    """The whole debt is due."""
    step.tell("owes", frame.seat, (), frame.owed)


@rule("stacking.challenge")
def whole_debt_at_stake(step: Step, case: Contested) -> None:
    """A challenge on a debt that has grown is about the last card, and about the whole debt."""
    if case.owed > OWED:
        step.tell("at-stake", case.seat, (), case.owed)


@rule("stacking.doubled")
def count_twice(step: Step, by: Seat, worth: int) -> None:
    """A draw card laid as an answer counts double."""
    step.tell("counts-double", by, (), 2 * worth)


def worth_of_the_answer(step: Step, frame: Owed | Contested, action: Play) -> int:
    """How many cards a draw card adds to a debt."""
    worth: int = step.tables.settings[("worth", action.card.face)]
    return worth


def worth_doubled(step: Step, frame: Owed | Contested, action: Play) -> int:
    """As :func:`worth_of_the_answer`, counted twice."""
    worth = worth_of_the_answer(step, frame, action)
    count_twice(step, action.actor, worth)
    return 2 * worth


@rule("stacking")
def answer_two(step: Step, frame: Owed, action: Play) -> None:
    """Answer a Draw Two with a draw card."""
    pass_on(step, frame, action)


@rule("stacking.twin")
def answer_with_twin(step: Step, frame: Owed | Contested, action: Play) -> None:
    """Answer a draw card with the identical one."""
    pass_on(step, frame, action)


@rule("stacking.four")
def answer_four(step: Step, frame: Stacked | Contested, action: Play) -> None:
    """Answer a Wild Draw Four with a draw card."""
    pass_on(step, frame, action)


def pass_on(step: Step, frame: Owed | Contested, action: Play) -> None:
    """The debt grows and rests on the next seat, under the point of the rule at work."""
    face, settings = action.card.face, step.tables.settings
    deflect = settings.get(("deflect", face))
    if deflect is not None:
        deflect(step, frame, action)
        return
    before, owed = step.in_force, frame.owed
    step.pop()
    lay_in_turn(step, action)
    grown = owed + settings["stacking.adds"](step, frame, action)
    if action.colors:
        step.tell("color-named", action.actor, (), None, step.in_force.color)
    if isinstance(step.frames[-1], Over):
        return
    stack = settings.get(("stack", face), settings[("owe", face)])
    stack(step, action.actor, before, grown)
    if isinstance(step.frames[-1], Owed | Contested):  # else it has been paid
        step.tell("owes", step.frames[-1].seat, (), grown)


def pays_open(state: State, frame: Owed) -> tuple[Accept, ...]:
    """Drawing the debt."""
    return (Accept(frame.seat),)


def _answers_open(faces: Collection[Face], two: Collection[Face]) -> Callable[[State, Frame], list[Play]]:
    def offers(state: State, frame: Frame) -> list[Play]:
        hand, open_to = state.hands[frame.seat], {*faces, *(two if len(seats_in(state)) == 2 else ())}
        cards: list[Card] = [card for card in dict.fromkeys(hand) if card.face in open_to]
        if UNKNOWN in hand:
            cards += [
                card for card in possible_in_hand(state, frame.seat) if card.face in open_to and card not in cards
            ]
        return [play for card in cards for play in forms(state, frame.seat, card)]

    return offers


def _answering(on: str, faces: Collection[Face]) -> Check[Frame, Play]:
    @ground(f"stacking.on-{on}", faces=faces)
    def answers(state: State, frame: Frame, action: Play) -> bool:
        return True

    return answers


def _between_two(faces: Collection[Face]) -> Check[Frame, Play]:
    @ground("stacking.between-two", faces=faces)
    def answers_freely(state: State, frame: Frame, action: Play) -> bool:
        """With two players these answer whatever is pending."""
        return len(seats_in(state)) == 2

    return answers_freely


@bar("stacking.skip-or-reverse")
def skip_or_reverse(state: State, frame: Frame, action: Play) -> bool:
    """A Skip or a Reverse does not answer a draw card."""
    face = action.card.face
    return face in (SKIP, REVERSE) and ("deflect", face) not in state.ruleset.tables.settings


def _not_answering(on: str) -> Check[Frame, Play]:
    @bar(f"stacking.not-on-{on}")
    def no_answer(state: State, frame: Frame, action: Play) -> bool:
        """Not a card that answers the one on top; why a card that deflects does not, its own checks say."""
        return ("deflect", action.card.face) not in state.ruleset.tables.settings

    return no_answer


@breach("stacking.has-color", faces=(WILD_DRAW_FOUR,))
def had_the_color(state: State, frame: Owed | Contested, action: Play) -> bool | None:
    """A Wild Draw Four that may be challenged, laid on a debt by a seat that holds the color in force."""
    guilty: bool | None = state.ruleset.tables.settings["wild-four.held"](state, action)
    return guilty


def _row(kind: type[Any], on: str, faces: Collection[Face], two: Collection[Face], *checks: Check[Any, Play]) -> Answer:
    """What may be laid on a debt, and what more with two players."""
    return answer(
        kind,
        Play,
        answer_with_twin if on == TWIN else answer_two if kind is Owed else answer_four,
        _answers_open(faces, two),
        _answering(on, faces),
        *((_between_two(two),) if two else ()),
        *checks,
        otherwise=(_not_answering(on), skip_or_reverse),
        covers=(f"stacking.on-{on}", "stacking.between-two"),
    )


def _accepts(take: Rule[[Owed, Accept]], *grounds: Check[Owed, Accept]) -> Answer:
    return answer(
        Owed,
        Accept,
        take,
        pays_open,
        more_than_owed,
        *grounds,
        covers=("draw.not-the-top", "stacking.too-many", *(check.point for check in grounds)),
    )


def _contested_accepts() -> Answer:
    return answer(
        Contested,
        Accept,
        pay_stacked,
        contested_pays_open,
        contested_more_than_owed,
        owes_four,
        owes_more_than_four,
        covers=("draw.not-the-top", "challenge.too-many", "challenge.none", "stacking.accept-four"),
    )


@bar("stacking.unchallenged")
def laid_on_a_debt(state: State, frame: Stacked, action: Challenge) -> bool:
    """A Wild Draw Four laid on another that was pending is not challenged."""
    return not frame.on_two and not _deflected(state)


@bar("stacking.unchallenged-on-two")
def laid_on_two(state: State, frame: Stacked, action: Challenge) -> bool:
    """A Wild Draw Four laid on a Draw Two that was pending is not challenged."""
    return frame.on_two and not _deflected(state)


def _deflected(state: State) -> bool:
    """Whether the card on top has sent the debt elsewhere."""
    top = state.discard.top
    return top is not None and ("deflect", top.face) in state.ruleset.tables.settings


def _laid_on_four(frame: Owed) -> bool:
    return isinstance(frame, Stacked) and not frame.on_two


@rule("stacking.unchallenged")
def challenge_stacked(step: Step, frame: Stacked, action: Challenge) -> None:
    """Never reached: one of the two bars holds, or that of the card which deflected the debt."""
    raise AssertionError("a Wild Draw Four laid on a debt was challenged")


def _no_challenge(state: State, frame: Stacked) -> tuple[Challenge, ...]:
    return ()


_unchallenged = answer(
    Stacked,
    Challenge,
    challenge_stacked,
    _no_challenge,
    laid_on_a_debt,
    laid_on_two,
    covers=("stacking.unchallenged", "stacking.unchallenged-on-two"),
    reserved="challenge.only-victim",
)

_pay_opening = answer(
    OpeningOwed, Accept, pay_and_play, pays_open, more_than_owed, covers=("draw.not-the-top", "stacking.too-many")
)


def _sound(state: State, frame: Owed, at: int) -> str:
    if at != 1 or frame.seat in state.finished:
        return "it lies directly on the turn it interrupts, and its player is not out"
    if frame.seat == frame.by and not isinstance(frame, OpeningOwed):
        return "it concerns different players"
    return debt(state, frame.owed)


def module(
    *,
    on_two: Collection[Face],
    on_four: Collection[Face],
    on_stacked: Collection[Face],
    stacked_challenged: bool,
    last_answered: bool = False,
    twins_only: bool = False,
    opening_answered: bool = False,
    two_answer: Collection[Face] = (),
    two_pay_at_once: bool = False,
    two_waits: bool = True,
    four_waits: bool = True,
    four_deflected: bool = False,
    unchallenged: bool = False,
    color_bound: bool = False,
    doubled: bool = False,
) -> Module:
    """Stacking.

    The faces that may be laid on a pending Draw Two, on a Wild Draw Four laid in turn, and on one laid on a debt.
    ``stacked_challenged``: whether the last may be challenged; ``last_answered``: whether a draw card that was somebody's last
    may be answered; ``twins_only``: whether only the identical card does; ``opening_answered``: whether an opening Draw Two may
    be answered (:func:`opening_owes_two`). With two players ``two_answer`` answer whatever is pending, or, where
    ``two_pay_at_once``, nothing answers a Draw Two. ``two_waits`` and ``four_waits``: whether a Draw Two, and a Wild Draw Four
    laid in turn, can be answered at all; ``four_deflected``: whether the latter may be deflected; ``unchallenged``: no Wild
    Draw Four is ever challenged. ``color_bound``: a Draw Two answers a Wild Draw Four in the named color only; ``doubled``: an
    answer counts twice.
    """
    stack_kind = StackedContested if on_stacked != on_four else Contested
    stops = () if last_answered else (debt_stops,)
    twins = (not_the_twin,) if twins_only else ()
    breaches = (had_the_color,) if stacked_challenged else ()
    lapses = not stacked_challenged or last_answered
    bound = (not_the_named_color,) if color_bound else ()
    owe_two_more = owe(Owed, last_answered)
    rows = []
    if two_waits:
        rows.append(_row(Owed, TWIN if twins_only else "+2", on_two, two_answer, *stops, *twins, *breaches))
    if four_waits and not unchallenged:
        rows.append(
            _row(Contested, TWIN if twins_only else "w+4", on_four, two_answer, *stops, *twins, *breaches, *bound)
        )
    adds = worth_doubled if doubled else worth_of_the_answer
    settings: dict[Any, Any] = {("owe", DRAW_TWO): owe_two_more, ("worth", DRAW_TWO): TWO, "stacking.adds": adds}
    if unchallenged:
        if four_waits:
            rows.append(_row(Stacked, "w+4", on_four, two_answer, *stops, *twins, *bound))
            settings[("owe", WILD_DRAW_FOUR)] = owe(Stacked, last_answered)
    elif four_waits and (lapses or four_deflected):
        rows.append(_row(Stacked, TWIN if twins_only else "stacked", on_stacked, two_answer, *stops, *twins, *bound))
    owe_stacked = owe(Stacked, last_answered)

    def contest_stacked(step: Step, by: Seat, before: InForce, owed: int) -> None:
        """The Wild Draw Four laid on a debt may be challenged, unless it was the last card and may only be answered."""
        if last_answered and not step.hands[by]:
            owe_stacked(step, by, before, owed)
        else:
            step.tables.settings[("owe", WILD_DRAW_FOUR)](step, by, before, owed, stack_kind)

    contested = four_waits and not unchallenged
    if contested and not stacked_challenged:
        settings[("stack", WILD_DRAW_FOUR)] = owe_stacked
    elif contested and (last_answered or stack_kind is StackedContested):
        settings[("stack", WILD_DRAW_FOUR)] = contest_stacked
    if contested and stacked_challenged and stack_kind is StackedContested:
        rows.append(_row(StackedContested, "stacked", on_stacked, two_answer, *stops, *twins, *breaches, *bound))

    def wait_between_two(step: Step, by: Seat, before: InForce, owed: int) -> bool:
        """With two players a last Wild Draw Four may be answered, where anything answers anything; tell whether it is so."""
        if len(seats_in(step)) == 2:
            owe_stacked(step, by, before, owed)
        return len(seats_in(step)) == 2

    if last_answered and two_answer:
        settings["wild-four.last-answered"] = wait_between_two
    refusals: dict[tuple[type[Frame], type[Action]], str] = {(Owed, Action): "stacking.pending"}
    refusals[(Owed, Challenge)] = "challenge.none-due"
    if four_waits and (lapses or four_deflected or unchallenged):
        rows.append(_unchallenged)
    if contested:
        rows.append(_contested_added() if twins_only else _contested_accepts())
        settings["challenge.stacked"] = whole_debt_at_stake
    accepts = _accepts(pay, owes_two, owes_more, owes_for_four)
    if twins_only:
        accepts = _accepts(pay_unanswered, owes_two, _owes_added)
    return Module(
        name="stacking",
        answers=(accepts, *rows, *((_pay_opening,) if opening_answered else ())),
        effects={DRAW_TWO: owe_two_unless_two if two_pay_at_once else owe_two} if two_waits else {},
        refusals=refusals,
        settings=settings,
        sound={Owed: _sound},
        uses=(
            stop_debt,
            pay_grown,
            pay_for_four,
            *((whole_debt,) if contested else ()),
            *((draw_two,) if two_pay_at_once else ()),
            *((count_twice,) if doubled else ()),
        ),
        replaces={
            *(("answer Contested Play", "answer Contested Accept") if contested else ()),
            *(("setting owe W+4",) if unchallenged and four_waits else ()),
        },
    )


@rule("draw-two")
def owe_unanswered(step: Step, action: Play, before: InForce) -> None:
    """The next seat owes two, and others may still add to it; where a last card ends the round it is paid at once."""
    step.tables.settings[("owe", DRAW_TWO)](step, action.actor, before, TWO)
    if isinstance(step.frames[-1], Owed):
        step.tell("owes", step.frames[-1].seat, (), TWO)


@rule("owed.accept")
def pay_unanswered(step: Step, frame: Owed, action: Accept) -> None:
    """Draw the debt, whatever others have added to it, and lose the turn."""
    if frame.owed > TWO:
        whole_debt(step, frame)
    pay_two(step, frame, action)


@ground("stacking.whole")
def _owes_added(state: State, frame: Owed, action: Accept) -> bool:
    """A debt that others have added to is taken whole."""
    return frame.owed > TWO


@ground("stacking.whole")
def _owes_added_fours(state: State, frame: Contested, action: Accept) -> bool:
    """A debt that others have added Wild Draw Fours to is taken whole, without a challenge."""
    return frame.owed > OWED


@rule("stacking.whole")
def pay_added(step: Step, frame: Contested, action: Accept) -> None:
    """As without jumping in; a debt that has grown is drawn whole."""
    if frame.owed > OWED:
        whole_debt(step, frame)
    take_the_cards(step, frame, action)


def _contested_added() -> Answer:
    return answer(
        Contested,
        Accept,
        pay_added,
        contested_pays_open,
        contested_more_than_owed,
        owes_four,
        _owes_added_fours,
        covers=("draw.not-the-top", "challenge.too-many", "challenge.none", "stacking.whole"),
    )


def unanswered(*, last_waits: bool) -> Module:
    """No stacking, yet the debt waits until its victim takes it, since others may add to it.

    ``last_waits``: it does so for a last card too, which else is paid at once.
    """
    refusals: dict[tuple[type[Frame], type[Action]], str] = {
        (Owed, Action): "owed.pending",
        (Owed, Challenge): "challenge.none-due",
        (Owed, JumpIn): "owed.pending",
    }

    def owe(step: Step, by: Seat, before: InForce, owed: int) -> None:
        victim = after(step, by)
        if step.hands[by] or last_waits:
            step.push(Owed(victim, by, owed))
            return
        if not pay_for_the_last(step, victim, owed):
            lose_turn_for(step, False, victim)

    return Module(
        name="stacking",
        answers=(_accepts(pay_unanswered, owes_two, _owes_added), _contested_added()),
        effects={DRAW_TWO: owe_unanswered},
        replaces={"answer Contested Accept"},
        refusals=refusals,
        settings={"challenge.stacked": whole_debt_at_stake, ("owe", DRAW_TWO): owe, ("worth", DRAW_TWO): TWO},
        sound={Owed: _sound},
    )
