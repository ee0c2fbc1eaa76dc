"""The turn in its three phases: judgement, draw, play; who is out when everything has settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from attrs import evolve, frozen

from unoref import placing
from unoref.actions import Action, Challenge, Discard, Draw, JumpIn, Laying, Pass, Play, TableAction
from unoref.cards import UNKNOWN, Card, Color
from unoref.checks import Check, answer, bar, ground
from unoref.frames import Auto, BeginTurn, Drawn, Draws, Frame, Over, PassTurn, Turn
from unoref.rules.drawing import Standstill, can_draw, forgive, no_draw_open, not_the_top
from unoref.rules.turns import draw_the_one, draw_the_rest, not_the_drawn_card
from unoref.ruleset import Module
from unoref.seats import Seat, after, seats_in, turn_order
from unoref.state import InForce, State, in_force
from unoref.step import Rule, Step, rule
from unoref.unseen import possible_in_hand
from unoref.variants.extended.effects import (
    Active,
    Confinement,
    Disarm,
    DrawPenalty,
    OnPlayer,
    Stun,
    TightBand,
    Transfer,
    Weakness,
    lies_on,
    on,
    replace,
)
from unoref.variants.extended.guise import CAMOUFLAGE, color_of, disguises, face_of
from unoref.variants.extended.memory import (
    Remembered,
    UntilTurnEnds,
    forget,
    keep_draw,
    laid_last,
    never_undone,
    remember,
)
from unoref.variants.extended.taking import allowance, loosen, room, take
from unoref.verbs import (
    draw_in_turn,
    end_round,
    identify,
    lay_together,
    put_under_discards,
    receive,
    shuffled_when_empty,
)

__all__ = [
    "EndTurn",
    "Judgement",
    "JudgementPhase",
    "Settled",
    "StepJudgement",
    "Taking",
    "Waiting",
    "called",
    "judge_step",
    "judged",
    "judged_for_the_turn",
    "jump_over",
    "lay",
    "module",
    "first_to_judge",
    "formed",
    "give_back",
    "interrupts",
    "moved",
    "play_plainly",
    "spend_stuns",
    "play_on_after",
    "taking",
    "plays_of",
    "plays_open",
    "skip",
    "whose_turn",
]


L = TypeVar("L", bound=Laying)


@frozen
class EndTurn(PassTurn):
    """The turn of ``of`` ends; when everything above has settled, play goes on after ``seat``, but not with ``past``."""

    of: Seat
    past: Seat | None = None


@frozen
class JudgementPhase(BeginTurn):
    """The judgement phase of a seat, something having been judged; ``skipped``: it will not draw or play."""

    skipped: bool = False


@frozen
class StepJudgement(Auto):
    """At such a table a player whom a C4 reaches has a judgement phase before feeding it."""

    skipped: bool = False


@frozen
class Judgement(Frame):
    """An active effect that ``seat`` must deal with before it may draw and play."""


@frozen
class Settled(Auto):
    """Something has been settled where no turn passes on: see who is out."""


def interrupts(state: State, at: int, *seats: Seat) -> str:
    """What is wrong with the place of an interruption that concerns these seats; only what runs by itself may lie between."""
    if not all(isinstance(frame, Waiting) for frame in state.frames[1:at]):
        return "it lies directly on the turn it interrupts"
    return placing.interrupts(state, 1, *seats)


def whose_turn(step: Step) -> Seat:
    """Whose turn is under way: the marker at the bottom tells."""
    marker = step.frames[0]
    return marker.of if isinstance(marker, EndTurn) else marker.seat


def play_on_after(step: Step, seat: Seat, past: Seat | None = None) -> None:
    """Play goes on after this seat once everything has settled; should ``past`` be next then, it is skipped."""
    marker = step.frames[0]
    assert isinstance(marker, PassTurn | BeginTurn)
    step.frames[0] = EndTurn(seat, whose_turn(step), past)


def moved(step: Step) -> None:
    """Somebody did something: the round does not stand still."""
    for effect in step.lasting:
        if isinstance(effect, Standstill):
            replace(step, effect)


# ---------------------------------------------------------------------------------------------------------- going out


def holds_back(step: Step, seat: Seat) -> bool:
    """Whether an empty hand does not end the game for its player yet: something lies on it or may still come to it."""
    for effect in step.lasting:
        if isinstance(effect, DrawPenalty | Transfer):
            return True
        if isinstance(effect, OnPlayer) and effect.seat == seat:
            return True
        if isinstance(effect, Disarm) and effect.by == seat:
            return True
    return False


def held_back_by_pill(step: Step, seat: Seat) -> bool:
    """As :func:`holds_back`, and until the next player has let the chance of a regret pill go by."""
    undoable = any(isinstance(effect, Remembered) and effect.seat == seat for effect in step.lasting)
    return undoable or holds_back(step, seat)


def let_pill_go_by(step: Step, seat: Seat) -> bool:
    """The seat acts otherwise than with a pill: who waited for that is out now; tell whether the round is over."""
    if not step.tables.settings["out.waits-for-pill"]:
        return False
    forget(step)
    return see_who_is_out(step, seat)


def never_held_back(step: Step, seat: Seat) -> bool:
    """An empty hand is out whatever is pending."""
    return False


def see_who_is_out(step: Step, first: Seat) -> bool:
    """Look over all seats, from ``first`` on in the order of play; tell whether the round is over."""
    if () not in step.hands:
        return False
    order = turn_order(step, first)
    seats = (*order[-1:], *order[:-1]) if order and order[-1] == first else order
    held: Callable[[Step, Seat], bool] = step.tables.settings["out.held-back"]
    shared, before = step.tables.settings["out.shared"], len(step.finished)
    for seat in seats:
        if step.hands[seat]:
            continue
        if held(step, seat):
            if seat == first:
                wait_without_cards(step, seat)
            continue
        if seat == first:
            end_on_any_card(step, seat)
        go_out(step, seat, len(step.hands) - 1 - (before if shared else len(step.finished)))
        if not shared:
            step.tables.settings["out.ends"](step)
        if isinstance(step.frames[-1], Over):
            return True
    if shared and len(step.finished) > before:
        step.tables.settings["out.ends"](step)
    return isinstance(step.frames[-1], Over)


@rule("turn.pending")
def wait_without_cards(step: Step, seat: Seat) -> None:
    """An empty hand whose player is not out yet: the seat stays at the table."""
    if not any(told[0] == "not-out-yet" and told[2] == seat for told in step.events):  # looked at more than once
        step.tell("not-out-yet", seat)


@rule("out.any-card")
def end_on_any_card(step: Step, seat: Seat) -> None:
    """A function card may be the last card too; it has had its effect first."""
    card = laid_last(step, seat)
    if card is not None and card.face.number is None:
        step.tell("last-card", seat, (card,))


@rule("out")
def go_out(step: Step, seat: Seat, points: int) -> None:
    """The hand is empty and nothing can come to it any more: its player is out for good."""
    step.tell("out", seat)
    leave(step, seat, points)


def leave(step: Step, seat: Seat, points: int) -> None:
    """The seat is in the game no more, and what lay on it lapses."""
    step.finished = (*step.finished, seat)
    step.called -= {seat}
    forget(step)
    for effect in on(step, seat, OnPlayer):
        lapse(step, effect)
    told = step.tables.settings.get("out.scored")
    if told is not None:
        told(step, seat, points)


@rule("out.last-player")
def end_with_the_last(step: Step) -> None:
    """The round is over when one player is left; the first who went out has won it."""
    if len(step.finished) >= len(step.hands) - 1:
        end_round(step, step.finished[:1])


@rule("out.first-out")
def end_with_the_first(step: Step) -> None:
    """The round is over as soon as somebody is out."""
    end_round(step, step.finished[:1])


# -------------------------------------------------------------------------------------------------------------- phases


@rule("turn.end")
def end_turn(step: Step, frame: PassTurn) -> None:
    """Everything has settled: confinement ends, see who is out, else the next turn begins."""
    of = frame.of if isinstance(frame, EndTurn) else frame.seat
    for effect in step.lasting:
        if isinstance(effect, Confinement):
            replace(step, effect)
            step.tell("confinement-lifted", effect.seat)
    if step.lasting:
        step.lasting = tuple(effect for effect in step.lasting if not isinstance(effect, UntilTurnEnds))
    if see_who_is_out(step, of):
        return
    following = after(step, frame.seat)
    if isinstance(frame, EndTurn) and following == frame.past:
        jump_over(step, following)
        following = after(step, following)
    step.frames[-1] = BeginTurn(following)


@rule("turn.judge")
def judge(step: Step, frame: BeginTurn) -> None:
    """Deal with the active effects in order of arrival, a stun last; then the free part of the turn, unless it is skipped."""
    seat = frame.seat
    skipped = isinstance(frame, JudgementPhase) and frame.skipped
    if not isinstance(frame, JudgementPhase):
        step.tell("turn", seat)
    elif see_who_is_out(step, seat):
        return
    if step.lasting:
        passed_over: Callable[[Step, Seat], bool] | None = step.tables.settings.get("turn.passed-over")
        if passed_over is not None and passed_over(step, seat):
            step.frames[-1] = EndTurn(seat, seat)
            return
        if seat in step.finished:
            step.frames[-1] = EndTurn(seat, seat)
            return
        if not isinstance(frame, JudgementPhase):
            step.tables.settings["band.due"](step, seat)
        if step.tables.settings["stun.first"] and lies_on(step, seat, Stun):
            end_stun_and_weakness(step, seat)
            step.frames[-1] = EndTurn(seat, seat)
            return
        facing: Callable[[Step, Seat], Frame | None] = step.tables.settings["judge.next"]
        asked = facing(step, seat)
        if asked is not None:
            step.frames[-1] = JudgementPhase(seat, skipped=skipped)
            step.push(asked)
            return
        skipped = end_stun_and_weakness(step, seat, skipped) or skipped
    if skipped or not step.hands[seat]:
        step.frames[-1] = EndTurn(seat, seat)
    else:
        step.frames[-1] = Turn(seat)


def end_stun_and_weakness(step: Step, seat: Seat, lost: bool = False) -> bool:
    """A stun is spent, and weakness ends with the phase; tell whether there was a stun. ``lost``: whether the turn is already."""
    stuns = on(step, seat, Stun)
    spend_stuns(step, stuns, lost)
    for weakness in on(step, seat, Weakness):
        lift_weakness(step, weakness)
    return bool(stuns)


def spend_stuns(step: Step, stuns: Iterable[Stun], lost: bool) -> None:
    """Stuns are spent; together they cost one turn."""
    for stun in stuns:
        skip_stunned(step, stun, lost)
        lost = True


@rule("stun")
def skip_stunned(step: Step, stun: Stun, lost: bool = False) -> None:
    """A stunned player's turn is skipped, if it is not ``lost`` already, and the stun is spent."""
    forget(step)
    replace(step, stun)
    step.tell("stun-spent", stun.seat)
    if not lost:
        skip(step, stun.seat)


