"""Surcharges: whoever plays certain cards draws for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Literal

from attrs import frozen

from unoref.cards import FACES, Card, Face
from unoref.frames import Auto
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State
from unoref.step import Step, rule
from unoref.variants.touhouno.casting import Casting, Spell, Tax
from unoref.variants.touhouno.draws import order_draws
from unoref.variants.touhouno.lasting import UntilStart, all_of
from unoref.variants.touhouno.marker import no_turn
from unoref.verbs import last

__all__ = [
    "Charge",
    "Surcharge",
    "Taxed",
    "charges",
    "due",
    "module",
    "tenth_of_points",
    "worth_by_face",
]

Paid = Literal["per-play", "not-out", "per-card"]


@frozen
class Taxed(UntilStart):
    """The spell of ``card``, cast by ``seat``, makes certain plays cost cards."""

    over: ClassVar[str] = "surcharge-over"

    card: Card

    @property
    def of_cards(self) -> tuple[Card, ...]:
        return (self.card,)


@frozen
class Surcharge(Auto):
    """``seat`` draws ``count`` cards for its play, by the surcharge of the spell of ``card``."""

    card: Card
    count: int


def worth_by_face(costs: Mapping[str, int]) -> Tax:
    """So many cards for each face named."""
    by_face = {FACES[code]: count for code, count in costs.items()}
    return lambda card: by_face.get(card.face, 0)


def tenth_of_points(points: Mapping[Face, int], exempt: frozenset[str]) -> Tax:
    """A tenth of the points of a function card, the whole part of it; the faces exempt are free."""

    def tax(card: Card) -> int:
        return 0 if card.face.number is not None or card.face.code in exempt else points[card.face] // 10

    return tax


@frozen
class Charge:
    """The part that lets a surcharge last until the caster's next turn begins."""

    tax: Tax

    def __call__(self, step: Step, cast: Casting) -> None:
        """Let it last."""
        last(step, Taxed(cast.seat, cast.card))
        step.tell("taxed", cast.seat, (cast.card,))


def charges(tax: Tax) -> Charge:
    """The part that makes plays cost what ``tax`` says, until the caster's next turn begins."""
    return Charge(tax)


def due(step: Step, seat: Seat, cards: Sequence[Card]) -> list[Surcharge]:
    """The surcharges in force when these cards are laid, which their player pays after everything they bring about."""
    count_of: Callable[[list[int]], int] = step.tables.settings["surcharge.count"]
    found = []
    for effect in all_of(step, Taxed):
        spell: Spell | None = step.tables.settings["spells"].get(effect.card)
        if spell is None or spell.tax is None:
            continue
        count = count_of([spell.tax(card) for card in cards])
        if count:
            found.append(Surcharge(seat, effect.card, count))
    return found


@rule("surcharge")
def pay(step: Step, frame: Surcharge) -> None:
    """Draw for the play; the cards may keep the player in the game."""
    step.pop()
    if not step.hands[frame.seat] and step.tables.settings["surcharge.spares-the-last"]:
        return
    spells: Mapping[Card, Spell] = step.tables.settings["spells"]
    step.point = spells[frame.card].rule.point
    step.tell("surcharged", frame.seat, (), frame.count)
    order_draws(step, [(frame.seat, frame.count)])


def _sound(state: State, frame: Surcharge, at: int) -> str:
    spell = state.ruleset.tables.settings["spells"].get(frame.card)
    return no_turn(state) if spell is not None and spell.tax and 1 <= frame.count <= 100 else "no surcharge is due"


def module(paid: Paid) -> Module:
    """Surcharges; ``paid``: how, and by whom."""
    return Module(
        name="surcharges",
        autos={Surcharge: pay},
        settings={
            "surcharge.count": sum if paid == "per-card" else max,
            "surcharge.spares-the-last": paid == "not-out",
        },
        sound={Surcharge: _sound},
    )
