"""Going out: the round ends when a hand is empty and everything pending has settled."""

from __future__ import annotations

from attrs import frozen

from unoref.cards import Card
from unoref.frames import PassTurn
from unoref.lasting import Lasting
from unoref.rules.teams import Seating
from unoref.rules.turns import pass_on
from unoref.ruleset import Module
from unoref.seats import Seat, seats_in, turn_order
from unoref.step import Step, rule
from unoref.verbs import end_round, last

__all__ = ["WentOut", "first_out_ends", "last_standing", "module", "outlasting", "side_of", "team_out_ends"]


def side_of(step: Step, seat: Seat) -> tuple[Seat, ...]:
    """Who wins with the seat: its team, or it alone."""
    return next((team for team in step.teams if seat in team), (seat,))


@rule("out.first")
def first_out_ends(step: Step, seat: Seat) -> None:
    """The seat that is out wins the round."""
    step.finished = (*step.finished, seat)
    step.tell("out", seat)
    end_round(step, (seat,))


@rule("out.team")
def team_out_ends(step: Step, seat: Seat) -> None:
    """The seat that is out wins the round for its team."""
    step.finished = (*step.finished, seat)
    step.tell("out", seat)
    end_round(step, side_of(step, seat))


@rule("out.any-card")
def end_on_any_card(step: Step, seat: Seat, top: Card) -> None:
    """Action cards and wilds may be last cards too."""
    step.tell("last-card", seat, (top,))


def look_for_empty_hands(step: Step, passing: Seat) -> bool:
    """Look over all seats, beginning with the one whose turn passes on; tell whether the round is over."""
    order = turn_order(step, passing)
    for seat in (*order[-1:], *order[:-1]):
        if not step.hands[seat]:
            top = step.discard.top
            laid_it = top is not None and (seat == passing or ("left", top.face) not in step.tables.settings)
            if top is not None and laid_it and top.face.number is None:
                end_on_any_card(step, seat, top)
            go_out(step, seat)
            return True
    return False


def go_out(step: Step, seat: Seat) -> None:
    """The seat is out and ends the round, for itself or its team."""
    uncalled = step.tables.settings.get("out.uncalled")
    if uncalled is not None and not step.hands[seat]:  # a hand filled again by a penalty has lost its call
        uncalled(step, seat)
    step.called -= {seat}
    (team_out_ends if step.teams else first_out_ends)(step, seat)


@frozen
class WentOut(Lasting):
    """``seat`` was the first to lay its last card, and a penalty goes on; it has won even if it still has to draw."""

    seat: Seat


def remember_who_went_out(step: Step, seat: Seat) -> None:
    """The first to lay a last card wins once everything has settled."""
    if not any(isinstance(effect, WentOut) for effect in step.lasting):
        last(step, WentOut(seat))


@rule("turn.order")
def pass_on_or_end(step: Step, frame: PassTurn) -> None:
    """The turn passes on, unless somebody went out before the penalty that has now been drawn."""
    gone = next((effect for effect in step.lasting if isinstance(effect, WentOut)), None)
    if gone is None or not step.hands[gone.seat]:
        pass_on(step, frame)
        return
    go_out(step, gone.seat)


def outlasting() -> Module:
    """Whoever has laid the last card wins, though a penalty that goes on may come round to that hand."""
    return Module(
        name="outlasting",
        autos={PassTurn: pass_on_or_end},
        settings={"play.emptied": remember_who_went_out},
        replaces={"auto PassTurn"},
    )


@rule("out.place")
def take_place(step: Step, seat: Seat) -> None:
    """The seat has no card left and takes the next place; the round ends when one seat is left."""
    step.finished = (*step.finished, seat)
    step.called -= {seat}
    step.tell("placed", seat, (), len(step.finished))
    if len(step.finished) == len(step.hands) - 1:
        last_is_left(step, seats_in(step)[0])


@rule("out.one-left")
def last_is_left(step: Step, seat: Seat) -> None:
    """One seat is left: the round is over, and the first that went out has won it."""
    step.tell("left-over", seat, step.hands[seat], len(step.hands))
    end_round(step, step.finished[:1])


def look_for_leavers(step: Step, passing: Seat) -> bool:
    """Whoever has no card left but by no play of its own takes the next place too; tell whether the round is over."""
    for seat in turn_order(step, passing):
        if not step.hands[seat]:
            take_place(step, seat)
            if step.frames:  # nothing was left of the turn that passes: the round is over
                return True
    return False


def last_standing() -> Module:
    """Play goes on until one seat is left; whoever lays the last card leaves at once, and the card takes effect on the others."""
    return Module(
        name="going-out",
        settings={
            "goal": look_for_leavers,
            "play.emptied": take_place,
            "teams.seating": None,
        },
        uses=(take_place, last_is_left),
    )


def module(team_seating: Seating | None, open_hands: bool = False) -> Module:
    """The first empty hand ends the round, for its player or its team.

    ``team_seating``: how teams sit, None where there are no teams; ``open_hands``: whether team-mates see each other's hands.
    """
    return Module(
        name="going-out",
        settings={"goal": look_for_empty_hands, "teams.seating": team_seating, "teams.open-hands": open_hands},
        uses=(first_out_ends, team_out_ends, end_on_any_card),
        defines=("teams.seating", *(("teams.open-hands",) if open_hands else ())),
    )
