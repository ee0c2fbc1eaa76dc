"""What lays cards open: whole hands, cards picked at random, cards that nobody has told us."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Literal

from attrs import evolve, frozen

from unoref.actions import Choose, Reveal
from unoref.cards import UNKNOWN, Card
from unoref.checks import answer, bar
from unoref.frames import Chance, Drawn, Frame
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.unseen import can_hold, copies_unseen, possible_in_hand
from unoref.variants.touhouno.casting import Casting, Part, note_shown
from unoref.variants.touhouno.lasting import all_of, replaced
from unoref.variants.touhouno.marks import (
    BOMB,
    B,
    CardShown,
    HandShown,
    ShowHidden,
    adopt,
    open_cards,
    opened,
    refresh,
    show_card,
    whole_hand_open,
)
from unoref.variants.touhouno.seating import Selector
from unoref.verbs import identify, last

__all__ = [
    "HolderPicks",
    "PickOpen",
    "module",
    "show_hands",
    "show_one",
    "spent",
    "turn_over",
]

PickedBy = Literal["any", "unmarked", "holder"]


@frozen
class PickOpen(Chance):
    """The table picks at random one card out of the hands of ``of`` that will lie open, till the next turn of ``until``."""

    of: tuple[Seat, ...]
    until: tuple[Seat, ...]
    cause: str


@frozen
class HolderPicks(Frame):
    """``seat`` picks the card of its hand that will lie open till the next turn of ``until``."""

    until: tuple[Seat, ...]
    cause: str

    @property
    def chosen_openly(self) -> bool:
        return True


def show_hands(whom: Selector) -> Part:
    """The part that lays whole hands open until the caster's next turn begins, as the table has it: lasting or as they are."""

    def part(step: Step, cast: Casting) -> None:
        seats = tuple(whom(step, cast))
        mark: MarkHand = step.tables.settings["show.hand"]
        fresh: dict[Seat, tuple[Card, ...]] = {}
        for seat in seats:
            adopt(step)
            fresh[seat] = covered_cards(step, seat)
            step.tell("hand-open", seat, step.hands[seat], len(step.hands[seat]))
            mark(step, seat, cast.seat, fresh[seat])
            refresh(step, seat)
        for seat in reversed(seats):
            opened(step, seat, fresh[seat], (cast.seat,))

    return part


def covered_cards(position: State | Step, seat: Seat) -> tuple[Card, ...]:
    """The cards of a hand that do not lie open."""
    return tuple((Counter(position.hands[seat]) - Counter(open_cards(position, seat))).elements())


#: How a whole hand is marked: the seat, the caster, the cards that did not lie open before.
MarkHand = Callable[[Step, Seat, Seat, tuple[Card, ...]], None]


def mark_hand(step: Step, seat: Seat, caster: Seat, fresh: tuple[Card, ...]) -> None:
    """Whatever the seat holds lies open till the caster's next turn."""
    last(step, HandShown(seat, caster))


def mark_each_card(step: Step, seat: Seat, caster: Seat, fresh: tuple[Card, ...]) -> None:
    """The cards that the seat holds now lie open till the caster's next turn."""
    for mark in [mark for mark in all_of(step, CardShown) if mark.of == seat and caster not in mark.until]:
        replaced(step, mark, evolve(mark, until=(*mark.until, caster)))
    for card in fresh:
        if card is not UNKNOWN:
            last(step, CardShown(seat, card, (caster,)))


def show_one(whom: Selector, forever: bool = False, each: bool = False) -> Part:
    """The part that lays one card open, picked at random out of all those hands (``each``: out of each of them)."""

    def part(step: Step, cast: Casting) -> None:
        seats = tuple(seat for seat in whom(step, cast) if step.hands[seat])
        until = () if forever else (cast.seat,)
        picks: Callable[[tuple[Seat, ...], tuple[Seat, ...], str], Frame] = step.tables.settings["show.picks"]
        for of in [(seat,) for seat in reversed(seats)] if each else [seats] if seats else []:
            step.push(picks(of, until, step.point))

    return part


