"""Transfer cards: hand cards passed on face down, accepted, added to, and confinement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Accept, Laying, Play, Refuse
from unoref.cards import UNKNOWN, Face
from unoref.checks import answer, bar, ground
from unoref.frames import Frame, Turn
from unoref.ruleset import Module
from unoref.seats import Seat, after
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.variants.extended.effects import Confinement, Transfer, on, put, replace
from unoref.variants.extended.guise import TRANSFERS, color_of
from unoref.variants.extended.judging import Judgement, judged, judged_for_the_turn, moved
from unoref.variants.extended.knowing import knows_of, leave_unseen
from unoref.variants.extended.memory import forget, remember
from unoref.variants.extended.penalty import WORTH, JudgeDraw, accept_open, forced, on_phase
from unoref.variants.extended.playing import lay
from unoref.variants.extended.taking import loosen
from unoref.verbs import receive, set_aside

__all__ = ["JudgeTransfer", "module", "out_of_range"]

LOW, HIGH = TRANSFERS

#: The numbers each kind goes on.
RANGES: Mapping[Face, range] = {LOW: range(5), HIGH: range(5, 10)}


@frozen
class JudgeTransfer(Judgement):
    """``seat`` takes the cards of a transfer of this kind, hands it on with a transfer of the same kind, or has it taken away."""

    kind: Face


def _transfer(position: State | Step, frame: JudgeTransfer) -> Transfer:
    return next(effect for effect in on(position, frame.seat, Transfer) if effect.kind is frame.kind)


@ground("transfer.same-kind", faces=TRANSFERS)
def on_its_kind(state: State, frame: Turn, action: Play) -> bool:
    """A transfer of the same kind is in force."""
    return state.in_force.face is action.card.face


@ground("transfer.color-and-number", faces=TRANSFERS)
def in_range(state: State, frame: Turn, action: Play) -> bool:
    """The color in force, and a number of the card's range."""
    number = state.in_force.face.number
    return number in RANGES[action.card.face] and color_of(action) is state.in_force.color


@ground("transfer.stacks", faces=TRANSFERS)
def same_kind(state: State, frame: JudgeTransfer, action: Play) -> bool:
    """A transfer of the kind that is pending."""
    return action.card.face is frame.kind


@bar("transfer.other-kind")
def other_kind(state: State, frame: JudgeTransfer, action: Play) -> bool:
    """A transfer of the other kind, or a card that refuses something else."""
    face, settings = action.card.face, state.ruleset.tables.settings
    return face is not frame.kind and (face in TRANSFERS or face in settings["refused-by", JudgeDraw])


@bar("transfer.condition")
def out_of_range(state: State, frame: Turn, action: Play) -> bool:
    """Neither color and number nor the same kind."""
    return action.card.face in TRANSFERS


@bar("confinement", faces=TRANSFERS)
def confined(state: State, frame: Frame, action: Laying) -> bool:
    """Who has just accepted a transfer plays none of its kind in that turn."""
    return any(effect.kind is action.card.face for effect in on(state, action.actor, Confinement))


@bar("transfer.at-most-two", faces=TRANSFERS)
def too_many(state: State, frame: Frame, action: Laying) -> bool:
    """More than two cards attached."""
    return len(action.attaching) > 2


@bar("transfer.numbers-only", faces=TRANSFERS)
def attaches_function(state: State, frame: Frame, action: Laying) -> bool:
    """Something other than a number card attached."""
    return any(card.face.number is None and card is not UNKNOWN for card in action.attaching)


@rule("transfer.simultaneous")
def attach(step: Step, action: Play) -> None:
    """The cards leave the hand together with the transfer, unseen."""
    leave_unseen(step, action.actor, action.attaching)
    set_aside(step, action.actor, action.attaching)
    step.tell("attached", action.actor, (), len(action.attaching))
    loosen(step)


@rule("transfer.attach")
def hand_on(step: Step, kind: Face, action: Play, under: Transfer | None) -> None:
    """The effect, with the cards attached to it face down, rests on the next player."""
    seat, receiver = action.actor, after(step, action.actor)
    if action.attaching:
        attach(step, action)
    if under is not None:
        put(step, evolve(under, seat=receiver))
    put(step, Transfer(receiver, kind, action.attaching, (seat,) * len(action.attaching)))
    held = next(effect for effect in on(step, receiver, Transfer) if effect.kind is kind)
    step.tell("transferred", receiver, (), len(held.cards), None, seat)


