"""The spells of the yellow cards."""

from __future__ import annotations

from unoref.variants.touhouno.bans import forbids, numbers, symbols, two_at_once
from unoref.variants.touhouno.casting import Spells, declared
from unoref.variants.touhouno.choices import casts_shown, one_of_these
from unoref.variants.touhouno.colors import recolor
from unoref.variants.touhouno.draws import draws
from unoref.variants.touhouno.flow import reverse_and_skip
from unoref.variants.touhouno.own_turn import DeepMatch, waits
from unoref.variants.touhouno.parting import draw_and_give
from unoref.variants.touhouno.reckoning import if_function
from unoref.variants.touhouno.reveals import show_hands, show_one
from unoref.variants.touhouno.seating import fewest, found, next_player, others
from unoref.variants.touhouno.showing import draws_maybe_open, draws_open
from unoref.variants.touhouno.surcharges import charges, worth_by_face
from unoref.variants.touhouno.table import Table

__all__ = ["yellow"]


def yellow(table: Table) -> Spells:
    """The spells by face, as the table plays them."""
    return declared(
        "Y",
        {
            "0": [waits(DeepMatch)],
            "1": [forbids(symbols("R"))],
            "2": [forbids(two_at_once(with_power=not table.pairs_only))],
            "3": [forbids(numbers(2))],
            "4": [charges(worth_by_face({"S": 1, "R": 1, "CC": 2, "CC+2": 2}))],
            "5": [reverse_and_skip(table.two_skips, drawing=2)],
            "6": [fewest(show_one(found, each=True)), casts_shown(7, ("P", "B"), table.copied_function)],
            "7": [fewest(draws((found, 1))), show_hands(found)],
            "8": [draw_and_give(table.without_draw)],
            "9": [show_one(others, forever=True, each=table.one_of_each)],
            "S": [
                fewest(draws_open(found)),
                draws_maybe_open(found, if_function(table.black_functions), table.extra_cards_open),
            ],
            "R": [
                one_of_these(
                    [recolor, draws((next_player, 1))],
                    [fewest(draws((found, 2)))],
                    [draws((others, 1))],
                )
            ],
            "+2": [draws((next_player, 4))],
        },
    )
