"""Function cards that act afterwards at some tables: those fed to a grenade, those swept out with a reward."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from unoref.actions import Play
from unoref.cards import Card
from unoref.lasting import Lasting
from unoref.ruleset import Module, Tables
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.extended.effects import replace
from unoref.variants.extended.guise import INFINITY, TRANSFERS
from unoref.variants.extended.waiting import Waiting

__all__ = ["Acting", "Fed", "act_later", "module", "note_fed"]


@frozen
class Acting(Waiting):
    """The effect of ``card``, which ``seat`` has laid, takes place."""

    card: Card


@frozen
class Fed(Lasting):
    """``seat`` has fed ``card`` to the grenade that is going round; it will act when that is over."""

    seat: Seat
    card: Card


def acts(tables: Tables, card: Card) -> bool:
    """Whether the card has an effect that needs nothing to be said with it."""
    said = tables.settings.get(("takes", card.face), ())
    return card.face in tables.effects and card.face is not INFINITY and (not said or card.face in TRANSFERS)


def act_later(step: Step, seat: Seat, cards: tuple[Card, ...]) -> None:
    """The effects of the cards take place once what is on top has settled, the first laid first."""
    step.push(*(Acting(seat, card) for card in reversed(cards) if acts(step.tables, card)))


def note_fed(step: Step, seat: Seat, card: Card) -> None:
    """A function card has been fed."""
    if acts(step.tables, card):
        step.lasting = (*step.lasting, Fed(seat, card))


def let_fed_act(step: Step) -> None:
    """The grenade is over: what was fed to it acts."""
    fed = [effect for effect in step.lasting if isinstance(effect, Fed)]
    for effect in fed:
        replace(step, effect)
    step.push(*(Acting(effect.seat, effect.card) for effect in reversed(fed)))


@rule("acting")
def act(step: Step, frame: Acting) -> None:
    """The card has its effect, as if it had just been played."""
    step.pop()
    if frame.seat not in step.finished:
        step.tell("acts", frame.seat, (frame.card,))
        step.tables.effects[frame.card.face](step, Play(frame.seat, (frame.card,)), step.in_force)


def _sound(state: State, frame: Acting, at: int) -> str:
    return _sound_effect(state, frame)


def _sound_effect(state: State, waiting: Acting | Fed) -> str:
    return "" if acts(state.ruleset.tables, waiting.card) else f"{waiting.card.code} has no effect by itself"


def module(options: Mapping[str, Any]) -> Module:
    """Whether cards that are fed or swept act."""
    fed, swept = options["grenade-functions-act"], options["reward-swept-act"]
    return Module(
        name="acting",
        autos={Acting: act} if fed or swept else {},
        settings={
            "grenade.fed": note_fed if fed else None,
            "grenade.over": let_fed_act if fed else None,
            "reward.swept": act_later if swept else None,
        },
        sound={Acting: _sound},
        lasts={Fed: _sound_effect},
    )
