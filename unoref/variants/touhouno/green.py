"""The spells of the green cards."""

from __future__ import annotations

from unoref.variants.touhouno.bans import forbids, numbers, symbols
from unoref.variants.touhouno.casting import Spells, declared
from unoref.variants.touhouno.colors import recolor
from unoref.variants.touhouno.draws import ExtraCard, draws
from unoref.variants.touhouno.field_cards import field_to_hands
from unoref.variants.touhouno.flow import reverse_and_skip, skip_next
from unoref.variants.touhouno.gathering import recall_hands
from unoref.variants.touhouno.jumps import may_jump
from unoref.variants.touhouno.own_turn import lasts
from unoref.variants.touhouno.reckoning import up_to_the_most
from unoref.variants.touhouno.seating import fewest, find_fewest, find_second, found, others, seconds
from unoref.variants.touhouno.surcharges import charges
from unoref.variants.touhouno.table import Table

__all__ = ["green"]


def green(table: Table) -> Spells:
    """The spells by face, as the table plays them."""
    return declared(
        "G",
        {
            "0": [recolor, may_jump],
            "1": [skip_next],
            "2": [reverse_and_skip(table.two_skips)],
            "3": [forbids(symbols("S", "R"))],
            "4": [lasts(ExtraCard)],
            "5": [forbids(symbols(*table.banned("+2")))],
            "6": [forbids(numbers(3))],
            "7": [find_fewest, find_second, field_to_hands(table.field_cards)],
            "8": [find_fewest, find_second, draws((found, 2), (seconds, 1))],
            "9": [recall_hands(others), draws((others, 4))],
            "S": [recolor, charges(table.colored_function_tax)],
            "R": [fewest(draws((found, up_to_the_most(table.among_all))))],
            "+2": [draws((others, 2))],
        },
    )
