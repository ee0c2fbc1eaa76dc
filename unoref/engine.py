"""The one loop: who may do what now, and what follows.

``find`` weighs an action, ``legal_actions`` lists what is open, ``transition`` carries an action out. All three read the same
rows; the property suite holds them to each other.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any, Literal

from attrs import frozen

from unoref.actions import Action, TableAction
from unoref.checks import Check
from unoref.errors import IllegalAction
from unoref.events import RawEvent
from unoref.frames import Chance, Frame, Over
from unoref.ruleset import Bearing, Row
from unoref.seats import TABLE, Seat
from unoref.state import State, Transition, set_listed
from unoref.step import Rule, Step

__all__ = [
    "Finding",
    "Question",
    "Verdict",
    "apply",
    "chance",
    "find",
    "legal_actions",
    "resolve",
    "settle",
    "transition",
    "weigh",
]

#: What an action is worth.
Verdict = Literal["legal", "illegal", "contestable", "undetermined"]

#: More automatic steps than any rule needs; beyond them the rules themselves are at fault. The last turn finds who owes what.
_STEPS = range(10_001)


@frozen
class Question:
    """A check that unknown cards decide, and how the action comes out either way."""

    check: Check[Any, Any]
    seat: Seat
    if_yes: Verdict
    if_no: Verdict


@frozen
class Finding:
    """The verdict on an action, with the points for and against it in a fixed order."""

    verdict: Verdict
    points: tuple[tuple[str, Verdict], ...]
    questions: tuple[Question, ...] = ()
    price: Rule[[Any, Any]] | None = None
    row: Row | None = None


def _refused(state: State, frame: Frame, action: Action) -> list[str]:
    """The points against an action that is not this seat's to take now."""
    tables = state.tables
    if isinstance(frame, Over):
        over = tables.settings.get("over.point")
        return ["round.over" if over is None else over(state)]
    points = []
    row = tables.row(type(frame), type(action))
    who = "owner" if row is None else row.answer.who
    if action.actor in state.finished:
        points.append("turn.out")
    elif who == "owner" and action.actor != frame.seat:
        other = "turn.other-seat" if row is None else row.answer.reserved
        points.append("turn.table" if TABLE in (action.actor, frame.seat) else other)
    elif who == "others" and action.actor == frame.seat:
        points.append(tables.refusal(type(frame), type(action)))
    if row is None:
        points.append(tables.refusal(type(frame), type(action)))
    return points


def _weigh(row: Row, bearing: Bearing, holds: dict[str, bool | None]) -> Verdict:
    """The verdict once every check has an answer."""
    if any(holds[check.point] for check in bearing.bars):
        return "illegal"
    if row.needs_ground and not any(holds[check.point] for check in bearing.grounds):
        return "illegal"
    return "contestable" if any(holds[check.point] for check in bearing.breaches) else "legal"


def find(state: State, action: Action) -> Finding:
    """Weigh an action: every reason, not the first."""
    frame = state.frames[-1]
    against = _refused(state, frame, action)
    row = state.tables.row(type(frame), type(action))
    if row is None:
        return Finding("illegal", tuple((point, "illegal") for point in against))
    bearing = row.bearing(action)
    checks = (*bearing.bars, *bearing.grounds, *bearing.breaches)
    holds = {check.point: check.test(state, frame, action) for check in checks}
    unknown = [check for check in checks if holds[check.point] is None]
    verdicts: dict[tuple[bool, ...], Verdict] = {}
    for answers in product((True, False), repeat=len(unknown)):
        assumed = holds | {check.point: given for check, given in zip(unknown, answers, strict=True)}
        verdicts[answers] = _weigh(row, bearing, assumed)
    outcomes = set(verdicts.values())
    verdict: Verdict = "illegal" if against else outcomes.pop() if len(outcomes) == 1 else "undetermined"
    questions: list[Question] = []
    if verdict == "undetermined":
        asked = (_question(state, frame, action, unknown, verdicts, at) for at in range(len(unknown)))
        questions = [question for question in asked if question.if_yes != question.if_no]
    points: list[tuple[str, Verdict]] = [(point, "illegal") for point in against]
    points += _points(state, action, row, holds)
    points += [(question.check.point, "undetermined") for question in questions]
    if verdict == "illegal":
        points = [(point, supports) for point, supports in points if supports == "illegal"]
    price = _price(state, action, row, holds)
    if against or holds.get("play.not-in-hand"):  # nothing has been played that could cost anything
        price = None
    return Finding(verdict, tuple(points), tuple(questions), price, row)


def _price(state: State, action: Action, row: Row, holds: dict[str, bool | None]) -> Rule[[Any, Any]] | None:
    """What an illegal action costs: the price of the bar against it, or, where only a ground is wanting, of the reason why."""
    frame, bearing = state.frames[-1], row.bearing(action)
    against = [check for check in bearing.bars if holds[check.point]]
    if against:
        return next((check.price for check in against if check.price), None)
    if not row.needs_ground or any(holds[check.point] is not False for check in bearing.grounds):
        return None
    unmet = (check.price for check in row.answer.otherwise if check.price and check.test(state, frame, action))
    return next(unmet, None)


