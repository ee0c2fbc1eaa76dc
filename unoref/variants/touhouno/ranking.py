"""How the game ends: an empty hand, an empty pile; and the ranking by points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Literal

from attrs import frozen

from unoref.actions import ChooseSeat, Find
from unoref.cards import UNKNOWN, Face
from unoref.checks import answer, bar
from unoref.frames import Chance
from unoref.lasting import Lasting
from unoref.rules.scores import Mode, hand_value, own_hands, values
from unoref.ruleset import Module
from unoref.seats import Seat, turn_order
from unoref.state import State
from unoref.step import Step, cited, rule
from unoref.unseen import possible_in_hand
from unoref.variants.touhouno.draws import DrawFailed
from unoref.variants.touhouno.lasting import one_of
from unoref.variants.touhouno.marks import BOMB
from unoref.verbs import discard_aside, end_round

__all__ = ["FindLeader", "TurnCount", "end_by_cap", "end_by_hand", "end_by_pile", "module", "pile_is_out"]


@frozen
class TurnCount(Lasting):
    """How many turns are over, where the table allows only so many."""

    turns: int


@frozen
class FindLeader(Chance):
    """The table finds who is first, which unknown cards decide: one of several after another, ``first``.

    ``bombs``: whoever holds B is first outright.
    """

    first: tuple[Seat, ...]
    bombs: bool


@rule("out.first")
def end_by_hand(step: Step, seats: Sequence[Seat]) -> None:
    """The players whose hands are empty are first; the others follow by their points."""
    step.finished = tuple(seats)
    for seat in seats:
        step.tell("out", seat)
    end_round(step, tuple(seats))


@rule("out.pile")
def end_by_pile(step: Step) -> None:
    """The draw pile has run out: whoever holds B is first, else the fewest points."""
    step.tell("pile-out")
    _rank(step, bombs=True)


@rule("out.cap")
def end_by_cap(step: Step) -> None:
    """The game has lasted as many turns as the table allows: it is ranked by points."""
    step.tell("turns-out")
    _rank(step, bombs=False)


@rule("out.bomb")
def end_with_bombs(step: Step, seats: tuple[Seat, ...]) -> None:
    """Whoever holds B is first outright."""
    for seat in seats:
        step.tell("bomb-first", seat)
    end_round(step, seats)


@rule("scoring.rank")
def end_by_points(step: Step, seats: tuple[Seat, ...]) -> None:
    """The fewest points are first."""
    end_round(step, seats)


def _rank(step: Step, bombs: bool) -> None:
    seats = turn_order(step, step.dealer)
    unknown = any(UNKNOWN in cards for cards in step.hands)
    if unknown:
        discard_aside(step)
        step.frames[1:] = [FindLeader((), bombs)]
        return
    holders = tuple(seat for seat in seats if any(card.face is BOMB for card in step.hands[seat]))
    if bombs and holders:
        end_with_bombs(step, holders)
        return
    points = {seat: _points(step, seat) for seat in seats}
    end_by_points(step, tuple(seat for seat in seats if points[seat] == min(points.values())))


def _points(position: State | Step, seat: Seat) -> int:
    """What the known cards of a hand are worth."""
    points: Mapping[Face, int] = position.ruleset.tables.settings["points"]
    return sum(points[card.face] for card in position.hands[seat])


@rule("out.found")
def find_first(step: Step, frame: FindLeader, action: ChooseSeat) -> None:
    """One more player is found to be first."""
    step.frames[-1] = FindLeader((*frame.first, action.target), frame.bombs)


@rule("out.found")
def nobody_else(step: Step, frame: FindLeader, action: Find) -> None:
    """Nobody else is first."""
    end_round(step, tuple(seat for seat in turn_order(step, step.dealer) if seat in frame.first))


@bar("out.not-first")
def cannot_be_first(state: State, frame: FindLeader, action: ChooseSeat) -> bool:
    """Known cards rule the player out, or the player has been found before."""
    return action.target in frame.first or action.target not in _may_be_first(state, frame)


@bar("out.nobody")
def somebody_is_first(state: State, frame: FindLeader, action: Find) -> bool:
    """Somebody must be first; that there is nobody else is said with no."""
    return not frame.first or action.outcome != "no"


def _may_be_first(state: State, frame: FindLeader) -> list[Seat]:
    """Whom the known cards do not rule out."""
    seats = [Seat(seat) for seat in range(len(state.hands))]
    if frame.bombs:
        sure = [seat for seat in seats if any(card.face is BOMB for card in state.hands[seat])]
        if sure:
            return [seat for seat in seats if seat in sure or _may_hold_bomb(state, seat)]
    known = [_points(state, seat) for seat in seats if UNKNOWN not in state.hands[seat]]
    least = min(known, default=None)
    return [
        seat
        for seat in seats
        if least is None or _points(state, seat) <= least or (frame.bombs and _may_hold_bomb(state, seat))
    ]


def _may_hold_bomb(state: State, seat: Seat) -> bool:
    return UNKNOWN in state.hands[seat] and any(card.face is BOMB for card in possible_in_hand(state, seat))


def _firsts(state: State, frame: FindLeader) -> list[ChooseSeat]:
    return [ChooseSeat(seat) for seat in _may_be_first(state, frame) if seat not in frame.first]


def _no_more(state: State, frame: FindLeader) -> tuple[Find, ...]:
    return (Find("no"),) if frame.first else ()


def _at_random(state: State, frame: FindLeader, rng: Random) -> Any:
    return Find("no") if frame.first else rng.choice(_firsts(state, frame))


def _sound(state: State, frame: FindLeader, at: int) -> str:
    return "" if at == 1 and len(set(frame.first)) == len(frame.first) else "it lies directly on the last turn"


def empty_hands(step: Step, passing: Seat) -> tuple[Seat, ...]:
    """The seats whose hands are empty, beginning with the one whose turn it is."""
    order = turn_order(step, passing)
    return tuple(seat for seat in (*order[-1:], *order[:-1]) if not step.hands[seat])


def pile_is_out(position: State | Step) -> bool:
    """Whether the draw pile has run out, as the table has it."""
    out: Callable[[State | Step], bool] = position.ruleset.tables.settings["pile.is-out"]
    return out(position)


def pile_is_empty(position: State | Step) -> bool:
    """The draw pile is empty."""
    return not position.draw_pile


def draw_has_failed(position: State | Step) -> bool:
    """A card was to be drawn, and there was none."""
    return one_of(position, DrawFailed) is not None


# --- points ---------------------------------------------------------------------------------------------------------------


@cited("scoring.bomb")
def counted_hands(state: State) -> tuple[int | None, ...]:
    """The points of each hand; a player who is first by B, since the pile has run out, counts none."""
    worth: Mapping[Face, int] = state.ruleset.tables.settings["points"]
    outright = _first_by_bomb(state, state.winners) if state.over else ()
    return tuple(0 if seat in outright else hand_value(worth, cards) for seat, cards in enumerate(state.hands))


def _first_by_bomb(position: State | Step, winners: Sequence[Seat]) -> tuple[Seat, ...]:
    """Of the winners those who are first by a B in hand, since the pile has run out: they count no points."""
    cap = position.ruleset.tables.settings["turn.cap"]
    if not pile_is_out(position) or () in position.hands or over_by_cap(position, cap):
        return ()
    return tuple(seat for seat in winners if any(card.face is BOMB for card in position.hands[seat]))


@rule("scoring.numbers")
def count_hand(step: Step, seat: Seat, value: int) -> None:
    """A hand left over is counted."""
    step.tell("counted", seat, step.hands[seat], value)


@rule("scoring.rank")
def tell_place(step: Step, seat: Seat, place: int) -> None:
    """Where a player comes in the ranking; equal points share a place."""
    step.tell("ranked", seat, (), place)


@rule("scoring.rank")
def tell_ranking(step: Step, winners: tuple[Seat, ...]) -> None:
    """Count what is left in the hands and tell the ranking: the winners first, then by points."""
    worth: Mapping[Face, int] = step.tables.settings["points"]
    counted = {seat: hand_value(worth, step.hands[seat]) for seat in turn_order(step, step.dealer)}
    outright = _first_by_bomb(step, winners)
    for seat, value in counted.items():
        if value is not None and step.hands[seat] and seat not in outright:
            count_hand(step, seat, value)
    if None in counted.values():
        return
    others = [seat for seat in counted if seat not in winners]
    for seat in winners:
        tell_place(step, seat, 1)
    for seat in sorted(others, key=lambda seat: counted[seat] or 0):
        better = sum((counted[other] or 0) < (counted[seat] or 0) for other in others)
        tell_place(step, seat, len(winners) + better + 1)


@cited("over.by-pile")
def over_by_pile(state: State) -> bool:
    """Whether the draw pile has run out and so ended the game."""
    return () not in state.hands


@cited("over.by-cap")
def over_by_cap(state: State | Step, cap: int) -> bool:
    """Whether the last turn allowed has ended the game."""
    count = one_of(state, TurnCount)
    return bool(cap) and count is not None and count.turns >= cap and () not in state.hands


def over_point(state: State) -> str:
    """The point of the rule that has ended the game."""
    if over_by_cap(state, state.ruleset.tables.settings["turn.cap"]):
        return over_by_cap.point
    return over_by_pile.point if over_by_pile(state) else "round.over"


def module(special: Mapping[str, int], ends: Literal["checkpoint", "at-once", "failed-draw"]) -> Module:
    """Ends and ranking; ``special``: the values of function cards, ``ends``: when an empty pile ends the game."""
    worth = values(special)
    modes: dict[str, Mode] = {"own-hand": own_hands}
    settings: dict[Any, Any] = {
        "points": worth,
        "scoring.mode": "own-hand",
        "scoring.modes": modes,
        "scoring.hands": counted_hands,
        "round.over": tell_ranking,
        "over.point": over_point,
        "pile.is-out": draw_has_failed if ends == "failed-draw" else pile_is_empty,
    }
    if ends == "at-once":
        settings["pile.emptied"] = end_by_pile
    return Module(
        name="ranking",
        answers=(
            answer(
                FindLeader,
                ChooseSeat,
                find_first,
                _firsts,
                cannot_be_first,
                covers=("out.not-first",),
                at_random=_at_random,
            ),
            answer(FindLeader, Find, nobody_else, _no_more, somebody_is_first, covers=("out.nobody",)),
        ),
        settings=settings,
        sound={FindLeader: _sound},
        uses=(
            *(values, end_by_hand, end_by_pile, end_by_cap, end_with_bombs, end_by_points, count_hand, tell_place),
            *(over_by_pile, over_by_cap),
            *modes.values(),
        ),
    )
