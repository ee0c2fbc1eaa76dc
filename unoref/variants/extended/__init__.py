"""The Extended Rules 5.2.3: which modules they are made of, and with which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.cards import Deck
from unoref.rulebook import Rulebook, Value, rulebook
from unoref.rules import opening, reshuffle, setup
from unoref.ruleset import Module
from unoref.variants.extended import (
    acting,
    aoe,
    basics,
    blast,
    defense,
    disarm,
    duel,
    escapes,
    interrupts,
    limits,
    matching,
    order,
    penalty,
    phases,
    ranks,
    regret,
    revive,
    start,
    swaps,
    sweep,
    taking,
    transfer,
    uno,
)
from unoref.variants.extended.placing import LASTS

__all__ = ["deck", "modules"]

#: What this rulebook's data carries out.
DEFINED = ("deck", "setup.players")


#: More cards than any pile has: the discards all stay where they are.
NEVER = 10_000


def deck(book: Rulebook, options: Mapping[str, Value]) -> Deck:
    """The cards that are played with."""
    if options["deck"] == "basic":
        return book.deck("colored", "wild")
    parts = ["colored", "functions", "wild", "black", "regret-pill"]
    parts += ["transfer"] * int(options["transfer-copies"])
    parts.append("strong" if options["black-cards"] == "current" else "strong-black")
    parts += [card for card in ("revive", "jump") if options[card]]
    if options["blank-card"] == "plain":
        parts.append("blank")
    return book.deck(*parts)


def modules(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """The modules of the extended rules under these options, by kebab-case name."""
    size = int(options["hand-size"])
    return (
        phases.module(options, (matching.no_match, matching.other_number, transfer.out_of_range)),
        matching.module(options, (penalty.PLUS_FOUR,)),
        taking.module(size * int(options["hand-cap"]), options["hand-cap-check"]),
        basics.module(options),
        penalty.module(options),
        transfer.module(options),
        disarm.module(options),
        defense.module(options),
        swaps.module(options),
        limits.module(options),
        escapes.module(options),
        interrupts.module(options),
        acting.module(options),
        order.module(options),
        revive.module(options),
        duel.module(options),
        sweep.module(options),
        blast.module(options),
        aoe.module(options),
        regret.module(options),
        ranks.module(options),
        uno.module(options),
        reshuffle.module(1 if options["empty-pile"] == "reshuffle" else NEVER),
        setup.module(hand_size=size),
        opening.module(start.openings(options), start.returns(options, deck(rulebook("extended"), options))),
        start.module(options),
        Module(name="extended", defines=DEFINED, lasts=LASTS),
    )