def holder_picks(of: tuple[Seat, ...], until: tuple[Seat, ...], cause: str) -> Frame:
    """The holder picks, where the card comes out of one hand."""
    return HolderPicks(of[0], until, cause) if len(of) == 1 else PickOpen(of, until, cause)


def all_cards(state: State, seat: Seat) -> Sequence[Card]:
    """Every card of a hand may be picked."""
    return state.hands[seat]


def covered_first(state: State, seat: Seat) -> Sequence[Card]:
    """Only cards that do not lie open may be picked, unless all do."""
    return covered_cards(state, seat) or state.hands[seat]


def turn_over(step: Step, seat: Seat, card: Card) -> None:
    """A card of the hand turns out to be this one, where nobody knew."""
    if card not in step.hands[seat]:
        identify(step, seat, card)


@rule("show.hidden")
def show_hidden(step: Step, frame: ShowHidden, action: Reveal) -> None:
    """An open card that nobody has told us is told."""
    step.pop()
    identify(step, frame.of, action.card)
    step.tell("card-shown", frame.of, (action.card,))
    bombs = frame.bombs + (action.card.face is BOMB)
    if frame.count > 1:
        step.push(evolve(frame, count=frame.count - 1, bombs=bombs))
    if frame.apart or not whole_hand_open(step, frame.of):
        last(step, CardShown(frame.of, action.card, frame.until))
        refresh(step, frame.of)
    if frame.noted and not spent(step, action.card):
        note_shown(step, frame.of, action.card)
    first = step.frames[0]
    if isinstance(first, Drawn) and first.seat == frame.of and first.card is UNKNOWN:
        step.frames[0] = evolve(first, card=action.card)
    if frame.count == 1:
        opened(step, frame.of, (B,) * bombs)


def spent(step: Step, card: Card) -> bool:
    """Whether showing the card is spent on its being an open bomb."""
    return card.face is BOMB and "bomb.shown" in step.tables.settings


def _show_picked(step: Step, seat: Seat, card: Card, until: tuple[Seat, ...]) -> None:
    turn_over(step, seat, card)
    if not spent(step, card):
        note_shown(step, seat, card)
    show_card(step, seat, card, until, not until)


@rule("show.picked")
def show_picked(step: Step, frame: PickOpen, action: Reveal) -> None:
    """The card picked at random lies open."""
    step.pop()
    step.point = frame.cause
    _show_picked(step, frame.of[0] if action.target is None else action.target, action.card, frame.until)


@rule("show.picked")
def show_chosen(step: Step, frame: HolderPicks, action: Choose) -> None:
    """The card its holder has picked lies open."""
    step.pop()
    step.point = frame.cause
    assert isinstance(action.choice, Card)
    _show_picked(step, frame.seat, action.choice, frame.until)


def _may_show(state: State, seat: Seat) -> list[Card]:
    """The cards of a hand that may be picked, each once; what an unknown one may be included."""
    among: Callable[[State, Seat], Sequence[Card]] = state.ruleset.tables.settings["show.among"]
    cards = among(state, seat)
    known = [card for card in dict.fromkeys(cards) if card is not UNKNOWN]
    if UNKNOWN in cards:
        known += [card for card in possible_in_hand(state, seat) if card not in known]
    return known


@bar("show.other-hand")
def not_of_these(state: State, frame: PickOpen, action: Reveal) -> bool:
    """The card lies in none of the hands it is picked from, or it is not said in which."""
    if action.target is None:
        return len(frame.of) > 1
    return action.target not in frame.of


@bar("show.not-in-hand")
def cannot_be_picked(state: State, frame: PickOpen, action: Reveal) -> bool:
    """The hand cannot hold the card, or the card is not one that is picked."""
    of = frame.of if action.target is None else (action.target,)
    return set(of) <= set(frame.of) and not any(action.card in _may_show(state, seat) for seat in of)


@bar("show.not-in-hand")
def cannot_be_there(state: State, frame: ShowHidden, action: Reveal) -> bool:
    """The covered cards of the hand cannot be this one, or it is said to lie in another hand."""
    if action.target not in (None, frame.of):
        return True
    return copies_unseen(state)[action.card] < 1 or action.card not in possible_in_hand(state, frame.of)