def _points(state: State, action: Action, row: Row, holds: dict[str, bool | None]) -> list[tuple[str, Verdict]]:
    """What speaks for and against an action that its row weighs: bars, grounds or why there is none, breaches."""
    frame, bearing = state.frames[-1], row.bearing(action)
    points: list[tuple[str, Verdict]] = [(check.point, "illegal") for check in bearing.bars if holds[check.point]]
    points += [(check.point, "legal") for check in bearing.grounds if holds[check.point]]
    if row.needs_ground and not any(holds[check.point] is not False for check in bearing.grounds):
        unmet = [check.point for check in row.answer.otherwise if check.test(state, frame, action)]
        points += [(point, "illegal") for point in unmet or ([] if points else [row.answer.take.point])]
    if not row.needs_ground and not points:
        points.append((row.answer.take.point, "legal"))
    return points + [(check.point, "contestable") for check in bearing.breaches if holds[check.point]]


def _question(
    state: State,
    frame: Frame,
    action: Action,
    unknown: list[Check[Any, Any]],
    verdicts: dict[tuple[bool, ...], Verdict],
    at: int,
) -> Question:
    """How the action comes out with one unknown check this way or that, the others in the action's favor."""
    favorable = [check.kind == "ground" for check in unknown]

    def outcome(given: bool) -> Verdict:
        return verdicts[tuple(given if place == at else other for place, other in enumerate(favorable))]

    check = unknown[at]
    return Question(check, check.decided_by(state, frame, action), outcome(True), outcome(False))


def check_seats(state: State, action: Action) -> None:
    """Raise :class:`ValueError` for an action of or at a seat that is not at the table."""
    seats = len(state.hands)
    target: int | None = getattr(action, "target", None)
    strange = action.actor < 0 and not isinstance(action, TableAction)
    if strange or action.actor >= seats or (target is not None and not 0 <= target < seats):
        raise ValueError(f"{action} names a seat that is not at a table of {seats}")


def _stands(state: State, action: Action, row: Row | None) -> bool:
    """Whether an action stands by its row: it is legal, contestable or undetermined."""
    check_seats(state, action)
    frame = state.frames[-1]
    if row is None or type(frame) is Over or action.actor in state.finished:
        return False
    who = row.answer.who
    if (who == "owner" and action.actor != frame.seat) or (who == "others" and action.actor == frame.seat):
        return False
    return row.admits(state, frame, action)


def transition(state: State, action: Action) -> Transition:
    """Carry an action out: the next state, and the events on the way.

    Raises :class:`unoref.IllegalAction`, carrying the ruling, for an illegal action; the state is untouched in any case.
    Contestable and undetermined actions stand.

    >>> import random, unoref
    >>> state = unoref.settle(unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7)), random.Random(7))
    >>> step = unoref.transition(state, unoref.legal_actions(state)[0])
    >>> [event.clause for event in step.events][0]
    'official:turn.draw'
    """
    told: list[RawEvent] = []
    after = resolve(state, action, told)
    return Transition(after, tuple(told))


def _illegal(state: State, action: Action) -> IllegalAction:
    """The error for an action that does not stand."""
    from unoref.referee import judge

    return IllegalAction(judge(state, action))


def resolve(state: State, action: Action, told: list[RawEvent] | None, take: Rule[[Any, Any]] | None = None) -> State:
    """The state an action brings about and everything settles in; ``told`` grows by what happens on the way, where
    anybody wants to know.

    ``take`` is the rule that carries the action out, whatever the action is worth; by default that of its row, and then an
    action that does not stand raises :class:`unoref.IllegalAction`.
    """
    top, tables = state.top, state.tables
    if take is None:
        try:
            row = state.kind.rows[type(action)]
        except KeyError:
            row = tables.row(type(top), type(action))
        for listed in state.listed:  # what legal_actions() has listed for this very state has been weighed already
            if listed is action:
                break
        else:
            if not _stands(state, action, row):
                raise _illegal(state, action)
        take = row.answer.take  # type: ignore[union-attr]  # what stands has a row
    step = Step()
    step.ruleset = state.ruleset
    step.tables = tables
    step.players = state.players
    step.dealer = state.dealer
    step.hands = [*state.hands]
    step.draw_pile = state.draw_pile
    step.discard = state.discard
    step.in_force = state.in_force
    step.direction = state.direction
    step.frames = frames = [*state.frames]
    step.lasting = state.lasting
    step.called = state.called
    step.finished = state.finished
    step.public = state.public
    step.scores = state.scores
    step.teams = state.teams
    step.listed = ()
    step.events = told
    step.point, carry_out = take.point, take.function  # as calling the rule does, without the call
    carry_out(step, top, action)
    kinds = tables.kinds
    for _ in _STEPS:  # automatic frames run until somebody owes a decision or the round is over
        top = frames[-1]
        try:
            kind = kinds[type(top)]
        except KeyError:
            kind = tables.kind(type(top))
        auto = kind.auto
        if auto is None:
            break
        step.point, run = auto.point, auto.function
        run(step, top)
    else:
        raise AssertionError("automatic steps do not end")
    if tables.settled is not None:
        tables.settled(step, state, action)
        top = frames[-1]
        kind = tables.kind(type(top))
    # The step becomes the next state, whose layout it has; type checkers cannot follow that.
    step.hands = tuple(step.hands)  # type: ignore[assignment]
    step.top = top  # type: ignore[attr-defined]
    step.kind = kind  # type: ignore[attr-defined]
    step.frames = tuple(frames)  # type: ignore[assignment]
    step.events = None
    step.__class__ = State  # type: ignore[assignment]
    return step  # type: ignore[return-value]


