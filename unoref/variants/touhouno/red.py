"""The spells of the red cards."""

from __future__ import annotations

from unoref.variants.touhouno.bans import forbids, numbers, symbols
from unoref.variants.touhouno.casting import Spells, declared
from unoref.variants.touhouno.colors import recolor
from unoref.variants.touhouno.draws import FewerDraws, draws
from unoref.variants.touhouno.exchanges import exchange_with_top, peek_next_turn
from unoref.variants.touhouno.flow import turn_round
from unoref.variants.touhouno.own_turn import FreePass, lasts, waits
from unoref.variants.touhouno.reckoning import if_digit
from unoref.variants.touhouno.reveals import show_one
from unoref.variants.touhouno.seating import fewest, found, next_but_one, next_but_one_other, next_player, others
from unoref.variants.touhouno.table import Table

__all__ = ["red"]


def red(table: Table) -> Spells:
    """The spells by face, as the table plays them."""
    but_one = next_but_one if table.next_but_one_may_be_caster else next_but_one_other
    return declared(
        "R",
        {
            "0": [peek_next_turn(10)],
            "1": [turn_round],
            "2": [waits(FreePass)],
            "3": [fewest(draws((found, 1)))],
            "4": [lasts(FewerDraws)],
            "5": [table.change_spell or recolor],
            "6": [forbids(symbols(*table.banned("CC", "S", "R")))],
            "7": [exchange_with_top(5)],
            "8": [forbids(symbols(*table.banned("CC", "CC+2"))), recolor],
            "9": [forbids(numbers(4))],
            "S": [draws((next_player, 2), (but_one, 2))],
            "R": [fewest(show_one(found, each=True)), draws((found, if_digit))],
            "+2": [forbids(symbols(*table.banned("+2"))), draws((others, 1))],
        },
    )