@bar("show.not-in-hand")
def cannot_hold_it(state: State, frame: HolderPicks, action: Choose) -> bool:
    """The hand cannot hold the card."""
    return not isinstance(action.choice, Card) or not can_hold(state, frame.seat, (action.choice,))


def _reveals(state: State, frame: PickOpen) -> Iterator[Reveal]:
    return (Reveal(card, seat) for seat in frame.of for card in _may_show(state, seat))


def _hidden_reveals(state: State, frame: ShowHidden) -> Iterator[Reveal]:
    return (Reveal(card, frame.of) for card in possible_in_hand(state, frame.of))


def _holder_choices(state: State, frame: HolderPicks) -> list[Choose]:
    known = [card for card in dict.fromkeys(state.hands[frame.seat]) if card is not UNKNOWN]
    if UNKNOWN in state.hands[frame.seat]:
        known += [card for card in possible_in_hand(state, frame.seat) if card not in known]
    return [Choose(frame.seat, card) for card in known]


def _pick_at_random(state: State, frame: PickOpen, rng: Random) -> Reveal:
    among: Callable[[State, Seat], Sequence[Card]] = state.ruleset.tables.settings["show.among"]
    card, seat = rng.choice([(card, seat) for seat in frame.of for card in among(state, seat)])
    return Reveal(_one_it_may_be(state, seat, rng) if card is UNKNOWN else card, seat)


def _one_it_may_be(state: State, seat: Seat, rng: Random) -> Card:
    unseen = copies_unseen(state)
    cards = possible_in_hand(state, seat)
    return rng.choices(cards, [unseen[card] for card in cards])[0]


def _hidden_at_random(state: State, frame: ShowHidden, rng: Random) -> Reveal:
    return Reveal(_one_it_may_be(state, frame.of, rng), frame.of)


def _sound_hidden(state: State, frame: ShowHidden, at: int) -> str:
    hidden = sum(other.count for other in state.frames if isinstance(other, ShowHidden) and other.of == frame.of)
    if frame.count < 1 or hidden > state.hands[frame.of].count(UNKNOWN):
        return "there is no unknown card to turn over"
    return ""


def _sound_pick(state: State, frame: PickOpen | HolderPicks, at: int) -> str:
    if frame.cause not in state.ruleset.tables.points:
        return f"no rule is called {frame.cause!r}"
    seats = frame.of if isinstance(frame, PickOpen) else (frame.seat,)
    if not seats or not all(state.hands[seat] for seat in seats):
        return "there is no card to pick"
    return "" if any(isinstance(under, Casting) for under in state.frames[:at]) else "no spell asks for it"


def module(*, lasting: bool, picked_by: PickedBy) -> Module:
    """Laying open; ``lasting``: a whole hand lies open whatever comes into it; ``picked_by``: how one card is picked."""
    return Module(
        name="reveals",
        answers=(
            answer(
                ShowHidden,
                Reveal,
                show_hidden,
                _hidden_reveals,
                cannot_be_there,
                covers=("show.not-in-hand",),
                at_random=_hidden_at_random,
            ),
            answer(
                PickOpen,
                Reveal,
                show_picked,
                _reveals,
                not_of_these,
                cannot_be_picked,
                covers=("show.other-hand", "show.not-in-hand"),
                at_random=_pick_at_random,
            ),
            *(
                (
                    answer(
                        HolderPicks,
                        Choose,
                        show_chosen,
                        _holder_choices,
                        cannot_hold_it,
                        covers=("show.not-in-hand",),
                    ),
                )
                if picked_by == "holder"
                else ()
            ),
        ),
        settings={
            "show.hand": mark_hand if lasting else mark_each_card,
            "show.picks": holder_picks if picked_by == "holder" else PickOpen,
            "show.among": covered_first if picked_by == "unmarked" else all_cards,
        },
        sound={ShowHidden: _sound_hidden, PickOpen: _sound_pick, HolderPicks: _sound_pick},
    )