def judged_for_the_turn(step: Step) -> None:
    """As :func:`judged`; the turn is skipped, if nothing has cost it yet."""
    lost = step.frames[-2].skipped  # type: ignore[attr-defined]
    judged(step, skipped=True)
    if not lost:
        skip(step, step.frames[-1].seat)


@rule("turn.skip")
def skip(step: Step, seat: Seat) -> None:
    """The turn is skipped: no draw and no play."""
    step.tell("turn-lost", seat)


@rule("weakness.lifted")
def lift_weakness(step: Step, weakness: Weakness) -> None:
    """The judgement phase is over, and weakness with it."""
    replace(step, weakness)
    step.tell("weakness-lifted", weakness.seat)


def jump_over(step: Step, seat: Seat) -> None:
    """The turn of a seat is jumped over without a judgement phase; at some tables what lies on it lapses."""
    if step.tables.settings["skip.lapses"]:
        effects_lapse(step, seat)
    skip(step, seat)


@rule("skip.effects-lapse")
def effects_lapse(step: Step, seat: Seat) -> None:
    """What lies on a player who is jumped over lapses at such a table; attached cards go back to who gave them."""
    lapsing = on(step, seat, OnPlayer)
    if lapsing:
        step.tell("lapsed", seat)
    for effect in lapsing:
        lapse(step, effect)


