"""The regret pill: what the previous player did is undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Accept, Action, Draw, Laying, Play, Shuffle
from unoref.cards import FACES, UNKNOWN, Card, Color, Face
from unoref.checks import Answer, Check, answer, bar, ground
from unoref.frames import Chance, Drawn, Frame, Turn
from unoref.lasting import Lasting
from unoref.rules.reshuffle import at_random, bare_shuffle, other_cards
from unoref.rules.uno_call import Uncalled
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import InForce, State, in_force
from unoref.step import Step, rule
from unoref.unseen import copies_unseen
from unoref.variants.extended.aoe import Aoe
from unoref.variants.extended.effects import Active, Confinement, Stun, Transfer, lies_on, on, put, replace
from unoref.variants.extended.guise import color_of, named_color
from unoref.variants.extended.judging import (
    Judgement,
    JudgementPhase,
    Settled,
    StepJudgement,
    first_to_judge,
    judged,
    skip,
    spend_stuns,
)
from unoref.variants.extended.leaving import give_back
from unoref.variants.extended.memory import DrewOnly, Memory, NeverUndone, Remembered, UntilTurnEnds, forget
from unoref.variants.extended.penalty import accept_open, lacks
from unoref.variants.extended.playing import called, play_plainly, plays_of
from unoref.variants.extended.swaps import GOD_HAND
from unoref.variants.extended.taking import loosen
from unoref.verbs import (
    bring_up,
    discard,
    draw_again,
    go_back,
    shuffle_draw_pile,
    sink,
    take_from_discards,
)

__all__ = ["PILL", "Barred", "module", "ShuffleBack", "TurnLost", "JudgeStun"]

PILL = FACES["regret-pill"]


@frozen
class Barred(UntilTurnEnds):
    """Until its turn ends ``seat`` may not play these cards, which it took back, or draw the one that went back."""

    cards: tuple[Card, ...] = ()
    drawn: bool = False


def undoable(position: State | Step, seat: Seat) -> DrewOnly | Remembered | None:
    """What a pill of this seat would undo: the last thing done, by another player."""
    for effect in position.lasting:
        if isinstance(effect, DrewOnly | Remembered) and effect.seat != seat:
            hand = position.hands[effect.seat]
            gone = isinstance(effect, DrewOnly) and effect.card not in hand and UNKNOWN not in hand
            return None if gone else effect
    return None


@bar("regret.nothing", faces=(PILL,))
def nothing_to_undo(state: State, frame: Frame, action: Play) -> bool:
    """The previous player did nothing that a pill undoes."""
    return undoable(state, action.actor) is None


def beyond(point: str) -> Check[Frame, Play]:
    """The bar on undoing the play of a face whose own rule says so under this point (the setting ``regret.exempt``)."""

    @bar(point, faces=(PILL,))
    def cannot_be_undone(state: State, frame: Frame, action: Play) -> bool:
        for effect in state.lasting:
            if isinstance(effect, NeverUndone):
                return bool(state.ruleset.tables.settings.get(("regret.exempt", effect.face)) == point)
        return False

    return cannot_be_undone


@bar("regret.first", faces=(PILL,))
def not_first(state: State, frame: Drawn, action: Play) -> bool:
    """The pill comes before the draw."""
    return True


@bar("regret.first", faces=(PILL,))
def first_unless_blank(state: State, frame: Drawn, action: Play) -> bool:
    """The pill comes before the draw, unless there is nothing to undo and it is a plain card."""
    return undoable(state, action.actor) is not None


@ground("regret.judgement", faces=(PILL,))
def before_judgement(state: State, frame: Judgement, action: Play) -> bool:
    """The pill comes before judgement."""
    return True


def _fits(state: State, action: Play) -> bool:
    """Whether the pill matches, where it must."""
    force = state.in_force
    matches = color_of(action) is force.color or force.face is PILL
    return matches or not state.ruleset.tables.settings["regret.match"]


def _last_card(state: State, seat: Seat) -> Face | None:
    """The face of what the previous player played, if that is to be undone."""
    memory = undoable(state, seat)
    return memory.cards[-1].face if isinstance(memory, Remembered) else None


@ground("regret.undoes-play", faces=(PILL,))
def takes_play_back(state: State, frame: Turn, action: Play) -> bool:
    """There is a play to undo."""
    return _last_card(state, action.actor) is not None and _fits(state, action)


@ground("regret.undoes-draw", faces=(PILL,))
def takes_draw_back(state: State, frame: Turn, action: Play) -> bool:
    """There is a draw without a play to undo."""
    return isinstance(undoable(state, action.actor), DrewOnly) and _fits(state, action)


@ground("regret.undoes-god-hand", faces=(PILL,))
def takes_god_hand_back(state: State, frame: Turn, action: Play) -> bool:
    """At such a table a god hand too is undone."""
    return _last_card(state, action.actor) is GOD_HAND and _fits(state, action)


@bar("regret.no-match", faces=(PILL,))
def no_match(state: State, frame: Judgement, action: Play) -> bool:
    """The pill does not match the card in force."""
    return color_of(action) is not state.in_force.color and state.in_force.face is not PILL


@ground("regret.needs-no-match", faces=(PILL,))
def anything_goes(state: State, frame: Turn, action: Play) -> bool:
    """A pill that needs no match."""
    return True


@bar("regret.barred")
def taken_back(state: State, frame: Frame, action: Laying) -> bool | None:
    """The card that was taken back is not played in the same turn."""
    for effect in state.lasting:
        if isinstance(effect, Barred) and effect.seat == action.actor:
            hand = state.hands[action.actor]
            for card in action.cards:
                if card in effect.cards and hand.count(card) < 2:
                    other = hand.count(card) + copies_unseen(state)[card] > 1 and UNKNOWN in hand
                    return None if other else True
    return False


def only_barred_left(state: State, seat: Seat) -> bool:
    """Whether the next card of the pile is the one this seat may not draw."""
    barred = any(isinstance(effect, Barred) and effect.seat == seat and effect.drawn for effect in state.lasting)
    return barred and len(state.draw_pile) == 1


@bar("regret.barred-draw")
def put_back_card(state: State, frame: Turn, action: Draw) -> bool:
    """The card that went back is not drawn in the same turn."""
    return only_barred_left(state, frame.seat)


@rule("regret.draw")
def undo_draw(step: Step, memory: DrewOnly) -> None:
    """The card that was drawn goes back under the pile, and is not drawn in the turn that comes again."""
    sink(step, memory.seat, memory.card)
    step.lasting = (*step.lasting, Barred(memory.seat, (), True))
    step.frames[:] = [Turn(memory.seat)]


@frozen
class ShuffleBack(Chance):
    """The table shuffles the draw pile, a card having gone back into it."""


@rule("regret.shuffle")
def shuffle_in(step: Step, memory: DrewOnly) -> None:
    """At such a table the card that was drawn is shuffled back into the pile."""
    sink(step, memory.seat, memory.card)
    step.frames[:] = [Turn(memory.seat), ShuffleBack()]


@rule("regret.shuffle")
def shuffled(step: Step, frame: ShuffleBack, action: Shuffle) -> None:
    """Shuffle the pile."""
    step.pop()
    shuffle_draw_pile(step, action.cards)


@bar("regret.other-pile")
def not_the_pile(state: State, frame: ShuffleBack, action: Shuffle) -> bool:
    """Other cards than the draw pile."""
    return action.cards is not None and other_cards(action.cards, tuple(state.draw_pile))


def shuffle_pile_at_random(state: State, frame: ShuffleBack, rng: Random) -> Shuffle:
    """The draw pile in any order."""
    return at_random(tuple(state.draw_pile), rng)


@rule("regret.play")
def undo_play(step: Step, memory: Remembered, spent: tuple[Card, ...], drawn: Card | None, by: Seat) -> None:
    """The play is undone with everything that came of it; its player may not play that card in the turn that comes again.

    What the player of the pill has drawn in this turn stays (``drawn``).
    """
    # others have acted since: who forgot to call can be caught no longer
    step.lasting = tuple(effect for effect in memory.lasting if not isinstance(effect, Uncalled))
    go_back(
        step,
        memory.hands,
        (memory.draw_pile, memory.discard),
        memory.in_force,
        memory.direction,
        spent,
        by,
    )
    if drawn is not None:
        draw_again(step, by, drawn)
    step.frames[:] = memory.frames
    step.lasting = (*step.lasting, Barred(memory.seat, memory.cards))


def _attached_since(transfer: Transfer, before: Iterable[Active]) -> Iterator[tuple[Card, Seat]]:
    """The cards of a transfer, each with its giver, that did not lie under one of that kind before."""
    earlier = (old for old in before if isinstance(old, Transfer) and old.kind is transfer.kind)
    lay_there = Counter(pair for old in earlier for pair in old.attached)
    return (Counter(transfer.attached) - lay_there).elements()


@rule("regret.pending-only")
def undo_pending(step: Step, memory: Remembered, spent: tuple[Card, ...], drawn: Card | None, by: Seat) -> None:
    """At such a table only what the play has put on the player of the pill is taken off, and the card goes back."""
    changed = [
        effect
        for effect in memory.lasting
        if isinstance(effect, Active) and effect.seat in (memory.seat, by) and effect not in step.lasting
    ]
    for effect in on(step, by, Active):
        if effect not in memory.lasting:
            replace(step, effect)
            if isinstance(effect, Transfer):
                give_back(step, _attached_since(effect, changed))
    for effect in changed:
        put(step, effect)
    discard(step, by, spent)
    for card in memory.cards:
        if card in step.discard:
            take_from_discards(step, memory.seat, card)
    step.in_force = memory.in_force
    forget(step)
    top = memory.frames[-1]
    gone = isinstance(top, Drawn) and top.card not in step.hands[memory.seat]
    step.frames[:] = [Turn(memory.seat)] if gone else memory.frames
    step.lasting = (*step.lasting, Barred(memory.seat, memory.cards))


@rule("regret.last")
def stays_in_force(step: Step, force: InForce) -> None:
    """At such a table the card taken back stays the current card."""
    step.in_force = force
    step.tell("stays", None)


@rule("regret.last")
def pill_in_force(step: Step, card: Card, color: Color) -> None:
    """At such a table the pill becomes the current card."""
    bring_up(step, card)
    step.in_force = in_force(color, card.face)


def as_it_was(step: Step, undone: Memory, force: InForce, card: Card, color: Color) -> None:
    """What was in force before the play is so again."""


def as_it_is(step: Step, undone: Memory, force: InForce, card: Card, color: Color) -> None:
    """The card taken back stays the current card; a draw that is undone changes nothing."""
    if isinstance(undone, Remembered):
        stays_in_force(step, force)


def the_pill(step: Step, undone: Memory, force: InForce, card: Card, color: Color) -> None:
    """The pill becomes the current card."""
    pill_in_force(step, card, color)


#: What is in force once a pill has undone something, as the table has it.
IN_FORCE: Mapping[str, Callable[[Step, Memory, InForce, Card, Color], None]] = {
    "before": as_it_was,
    "stays": as_it_is,
    "pill": the_pill,
}


@frozen
class TurnLost(Lasting):
    """``seat`` has spent its turn on a regret pill: when its turn would come again, it is passed over."""

    seat: Seat


@rule("regret.turn-lost")
def lose_turn_for_pill(step: Step, lost: TurnLost) -> None:
    """The turn was lost with the pill."""
    replace(step, lost)
    skip(step, lost.seat)


# -------------------------------------------------------------------------------------------- the opening card of an AOE


def may_undo_opening(position: State | Step, frame: Aoe, action: Play) -> bool:
    """Whether the card is a pill of the first player reached, with nothing said, and the user's card can be undone."""
    if action.card.face is not PILL or named_color(action) is not None or frame.seat == frame.user:
        return False
    memory = undoable(position, frame.seat)
    settings = position.ruleset.tables.settings
    if not isinstance(memory, Remembered) or memory.seat != frame.user:
        return False
    opened = ("aoe.opens", memory.cards[-1].face) in settings
    return opened and (color_of(action) is position.in_force.color or not settings["regret.match"])


