"""The official rules: which modules they are made of, and with which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.cards import FACES, Deck
from unoref.rulebook import Rulebook, Value, rulebook
from unoref.rules import (
    action_cards,
    drawing,
    going_out,
    jump_in,
    matches,
    matching,
    opening,
    reshuffle,
    scores,
    setup,
    seven_zero,
    shuffle_hands,
    stacking,
    swap_hands,
    teams,
    turns,
    uno_call,
    wild,
    wild_draw_four,
)
from unoref.ruleset import Module
from unoref.step import Rule

__all__ = ["deck", "modules"]

#: What this rulebook's data carries out: the decks, the number of players, the values of cards, the absence of effects.
DEFINED = (
    "deck.standard",
    "deck.blank",
    "deck.swap-hands",
    "deck.shuffle-hands",
    "setup.players",
    "play.misplay",
)

#: Faces without a color, which have no twin.
BLACK = frozenset(FACES[code] for code in ("W", "W+4", "swap-hands", "shuffle-hands", "customizable", "blank"))


#: The scoring modes: what a round is worth, and when a match is won.
SCORING: Mapping[str, tuple[scores.Mode, matches.Decide]] = {
    "standard": (scores.winner_takes_all, matches.first_to_target),
    "alternative": (scores.own_hands, matches.lowest_total),
    "knock-out": (scores.own_hands_until_out, matches.last_one_left),
}
PARTNERS: Mapping[str, tuple[scores.Mode, matches.Decide]] = {
    "partners": (scores.opposing_hands, matches.first_to_target)
}


def deck(book: Rulebook, options: Mapping[str, Value]) -> Deck:
    """The cards of the edition."""
    parts = ["colored", "wild"]
    edition = str(options["deck"])
    if edition == "blank" and options["blank-card"] == "wild":
        parts.append("blank")
    if edition in ("swap-hands", "shuffle-hands"):
        parts.append(edition)
        if options["customizable"] == "wild":
            parts.append("customizable")
    return book.deck(*parts)


def _opening(options: Mapping[str, Any]) -> Module:
    way = options["opening-return"]
    dealer_of_two = options["two-player-opening-reverse"] == "dealer"
    right = opening.right_begins_dealer_of_two if dealer_of_two else opening.right_begins
    put_back = opening.returned("opening.new-wilds", way)
    asks_color = opening.names_color("opening.new-wilds")
    new_wild = (asks_color, False) if options["opening-new-wilds"] == "wild" else (put_back, True)
    new_wilds = (FACES["swap-hands"], FACES["shuffle-hands"], FACES["customizable"])
    chooses = options["opening-wild"] == "choose"
    wild_opens = (
        (opening.names_color("opening.wild"), False) if chooses else (opening.returned("opening.wild", way), True)
    )
    wilds = {FACES["W"]: wild_opens, FACES["blank"]: wild_opens, **dict.fromkeys(new_wilds, new_wild)}
    return opening.module(
        openings={
            action_cards.SKIP: opening.first_is_skipped,
            action_cards.DRAW_TWO: opening.first_draws_two,
            action_cards.REVERSE: opening.dealer_begins if options["opening-reverse"] == "dealer" else right,
            **{face: opens for face, (opens, goes_back) in wilds.items() if not goes_back},
        },
        returns={
            wild_draw_four.WILD_DRAW_FOUR: opening.returned("opening.wild-draw-four", way),
            **{face: returned for face, (returned, goes_back) in wilds.items() if goes_back},
        },
    )


def _if_guilty(options: Mapping[str, Any]) -> Rule[[wild_draw_four.Contested]]:
    if options["challenge-card"] == "taken-back":
        return wild_draw_four.taken_back
    if options["challenge-card"] == "challenger-names":
        return wild_draw_four.challenger_names
    return wild_draw_four.stands if options["challenge-turn"] == "plays" else wild_draw_four.skipped_too


def _like_on_like() -> Module:
    """The printed stacking option: a draw card is answered with its like only."""
    two, four = frozenset({action_cards.DRAW_TWO}), frozenset({wild_draw_four.WILD_DRAW_FOUR})
    return stacking.module(on_two=two, on_four=four, on_stacked=four, stacked_challenged=True)


def modules(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """The modules of the official rules under these options, by kebab-case name."""
    mechanisms = (matching, action_cards, seven_zero, wild, wild_draw_four, swap_hands, shuffle_hands)
    covered = tuple(point for mechanism in mechanisms for point in mechanism.COVERED)
    points = rulebook("official").decks["points"]
    modes = PARTNERS if options["teams"] else SCORING
    mode = "partners" if options["teams"] else options["scoring"]
    return (
        turns.module(covered, matching.OTHERWISE, jump_in.plain_play if options["jump-in"] else turns.out_of_turn),
        matching.module(),
        drawing.module(options["exhausted"]),
        reshuffle.module(1 if options["reshuffle-top"] == "stays" else 0),
        action_cards.module(paid_at_once=options["stacking"] == "off"),
        wild.module(
            {"wild.anytime": FACES["W"], "wild.customizable": FACES["customizable"], "wild.blank": FACES["blank"]}
        ),
        wild_draw_four.module(
            if_guilty=_if_guilty(options),
            if_innocent=wild_draw_four.two_more,
            named_color_counts=options["challenge-color"] == "named",
            last_card_challenged=options["challenge-last-card"] == "innocent",
            drawn_may_be_played=options["drawn-wild-draw-four"] == "playable",
        ),
        swap_hands.module(options["swap-hands-last"], options["swap-uno"] == "kept"),
        shuffle_hands.module(options["shuffle-hands-last"] == "plain", options["shuffle-hands-deal"] == "left"),
        uno_call.module(
            penalty=options["uno-penalty"],
            early=options["uno-call-at"] != "one-card",
            late=options["uno-call-at"] != "before",
            until=options["uno-catch-until"],
            own_turn_closes=options["uno-extra-turn"] == "closes",
        ),
        *seven_zero.modules(*(("forced", "rotate") if options["seven-zero"] else ("plain", "plain"))),
        *((jump_in.module(barred={"jump-in.black": BLACK}),) if options["jump-in"] else ()),
        *((_like_on_like(),) if options["stacking"] == "like" else ()),
        going_out.module(team_seating=teams.OppositePartners() if options["teams"] else None),
        setup.module(hand_size=7),
        _opening(options),
        scores.module(points, {mode: scored for mode, (scored, _) in modes.items()}, mode),
        matches.module(
            decides={mode: decide for mode, (_, decide) in modes.items()},
            mode=mode,
            target=options["target"],
            way=options["next-dealer"],
            ties_share=options["match-tie"] == "shared",
        ),
        Module(name="official", defines=DEFINED, settings={"play.taken-back": "play.misplay"}),
    )