def lapse(step: Step, effect: OnPlayer) -> None:
    """An effect lapses; cards attached to it go back to who gave them."""
    replace(step, effect)
    if isinstance(effect, Transfer):
        give_back(step, effect.attached)


def give_back(step: Step, attached: Iterable[tuple[Card, Seat]]) -> None:
    """Cards that were attached go back to who gave them, or under the discards where they are out."""
    for card, giver in attached:
        if giver in step.finished:
            put_under_discards(step, (card,))
        else:
            receive(step, giver, (card,))


def judged(step: Step, skipped: bool) -> None:
    """The judgement on top has been dealt with; the phase goes on."""
    step.pop()
    marker = step.frames[-1]
    assert isinstance(marker, JudgementPhase | StepJudgement)
    step.frames[-1] = evolve(marker, skipped=marker.skipped or skipped)


def judge_step(step: Step, frame: StepJudgement) -> bool:
    """Deal with what lies on a player whom a C4 has reached; tell whether that is over and cost the player the turn."""
    facing: Callable[[Step, Seat], Frame | None] = step.tables.settings["judge.next"]
    asked = facing(step, frame.seat)
    if asked is not None:
        step.push(asked)
        return False
    step.pop()
    return end_stun_and_weakness(step, frame.seat, frame.skipped) or frame.skipped


