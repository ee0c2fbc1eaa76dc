"""Playing a card: laying it, what it counts as, its effect; and every form in which a hand may be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from attrs import evolve

from unoref.actions import Discard, Laying, Play
from unoref.cards import UNKNOWN, Card, Color
from unoref.checks import bar
from unoref.frames import Drawn, Frame, Turn
from unoref.seats import Seat
from unoref.state import InForce, State, in_force
from unoref.step import Step, rule
from unoref.unseen import possible_in_hand
from unoref.variants.extended.guise import CAMOUFLAGE, color_of, disguises, face_of
from unoref.variants.extended.judging import EndTurn, Judgement, judged, moved
from unoref.variants.extended.leaving import let_pill_go_by
from unoref.variants.extended.memory import never_undone, remember
from unoref.variants.extended.taking import loosen
from unoref.verbs import identify, lay_together

__all__ = [
    "act_before_out",
    "called",
    "count_as_color",
    "count_as_number",
    "empty_hand",
    "formed",
    "lay",
    "leave_in_force",
    "no_help",
    "play_before_judgement",
    "play_card",
    "play_instead_of_judging",
    "play_plainly",
    "plays_before_judgement",
    "plays_of",
    "plays_open",
]


L = TypeVar("L", bound=Laying)


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


def remember_play(step: Step, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Keep what the seat is about to play, so that it can be undone, or that it cannot."""
    if ("regret.exempt", cards[-1].face) in step.tables.settings:
        never_undone(step, seat, cards)
    else:
        remember(step, seat, cards)


def play_instead_of_judging(step: Step, frame: Judgement, action: Play, skipped: bool) -> None:
    """Lay a card before judgement, which deals with what lies there, and carry its effect out; ``skipped``: the turn is lost."""
    remember_play(step, frame.seat, action.cards)
    before = step.in_force
    lay(step, action)
    judged(step, skipped=skipped)
    step.tables.effects[action.card.face](step, action, before)


def play_plainly(step: Step, action: Laying) -> None:
    """Lay the card as the play of a turn and carry its effect out; the turn will end with it."""
    seat = action.actor
    if let_pill_go_by(step, seat):
        return
    remember_play(step, seat, action.cards)
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