@ground("regret.aoe-opening", faces=(PILL,))
def undoes_opening(state: State, frame: Aoe, action: Play) -> bool:
    """At such a table the first player an effect on the whole table reaches may undo the card that set it going."""
    return may_undo_opening(state, frame, action)


def pills_open(state: State, frame: Aoe) -> Iterator[Play]:
    """The pill, by itself or with a camouflage, with nothing said."""
    for play in plays_of(state, frame.seat):
        if play.card.face is PILL and may_undo_opening(state, frame, play):
            yield from called(state, (play,))


def passed_over(step: Step, seat: Seat) -> bool:
    """Whether the turn of the seat that is about to begin was lost with a pill."""
    for effect in step.lasting:
        if isinstance(effect, TurnLost) and effect.seat == seat:
            lose_turn_for_pill(step, effect)
            return True
    return False


# -------------------------------------------------------------------------------------------------------- before a stun


@frozen
class JudgeStun(Judgement):
    """At such a table ``seat``, stunned and with nothing else to judge, accepts that or first plays a regret pill."""


@rule("stun")
def accept_stun(step: Step, frame: JudgeStun, action: Accept) -> None:
    """The stun is spent, the turn skipped."""
    judged(step, skipped=False)
    marker = step.frames[-1]
    assert isinstance(marker, JudgementPhase | StepJudgement)
    spend_stuns(step, on(step, frame.seat, Stun), marker.skipped)
    step.frames[-1] = evolve(marker, skipped=True)


