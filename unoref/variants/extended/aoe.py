"""Grenade, C4 and argue: they go from player to player until somebody does not feed them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Action, Answer, Play, Refuse
from unoref.cards import BASE_COLORS, FACES, Color
from unoref.checks import answer, bar, ground
from unoref.frames import Frame
from unoref.ruleset import Module
from unoref.seats import Seat, after, seats_in
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.variants.extended.disarm import refuse_open
from unoref.variants.extended.effects import TightBand, lies_on
from unoref.variants.extended.guise import CAMOUFLAGE, INFINITY, NUMBERS, color_of, face_of, named_color
from unoref.variants.extended.judging import StepJudgement, judge_step, jump_over, play_on_after
from unoref.variants.extended.matching import named_plays, wrong_form
from unoref.variants.extended.memory import forget
from unoref.variants.extended.playing import called, lay, plays_of
from unoref.variants.extended.taking import held_off, loosen, take
from unoref.variants.extended.waiting import interrupts
from unoref.verbs import discard

__all__ = ["Aoe", "Argue", "CFour", "Grenade", "module"]

GRENADE = FACES["grenade"]
C4 = FACES["c4"]
ARGUE = FACES["argue"]

#: What says that a pill does not undo the card that sets such an effect going.
EXEMPT = tuple(("regret.exempt", face) for face in (GRENADE, C4, ARGUE))
NUMBERED = (*NUMBERS, INFINITY)

#: The most cards a reset draws, and what losing an argument costs.
RESET = 6
LOST = 4


@frozen
class Aoe(Frame):
    """``seat`` holds what ``user`` has set going: it feeds it, or suffers it."""

    user: Seat


@frozen
class Grenade(Aoe):
    """A card of ``color`` is to be fed."""

    color: Color


@frozen
class CFour(Aoe):
    """A number card is to be fed; the C4 goes on by so many players."""


@frozen
class Argue(Aoe):
    """A number card of at least ``least`` is to be fed."""

    least: int


def _number(action: Play) -> int:
    number = face_of(action).number
    assert number is not None
    return number


# ------------------------------------------------------------------------------------------------------------- feeding


@bar("aoe.form")
def said_wrongly(state: State, frame: CFour | Argue, action: Play) -> bool:
    """Something is said with the card that means nothing here."""
    return wrong_form(action, frozenset())


@bar("grenade.form")
def names_no_color(state: State, frame: Grenade, action: Play) -> bool:
    """A card fed to the grenade names the next color, and nothing else; a pill that undoes the grenade says nothing."""
    return wrong_form(action, frozenset() if undoes_opening(state, frame, action) else frozenset({"naming"}))


@bar("aoe.one-card")
def several_cards(state: State, frame: Aoe, action: Play) -> bool:
    """One card is asked for, or one with a camouflage."""
    return len(action.cards) > 1 and action.cards[0].face is not CAMOUFLAGE


@ground("grenade.color")
def has_color(state: State, frame: Grenade, action: Play) -> bool:
    """The named color."""
    return color_of(action) is frame.color


@bar("grenade.other-color")
def other_color(state: State, frame: Grenade, action: Play) -> bool:
    """Another color than the named one."""
    return True


@ground("c4.number", faces=NUMBERED)
def is_number(state: State, frame: CFour, action: Play) -> bool:
    """A number card."""
    return True


@bar("c4.not-a-number")
def not_a_number(state: State, frame: CFour, action: Play) -> bool:
    """Not a number card."""
    return True


@ground("argue.at-least", faces=NUMBERED)
def high_enough(state: State, frame: Argue, action: Play) -> bool:
    """A number card as high as the last one."""
    number = face_of(action).number
    return number is not None and number >= frame.least


@bar("argue.too-low")
def too_low(state: State, frame: Argue, action: Play) -> bool:
    """A lower number than the last."""
    return face_of(action).number is not None


@bar("argue.not-a-number")
def no_number(state: State, frame: Argue, action: Play) -> bool:
    """Not a number."""
    return face_of(action).number is None


def feeds_open(state: State, frame: Aoe) -> Iterator[Play]:
    """The bare plays of the cards that may be fed."""
    for play in plays_of(state, frame.seat):
        face = play.cards[-1].face
        if isinstance(frame, Grenade):
            if color_of(play) is not frame.color:
                continue
        elif face not in NUMBERED:
            continue
        numbers = range(10) if face is INFINITY else (None,)
        for number in numbers:
            fed = play if number is None else evolve(play, number=number)
            yield from called(state, named_plays(state, frame.seat, fed) if isinstance(frame, Grenade) else (fed,))


@rule("grenade.feed")
def feed_grenade(step: Step, frame: Grenade, action: Play) -> None:
    """Pay with a card of the color, name another, pass the grenade on."""
    if _undone(step, frame, action):
        return
    lay(step, action)
    fed = step.tables.settings["grenade.fed"]
    if fed is not None:
        fed(step, frame.seat, action.cards[-1])
    color = named_color(action)
    assert color is not None
    step.tell("color-named", frame.seat, (), None, color)
    _reach(step, Grenade(after(step, frame.seat), frame.user, color))


@rule("c4.feed")
def feed_c4(step: Step, frame: CFour, action: Play) -> None:
    """Pay with a number; the C4 goes on by so many players."""
    if _undone(step, frame, action):
        return
    lay(step, action)
    _reach(step, CFour(after(step, frame.seat, _number(action)), frame.user))
    if step.tables.settings["c4.steps-are-turns"] and isinstance(step.frames[-1], CFour):
        step.push(StepJudgement(step.frames[-1].seat))


@rule("argue.feed")
def feed_argue(step: Step, frame: Argue, action: Play) -> None:
    """Pay with a number; the next player must not go below it."""
    if _undone(step, frame, action):
        return
    lay(step, action)
    _reach(step, Argue(after(step, frame.seat), frame.user, _number(action)))


def _undone(step: Step, frame: Aoe, action: Play) -> bool:
    """Whether the card is a pill that undoes what set this going; once others than the user feed it, nothing does any more."""
    if undoes_opening(step, frame, action):
        step.tables.settings["aoe.undo"](step, frame, action)
        return True
    if frame.seat != frame.user:
        forget(step)
    return False


def undoes_opening(position: State | Step, frame: Aoe, action: Play) -> bool:
    """Whether the card is a pill meant to undo the card that set this going, where a table allows that."""
    asked = position.ruleset.tables.settings.get("aoe.undoable")
    return asked is not None and bool(asked(position, frame, action))


def _reach(step: Step, frame: Aoe) -> None:
    """The effect reaches a player; where such tables pass over empty hands, the next who holds a card."""
    step.frames[-1] = frame
    step.tell("reached", frame.seat)
    if step.tables.settings["aoe.empty-hand-fails"] or step.hands[frame.seat]:
        return
    for _ in seats_in(step):
        pass_over(step, frame.seat)
        frame = evolve(frame, seat=after(step, frame.seat))
        if step.hands[frame.seat]:
            step.frames[-1] = frame
            return
    step.pop()


@rule("aoe.passed-over")
def pass_over(step: Step, seat: Seat) -> None:
    """A player without cards is passed over."""
    step.tell("passed-over", seat)


# ----------------------------------------------------------------------------------------------------------- suffering


@rule("c4.step")
def judge_in_step(step: Step, frame: StepJudgement) -> None:
    """What lies on the player is judged; where that costs the turn, the C4 cannot be fed."""
    if judge_step(step, frame):
        top = step.frames[-1]
        assert isinstance(top, CFour)
        explode(step, top, Refuse(frame.seat))


@rule("reset")
def reset(step: Step, seat: Seat) -> None:
    """Discard the whole hand and draw as many cards as are dealt, six at most."""
    banded = lies_on(step, seat, TightBand) and step.tables.settings["reset.stopped-by-band"]
    count = min(RESET, int(step.tables.settings["hand-size"]))
    if banded:
        held_off(step, seat, count)
    if step.hands[seat]:
        discard(step, seat, step.hands[seat])
        loosen(step)
    if not banded:
        take(step, seat, count)


@rule("grenade.explode")
def blow_up(step: Step, frame: Grenade, action: Refuse) -> None:
    """Blown up: a reset at once, and the player after the victim has the turn."""
    step.pop()
    step.tell("blown-up", frame.seat)
    play_on_after(step, frame.seat)
    jump_over(step, frame.seat)
    over = step.tables.settings["grenade.over"]
    if over is not None:
        over(step)
    reset(step, frame.seat)


@rule("c4.explode")
def explode(step: Step, frame: CFour, action: Refuse) -> None:
    """It explodes: a reset at once; the user's next has the turn, but for the victim."""
    step.pop()
    step.tell("blown-up", frame.seat)
    play_on_after(step, frame.user, past=frame.seat)
    reset(step, frame.seat)


