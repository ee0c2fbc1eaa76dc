"""Broom rules: which modules they are made of, and with which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from broom import sweep
from unoref.cards import Deck
from unoref.rulebook import Rulebook
from unoref.rules import (
    drawing,
    going_out,
    matches,
    matching,
    opening,
    reshuffle,
    scores,
    setup,
    turns,
    uno_call,
)
from unoref.ruleset import Module


def deck(book: Rulebook, options: Mapping[str, Any]) -> Deck:
    """The cards of a game."""
    return book.deck("numbers")


def modules(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """The modules of a game under these options."""
    return (
        turns.module(matching.COVERED, matching.OTHERWISE),
        matching.module(),
        drawing.module("pass"),
        reshuffle.module(keeps=1),
        sweep.module(any_color=options["sweep-by"] == "any"),
        uno_call.silent(),
        going_out.module(team_seating=None),
        setup.module(hand_size=5),
        opening.module(openings={}, returns={}),
        scores.module({}, {"standard": scores.winner_takes_all}, "standard"),
        matches.module(
            decides={"standard": matches.first_to_target},
            mode="standard",
            target=options["target"],
            next_dealer=matches.left_of_dealer,
            ties_share=True,
        ),
        Module(
            name="broom",
            defines=("deck.numbers", "setup.players", "play.taken-back"),
            settings={"play.taken-back": "play.taken-back"},
        ),
    )