def first_to_judge(step: Step, seat: Seat) -> Frame | None:
    """What a player must judge next: the effect that arrived first."""
    for effect in step.lasting:
        if isinstance(effect, Active) and effect.seat == seat:
            asked: Frame = step.tables.settings["judged-by", type(effect)](effect)
            return asked
    return None


@rule("judge.play")
def play_before_judgement(step: Step, frame: Judgement, action: Play) -> None:
    """Play a card that refuses the effect or takes it away."""
    moved(step)
    step.tables.settings["before-judgement", action.cards[-1].face](step, frame, action)


def plays_before_judgement(state: State, frame: Judgement) -> Iterator[Play]:
    """The bare plays of every card that may be played before judgement; the checks tell which of them help."""
    settings = state.ruleset.tables.settings
    for play in plays_of(state, frame.seat):
        if ("before-judgement", play.cards[-1].face) in settings:
            yield from formed(state, play)


@bar("judge.other-card")
def no_help(state: State, frame: Judgement, action: Play) -> bool:
    """A card that neither refuses nor removes the effect, and no mechanism has more to say about it."""
    return action.card.face not in state.ruleset.tables.settings["refused-by", type(frame)]


@bar("pending.no-cards")
def empty_hand(state: State, frame: Frame, action: Laying | Discard) -> bool:
    """A player without cards has none to refuse or feed with."""
    return not state.hands[action.actor]


@rule("out.settled")
def settle(step: Step, frame: Settled) -> None:
    """See who is out although no turn passes on."""
    step.pop()
    if see_who_is_out(step, frame.seat):
        return
    top = step.frames[-1]
    if isinstance(top, Turn) and top.seat in step.finished:
        step.frames[-1] = EndTurn(top.seat, top.seat)


# ---------------------------------------------------------------------------------------------------------------- draw


@bar("draw.nothing-left")
def nothing_left(state: State, frame: Turn, action: Draw) -> bool:
    """Neither pile can supply a card."""
    return not can_draw(state) and not state.ruleset.tables.settings["draw.ends-round"]


@bar("draw.held-off")
def wears_band(state: State, frame: Turn, action: Draw) -> bool:
    """A tight band keeps its wearer from the pile."""
    return lies_on(state, frame.seat, TightBand)


@bar("draw.above-cap")
def above_cap(state: State, frame: Turn, action: Draw) -> bool:
    """The hand is above the cap."""
    left = room(state, frame.seat)
    return left is not None and left < 1


def may_draw(state: State, seat: Seat) -> bool:
    """Whether the seat can draw the card of its draw phase."""
    if not (can_draw(state) or state.ruleset.tables.settings["draw.ends-round"]) or allowance(state, seat, 1) < 1:
        return False
    held_off = state.ruleset.tables.settings.get("draw.barred")
    return held_off is None or not held_off(state, seat)


@ground("draw.phase")
def draw_phase(state: State, frame: Turn, action: Draw) -> bool:
    """The draw phase: one card, also with a playable card in hand."""
    return True


@rule("draw.phase")
def draw_card(step: Step, frame: Turn, action: Draw) -> None:
    """Draw one card; then any card may be played."""
    moved(step)
    if let_pill_go_by(step, frame.seat):
        return
    if not can_draw_from(step):
        run_out(step, frame.seat)
        return
    step.frames.pop()
    draw_in_turn(step, frame.seat, () if action.card is None else (action.card,))


@bar("draw.second")
def draws_again(state: State, frame: Drawn, action: Draw) -> bool:
    """One card is drawn in a turn."""
    return action.actor == frame.seat