@rule("argue.lost")
def lose_argument(step: Step, frame: Argue, action: Refuse) -> None:
    """The argument is lost: four cards; the user's next has the turn."""
    step.pop()
    step.tell("argument-lost", frame.seat)
    if step.tables.settings["argue.skips-loser"]:
        skip_loser(step, frame)
    take(step, frame.seat, LOST)


@rule("argue.skip")
def skip_loser(step: Step, frame: Argue) -> None:
    """Who lost the argument is skipped at such a table, should the turn be theirs."""
    play_on_after(step, frame.user, past=frame.seat)
    step.tell("not-next", frame.seat)


def can_feed(state: State, frame: Aoe) -> bool | None:
    """Whether the seat can feed what it holds; None where unknown cards decide."""
    row = state.ruleset.tables.row(type(frame), Play)
    assert row is not None
    hand, found = state.hands[frame.seat], False
    for play in feeds_open(state, frame):
        if row.admits(state, frame, play):
            if all(card in hand for card in play.cards):
                return True
            found = True
    return None if found else False


@bar("grenade.must-feed")
def can_feed_grenade(state: State, frame: Grenade, action: Refuse) -> bool | None:
    """A card can be fed and must be."""
    return can_feed(state, frame)


@bar("argue.must-feed")
def can_feed_argue(state: State, frame: Argue, action: Refuse) -> bool | None:
    """A number high enough can be played and must be."""
    return can_feed(state, frame)


