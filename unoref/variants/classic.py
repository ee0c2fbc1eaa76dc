"""The classic rules of the encyclopedia entry: which modules they are made of, and with which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.actions import Pass
from unoref.cards import FACES, Deck
from unoref.rulebook import Rulebook, Value, rulebook
from unoref.rules import (
    action_cards,
    debts,
    drawing,
    going_out,
    jump_in,
    jump_windows,
    last_cards,
    matches,
    matching,
    opening,
    reshuffle,
    scores,
    setup,
    seven_zero,
    several_fours,
    stacking,
    substitute,
    turns,
    uno_call,
    wild,
    wild_draw_four,
)
from unoref.ruleset import Module
from unoref.seats import Seat, after
from unoref.step import Step

__all__ = ["deck", "modules"]

#: What this rulebook's data carries out: the deck, the number of players, what has no remedy here.
DEFINED = (
    "deck.size",
    "deck.numbers",
    "deck.action-cards",
    "deck.wilds",
    "setup.players",
    "play.misplay",
    "options.agreed",
)

WILD = FACES["W"]
TWO, FOUR = action_cards.DRAW_TWO, wild_draw_four.WILD_DRAW_FOUR

FIRST = {"highest-hand": opening.HIGHEST_HAND, "dealer-left": opening.DEALERS_LEFT, "random": opening.BY_LOT}


def deck(book: Rulebook, options: Mapping[str, Value]) -> Deck:
    """One deck of 108 cards."""
    return book.deck("colored", "wild")


def _left_of_dealer(step: Step) -> Seat:
    return after(step, step.dealer)


def _opening(options: Mapping[str, Any]) -> Module:
    """Every card opens but a Wild Draw Four; the first player keeps the turn whatever a Draw Two or a Reverse does."""
    answered = options["stacking"] and options["stack-on-opening"]
    by_dealer = options["opening-wild-chooser"] == "dealer-left"
    return opening.module(
        openings={
            action_cards.SKIP: opening.first_is_skipped,
            TWO: stacking.opening_owes_two if answered else opening.first_draws_two_and_plays,
            action_cards.REVERSE: opening.first_stays,
            WILD: opening.names_color("opening.wild", _left_of_dealer)
            if by_dealer
            else opening.names_color("opening.wild"),
        },
        returns={FOUR: opening.returned("opening.wild-draw-four", "shuffle")},
        first=FIRST[options["first-player"]],
        left_open=options["opening-wild-unnamed"],
    )


def _drawing(options: Mapping[str, Any]) -> Module:
    continuous, voluntary = options["continuous-draw"], options["play-voluntary-draw"]
    ends = drawing.drawn_card_fits if options["continuous-stop"] == "drawn-card" else drawing.hand_is_able
    return drawing.module(
        "pass",
        ends=ends if continuous else None,
        declined_may_play=voluntary == "always" or (continuous and voluntary == "continuous-only"),
        forced_play=continuous and options["drawn-must-play"],
        choice_told=voluntary == "always",
    )


def _debts(options: Mapping[str, Any], goes_on: bool) -> tuple[Module, ...]:
    """What becomes of a draw card: answered, added to, or paid at once."""
    if options["stacking"]:
        on_four = frozenset({FOUR}) | (frozenset({TWO}) if options["free-stacking"] else frozenset())
        return (
            action_cards.skip_stays(),
            stacking.module(
                on_two=frozenset({TWO, FOUR}),
                on_four=on_four,
                on_stacked=on_four,
                stacked_challenged=False,
                last_answered=goes_on,
                opening_answered=options["stack-on-opening"],
                apart=(TWO,),
            ),
        )
    if not options["jump-in"]:
        return ()
    if options["next-player-jump-stack"]:
        return (
            stacking.module(
                on_two=frozenset({TWO}),
                on_four=frozenset({FOUR}),
                on_stacked=frozenset({FOUR}),
                stacked_challenged=False,
                last_answered=goes_on,
                twins_only=True,
            ),
        )
    return (debts.unanswered(last_waits=goes_on),)


def _jump_in(options: Mapping[str, Any]) -> Module:
    """The order of play is restored; penalties add up; never with the last card, nor on the own Wild Draw Four."""
    return jump_in.module(
        barred={"jump-in.face": (action_cards.SKIP, WILD)},
        resumes=jump_windows.order_restored,
        own=True,
        never_own=(FOUR,),
        last_card_may=False,
        on_debts=True,
        debts_answered=options["stacking"] or options["next-player-jump-stack"],
        inert=(action_cards.REVERSE,) if options["jumped-reverse"] == "inert" else (),
        on_opening=options["jump-on-opening"],
        while_on_top=options["jump-window"] == "while-on-top",
        on_contested=several_fours.joins if options["jump-w4-challenge"] == "each" else None,
    )


def _each_judged(options: Mapping[str, Any]) -> Module:
    """Each Wild Draw Four is judged by itself, those jumped in with too."""
    return several_fours.module(
        shown_to_all=options["challenge-reveal"] == "all",
        judged_when_challenged=options["bluff-judged"] == "when-challenged",
        while_on_top=options["jump-window"] == "while-on-top",
    )


def _scoring(options: Mapping[str, Any]) -> Mapping[str, tuple[scores.Mode, matches.Decide]]:
    """The scoring modes: what a round is worth, and when a match is decided."""
    return {
        "collect-500": (scores.winner_takes_all, matches.first_to_target_or_last),
        "negative-500": (scores.minus_own_hands, matches.first_to_minus_target),
        "blood-battle": (
            scores.by_place(2 if options["blood-points"] == "step-2" else 1),
            matches.highest_after_rounds,
        ),
    }


def modules(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """The modules of the classic rules under these options, by kebab-case name."""
    mechanisms = (matching, action_cards, seven_zero, wild, wild_draw_four, uno_call, opening)
    covered = tuple(point for mechanism in mechanisms for point in mechanism.COVERED)
    points = rulebook("classic").decks["points"]
    mode = options["scoring"]
    goes_on = mode == "blood-battle"
    scoring = _scoring(options)
    flat = options["jump-w4-challenge"] == "flat-plus-2"
    each = options["jump-in"] and options["jump-w4-challenge"] == "each"
    return (
        turns.module(covered, matching.OTHERWISE, jump_in.plain_play if options["jump-in"] else turns.out_of_turn),
        matching.module(),
        last_cards.module({"wild.not-last": (WILD,), "wild-four.not-last": (FOUR,)}, options["black-last-penalty"]),
        _drawing(options),
        reshuffle.module(1, at_once=options["reshuffle-when"] == "empty"),
        action_cards.module(
            paid_at_once=not (options["stacking"] or options["jump-in"]),
            two_reverse_as_skip=False,
            last_paid=options["last-draw-two"] == "paid" or goes_on,
        ),
        wild.module({"wild.anytime": WILD}),
        wild_draw_four.module(
            if_guilty=substitute.replaced(all_to_offender=not flat),
            if_innocent=wild_draw_four.two_more if flat else wild_draw_four.two_more_for_each,
            named_color_counts=True,
            last_card_challenged=False,
            drawn_may_be_played=True,
            shown_to_all=options["challenge-reveal"] == "all",
            judged_when_challenged=options["bluff-judged"] == "when-challenged",
        ),
        substitute.module(
            takes_effect=options["substitute-effect"] == "full",
            named_color_stays=options["upheld-color"] == "named",
            several=each,
        ),
        uno_call.module(
            penalty=options["uno-penalty"],
            early=False,
            late=options["late-uno"],
            until=options["uno-catch-until"],
            false_call=options["false-uno-penalty"],
            false_catch=options["false-catch-penalty"],
        ),
        *seven_zero.modules("plain", "plain"),
        *((_jump_in(options),) if options["jump-in"] else ()),
        *((_each_judged(options),) if each else ()),
        *_debts(options, goes_on),
        going_out.last_standing() if goes_on else going_out.module(None),
        setup.module(7),
        _opening(options),
        scores.module(points, {name: scored for name, (scored, _) in scoring.items()}, mode, counted=not goes_on),
        matches.module(
            decides={name: decide for name, (_, decide) in scoring.items()},
            mode=mode,
            target=options["rounds"] if goes_on else options["target"],
            next_dealer=matches.NEXT_DEALERS[options["next-dealer"]],
            ties_share=True,
        ),
        Module(
            name="classic",
            defines=DEFINED,
            refusals={}
            if options["opening-wild-unnamed"]
            else {(opening.NameOpeningColor, Pass): "opening.needs-color"},
            settings={"play.taken-back": "play.misplay", **({"out.plays-on": True} if goes_on else {})},
        ),
    )
