"""Stacking: a draw card may be answered with a draw card, and the debt (:mod:`unoref.rules.debts`) passes on."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from unoref.actions import Accept, Action, Challenge, Play
from unoref.cards import UNKNOWN, Card, Face
from unoref.checks import Answer, Check, answer, bar, breach, ground, refused
from unoref.frames import Frame, Over
from unoref.lasting import TurnTaken
from unoref.rules.action_cards import DRAW_TWO, REVERSE, SKIP, draw_two
from unoref.rules.debts import (
    TWO,
    OpeningOwed,
    Owed,
    Stacked,
    StackedContested,
    accepts,
    accepts_added,
    contested_accepts,
    more_than_owed,
    owe,
    owes_next,
    owes_two,
    pay_two,
    pays_open,
    sound,
    stop_debt,
    whole_debt,
    whole_debt_at_stake,
)
from unoref.rules.turns import forms, lay_in_turn
from unoref.rules.wild_draw_four import WILD_DRAW_FOUR, Contested
from unoref.ruleset import Module
from unoref.seats import Seat, seats_in
from unoref.state import InForce, State
from unoref.step import Rule, Step, rule
from unoref.unseen import possible_in_hand
from unoref.verbs import announce, draw

__all__ = ["module", "opening_owes_two"]

#: What a card lies on, in the points of this module, where only the identical card answers it.
TWIN = "twin"


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


@ground("stacking.accept")
def owes_more(state: State, frame: Owed, action: Accept) -> bool:
    """A debt that has grown is taken whole."""
    return frame.owed > TWO and not _laid_on_four(frame)


@ground("stacking.accept-four")
def owes_for_four(state: State, frame: Owed, action: Accept) -> bool:
    """A debt of Wild Draw Fours laid on each other is taken whole."""
    return _laid_on_four(frame)


@rule("owed.accept")
def pay(step: Step, frame: Owed, action: Accept) -> None:
    """Draw the debt and lose the turn."""
    if _laid_on_four(frame):
        pay_for_four(step, frame, action)
    elif frame.owed > TWO:
        pay_grown(step, frame, action)
    else:
        pay_two(step, frame, action)


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


#: The next player owes two, or answers them.
owe_two: Rule[[Play, InForce]] = owes_next("stacking.start")


@rule("stacking.start")
def owe_two_unless_two(step: Step, action: Play, before: InForce) -> None:
    """As ``owe_two``; with two players the opponent draws at once."""
    (draw_two if len(seats_in(step)) == 2 else owe_two)(step, action, before)


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


def _answering(point: str, faces: Collection[Face]) -> Check[Frame, Play]:
    @ground(point, faces=faces)
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


def _not_answering(point: str, apart: Collection[Face]) -> Check[Frame, Play]:
    @bar(point)
    def no_answer(state: State, frame: Frame, action: Play) -> bool:
        """Not a card that answers the one on top; why a card that deflects does not, its own checks say."""
        face = action.card.face
        return face not in apart and ("deflect", face) not in state.ruleset.tables.settings

    return no_answer


def _never_answering(point: str, face: Face) -> Check[Frame, Play]:
    @bar(point)
    def no_answer(state: State, frame: Frame, action: Play) -> bool:
        """A card of which the rules say by name that it does not answer the one on top."""
        return action.card.face is face

    return no_answer


def _none_of(where: str, apart: Collection[Face], never: Collection[Face]) -> tuple[Check[Frame, Play], ...]:
    """Why nothing else answers there; the faces of ``apart`` have points of their own, those of ``never`` as no answers."""
    return (
        _not_answering(f"stacking.not-{where}", apart),
        *(_never_answering(f"stacking.{face.code}-not-{where}".lower(), face) for face in never),
    )


def _with(two: bool, check: Check[Frame, Play]) -> Check[Frame, Play]:
    """The same bar, with two players only or with more only."""

    @bar(check.point)
    @wraps(check.test)
    def holds(state: State, frame: Frame, action: Play) -> bool | None:
        return (len(seats_in(state)) == 2) is two and check.test(state, frame, action)

    return holds


@breach("stacking.has-color", faces=(WILD_DRAW_FOUR,))
def had_the_color(state: State, frame: Owed | Contested, action: Play) -> bool | None:
    """A Wild Draw Four that may be challenged, laid on a debt by a seat that holds the color in force."""
    guilty: bool | None = state.ruleset.tables.settings["wild-four.held"](state, action)
    return guilty


def _row(
    kind: type[Any],
    on: str,
    faces: Collection[Face],
    two: Collection[Face],
    apart: Collection[Face],
    *checks: Check[Any, Play],
    two_pay: bool = False,
) -> Answer:
    """What may be laid on a debt, and what more with two players; the faces of ``apart`` have points of their own.

    ``two_pay``: that nothing else may be laid there has reasons of its own with two players.
    """
    alike = [face for face in faces if face not in apart]
    grounds = [
        *((_answering(f"stacking.on-{on}", alike),) if alike or not faces else ()),
        *(_answering(f"stacking.{face.code}-on-{on}".lower(), (face,)) for face in apart if face in faces),
    ]
    never = [face for face in apart if face not in faces]
    otherwise = (*_none_of(f"on-{on}", apart, never), skip_or_reverse)
    if two_pay:
        between_two = _none_of("between-two", apart, never)
        otherwise = (*(_with(True, each) for each in between_two), *(_with(False, each) for each in otherwise))
    return answer(
        kind,
        Play,
        answer_with_twin if on == TWIN else answer_two if kind is Owed else answer_four,
        _answers_open(faces, two),
        *grounds,
        *((_between_two(two),) if two else ()),
        *checks,
        otherwise=otherwise,
        covers=(*(each.point for each in grounds), "stacking.between-two"),
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


_unchallenged = refused(Stacked, Challenge, laid_on_a_debt, laid_on_two, reserved="challenge.only-victim")

_pay_opening = answer(
    OpeningOwed, Accept, pay_and_play, pays_open, more_than_owed, covers=("draw.not-the-top", "stacking.too-many")
)


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
    apart: Collection[Face] = (),
) -> Module:
    """Stacking.

    The faces that may be laid on a pending Draw Two, on a Wild Draw Four laid in turn, and on one laid on a debt.
    ``stacked_challenged``: whether the last may be challenged; ``last_answered``: whether a draw card that was somebody's last
    may be answered; ``twins_only``: whether only the identical card does; ``opening_answered``: whether an opening Draw Two may
    be answered (:func:`opening_owes_two`). With two players ``two_answer`` answer whatever is pending, or, where
    ``two_pay_at_once``, nothing answers a Draw Two, and why nothing answers a Wild Draw Four has points of its own. ``two_waits``
    and ``four_waits``: whether a Draw Two, and a Wild Draw Four laid in turn, can be answered at all; ``four_deflected``: whether
    the latter may be deflected; ``unchallenged``: no Wild Draw Four is ever challenged. ``color_bound``: a Draw Two answers a
    Wild Draw Four in the named color only; ``doubled``: an answer counts twice. ``apart``: faces of which the rules say by name
    what they answer and what not, so that they have points of their own for it: for a Wild ``stacking.w-on-+2`` and
    ``stacking.w-not-on-+2``, and so on.
    """
    stack_kind = StackedContested if on_stacked != on_four else Contested
    stops = () if last_answered else (debt_stops,)
    twins = (not_the_twin,) if twins_only else ()
    breaches = (had_the_color,) if stacked_challenged else ()
    lapses = not stacked_challenged or last_answered
    bound = (not_the_named_color,) if color_bound else ()
    owe_two_more = owe(Owed, last_answered, stop_debt)
    rows = []
    if two_waits:
        rows.append(_row(Owed, TWIN if twins_only else "+2", on_two, two_answer, apart, *stops, *twins, *breaches))
    if four_waits and not unchallenged:
        rows.append(
            _row(
                Contested,
                TWIN if twins_only else "w+4",
                on_four,
                two_answer,
                apart,
                *stops,
                *twins,
                *breaches,
                *bound,
                two_pay=two_pay_at_once,
            )
        )
    adds = worth_doubled if doubled else worth_of_the_answer
    settings: dict[Any, Any] = {("owe", DRAW_TWO): owe_two_more, ("worth", DRAW_TWO): TWO, "stacking.adds": adds}
    if unchallenged:
        if four_waits:
            rows.append(_row(Stacked, "w+4", on_four, two_answer, apart, *stops, *twins, *bound))
            settings[("owe", WILD_DRAW_FOUR)] = owe(Stacked, last_answered, stop_debt)
    elif four_waits and (lapses or four_deflected):
        rows.append(
            _row(Stacked, TWIN if twins_only else "stacked", on_stacked, two_answer, apart, *stops, *twins, *bound)
        )
    owe_stacked = owe(Stacked, last_answered, stop_debt)

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
        rows.append(_row(StackedContested, "stacked", on_stacked, two_answer, apart, *stops, *twins, *breaches, *bound))

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
        rows.append(contested_accepts("stacking.whole" if twins_only else "stacking.accept-four"))
        settings["challenge.stacked"] = whole_debt_at_stake
    taken = accepts_added() if twins_only else accepts(pay, owes_two, owes_more, owes_for_four)
    return Module(
        name="stacking",
        answers=(taken, *rows, *((_pay_opening,) if opening_answered else ())),
        effects={DRAW_TWO: owe_two_unless_two if two_pay_at_once else owe_two} if two_waits else {},
        refusals=refusals,
        settings=settings,
        sound={Owed: sound},
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