@rule("transfer")
def transfer(step: Step, action: Play, before: InForce) -> None:
    """Put the effect on the next player."""
    hand_on(step, action.card.face, action, None)


@rule("transfer.accept")
def accept(step: Step, frame: JudgeTransfer, action: Accept) -> None:
    """Take the attached cards; the turn goes on, without transfers of that kind."""
    moved(step)
    forget(step)
    effect = _transfer(step, frame)
    replace(step, effect)
    receive(step, frame.seat, effect.cards)
    for giver in dict.fromkeys(effect.givers):
        knows_of(step, giver, frame.seat, tuple(card for card, by in effect.attached if by == giver))
    step.tell("took", frame.seat, (), len(effect.cards))
    confine(step, frame.seat, frame.kind)
    judged(step, skipped=False)


@rule("confinement.put")
def confine(step: Step, seat: Seat, kind: Face) -> None:
    """No transfer of that kind until the turn ends."""
    step.lasting = (*step.lasting, Confinement(seat, kind))
    step.tell("confined", seat)


@rule("transfer.refuse")
def refuse(step: Step, frame: JudgeTransfer, action: Play) -> None:
    """Hand the effect on with a transfer of the same kind; the turn is skipped."""
    effect, seat = _transfer(step, frame), frame.seat
    remember(step, seat, action.cards)
    replace(step, effect)
    lay(step, action)
    judged_for_the_turn(step)
    hand_on(step, frame.kind, action, effect)


@bar("transfer.accept-names")
def names_cards(state: State, frame: JudgeTransfer, action: Accept) -> bool:
    """The cards are taken unseen: none are named."""
    return bool(action.cards)


def may_be_played(state: State, play: Play) -> bool:
    """Whether it is worth listing what may be attached: the transfer fits what is in force, or what is pending."""
    face, frame, force = play.card.face, state.frames[-1], state.in_force
    if isinstance(frame, JudgeTransfer):
        return face is frame.kind
    fits = face is force.face or (force.face.number in RANGES[face] and color_of(play) is force.color)
    return fits or not isinstance(frame, Turn)


def attachments(state: State, seat: Seat, play: Play) -> Iterator[Play]:
    """The play, once for each choice of none, one or two of the other cards of the hand."""
    if not may_be_played(state, play):
        return
    rest = list(state.hands[seat])
    for card in play.cards:
        if card in rest:
            rest.remove(card)
        elif UNKNOWN in rest:
            rest.remove(UNKNOWN)
    for size in range(3):
        for attached in dict.fromkeys(combinations(rest, size)):
            yield Play(seat, play.cards, play.colors, attaching=attached)


def module(options: Mapping[str, Any]) -> Module:
    """Transfer cards."""
    settings: dict[Any, Any] = {
        ("judged-by", Transfer): lambda effect: JudgeTransfer(effect.seat, effect.kind),
        ("refused-by", JudgeTransfer): frozenset({*TRANSFERS, *WORTH}),
    }
    if options["stun-forces-accept"]:
        settings["owed", JudgeTransfer] = forced
    for face in TRANSFERS:
        settings["before-judgement", face] = refuse
        settings["form", face] = attachments
        settings["loose", face] = True
        settings["takes", face] = frozenset({"attaching"})
    return Module(
        name="transfer",
        answers=(answer(JudgeTransfer, Accept, accept, accept_open, names_cards),),
        checks=(
            (Turn, Play, on_its_kind),
            (Turn, Play, in_range),
            (JudgeTransfer, Play, same_kind),
            (JudgeTransfer, Play, other_kind),
            *((Frame, Laying, check) for check in (confined, too_many)),
            *(((Frame, Laying, attaches_function),) if options["transfer-attach"] == "numbers" else ()),
        ),
        effects=dict.fromkeys(TRANSFERS, transfer),
        settings=settings,
        refusals={(JudgeTransfer, Refuse): "transfer.with-a-card"},
        sound={JudgeTransfer: _sound},
        uses=(attach, hand_on, confine),
    )


def _sound(state: State, frame: JudgeTransfer, at: int) -> str:
    if not any(effect.kind is frame.kind for effect in on(state, frame.seat, Transfer)):
        return f"no such transfer lies on {state.name(frame.seat)}"
    return on_phase(state, at)
