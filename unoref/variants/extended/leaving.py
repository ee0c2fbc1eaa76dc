"""Who is out: an empty hand that nothing can come to any more, and what lapses with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from unoref.cards import Card
from unoref.frames import Over
from unoref.seats import Seat, turn_order
from unoref.step import Step, rule
from unoref.variants.extended.effects import Disarm, DrawPenalty, OnPlayer, Transfer, on, replace
from unoref.variants.extended.memory import Remembered, forget, laid_last
from unoref.verbs import end_round, put_under_discards, receive

__all__ = [
    "HELD_BACK",
    "end_on_any_card",
    "end_with_the_first",
    "end_with_the_last",
    "give_back",
    "go_out",
    "lapse",
    "leave",
    "let_pill_go_by",
    "rank_by_hands",
    "see_who_is_out",
    "wait_without_cards",
]


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
    if not any(told[0] == "not-out-yet" and told[2] == seat for told in step.events or ()):  # looked at more than once
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


def rank_by_hands(step: Step, seat: Seat) -> None:
    """Those left are ranked by their hands, fewer cards first, equal ones in the order of play."""
    order = turn_order(step, seat)
    ranked = sorted(order, key=lambda place: len(step.hands[place]))
    for place in ranked[:-1]:
        step.tell("ranked", place, (), len(step.hands[place]))
        leave(step, place, len(step.hands) - 1 - len(step.finished))
    end_round(step, step.finished[:1])


HELD_BACK = {"settled": holds_back, "at-once": never_held_back, "after-pill": held_back_by_pill}