def can_draw_from(step: Step) -> bool:
    """Whether the piles can supply a card."""
    return bool(step.draw_pile) or shuffled_when_empty(step) > 0


@rule("draw.pile-ends")
def run_out(step: Step, seat: Seat) -> None:
    """The draw pile is used up and a card is to be drawn: the round ends, those left are ranked by their hands."""
    step.tell("pile-ends")
    rank_by_hands(step, seat)


@rule("draw.pile-ends")
def run_short(step: Step, seat: Seat, missing: int) -> None:
    """As :func:`run_out`, in the middle of a draw."""
    run_out(step, seat)


def draw_open(state: State, frame: Turn) -> tuple[Draw, ...]:
    """Drawing one card."""
    return (Draw(frame.seat),) if may_draw(state, frame.seat) else ()


# ---------------------------------------------------------------------------------------------------------------- play


def lay(step: Step, action: Laying) -> None:
    """Lay what is played; a card that is not black comes into force as what it counts as."""
    black = action.cards[-1].color is Color.BLACK
    force = None if black else in_force(color_of(action), face_of(action))
    lay_together(step, action.actor, action.cards, force)
    if force is None:
        leave_in_force(step, action)
    if action.number is not None:
        count_as_number(step, action)
    if len(action.cards) > 1:
        count_as_color(step, action)
    if step.lasting:
        loosen(step)


@rule("match.last")
def leave_in_force(step: Step, action: Laying) -> None:
    """A black card leaves in force what was, unless its own effect names a color."""
    if "naming" not in step.tables.settings.get(("takes", action.cards[-1].face), ()):
        step.tell("stays", action.actor)


@rule("infinity.counts")
def count_as_number(step: Step, action: Laying) -> None:
    """An infinity counts as the number named."""
    step.tell("counts-as", action.actor, (), action.number)


@rule("camouflage.counts")
def count_as_color(step: Step, action: Laying) -> None:
    """A camouflaged card counts as the color named."""
    step.tell("disguised", action.actor, action.cards[-1:], None, color_of(action))


@rule("play.card")
def play_card(step: Step, frame: Turn, action: Play) -> None:
    """Play a card and carry its effect out; then the turn ends."""
    moved(step)
    seat = action.actor
    if isinstance(frame, Drawn) and frame.card is UNKNOWN and action.cards[-1] not in step.hands[seat]:
        identify(step, seat, action.cards[-1])
    instead = step.tables.settings.get(("played-as", action.cards[-1].face))
    if instead is not None:
        instead(step, frame, action)
        return
    play_plainly(step, action)


def play_plainly(step: Step, action: Laying) -> None:
    """Lay the card as the play of a turn and carry its effect out; the turn will end with it."""
    seat = action.actor
    if let_pill_go_by(step, seat):
        return
    if ("regret.exempt", action.cards[-1].face) in step.tables.settings:
        never_undone(step, seat, action.cards)
    else:
        remember(step, seat, action.cards)
    step.frames[-1] = EndTurn(seat, seat)
    before = step.in_force
    lay(step, action)
    effect = step.tables.effects.get(action.cards[-1].face)
    if effect is not None:
        if not step.hands[seat]:
            act_before_out(step, seat)
        effect(step, action, before)


@rule("out.effect-first")
def act_before_out(step: Step, seat: Seat) -> None:
    """A function card played last has its effect first: only then is it seen whether its player is out."""
    step.tell("effect-first", seat)


def plays_open(state: State, frame: Frame) -> Iterator[Play]:
    """The bare plays of every card of the hand; the checks tell which of them fit."""
    force = state.in_force
    for play in plays_of(state, frame.seat):
        if may_fit(state, force, play):
            yield from formed(state, play)


def formed(state: State, play: Play) -> Iterable[Play]:
    """The play with everything that may be said with it, in the form its own mechanism gives it."""
    form = state.ruleset.tables.forms.get(play.cards[-1].face)
    return called(state, (play,) if form is None else form(state, play.actor, play))


def called(state: State, plays: Iterable[L]) -> Iterable[L]:
    """The plays, those that leave one card with the UNO call too where the players call themselves."""
    due = state.ruleset.tables.settings.get("uno.due")
    for play in plays:
        yield play
        if due is not None and due(state, play):
            yield evolve(play, saying_uno=True)