# ------------------------------------------------------------------------------------------------------------- setting going


@rule("grenade")
def grenade(step: Step, action: Play, before: InForce) -> None:
    """Name a color and pass the grenade to the next player."""
    color = named_color(action)
    assert color is not None
    step.tell("color-named", action.actor, (), None, color)
    start = Grenade(after(step, action.actor), action.actor, color)
    step.push(start)
    _reach(step, start)


@rule("c4")
def c4(step: Step, action: Play, before: InForce) -> None:
    """The user holds it first."""
    start = CFour(action.actor, action.actor)
    step.push(start)
    _reach(step, start)


@rule("argue")
def argue(step: Step, action: Play, before: InForce) -> None:
    """The user begins, with any number."""
    start = Argue(action.actor, action.actor, 0)
    step.push(start)
    _reach(step, start)


def _sound(state: State, frame: Aoe, at: int) -> str:
    if frame.user in state.finished:
        return "whoever set it going is not out"
    if isinstance(frame, Argue) and not 0 <= frame.least <= 9:
        return "a number is 0 to 9"
    if isinstance(frame, Grenade) and frame.color not in BASE_COLORS:
        return "the color is one of four"
    return interrupts(state, at, frame.seat)


def _sound_step(state: State, frame: StepJudgement, at: int) -> str:
    below = state.frames[at - 1]
    return "" if isinstance(below, CFour) and below.seat == frame.seat else "no C4 has reached that player"


def module(options: Mapping[str, Any]) -> Module:
    """The three effects on the whole table."""
    refusals: dict[tuple[type[Frame], type[Action]], str] = {
        (Aoe, Action): "aoe.suspends",
        (Aoe, Answer): "widow.nothing",
    }
    forced_grenade = () if options["grenade-may-decline"] else (can_feed_grenade,)
    forced_argue = () if options["argue-may-decline"] else (can_feed_argue,)
    return Module(
        name="aoe",
        answers=(
            answer(
                Grenade, Play, feed_grenade, feeds_open, has_color, otherwise=(other_color,), reserved="aoe.not-reached"
            ),
            answer(CFour, Play, feed_c4, feeds_open, is_number, otherwise=(not_a_number,), reserved="aoe.not-reached"),
            answer(
                Argue,
                Play,
                feed_argue,
                feeds_open,
                high_enough,
                otherwise=(too_low, no_number),
                reserved="aoe.not-reached",
            ),
            answer(Grenade, Refuse, blow_up, refuse_open, *forced_grenade, reserved="aoe.not-reached"),
            answer(CFour, Refuse, explode, refuse_open, reserved="aoe.not-reached"),
            answer(Argue, Refuse, lose_argument, refuse_open, *forced_argue, reserved="aoe.not-reached"),
        ),
        checks=(
            (Aoe, Play, several_cards),
            (CFour, Play, said_wrongly),
            (Argue, Play, said_wrongly),
            (Grenade, Play, names_no_color),
        ),
        autos={StepJudgement: judge_in_step} if options["c4-steps-are-turns"] else {},
        effects={GRENADE: grenade, C4: c4, ARGUE: argue},
        refusals=refusals,
        settings={
            **{("aoe.opens", face): True for face in (GRENADE, C4, ARGUE)},
            **({} if options["pill-vs-aoe-opening"] else dict.fromkeys(EXEMPT, "regret.aoe")),
            ("form", GRENADE): named_plays,
            ("takes", GRENADE): frozenset({"naming"}),
            "c4.steps-are-turns": options["c4-steps-are-turns"],
            "aoe.empty-hand-fails": options["aoe-empty-hand"] == "fails",
            "reset.stopped-by-band": options["reset-under-band"] == "none",
            "argue.skips-loser": options["argue-skip-loser"],
        },
        sound={Aoe: _sound, StepJudgement: _sound_step},
        uses=(reset, skip_loser, pass_over),
    )
