"""The official rules: which modules they are made of, and with which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.actions import Action, JumpIn, Play
from unoref.cards import FACES, Deck
from unoref.errors import RulebookError
from unoref.frames import Frame, Turn
from unoref.rulebook import Rulebook, Value, rulebook
from unoref.rules import (
    action_cards,
    blind_draw,
    bomb,
    debts,
    deflecting,
    drawing,
    going_out,
    hand_limit,
    jump_in,
    last_cards,
    matches,
    matching,
    mercy,
    misplay,
    multi_play,
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
    unchallenged,
    uno_call,
    uno_out,
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

TWO, FOUR = action_cards.DRAW_TWO, wild_draw_four.WILD_DRAW_FOUR

#: Faces without a color, which have no twin.
BLACK = frozenset(FACES[code] for code in ("W", "W+4", "swap-hands", "shuffle-hands", "customizable", "blank"))

#: Faces that are no numbers.
ACTIONS = frozenset({action_cards.SKIP, action_cards.REVERSE, TWO}) | BLACK

#: What answers a pending Draw Two and a pending Wild Draw Four in each form of stacking.
ANSWERS: Mapping[str, tuple[frozenset[Any], frozenset[Any]]] = {
    "off": (frozenset(), frozenset()),
    "like": (frozenset({TWO}), frozenset({FOUR})),
    "two": (frozenset({TWO}), frozenset()),
    "four": (frozenset(), frozenset({FOUR})),
    "higher": (frozenset({TWO, FOUR}), frozenset({FOUR})),
    "any": (frozenset({TWO, FOUR}), frozenset({TWO, FOUR})),
    "color-bound": (frozenset({TWO, FOUR}), frozenset({TWO, FOUR})),
}

#: The scoring modes: what a round is worth, and when a match is won.
SCORING: Mapping[str, tuple[scores.Mode, matches.Decide]] = {
    "standard": (scores.winner_takes_all, matches.first_to_target),
    "alternative": (scores.own_hands, matches.lowest_total),
    "knock-out": (scores.own_hands_until_out, matches.last_one_left),
}
PLACES: Mapping[str, tuple[scores.Mode, matches.Decide]] = {"places": (scores.by_place(2), matches.first_to_target)}
PARTNERS: Mapping[str, tuple[scores.Mode, matches.Decide]] = {
    "partners": (scores.opposing_hands, matches.first_to_target)
}
PARTNERS_ALL: Mapping[str, tuple[scores.Mode, matches.Decide]] = {
    "partners": (scores.all_other_hands, matches.first_to_target)
}


#: By what the player who leaves after a round is found.
ELIMINATED = {"cards": matches.cards_left, "points": matches.points_left}


def _excluded(options: Mapping[str, Any]) -> tuple[tuple[bool, str], ...]:
    """The pairs of options that cannot be played together: whether both are on, and what is to be said."""
    standing, out_of_round = options["last-standing"], options["mercy"] > 0
    lowest, teams_on = options["scoring"] in ("alternative", "knock-out"), options["teams"]
    stacks = options["stacking"] != "off"
    blind, until = options["blind-draw"], options["draw-until"] != "off"
    return (
        (options["bomb"] and not options["multi-play"], "bomb needs multi-play: a bomb is a set of cards"),
        (options["revenge"] and not stacks, "revenge needs stacking: only an answer counts double"),
        (
            options["jump-in-pending"] and not (options["jump-in"] and stacks),
            "jump-in-pending needs jump-in and stacking: a jump-in on a debt adds to it",
        ),
        (options["jump-in-wilds"] and not options["jump-in"], "jump-in-wilds needs jump-in"),
        (
            options["reverse-deflect-four"] and options["reverse-deflect"] == "off",
            "reverse-deflect-four needs reverse-deflect",
        ),
        (options["skip-deflect-four"] and options["skip-deflect"] == "off", "skip-deflect-four needs skip-deflect"),
        (
            options["uno-out-penalty"] and options["uno-call-at"] == "never",
            "uno-out-penalty and uno-call-at never: where nobody calls the last card is not announced",
        ),
        (
            (options["false-uno-penalty"] or options["false-catch-penalty"]) and options["uno-call-at"] == "never",
            "false-uno-penalty or false-catch-penalty and uno-call-at never: where nobody calls no call is false",
        ),
        (blind and until, "blind-draw and draw-until: drawing until a card fits means looking at it"),
        (
            blind and options["forced-drawn-play"],
            "blind-draw and forced-drawn-play: a card nobody sees cannot be forced",
        ),
        (
            options["hand-limit"] and options["hand-limit"] < 8,
            "hand-limit below 8: the hand that is dealt would be at the limit",
        ),
        (out_of_round and options["mercy"] < 8, "mercy below 8: the hand that is dealt would be out"),
        (
            out_of_round and options["hand-limit"] >= options["mercy"],
            "mercy and a hand-limit that is no lower: nobody would come to the limit",
        ),
        (
            out_of_round and options["hand-limit"] and options["hand-limit-penalties"] == "capped",
            "mercy and a hand-limit at which penalties stop: nobody would come to so many cards",
        ),
        (out_of_round and standing, "mercy and last-standing: a place is for those who play their last card"),
        (out_of_round and lowest, f"mercy and scoring {options['scoring']}: a hand that is put away counts nothing"),
        (
            out_of_round and options["elimination"] != "off",
            "mercy and elimination: a hand that is put away cannot be compared",
        ),
        (standing and teams_on, "last-standing and teams: the first of a team to go out wins for it"),
        (
            standing and options["challenge-last-card"] == "innocent",
            "last-standing and challenge-last-card innocent: who has gone out shows no hand",
        ),
        (
            standing and options["swap-hands-last"] != "plain" and options["deck"] == "swap-hands",
            "last-standing and swap-hands-last: who has gone out has no hand to exchange; it must be plain",
        ),
        (
            standing and options["shuffle-hands-last"] != "plain" and options["deck"] == "shuffle-hands",
            "last-standing and shuffle-hands-last: who has gone out is not dealt in; it must be plain",
        ),
        (
            standing and options["seven-last"] == "swaps" and options["seven-swap"] != "off",
            "last-standing and seven-last swaps: who has gone out has no hand to exchange",
        ),
        (
            options["scoring"] == "places" and not standing,
            "scoring places needs last-standing: else one player goes out",
        ),
        (options["scoring"] == "places" and teams_on, "scoring places and teams: places are for single players"),
        (
            options["elimination"] != "off" and teams_on,
            "elimination and teams: players leave one by one, and partners could not sit opposite",
        ),
        (
            options["elimination"] == "points" and options["scoring"] == "places",
            "elimination by points and scoring places: places do not count hands",
        ),
    )


def _check(options: Mapping[str, Any]) -> None:
    for excluded, reason in _excluded(options):
        if excluded:
            raise RulebookError(f"options: {reason}")


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
            TWO: opening.first_draws_two,
            action_cards.REVERSE: opening.dealer_begins if options["opening-reverse"] == "dealer" else right,
            **{face: opens for face, (opens, goes_back) in wilds.items() if not goes_back},
        },
        returns={
            FOUR: opening.returned("opening.wild-draw-four", way),
            **{face: returned for face, (returned, goes_back) in wilds.items() if goes_back},
        },
    )


def _if_guilty(options: Mapping[str, Any]) -> Rule[[wild_draw_four.Contested]]:
    if options["challenge-card"] == "taken-back":
        return wild_draw_four.taken_back
    if options["challenge-card"] == "challenger-names":
        return wild_draw_four.challenger_names
    return wild_draw_four.stands if options["challenge-turn"] == "plays" else wild_draw_four.skipped_too


def _turns(options: Mapping[str, Any], cost: Rule[[Any, Play]] | None) -> tuple[Module, ...]:
    """Turns, and the series of cards that may be played in one."""
    mechanisms = (matching, action_cards, seven_zero, wild, wild_draw_four, swap_hands, shuffle_hands, multi_play)
    covered = tuple(point for mechanism in mechanisms for point in mechanism.COVERED)
    elsewhere = jump_in.plain_play if options["jump-in"] else turns.out_of_turn
    series = options["multi-play"]
    unseen = blind_draw.pay_for_the_blind_play if options["blind-draw"] else cost
    why, why_drawn = misplay.priced(matching.OTHERWISE, cost), misplay.priced(matching.OTHERWISE, unseen)
    if not series:
        return (turns.module(covered, why, elsewhere, otherwise_drawn=why_drawn),)
    sets = multi_play.Sets(numbers=False, in_order=True)
    return (
        turns.module(covered, why, elsewhere, (), multi_play.plays_and_series_open, why_drawn),
        multi_play.module(sets, jump_in=options["jump-in"], only_opponents=True),
        *((bomb.module(),) if options["bomb"] else ()),
    )


def _wild_draw_four(options: Mapping[str, Any], cost: Rule[[Any, Play]] | None) -> Module:
    """Wild Draw Four, challenged or not."""
    named = options["challenge-color"] == "named"
    drawn = options["drawn-wild-draw-four"] == "playable"
    way = options["wild-draw-four-challenge"]
    if way != "allowed":
        return unchallenged.module(
            barred=way == "no-bluff", named_color_counts=named, drawn_may_be_played=drawn, price=cost
        )
    return wild_draw_four.module(
        if_guilty=_if_guilty(options),
        if_innocent=wild_draw_four.two_more,
        named_color_counts=named,
        last_card_challenged=options["challenge-last-card"] == "innocent",
        drawn_may_be_played=drawn,
    )


def _no_bluff(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """Where nobody bluffs, a Wild Draw Four jumped in with is looked at too, and one laid on a debt that is restricted."""
    if options["wild-draw-four-challenge"] != "no-bluff":
        return ()
    laid: list[tuple[type[Frame], type[Action]]] = [(Turn, JumpIn)] if options["jump-in-wilds"] else []
    if options["stacking"] != "off" and options["stacked-wild-draw-four"] == "restricted":
        laid += [(debts.Owed, Play), (debts.Owed, JumpIn)]
    return (Module(name="no-bluff", checks=tuple((*row, unchallenged.barred_elsewhere) for row in laid)),)


def _deflects(options: Mapping[str, Any], card: str) -> deflecting.Deflects | None:
    colors = options[f"{card}-deflect"]
    return None if colors == "off" else deflecting.Deflects(colors == "any", options[f"{card}-deflect-four"])


def _debts(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """What may be laid on a draw card that is pending; nothing is pending where nothing may."""
    on_two, on_four = ANSWERS[options["stacking"]]
    back, on = _deflects(options, "reverse"), _deflects(options, "skip")
    four_deflected = any(way is not None and way.four for way in (back, on))
    two_waits, four_waits = bool(on_two or back or on), bool(on_four or four_deflected)
    if not (two_waits or four_waits):
        return ()
    standing, challenged = options["last-standing"], options["wild-draw-four-challenge"] == "allowed"
    return (
        stacking.module(
            on_two=on_two,
            on_four=on_four,
            on_stacked=on_four,
            stacked_challenged=challenged and options["stacked-wild-draw-four"] == "restricted",
            last_answered=standing,
            two_waits=two_waits,
            four_waits=four_waits or FOUR in on_two,
            four_deflected=four_deflected,
            unchallenged=not challenged,
            color_bound=options["stacking"] == "color-bound",
            doubled=options["revenge"],
        ),
        *((deflecting.module(back, on, standing),) if back or on else ()),
    )


def _jump_in(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """The identical card out of turn, where a table allows it on a pending debt too."""
    if not options["jump-in"]:
        return ()
    on_two, on_four = ANSWERS[options["stacking"]]
    wilds, challenged = options["jump-in-wilds"], options["wild-draw-four-challenge"] == "allowed"
    restricted, moved = options["stacked-wild-draw-four"] == "restricted", list[Any]()
    if options["jump-in-pending"]:
        if TWO in on_two:
            moved.append(debts.Owed)
        elif FOUR in on_four and wilds:
            moved.append(debts.Stacked)
        if FOUR in on_four and wilds and challenged:
            moved.append(wild_draw_four.Contested)
    refused: dict[tuple[type[Frame], type[Action]], str] = {
        (kind, JumpIn): "jump-in.debt" for kind in (debts.Owed, wild_draw_four.Contested) if kind not in moved
    }
    bluff = Module(name="jump-in-wilds", checks=((Frame, JumpIn, wild_draw_four.jumped_in_with_the_color),))
    return (
        jump_in.module(barred={} if wilds else {"jump-in.black": BLACK}, debts_moved=tuple(moved)),
        Module(name="jump-in-debts", refusals=refused),
        *((bluff,) if any(kind is wild_draw_four.Contested for kind in moved) and restricted else ()),
    )


def _last_cards(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """Cards that may not be the last."""
    barred: dict[str, frozenset[Any]] = {}
    if options["no-wild-finish"]:
        barred["finish.wild"] = BLACK
    if options["no-action-finish"] != "off":
        barred["finish.action"] = ACTIONS if options["no-action-finish"] == "all" else frozenset({TWO, FOUR})
    if not barred:
        return ()
    remedy = options["finish-remedy"]
    return (last_cards.module(barred, 0 if remedy == "taken-back" else 1, remedy == "draw-as-turn"),)


def _drawing(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """Drawing: one card or several, by choice or not, up to a limit, seen or not."""
    ends = {"off": None, "unable": drawing.hand_can_play, "always": drawing.drawn_card_fits}[options["draw-until"]]
    limit = options["hand-limit"]
    return (
        drawing.module(
            options["exhausted"],
            ends=ends,
            forced_play=options["forced-drawn-play"],
            bluff_forced=options["forced-wild-draw-four"] == "always",
            able_plays=options["forced-play"],
        ),
        *((hand_limit.module(limit, options["hand-limit-penalties"] == "capped"),) if limit else ()),
        *((blind_draw.module(),) if options["blind-draw"] else ()),
        *((mercy.module(options["mercy"]),) if options["mercy"] else ()),
    )


def _uno(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """The call, and the announcement of the last card."""
    at = options["uno-call-at"]
    if at == "never":
        return (uno_call.silent(),)
    return (
        uno_call.module(
            penalty=options["uno-penalty"],
            early=at != "one-card",
            late=at != "before",
            until=options["uno-catch-until"],
            own_turn_closes=options["uno-extra-turn"] == "closes",
            false_call=options["false-uno-penalty"],
            false_catch=options["false-catch-penalty"],
        ),
        *((uno_out.module(options["uno-out-penalty"]),) if options["uno-out-penalty"] else ()),
    )


def _going_out(options: Mapping[str, Any]) -> Module:
    if options["last-standing"]:
        return going_out.last_standing()
    return going_out.module(teams.AlternatingTeams(int(options["team-players"])) if options["teams"] else None)


def _scoring(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """What a round is worth, and when a match is won."""
    modes = {**SCORING, **(PLACES if options["last-standing"] else {})}
    mode = options["scoring"]
    if options["teams"]:
        modes, mode = dict(PARTNERS if options["team-score"] == "opposing" else PARTNERS_ALL), "partners"
    factor = {"off": None, "always": scores.twice, "wild": scores.twice_for_a_wild}[options["points-double"]]
    by = options["elimination"]
    return (
        scores.module(
            rulebook("official").decks["points"], {name: scored for name, (scored, _) in modes.items()}, mode, factor
        ),
        matches.module(
            decides={name: decide for name, (_, decide) in modes.items()},
            mode=mode,
            target=options["target"],
            next_dealer=matches.NEXT_DEALERS[options["next-dealer"]],
            ties_share=options["match-tie"] == "shared",
            leaves=None if by == "off" else matches.eliminates(ELIMINATED[by]),
        ),
    )


def modules(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """The modules of the official rules under these options, by kebab-case name.

    Raises :class:`unoref.RulebookError` for house rules that exclude each other.
    """
    _check({**options})
    cost = (
        misplay.price(options["misplay-penalty"], options["misplay-turn"] == "ends")
        if options["misplay-penalty"]
        else None
    )
    owed = _debts(options)
    two_waits = any(TWO in module.effects for module in owed)
    zero: seven_zero.Zero = "rotate" if options["zero-rotate"] else "plain"
    seven: seven_zero.Seven = "plain" if options["seven-swap"] == "off" else options["seven-swap"]
    plays_on = {"out.plays-on": True} if options["last-standing"] else {}
    return (
        *_turns(options, cost),
        matching.module(),
        *_drawing(options),
        reshuffle.module(1 if options["reshuffle-top"] == "stays" else 0),
        action_cards.module(paid_at_once=not two_waits),
        wild.module(
            {"wild.anytime": FACES["W"], "wild.customizable": FACES["customizable"], "wild.blank": FACES["blank"]}
        ),
        _wild_draw_four(options, cost),
        *_no_bluff(options),
        swap_hands.module(options["swap-hands-last"], options["swap-uno"] == "kept"),
        shuffle_hands.module(options["shuffle-hands-last"] == "plain", options["shuffle-hands-deal"] == "left"),
        *_uno(options),
        *seven_zero.modules(seven, zero, options["seven-last"] == "swaps"),
        *_jump_in(options),
        *owed,
        *_last_cards(options),
        _going_out(options),
        setup.module(hand_size=7),
        _opening(options),
        *_scoring(options),
        Module(name="official", defines=DEFINED, settings={"play.taken-back": "play.misplay", **plays_on}),
    )