def plays_of(state: State, seat: Seat) -> Iterator[Play]:
    """Every card of the hand as it may be laid: by itself or with a camouflage, nothing else said with it yet."""
    hand = state.hands[seat]
    cards: list[Card] = [card for card in dict.fromkeys(hand) if card is not UNKNOWN]
    if hand and hand[-1] is UNKNOWN:
        cards += [card for card in possible_in_hand(state, seat) if card not in cards]
    camouflage = next((card for card in cards if card.face is CAMOUFLAGE), None)
    for card in cards:
        if card is camouflage:
            continue
        for laid, colors in disguises(card, camouflage):
            yield Play(seat, laid, colors)


def may_fit(state: State, force: InForce, play: Play) -> bool:
    """Whether it is worth asking if the card may be played on what is in force."""
    face = play.cards[-1].face
    fits = color_of(play) in (force.color, Color.BLACK) or face is force.face
    return fits or ("loose", face) in state.ruleset.tables.settings


# ------------------------------------------------------------------------------------------------------- ending a turn


@ground("turn.drawn")
def has_drawn(state: State, frame: Drawn, action: Pass) -> bool:
    """Who has drawn need not play."""
    return True


@rule("turn.drawn")
def play_nothing(step: Step, frame: Drawn, action: Pass) -> None:
    """End the turn after the draw."""
    confined = tuple(effect.kind for effect in on(step, frame.seat, Confinement))
    keep_draw(step, frame.seat, frame.card, confined)
    step.frames[-1] = EndTurn(frame.seat, frame.seat)
    step.tell("passed", frame.seat)


def playable(state: State, frame: Turn) -> bool | None:
    """Whether the seat can play anything; None where unknown cards decide."""
    row = state.ruleset.tables.row(type(frame), Play)
    assert row is not None
    hand = state.hands[frame.seat]
    found: bool | None = False
    for play in plays_open(state, frame):
        if row.admits(state, frame, play):
            if all(card in hand for card in play.cards):
                return True
            found = None
    return found


@ground("turn.stuck")
def stuck(state: State, frame: Turn, action: Pass) -> bool | None:
    """Nothing to draw and nothing to play."""
    if may_draw(state, frame.seat):
        return False
    found = playable(state, frame)
    return None if found is None else not found


@ground("turn.free")
def cannot_draw(state: State, frame: Turn, action: Pass) -> bool:
    """Who cannot draw may leave it at that."""
    return not may_draw(state, frame.seat)


@bar("turn.at-least-one")
def neither(state: State, frame: Turn, action: Pass) -> bool:
    """A turn is a draw, a play, or both."""
    return may_draw(state, frame.seat)


@bar("turn.must-play")
def able_to_play(state: State, frame: Turn, action: Pass) -> bool:
    """Who cannot draw and can play must play."""
    return not may_draw(state, frame.seat)


@bar("draw.held-off")
def held_from_pile(state: State, frame: Turn, action: Pass) -> bool:
    """It is a tight band that keeps its wearer from drawing."""
    return lies_on(state, frame.seat, TightBand)


@rule("turn.stuck")
def do_nothing(step: Step, frame: Turn, action: Pass) -> None:
    """The turn ends with nothing done; after a whole round of such turns the round is over."""
    passes = 1 + sum(effect.passes for effect in step.lasting if isinstance(effect, Standstill))
    step.tell("passed", frame.seat)
    forget(step)
    moved(step)
    step.frames[-1] = EndTurn(frame.seat, frame.seat)
    if passes >= len(seats_in(step)):
        block(step, frame.seat)
    else:
        step.lasting = (*step.lasting, Standstill(passes))


@rule("turn.blocked")
def block(step: Step, seat: Seat) -> None:
    """Nobody can draw or play: the round is over."""
    step.tell("blocked")
    rank_by_hands(step, seat)


def rank_by_hands(step: Step, seat: Seat) -> None:
    """Those left are ranked by their hands, fewer cards first, equal ones in the order of play."""
    order = turn_order(step, seat)
    ranked = sorted(order, key=lambda place: len(step.hands[place]))
    for place in ranked[:-1]:
        step.tell("ranked", place, (), len(step.hands[place]))
        leave(step, place, len(step.hands) - 1 - len(step.finished))
    end_round(step, step.finished[:1])


