"""The spells of the blue cards."""

from __future__ import annotations

from unoref.step import Step
from unoref.variants.touhouno.bans import Forbid, forbids, forbids_color, symbols
from unoref.variants.touhouno.casting import Casting, Part, Spells, declared
from unoref.variants.touhouno.colors import recolor
from unoref.variants.touhouno.draws import draws
from unoref.variants.touhouno.flow import skip_to_previous
from unoref.variants.touhouno.gathering import gather_and_deal
from unoref.variants.touhouno.parting import draw_and_put_under, may_discard
from unoref.variants.touhouno.reckoning import find_beside
from unoref.variants.touhouno.reveals import show_hands, show_one
from unoref.variants.touhouno.seating import (
    everybody,
    fewest,
    find_fewest,
    found,
    next_player,
    previous,
    seconds,
)
from unoref.variants.touhouno.table import Table

__all__ = ["blue"]


def _by_players(few: tuple[Part, ...], many: Part, two_have_few: bool) -> tuple[Part, ...]:
    """The parts of a spell with one text for three players and another for more; ``two_have_few``: two use the former."""
    counts = (2, 3) if two_have_few else (3,)

    def for_few(part: Part) -> Part:
        def run(step: Step, cast: Casting) -> None:
            if len(step.hands) in counts:
                part(step, cast)

        return Forbid(part.ban, run) if isinstance(part, Forbid) else run

    def for_many(step: Step, cast: Casting) -> None:
        if len(step.hands) > 3:
            many(step, cast)

    return (*map(for_few, few), for_many)


def blue(table: Table) -> Spells:
    """The spells by face, as the table plays them."""
    no_skips: Forbid = forbids(symbols("S"))
    return declared(
        "B",
        {
            "0": [gather_and_deal(table.former_sizes, table.marks_follow)],
            "1": [forbids(symbols("S"))],
            "2": [draw_and_put_under(table.without_draw)],
            "3": [fewest(show_one(found, each=True))],
            "4": [draws((next_player, 2))],
            "5": [fewest(show_hands(found))],
            "6": [find_fewest, find_beside(table.beside), draws((found, 1), (seconds, 1))],
            "7": [show_hands(previous), may_discard(previous, table.discard_any_time)],
            "8": [fewest(show_hands(found)), recolor],
            "9": [show_hands(everybody)],
            "S": [_by_players((no_skips, draws((next_player, 2))), skip_to_previous, table.blue_skip != "plain")],
            "R": [forbids_color()],
            "+2": [fewest(draws((found, 3)))],
        },
    )
