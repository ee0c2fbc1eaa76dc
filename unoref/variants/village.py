"""The village rules (村规): which modules they are made of, and with which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unoref.cards import FACES, Card, Deck
from unoref.errors import RulebookError
from unoref.rulebook import Rulebook, Value, rulebook
from unoref.rules import (
    action_cards,
    challenger_follows,
    drawing,
    going_out,
    jump_in,
    jump_windows,
    matches,
    matching,
    multi_play,
    opening,
    reshuffle,
    scores,
    setup,
    seven_zero,
    stacking,
    teams,
    turns,
    uno_call,
    wild,
    wild_draw_four,
)
from unoref.ruleset import Module
from unoref.state import InForce

__all__ = ["deck", "modules"]

#: What this rulebook's data carries out: the decks, the number of players, what other rules have and these leave out.
DEFINED = (
    "deck.size",
    "deck.numbers",
    "deck.action-cards",
    "deck.wilds",
    "deck.several",
    "setup.players",
    "play.misplay",
)

WILD = FACES["W"]
ACTION_CARDS = (action_cards.SKIP, action_cards.REVERSE, action_cards.DRAW_TWO)
DRAW_CARDS = (action_cards.DRAW_TWO, wild_draw_four.WILD_DRAW_FOUR)

#: Cards that can neither open nor be jumped in with.
NO_NUMBERS = (action_cards.SKIP, action_cards.REVERSE, *DRAW_CARDS, WILD)

#: More copies of a card than any number of decks has.
UNLIMITED = 99


def deck(book: Rulebook, options: Mapping[str, Value]) -> Deck:
    """The cards of so many decks put together."""
    one = book.deck("colored", "wild")
    return Deck({card: copies * int(options["decks"]) for card, copies in one.copies.items()})


def _fits(options: Mapping[str, Any]) -> matching.Fits:
    follows = action_cards.fits_freely if options["free-function"] else matching.fits

    def fits(card: Card, force: InForce) -> bool:
        """As agreed, a Wild not on a draw card."""
        return follows(card, force) and not (card.face is WILD and force.face in DRAW_CARDS)

    return follows if options["wild-on-draw-card"] else fits


def _sets(options: Mapping[str, Any]) -> multi_play.Sets | None:
    if not (options["multi-play"] or options["jump-in"]):
        return None
    most = 2 if options["self-jump-max"] == "1" else UNLIMITED
    numbers: bool = options["multi-play"]
    return multi_play.Sets(
        numbers,
        most if options["jump-in"] else 0,
        options["mixed-skips"] == "free",
        drawn=numbers and options["multi-play-after-draw"],
    )


def _turns(options: Mapping[str, Any], sets: multi_play.Sets | None) -> tuple[Module, ...]:
    """Turns, and the sets that may be played in one."""
    mechanisms = (matching, action_cards, seven_zero, wild, wild_draw_four, multi_play, uno_call)
    covered = tuple(point for mechanism in mechanisms for point in mechanism.COVERED)
    elsewhere = jump_in.plain_play if options["jump-in"] else turns.out_of_turn
    otherwise = (*matching.OTHERWISE, *(() if options["free-function"] else (action_cards.matches_nothing,)))
    if sets is None:
        return (turns.module(covered, otherwise, elsewhere),)
    otherwise = (*otherwise, multi_play.none_fits if sets.numbers else multi_play.twins_do_not_fit)
    return (
        turns.module(covered, otherwise, elsewhere, (), multi_play.plays_and_sets_open(sets)),
        multi_play.module(sets, jump_in=options["jump-in"], only_opponents=options["skip-wrap"] == "cap"),
        *((multi_play.played_after_draw(sets, otherwise),) if sets.drawn else ()),
    )


def _penalties(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """What a Draw Two and a Wild Draw Four cost, and what may be said and laid against that."""
    two, four = frozenset({action_cards.DRAW_TWO}), frozenset({wild_draw_four.WILD_DRAW_FOUR})
    plan_b = options["two-player-plan"] == "b"
    follows = options["challenge-turn"] == "colored"
    stacks = stacking.module(
        on_two=two | four,
        on_four=frozenset(),
        on_stacked=four,
        stacked_challenged=options["challenge-stacked-w4"],
        last_answered=options["last-card-answer"],
        two_answer=two | four if plan_b and options["two-player-free"] else frozenset(),
        two_pay_at_once=not plan_b,
        apart=(WILD, wild_draw_four.WILD_DRAW_FOUR),
    )
    return (
        action_cards.module(paid_at_once=not options["stacking"]),
        wild_draw_four.module(
            if_guilty=challenger_follows.follows if follows else wild_draw_four.stands_with_its_color,
            if_innocent=wild_draw_four.two_more_with_its_color,
            named_color_counts=True,
            last_card_challenged=False,
            drawn_may_be_played=True,
            shown_to_all=options["challenge-reveal"] == "all",
        ),
        *(() if plan_b else (wild_draw_four.challenged_between_two(),)),
        *((stacks,) if options["stacking"] else ()),
        *(
            (challenger_follows.module(_fits(options), ACTION_CARDS if options["free-function"] else ()),)
            if follows
            else ()
        ),
    )


def _jumping_in(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """Jumping in with a number card."""
    if not options["jump-in"]:
        return ()
    farthest = options["jump-anchor"] == "farthest"
    return (
        jump_in.module(
            barred={"jump-in.not-a-number": NO_NUMBERS},
            resumes=jump_windows.after_farthest if farthest else jump_windows.after_jumper,
            last_card_may=False,
            tells_several=True,
            two_apart=True,
            whole_sets=options["multi-play"] and options["multi-play-jump-in"] == "any-card",
        ),
    )


def modules(options: Mapping[str, Any]) -> tuple[Module, ...]:
    """The modules of the village rules under these options, by kebab-case name.

    Raises :class:`unoref.RulebookError` for a hand of ten cards from a single deck (``village:4.3.3``).
    """
    if options["hand-size"] == "10" and options["decks"] == 1:
        raise RulebookError("option hand-size: ten cards are dealt only from two decks or more (village:4.3.3)")
    points = rulebook("village").decks["points"]
    mode, scored = ("teams", scores.minus_team_hands) if options["teams"] else ("negative", scores.minus_own_hands)
    seven: seven_zero.Seven = (
        "plain" if not options["seven-swap"] else "forced" if options["seven-forced"] else "optional"
    )
    return (
        *_turns(options, _sets(options)),
        matching.module(_fits(options), alone=bool(options["multi-play"] or options["jump-in"])),
        drawing.module("pass"),
        reshuffle.module(1, at_once=options["reshuffle-when"] == "empty"),
        *_penalties(options),
        *((action_cards.free(),) if options["free-function"] else ()),
        wild.module({"wild.anytime": WILD}, () if options["wild-on-draw-card"] else DRAW_CARDS),
        uno_call.module(
            penalty=options["uno-penalty"],
            early=False,
            late=options["late-uno"],
            until=options["uno-catch-until"],
            false_call=options["false-uno-penalty"],
            false_catch=options["false-catch-penalty"],
        ),
        *seven_zero.modules(seven, "plain" if options["zero-rule"] == "off" else options["zero-rule"]),
        *_jumping_in(options),
        going_out.module(
            teams.KeptApart(options["team-count"]) if options["teams"] else None,
            bool(options["teams"] and options["team-open-hands"]),
        ),
        *((going_out.outlasting(),) if options["last-card-answer"] else ()),
        setup.module(int(options["hand-size"]), setup.without_a_number),
        opening.module(
            openings={},
            returns={face: opening.returned("opening.numbers-only", options["opening-return"]) for face in NO_NUMBERS},
            first=opening.DEALER if options["first-player"] == "dealer" else opening.DEALERS_LEFT,
        ),
        scores.module(points, {mode: scored}, mode),
        matches.module(
            decides={mode: matches.fewest_negative(options["target"], options["rounds"])},
            mode=mode,
            target=options["target"],
            next_dealer=matches.NEXT_DEALERS[options["next-dealer"]],
            ties_share=True,
            accumulates=True,
            seats_change=int(options["seat-change-every"]),
            endless=not (options["target"] or options["rounds"]),
        ),
        Module(name="village", defines=DEFINED, settings={"play.taken-back": "play.misplay"}),
    )