@bar("draw.must-play")
def could_play(state: State, frame: Turn, action: Draw) -> bool | None:
    """A playable card is held, and such tables have it played."""
    return playable(state, frame)


@bar("draw.must-play")
def can_play(state: State, frame: Drawn, action: Pass) -> bool | None:
    """A playable card is held, and such tables have it played."""
    return playable(state, frame)


def nothing_open(state: State, frame: Turn) -> Iterable[Pass]:
    """Ending the turn with nothing done."""
    if not may_draw(state, frame.seat):
        yield Pass(frame.seat)


def pass_open(state: State, frame: Drawn) -> tuple[Pass, ...]:
    """Ending the turn after a draw."""
    return (Pass(frame.seat),)


@frozen
class Waiting(Auto):
    """Something that will happen by itself once what lies above it has settled."""


@frozen
class Taking(Waiting):
    """``seat`` takes ``count`` cards from the pile, after those above it; each mechanism that makes several draw has its own."""

    count: int


def taking(point: str) -> Rule[Any]:
    """What runs when a :class:`Taking` is on top, under the clause of what made the player draw."""

    @rule(point)
    def take_in_order(step: Step, frame: Taking) -> None:
        step.pop()
        take(step, frame.seat, frame.count)

    return take_in_order


HELD_BACK = {"settled": holds_back, "at-once": never_held_back, "after-pill": held_back_by_pill}


def module(options: Mapping[str, Any], otherwise: tuple[Check[Any, Any], ...]) -> Module:
    """The turn; ``otherwise`` says why a card that has no ground may not be played."""
    refusals: dict[tuple[type[Frame], type[Action]], str] = {
        (Frame, Action): "turn.points",
        (Frame, JumpIn): "jump-in.none",
        (Frame, Challenge): "plus-four.unchallenged",
        (Judgement, Challenge): "plus-four.unchallenged",
        (Judgement, JumpIn): "jump-in.none",
        (Frame, TableAction): "turn.table",
        (Judgement, Action): "judge.first",
    }
    must_play = ((Turn, Draw, could_play), (Drawn, Pass, can_play)) if options["must-play"] else ()
    only_drawn = ((Drawn, Play, not_the_drawn_card),) if options["draw-then-play"] == "drawn" else ()
    free = cannot_draw if not options["must-play-when-no-draw"] else stuck
    return Module(
        name="phases",
        answers=(
            answer(Turn, Play, play_card, plays_open, otherwise=otherwise),
            answer(Turn, Draw, draw_card, draw_open, nothing_left, wears_band, above_cap, draw_phase),
            answer(Drawn, Draw, draw_card, no_draw_open, draws_again),
            answer(Drawn, Pass, play_nothing, pass_open, has_drawn),
            answer(Judgement, Play, play_before_judgement, plays_before_judgement, otherwise=(no_help,)),
            answer(Turn, Pass, do_nothing, nothing_open, free, otherwise=(neither, able_to_play, held_from_pile)),
        ),
        checks=(
            (Frame, Draw, not_the_top),
            (Frame, Laying, empty_hand),
            (Judgement, Discard, empty_hand),
            *must_play,
            *only_drawn,
        ),
        autos={
            PassTurn: end_turn,
            EndTurn: end_turn,
            BeginTurn: judge,
            JudgementPhase: judge,
            Draws: draw_the_rest,
            Settled: settle,
        },
        refusals=refusals,
        settings={
            "stun.first": options["stun-first"],
            "skip.lapses": options["jumped-over-effects"] == "lapse",
            "judge.next": first_to_judge,
            "draw.short": run_short if options["empty-pile"] == "end" else forgive,
            "draw.ends-round": options["empty-pile"] == "end",
            "out.held-back": HELD_BACK[options["win-test"]],
            "out.waits-for-pill": options["win-test"] == "after-pill",
            "out.shared": options["out-together"] == "shared",
            **(
                {"out.ends": end_with_the_last, "out.plays-on": True}
                if options["end"] == "last-player"
                else {"out.ends": end_with_the_first}
            ),
        },
        uses=(
            draw_the_one,
            go_out,
            end_on_any_card,
            act_before_out,
            wait_without_cards,
            leave_in_force,
            count_as_number,
            count_as_color,
            skip,
            effects_lapse,
            skip_stunned,
            lift_weakness,
            block,
            run_out,
            end_with_the_last,
            end_with_the_first,
        ),
    )
