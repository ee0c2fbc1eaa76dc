"""Deflecting: a Reverse sends a pending debt back, a Skip hands it on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from unoref.actions import Challenge, Play
from unoref.cards import UNKNOWN, Card, Face
from unoref.checks import Check, bar, ground
from unoref.frames import Frame, Over
from unoref.rules.action_cards import REVERSE, SKIP
from unoref.rules.debts import Owed, Stacked, owe, stop_debt
from unoref.rules.turns import forms, lay_in_turn
from unoref.rules.wild_draw_four import Contested
from unoref.ruleset import Module
from unoref.seats import seats_in
from unoref.state import State
from unoref.step import Rule, Step, rule
from unoref.unseen import possible_in_hand
from unoref.verbs import reverse

__all__ = ["Deflects", "module"]


@frozen
class Deflects:
    """How one face deflects: in ``any_color``, or in the color in force and on its like; and whether a Wild Draw Four too."""

    any_color: bool
    four: bool


def _open_to(state: State, frame: Owed | Contested, card: Card, way: Deflects) -> bool:
    if isinstance(frame, Contested | Stacked) and not way.four:
        return False
    top = state.discard.top
    return way.any_color or card.color is state.in_force.color or (top is not None and top.face is card.face)


def _deflects(point: str, face: Face, way: Deflects) -> Check[Any, Play]:
    @ground(point, faces=(face,))
    def deflects(state: State, frame: Owed | Contested, action: Play) -> bool:
        """The card sends the debt elsewhere."""
        return _open_to(state, frame, action.card, way)

    return deflects


def _refuses(name: str, face: Face, way: Deflects) -> Iterator[Check[Any, Play]]:
    """Why a card of the face does not deflect what is pending."""

    @bar(f"deflect.{name}-not-four", faces=(face,))
    def not_four(state: State, frame: Owed | Contested, action: Play) -> bool:
        """A Wild Draw Four is not deflected."""
        return isinstance(frame, Contested | Stacked) and not way.four

    @bar(f"deflect.{name}-other-color", faces=(face,))
    def other_color(state: State, frame: Owed | Contested, action: Play) -> bool:
        """The card has neither the color in force nor its like below it."""
        return not not_four.test(state, frame, action) and not _open_to(state, frame, action.card, way)

    yield not_four
    if not way.any_color:
        yield other_color


def _unchallenged(name: str, face: Face) -> Check[Stacked, Challenge]:
    @bar(f"deflect.{name}-unchallenged")
    def no_four_on_top(state: State, frame: Stacked, action: Challenge) -> bool:
        """The card on top has deflected the debt: there is no Wild Draw Four to challenge."""
        top = state.discard.top
        return top is not None and top.face is face

    return no_four_on_top


def _pass_on(step: Step, frame: Owed | Contested, action: Play) -> None:
    """The debt, no larger, rests on the seat that is now next."""
    before = step.in_force
    step.pop()
    lay_in_turn(step, action)
    if isinstance(step.frames[-1], Over):
        return
    if action.card.face is REVERSE:
        reverse(step)
    kind = Stacked if isinstance(frame, Contested) else type(frame)
    owe(kind, bool(step.tables.settings["deflect.last-answered"]), stop_debt)(step, action.actor, before, frame.owed)
    owing = step.frames[-1]
    if isinstance(owing, Owed):
        (owes_between_two if len(seats_in(step)) == 2 else owes)(step, owing)


def owes(step: Step, owing: Owed) -> None:
    """The seat owes the debt now, under the point of the rule at work."""
    step.tell("owes", owing.seat, (), owing.owed)


@rule("deflect.two-players")
def owes_between_two(step: Step, owing: Owed) -> None:
    """With two players the debt goes back to the other, whichever card deflects it."""
    owes(step, owing)


@rule("deflect.reverse")
def send_back(step: Step, frame: Owed | Contested, action: Play) -> None:
    """The direction turns, and whoever is now next owes the debt: as a rule the one who sent it."""
    _pass_on(step, frame, action)


@rule("deflect.skip")
def hand_on(step: Step, frame: Owed | Contested, action: Play) -> None:
    """The next seat owes the debt; nobody else is skipped."""
    _pass_on(step, frame, action)


def _offers(ways: Mapping[Face, Deflects]) -> Callable[[State, Owed | Contested], Iterator[Play]]:
    def offers(state: State, frame: Owed | Contested) -> Iterator[Play]:
        hand: Iterable[Card] = state.hands[frame.seat]
        if UNKNOWN in state.hands[frame.seat]:
            hand = (*hand, *possible_in_hand(state, frame.seat))
        for card in dict.fromkeys(hand):
            way = ways.get(card.face)
            if way is not None and _open_to(state, frame, card, way):
                yield from forms(state, frame.seat, card)

    return offers


def module(reverse: Deflects | None, skip: Deflects | None, last_answered: bool) -> Module:
    """Which cards deflect a debt; ``last_answered``: whether the debt of a last card may still be answered."""
    ways: dict[Face, Deflects] = {}
    checks: list[Check[Frame, Play]] = []
    refuses: list[Check[Frame, Play]] = []
    unchallenged: list[Check[Stacked, Challenge]] = []
    rules: dict[tuple[str, Face], Rule[[Owed | Contested, Play]]] = {}
    for face, way, name, take in ((REVERSE, reverse, "reverse", send_back), (SKIP, skip, "skip", hand_on)):
        if way is not None:
            ways[face] = way
            checks.append(_deflects(f"deflect.{name}-fits", face, way))
            refuses.extend(_refuses(name, face, way))
            unchallenged.append(_unchallenged(name, face))
            rules[("deflect", face)] = take
    kinds: tuple[type[Frame], ...] = (Owed, *((Contested,) if any(way.four for way in ways.values()) else ()))
    offers = _offers(ways)
    return Module(
        name="deflecting",
        checks=(
            *((kind, Play, check) for kind in kinds for check in checks),
            *((kind, Play, check) for kind in (Owed, Contested) for check in refuses),
            *((Stacked, Challenge, check) for check in unchallenged),
        ),
        offers=tuple((kind, Play, offers) for kind in kinds),
        settings={**rules, "deflect.last-answered": last_answered},
        uses=(owes_between_two,),
    )
