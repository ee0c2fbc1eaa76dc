"""The turn in its three phases, judgement, draw and play; how it ends, and how a round that stands still does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from unoref.actions import Action, Challenge, Discard, Draw, JumpIn, Laying, Pass, Play, TableAction
from unoref.checks import Check, answer, bar, ground
from unoref.frames import BeginTurn, Drawn, Draws, Frame, PassTurn, Turn
from unoref.rules.drawing import Standstill, can_draw, forgive, no_draw_open, not_the_top
from unoref.rules.turns import draw_the_one, draw_the_rest, not_the_drawn_card
from unoref.ruleset import Module
from unoref.seats import Seat, seats_in
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.extended.effects import Confinement, TightBand, lies_on, on
from unoref.variants.extended.judging import (
    EndTurn,
    Judgement,
    JudgementPhase,
    Settled,
    effects_lapse,
    end_turn,
    first_to_judge,
    judge,
    lift_weakness,
    moved,
    settle,
    skip,
    skip_stunned,
)
from unoref.variants.extended.leaving import (
    HELD_BACK,
    end_on_any_card,
    end_with_the_first,
    end_with_the_last,
    go_out,
    let_pill_go_by,
    rank_by_hands,
    wait_without_cards,
)
from unoref.variants.extended.memory import forget, keep_draw
from unoref.variants.extended.playing import (
    act_before_out,
    count_as_color,
    count_as_number,
    empty_hand,
    leave_in_force,
    no_help,
    play_before_judgement,
    play_card,
    plays_before_judgement,
    plays_open,
)
from unoref.variants.extended.taking import allowance, room
from unoref.variants.extended.waiting import Taking
from unoref.verbs import draw_in_turn, shuffled_when_empty

__all__ = ["module"]


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
    barred: Callable[[State, Seat], bool] = state.ruleset.tables.settings["draw.barred"]
    return not barred(state, seat)


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


def _sound(state: State, frame: Draws | Taking, at: int) -> str:
    least = 1 if isinstance(frame, Draws) else 0
    return "" if least <= frame.count <= state.ruleset.deck.size else f"nobody draws {frame.count} cards"


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
        sound={Draws: _sound, Taking: _sound},
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