def weigh(state: State, action: Action) -> tuple[Verdict, State | None]:
    """The verdict on an action and the state after it, None where it is illegal; nothing is worked out for people to read.

    >>> import unoref
    >>> record = unoref.loads('[table]\\nplayers = ["Ann", "Bo"]\\ndiscard = "R5"\\n[table.hands]\\nAnn = "R7 B3"\\n')
    >>> weigh(record.state(), unoref.parse("Bo draws", record.state()))
    ('illegal', None)
    """
    row = state.tables.row(type(state.frames[-1]), type(action))
    if not _stands(state, action, row):
        return "illegal", None
    assert row is not None
    clear = row.clears(state, state.frames[-1], action)
    verdict: Verdict = find(state, action).verdict if clear is None else "legal" if clear else "contestable"
    return verdict, resolve(state, action, None, row.answer.take)


def priced(state: State, action: Action, price: Rule[[Any, Any]]) -> Transition:
    """Pay the price of an illegal action in its place."""
    told: list[RawEvent] = []
    after = resolve(state, action, told, price)
    return Transition(after, tuple(told))


def apply(state: State, action: Action) -> State:
    """The state after the action; raises :class:`unoref.IllegalAction` for an illegal one. Same for every variant.

    >>> import unoref
    >>> record = unoref.loads('[table]\\nplayers = ["Ann", "Bo"]\\ndiscard = "R5"\\n[table.hands]\\nAnn = "R7 B3"\\n')
    >>> state = unoref.apply(record.state(), unoref.parse("Ann plays R7 saying uno", record.state()))
    >>> state.hands[0]
    (<card B3>,)
    """
    return resolve(state, action, None)


def legal_actions(state: State, seat: Seat | int | None = None) -> tuple[Action, ...]:
    """Every action open now that is not illegal, each once in its barest form and in a fixed order.

    ``seat`` limits them to one seat (``unoref.seats.TABLE`` for chance). Empty when the round is over. No drawn cards are
    named and no order of a shuffle; ``saying uno`` is a choice of its own only where one card is left.
    """
    listed = state.listed
    if not listed:
        frame = state.top
        ordinarily, otherwise = state.kind.offering or state.tables.offering(type(frame))
        first, second, rest = ordinarily
        if (
            state.lasting or state.draw_pile.below is None or len(state.hands[frame.seat]) <= 2
        ):  # else it need not be asked
            first, second, rest = ordinarily if _is_ordinary(state, frame) else otherwise
        listed = tuple(first(state, frame)) + tuple(second(state, frame))  # quicker than unpacking both
        if rest:
            listed += tuple([action for offers in rest for action in offers(state, frame)])
        set_listed(state, listed)
    return listed if seat is None else _by(seat, listed)


def _is_ordinary(state: State, frame: Frame) -> bool:
    """Whether the position is an ordinary one: see :data:`unoref.checks.Offered`."""
    if state.draw_pile.below is None or len(state.hands[frame.seat]) <= 2:
        return False
    for effect in state.lasting:
        if effect.waits:
            return False
    return True


def _by(seat: int, listed: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple(action for action in listed if action.actor == seat)


def settle(state: State, rng: Random, only: type[Chance] = Chance) -> State:
    """Answer the table's frames by chance until a seat owes a decision or the round is over.

    ``only`` limits this to one kind of frame. The same generator in the same condition gives the same state.

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7))
    >>> unoref.settle(state, random.Random(7)).to_act is not None
    True
    """
    while state.kind.by_chance and isinstance(state.top, only):  # most frames are not, which is quicker to see
        action = chance(state, rng)
        row = state.tables.row(type(state.top), type(action))
        assert row is not None  # drawn among what is legal, so it need not be weighed
        state = resolve(state, action, None, row.answer.take)
    return state


def chance(state: State, rng: Random) -> Action:
    """The action with which the table answers what it owes now: for programs that write every action down.

    The same generator in the same condition gives the same action. Raises :class:`ValueError` where the table owes nothing.

    >>> import random, unoref
    >>> state = unoref.deal(unoref.ruleset(), ["Ann", "Bo"], rng=random.Random(7))
    >>> unoref.format(unoref.chance(state, random.Random(7)), state)
    'table flips R6'
    """
    frame = state.frames[-1]
    if not isinstance(frame, Chance):
        raise ValueError("the table owes nothing now")
    return state.tables.at_random(type(frame))(state, frame, rng)
