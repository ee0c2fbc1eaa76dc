"""とうほうの: which modules it is made of, and with which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.cards import FACES, Deck
from unoref.rulebook import Rulebook, Value, rulebook
from unoref.rules import opening, scores, setup, uno_call
from unoref.ruleset import Module
from unoref.variants.touhouno import (
    bans,
    bombs,
    casting,
    choices,
    colors,
    draws,
    exchanges,
    field_cards,
    flow,
    forms,
    functions,
    gathering,
    jumps,
    lasting,
    laying,
    listing,
    marks,
    matching,
    parting,
    passing,
    pools,
    ranking,
    reveals,
    seating,
    showing,
    surcharges,
    triggers,
    turns,
    window,
)
from unoref.variants.touhouno.black import black
from unoref.variants.touhouno.blue import blue
from unoref.variants.touhouno.draws import ExtraCard, FewerDraws
from unoref.variants.touhouno.green import green
from unoref.variants.touhouno.jumps import JumpRight
from unoref.variants.touhouno.own_turn import DeepMatch, FreePass
from unoref.variants.touhouno.parting import MayDiscard
from unoref.variants.touhouno.red import red
from unoref.variants.touhouno.seating import fewest, found
from unoref.variants.touhouno.surcharges import Taxed, tenth_of_points
from unoref.variants.touhouno.table import Table
from unoref.variants.touhouno.yellow import yellow

__all__ = ["deck", "modules", "spells"]

#: What this rulebook's data carries out.
DEFINED = ("deck.cards", "deck.points", "setup.players", "purple")

#: Points that the lists of plays do not heed: the engine asks these checks itself, where options bring them in.
NOT_COVERED = frozenset({"change.holds-color"})

#: Faces that do not open the field, but for those with an effect where the table has the openings of ordinary UNO.
FUNCTION_FACES = ("S", "R", "+2", "CC", "CC+2", "P", "B")


def deck(book: Rulebook, options: Mapping[str, Value]) -> Deck:
    """The cards, in as many copies as the options say."""
    parts = ["colored", "wild", *["second-zero"] * (int(options["zeros"]) - 1)]
    parts += ["power"] * int(options["powers"]) + ["bomb"] * int(options["bombs"])
    return book.deck(*parts)


def _points(options: Mapping[str, Any]) -> Mapping[str, int]:
    data = rulebook("touhouno").decks
    points: Mapping[str, int] = data["points" if options["points"] == "standard" else "points-low"]
    return points


def _table(options: Mapping[str, Any]) -> Table:
    exempt = {"black": {"CC", "CC+2", "P", "B"}, "power-bomb": {"P", "B"}, "none": set[str]()}[options["purple"]]
    if not options["black-function"]:
        exempt |= {"P", "B"}
    return Table(
        next_but_one_may_be_caster=options["next-but-one"] == "caster",
        change_spell=fewest(draws.draws((found, 4))) if options["change-spell"] == "spell" else None,
        broad_names=options["ban-names"] == "broad",
        beside=options["beside-fewest"],
        discard_any_time=options["discard-shown"] == "any-time",
        blue_skip=options["blue-skip"],
        without_draw=options["give-without-draw"],
        former_sizes=options["gathered-deal"] == "former-sizes",
        marks_follow=options["lasting-mark"] == "follows",
        pairs_only=options["two-at-once"] == "pairs",
        two_skips=options["reverse-and-skip"] == "two",
        copied_function=options["copied-function"],
        one_of_each=options["pooled-pick"] == "each",
        extra_cards_open=options["extra-cards"] == "public",
        among_all=options["most-cards"] == "anyone",
        field_cards=options["field-cards"],
        black_functions=options["black-function"],
        colored_function_tax=tenth_of_points(scores.values(_points(options)), frozenset(exempt)),
    )


def spells(options: Mapping[str, Any]) -> casting.Spells:
    """The spells of all cards, as the table plays them; none where it plays without."""
    if options["spells"] == "off":
        return {}
    table = _table(options)
    return {**red(table), **blue(table), **yellow(table), **green(table), **black()}


def _opening(effects: bool) -> Module:
    """A digit opens; what else is turned up goes back, unless the table has the openings of ordinary UNO."""
    openings = {
        FACES["S"]: opening.first_is_skipped,
        FACES["R"]: opening.dealer_begins,
        FACES["+2"]: opening.first_draws_two,
        FACES["CC"]: opening.names_color("opening.wild"),
    }
    if not effects:
        openings = {}
    goes_back = opening.returned("opening.function-card", "shuffle")
    returns = [FACES[code] for code in FUNCTION_FACES if FACES[code] not in openings]
    return opening.module(openings, dict.fromkeys(returns, goes_back))


def modules(options: Mapping[str, Any], printed: casting.Spells | None = None) -> tuple[Module, ...]:
    """The modules of the game under these options, by kebab-case name; ``printed`` are other spells than these options have."""
    cast = spells(options) if printed is None else printed
    at_once = options["out-when"] == "at-once"

    def out_at_once(step: Any, seat: Any) -> None:
        ranking.end_by_hand(step, (seat,))

    power_free = options["power-partner"] == "free"
    formed = forms.module(
        pairs=options["pairs"],
        power_pairs=options["power-pairs"],
        power_count=options["power-count"],
        only_without_color=options["wild-draw-two"] == "no-color",
        companions=options["drawn-companions"],
    )
    matched = matching.module(power_free=power_free, deep_only=options["deep-match"] == "two")
    banned = bans.module(
        cast,
        binding=options["ban-binds"],
        color_binding="others" if options["color-ban"] == "others" else options["ban-binds"],
    )
    covered = {check.point for _, _, check in (*formed.checks, *matched.checks, *banned.checks)} - NOT_COVERED
    return (
        turns.module(
            covered,
            companions=options["drawn-companions"],
            skipped_counts=options["skipped-turn"] == "counts",
            penalty_first=options["turn-start"] == "penalty",
            last_penalty=options["last-penalty"],
            cap=options["turn-cap"],
        ),
        passing.module(
            forced_play=options["forced-play"],
            free_pass_must=options["free-pass"] == "must",
            extra_if_declined=options["extra-card"] == "declined",
        ),
        formed,
        matched,
        banned,
        triggers.module(spells_on=options["spells"] != "off", firings=options["spell-firings"]),
        laying.module(
            power_leaves=options["power-card"] == "leaves",
            pair_function_twice=options["pair-function"] == "per-card",
            out_at_once=out_at_once if at_once else None,
        ),
        window.module(
            covered,
            stacking=options["stacking"],
            turn_is_lost=options["penalty-turn"] == "lost",
            fours_per_player=options["bomb-fours"] == "per-player",
            bomb_may_be_last=options["bomb-last"],
            power_free=power_free,
        ),
        functions.module(blue_skip_absorbs=options["blue-skip"] != "added"),
        casting.module(cast, may_decline=options["spells"] == "may"),
        seating.module(options["fewest-tie"], options["second-fewest"]),
        draws.module(
            fewer=draws.fewer_draws(options["fewer-draws"], options["fewer-draws-per"]),
            per_card=options["fewer-draws-per"] == "card",
            in_order=options["draw-order"] == "whole",
            failure_counts=options["pile-end"] == "failed-draw",
        ),
        showing.module(),
        colors.module(
            must_differ=options["recolor"] == "other",
            banned_may_be_named=options["color-ban"] != "naming",
        ),
        flow.module(options["two-player-reverse"]),
        marks.module(),
        reveals.module(lasting=options["open-hand"] == "lasting", picked_by=options["random-pick"]),
        pools.module(cast),
        parting.module(),
        exchanges.module(look_only=options["look-only"]),
        gathering.module(),
        field_cards.module(),
        choices.module(),
        surcharges.module(options["surcharge"]),
        jumps.module(
            laying.carry_out,
            listing.colored_forms,
            from_caster=options["jump-in-order"] == "from-caster",
            pairs=options["jump-in-pairs"],
        ),
        bombs.module(options["bomb-public"]),
        lasting.module(
            until_start=(FewerDraws, ExtraCard, JumpRight, Taxed, MayDiscard),
            until_end=(FreePass, DeepMatch),
        ),
        ranking.module(_points(options), options["pile-end"]),
        *(
            (
                uno_call.module(
                    penalty=options["uno-penalty"], early=True, late=True, until="turn-begins", draws=draws.draws_apart
                ),
            )
            if options["uno-call"]
            else ()
        ),
        setup.module(hand_size=options["hand-size"]),
        _opening(options["opening-effects"]),
        Module(name="touhouno", defines=DEFINED),
    )
