"""Who has challenged a Wild Draw Four rightly follows the color named: no wild card is played on that turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from unoref.actions import Play
from unoref.cards import NAMING, UNKNOWN, Card, Face
from unoref.checks import bar
from unoref.frames import Drawn, Over, PassTurn, Turn
from unoref.lasting import Lasting, TurnKept, TurnTaken
from unoref.rules.matching import Fits
from unoref.rules.wild_draw_four import WILD_DRAW_FOUR, Contested, stands_with_its_color
from unoref.ruleset import Module
from unoref.seats import Seat, after
from unoref.state import State
from unoref.step import Step, cited, rule
from unoref.unseen import holds
from unoref.verbs import last, lift

__all__ = ["FollowsColor", "follows", "module"]


@frozen
class FollowsColor(Lasting):
    """``seat`` has challenged rightly; until its turn is over it plays cards of the color named only."""

    seat: Seat


def _bound(position: State | Step, seat: Seat) -> bool:
    return any(isinstance(effect, FollowsColor) and effect.seat == seat for effect in position.lasting)


@rule("challenge.turn")
def binds(step: Step, case: Contested) -> None:
    """The challenger is to follow the color named."""
    last(step, FollowsColor(case.seat))
    step.tell("to-follow", case.seat, (), None, step.in_force.color)


@rule("challenge.guilty")
def follows(step: Step, case: Contested) -> None:
    """As :func:`unoref.rules.wild_draw_four.stands_with_its_color`; the challenger is held to the color named."""
    stands_with_its_color(step, case)
    binds(step, case)


def turn_played(step: Step, effect: FollowsColor, moment: TurnTaken) -> None:
    """The challenger has played; a draw alone does not end the turn."""
    if moment.playing:
        lift(step, effect)


def turn_over(step: Step, effect: FollowsColor, moment: TurnKept) -> None:
    """The challenger has ended the turn without a play."""
    lift(step, effect)


def _sound(state: State, effect: FollowsColor) -> str:
    """What is wrong with the effect, if anything: a round may end while it lasts, else it is that seat's turn or comes to be."""
    first, top = state.frames[0], state.discard.top
    if isinstance(first, Over):
        return ""
    whose = after(state, first.seat) if isinstance(first, PassTurn) else first.seat
    if top is None or top.face is not WILD_DRAW_FOUR or whose != effect.seat or state.lasting.count(effect) > 1:
        return "it is about the turn of one player, after a challenge of the Wild Draw Four on top"
    return ""


def module(fits: Fits, free: Collection[Face] = ()) -> Module:
    """The challenger follows the color named. ``fits`` is that of :mod:`unoref.rules.matching`; ``free`` are the colored cards
    that need no match otherwise."""

    @bar("challenge.colored-only", faces=(*NAMING, *free))
    def other_than_the_color(state: State, frame: Turn, action: Play) -> bool | None:
        """No card of the color named, played by who has challenged rightly; of a set with a card just drawn, that card."""
        if action.actor != frame.seat or not _bound(state, frame.seat):
            return False
        cards = action.cards
        if isinstance(frame, Drawn) and frame.card is not UNKNOWN and frame.card in cards:
            cards = (frame.card,)
        other = {card.color is not state.in_force.color for card in cards}
        if isinstance(frame, Drawn) and frame.card is UNKNOWN and len(other) > 1:
            return None
        return False not in other

    @cited("match.able")
    def able(position: State | Step, seat: Seat, cards: Sequence[Card]) -> bool | None:
        """Whether one of the cards of the seat could be played, on the turn after a right challenge too."""
        force = position.in_force
        if _bound(position, seat):
            return holds(position, seat, cards, lambda card: card.color is force.color)
        return holds(position, seat, cards, lambda card: fits(card, force))

    return Module(
        name="challenger-follows",
        checks=((Turn, Play, other_than_the_color),),
        listeners={(FollowsColor, TurnTaken): turn_played, (FollowsColor, TurnKept): turn_over},
        settings={"match.able": able},
        lasts={FollowsColor: _sound},
        uses=(binds,),
        replaces={"setting match.able"},
    )