@bar("stun.names-cards")
def names_cards(state: State, frame: JudgeStun, action: Accept) -> bool:
    """Nothing is drawn for a stun."""
    return bool(action.cards)


def _asks_about_stun(step: Step, seat: Seat) -> Frame | None:
    asked = first_to_judge(step, seat)
    return JudgeStun(seat) if asked is None and lies_on(step, seat, Stun) else asked


def module(options: Mapping[str, Any]) -> Module:
    """The regret pill."""
    comes_into_force = IN_FORCE[options["pill-last"]]
    loses_turn, blank = options["pill-turn"] == "lost", options["pill-as-blank"]
    undoes_draw = shuffle_in if options["undone-draw"] == "shuffled" else undo_draw
    undoes_play = undo_pending if options["pill-scope"] == "pending" else undo_play

    @rule("regret")
    def undo(step: Step, frame: Frame, action: Play) -> None:
        """The previous player takes back what was done, and has the turn again; the pill does not come into force."""
        seat, force = action.actor, step.in_force
        color = color_of(action)
        memory = undoable(step, seat)
        assert memory is not None
        drawn = frame.card if isinstance(frame, Drawn) else None
        step.tell("undone", seat, action.cards, None, None, memory.seat)
        if isinstance(memory, Remembered):
            undoes_play(step, memory, action.cards, drawn, seat)
        else:
            discard(step, seat, action.cards)
            forget(step)
            undoes_draw(step, memory)
            step.lasting = (*step.lasting, *(Confinement(memory.seat, kind) for kind in memory.confined))
        comes_into_force(step, memory, force, action.card, color)
        loosen(step)
        if loses_turn:
            step.lasting = (*step.lasting, TurnLost(seat))
        step.tell("turn", memory.seat)
        step.push(Settled(seat))

    @rule("regret.blank")
    def undo_or_nothing(step: Step, frame: Frame, action: Play) -> None:
        """With nothing to undo it is a plain green card at such a table."""
        if undoable(step, action.actor) is not None:
            undo(step, frame, action)
        else:
            play_plainly(step, action)
            step.tell("blank", action.actor)

    never = (
        *(() if options["priority"] == "ties" else ("regret.priority",)),
        *(() if options["pill-vs-god-hand"] else ("regret.god-hand",)),
        *(() if options["pill-vs-aoe-opening"] else ("regret.aoe",)),
    )
    undoing = (nothing_to_undo, *map(beyond, never))
    checks: list[tuple[type[Frame], type[Action], Check[Any, Any]]] = [
        (Frame, Laying, taken_back),
        (Turn, Draw, put_back_card),
        (Judgement, Play, before_judgement),
        (Turn, Play, takes_play_back),
        (Turn, Play, takes_draw_back),
        *(((Turn, Play, takes_god_hand_back),) if options["pill-vs-god-hand"] else ()),
        *((frame, Play, check) for frame in ((Judgement,) if blank else (Turn, Judgement)) for check in undoing),
    ]
    checks.append((Judgement, Play, no_match) if options["pill-match"] else (Turn, Play, anything_goes))
    if not options["pill-after-drawing"]:
        checks.append((Drawn, Play, first_unless_blank if blank else not_first))
    settings: dict[Any, Any] = {
        ("undoes", PILL): True,
        ("loose", PILL): True,
        ("before-judgement", PILL): undo,
        ("played-as", PILL): undo_or_nothing if blank else undo,
        "draw.barred": only_barred_left,
    }
    settings["regret.match"] = options["pill-match"]
    under_stun = options["pill-under-stun"]
    vs_opening = options["pill-vs-aoe-opening"]
    if vs_opening:
        settings |= {"aoe.undo": undo, "aoe.undoable": may_undo_opening}
        checks.append((Aoe, Play, undoes_opening))
    if loses_turn:
        settings["turn.passed-over"] = passed_over
    answers: list[Answer] = []
    if undoes_draw is shuffle_in:
        answers.append(
            answer(ShuffleBack, Shuffle, shuffled, bare_shuffle, not_the_pile, at_random=shuffle_pile_at_random)
        )
    if under_stun:
        answers.append(answer(JudgeStun, Accept, accept_stun, accept_open, names_cards))
        settings["judge.next"] = _asks_about_stun
        settings["refused-by", JudgeStun] = frozenset()
    return Module(
        name="regret",
        answers=tuple(answers),
        checks=tuple(checks),
        offers=((Aoe, Play, pills_open),) if vs_opening else (),
        settings=settings,
        replaces=frozenset({"setting judge.next"} if under_stun else ()),
        sound={ShuffleBack: _sound_shuffle, JudgeStun: lacks(Stun)},
        uses=(undo_draw, undo_play, undo, lose_turn_for_pill)
        if undoes_play is undo_play
        else (undo_draw, undo_pending, undo),
    )


def _sound_shuffle(state: State, frame: ShuffleBack, at: int) -> str:
    return (
        "" if at == len(state.frames) - 1 and isinstance(state.frames[0], Turn) else "it comes at the start of a turn"
    )
