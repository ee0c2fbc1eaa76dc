"""Option sets to walk under, how a property is given walks, and the transformations under which play must not change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from random import Random
from typing import Any, TypeVar, cast

import attrs
from hypothesis import given, note, settings
from hypothesis import strategies as st

import unoref
from unoref.actions import (
    Accept,
    Action,
    Deal,
    Discard,
    Draw,
    Laying,
    Pick,
    Play,
    Reveal,
    Show,
    Shuffle,
)
from unoref.cards import CARDS, UNKNOWN, Card, hand
from unoref.frames import Frame
from unoref.lasting import Lasting
from unoref.rules.uno_call import cards_left
from unoref.seats import Seat
from unoref.state import State
from unoref.unseen import every_card

Entry = TypeVar("Entry")

__all__ = ["GUARD", "OPTIONS", "RULESETS", "Rules", "bare", "cards_of", "on_walks", "opened", "rotated"]

#: More actions than nearly every random round takes.
GUARD = 4_000

#: A ruleset by its variant and its options.
Rules = tuple[str, Mapping[str, object]]

#: House rules that meet each other, many at a time.
_HOUSE: tuple[Mapping[str, object], ...] = (
    {
        "stacking": "any",
        "revenge": True,
        "jump_in": True,
        "jump_in_wilds": True,
        "jump_in_pending": True,
        "reverse_deflect": "any",
        "reverse_deflect_four": True,
        "skip_deflect": "color",
        "skip_deflect_four": True,
    },
    {
        "stacking": "two",
        "wild_draw_four_challenge": "none",
        "seven_swap": "optional",
        "seven_last": "swaps",
        "uno_call_at": "never",
        "edition": "shuffle-hands",
    },
    {"stacking": "four", "stacked_wild_draw_four": "restricted", "skip_deflect": "any", "jump_in": True},
    {
        "stacking": "higher",
        "wild_draw_four_challenge": "no-bluff",
        "misplay_penalty": 2,
        "misplay_turn": "ends",
        "reverse_deflect": "color",
        "reverse_deflect_four": True,
        "jump_in": True,
        "jump_in_wilds": True,
        "jump_in_pending": True,
    },
    {"stacking": "color-bound", "false_uno_penalty": 2, "false_catch_penalty": 2, "reverse_deflect": "any"},
    {"stacking": "any", "stacked_wild_draw_four": "restricted", "seven_zero": True, "uno_out_penalty": 2},
    {
        "draw_until": "unable",
        "forced_play": True,
        "forced_drawn_play": True,
        "no_wild_finish": True,
        "multi_play": True,
        "bomb": True,
        "seven_zero": True,
    },
    {
        "draw_until": "always",
        "hand_limit": 12,
        "hand_limit_penalties": "capped",
        "no_action_finish": "all",
        "finish_remedy": "draw-on",
        "exhausted": "lowest-hand",
    },
    {"hand_limit": 8, "stacking": "like", "forced_play": True, "no_wild_finish": True},
    {
        "mercy": 12,
        "forced_drawn_play": True,
        "forced_wild_draw_four": "always",
        "seven_swap": "forced",
        "zero_rotate": True,
        "stacking": "any",
        "challenge_card": "taken-back",
        "draw_until": "unable",
    },
    {"blind_draw": True, "forced_play": True, "uno_out_penalty": 2, "jump_in": True, "multi_play": True},
    {"blind_draw": True, "misplay_penalty": 1, "stacking": "any", "mercy": 14},
    {
        "last_standing": True,
        "scoring": "places",
        "stacking": "any",
        "stacked_wild_draw_four": "restricted",
        "jump_in": True,
        "jump_in_pending": True,
        "reverse_deflect": "any",
        "reverse_deflect_four": True,
    },
    {"last_standing": True, "edition": "swap-hands", "points_double": "wild", "seven_zero": True, "multi_play": True},
    {
        "teams": True,
        "team_players": "6",
        "team_score": "all",
        "points_double": "always",
        "mercy": 15,
        "stacking": "like",
    },
    {"elimination": "cards", "jump_in": True, "wild_draw_four_challenge": "none"},
    {
        "elimination": "points",
        "no_action_finish": "draw-cards",
        "finish_remedy": "taken-back",
        "uno_call_at": "one-card",
    },
)

#: Option sets the official rules are walked under: each switch away from its default at least once, and every edition.
_OFFICIAL: tuple[Mapping[str, object], ...] = (
    {},
    {"edition": "classic"},
    {"edition": "blank"},
    {"edition": "blank", "blank_card": "wild", "two_player_opening_reverse": "dealer", "opening_return": "bottom"},
    {"edition": "swap-hands"},
    {"edition": "swap-hands", "swap_hands_last": "must", "opening_new_wilds": "wild", "swap_uno": "kept"},
    {"edition": "swap-hands", "swap_hands_last": "plain", "customizable": "out"},
    {"edition": "shuffle-hands"},
    {"edition": "shuffle-hands", "shuffle_hands_last": "plain", "shuffle_hands_deal": "left"},
    {"challenge_turn": "skipped", "challenge_color": "none", "uno_catch_until": "next-play"},
    {"challenge_card": "taken-back", "challenge_last_card": "impossible", "uno_extra_turn": "stays"},
    {"challenge_card": "challenger-names", "drawn_wild_draw_four": "kept", "opening_return": "middle"},
    {"edition": "mid", "scoring": "alternative", "match_tie": "another-round", "next_dealer": "winner"},
    {"scoring": "knock-out", "target": 100, "next_dealer": "same", "deck": "108"},
    {"stacking": "like"},
    {"jump_in": True},
    {"seven_zero": True},
    {"stacking": "like", "jump_in": True, "seven_zero": True, "edition": "swap-hands", "challenge_card": "taken-back"},
    {"reshuffle_top": "shuffled", "exhausted": "lowest-hand", "uno_penalty": 4, "uno_call_at": "before"},
    {"teams": True},
    {"teams": True, "stacking": "like", "jump_in": True, "seven_zero": True, "exhausted": "lowest-hand"},
    *_HOUSE,
)

#: Every optional rule of the village rules that can be had together.
EVERYTHING: Mapping[str, object] = {
    "jump_in": True,
    "zero_rule": "rotate",
    "seven_swap": True,
    "multi_play": True,
    "decks": 2,
    "hand_size": "10",
}

_VILLAGE: tuple[Mapping[str, object], ...] = (
    {},
    {"stacking": False, "first_player": "dealer-left", "late_uno": False, "next_dealer": "left"},
    {"free_function": True, "wild_on_draw_card": False, "uno_catch_until": "next-play", "uno_penalty": 3},
    {
        "challenge_stacked_w4": True,
        "uno_catch_until": "turn-begins",
        "false_uno_penalty": 0,
        "rounds": 3,
        "target": 200,
    },
    {
        "last_card_answer": True,
        "false_catch_penalty": 2,
        "seat_change_every": "4",
        "challenge_stacked_w4": True,
        "challenge_turn": "colored",
    },
    {"challenge_turn": "colored", "free_function": True, "multi_play": True, "decks": 2, "reshuffle_when": "empty"},
    {"jump_in": True},
    {"jump_in": True, "decks": 3, "jump_anchor": "latest", "self_jump_max": "unlimited"},
    {"zero_rule": "rotate"},
    {"zero_rule": "slap-and-rotate", "reshuffle_when": "empty", "challenge_reveal": "all", "opening_return": "bottom"},
    {"zero_rule": "slap"},
    {"seven_swap": True},
    {"seven_swap": True, "seven_forced": True, "zero_rule": "slap", "jump_in": True},
    {"multi_play": True, "decks": 2},
    {"multi_play": True, "decks": 3, "multi_play_after_draw": True, "free_function": True, "jump_in": True},
    {"multi_play": True, "decks": 2, "hand_size": "10", "mixed_skips": "free", "skip_wrap": "cap"},
    {"two_player_plan": "a"},
    {"two_player_free": True, "last_card_answer": True},
    {"teams": True, "team_count": 3},
    {"teams": True, "team_open_hands": True, **EVERYTHING},
    EVERYTHING,
    {**EVERYTHING, "zero_rule": "slap", "challenge_stacked_w4": True, "free_function": True},
    {**EVERYTHING, "decks": 3, "zero_rule": "slap-and-rotate", "multi_play_jump_in": "any-card"},
)

#: Option sets the classic rules are walked under: the three optional rules alone and together, each switch away from its default.
_CLASSIC: tuple[Mapping[str, object], ...] = (
    {},
    {"stacking": True},
    {"jump_in": True},
    {"continuous_draw": True},
    {"stacking": True, "jump_in": True},
    {"stacking": True, "continuous_draw": True, "free_stacking": True, "stack_on_opening": True},
    {"jump_in": True, "continuous_draw": True, "next_player_jump_stack": True, "jump_on_opening": True},
    {"stacking": True, "jump_in": True, "continuous_draw": True},
    {"scoring": "blood-battle"},
    {"scoring": "blood-battle", "stacking": True, "jump_in": True, "continuous_draw": True, "rounds": 3},
    {"scoring": "blood-battle", "jump_in": True, "jumped_reverse": "inert", "blood_points": "step-1"},
    {"scoring": "blood-battle", "stacking": True, "free_stacking": True, "last_draw_two": "unpaid"},
    {"scoring": "negative-500", "target": 100, "first_player": "dealer-left", "next_dealer": "winner"},
    {"first_player": "random", "opening_wild_chooser": "first-player", "challenge_reveal": "challenger"},
    {"opening_wild_unnamed": True, "first_player": "dealer-left", "play_voluntary_draw": "always"},
    {"substitute_effect": "full", "upheld_color": "named", "bluff_judged": "when-challenged"},
    {"substitute_effect": "full", "stacking": True, "jump_in": True, "jump_w4_challenge": "flat-plus-2"},
    {"substitute_effect": "full", "jump_in": True, "jump_w4_challenge": "each", "jump_window": "while-on-top"},
    {"jump_in": True, "jump_w4_challenge": "each", "bluff_judged": "when-challenged", "challenge_reveal": "challenger"},
    {"jump_in": True, "jump_window": "while-on-top", "continuous_draw": True, "jump_on_opening": True},
    {
        "scoring": "blood-battle",
        "jump_in": True,
        "jump_window": "while-on-top",
        "stacking": True,
        "free_stacking": True,
    },
    {"late_uno": False, "uno_penalty": 4, "uno_catch_until": "turn-begins", "last_draw_two": "unpaid"},
    {"reshuffle_when": "empty", "stacking": True, "jump_in": True, "continuous_draw": True},
    {"false_uno_penalty": 2, "false_catch_penalty": 2, "black_last_penalty": 2, "play_voluntary_draw": "always"},
    {"continuous_draw": True, "continuous_stop": "hand-state", "drawn_must_play": True, "play_voluntary_draw": "never"},
)

#: Option sets Touhouno is walked under: alternatives that do not hide each other together, each away from its default once.
_TOUHOUNO: tuple[Mapping[str, object], ...] = (
    {},
    {"zeros": 2, "powers": 4, "bombs": 4, "points": "low", "hand_size": 10, "opening_effects": True},
    {"wild_draw_two": "no-color", "forced_play": True, "drawn_companions": True, "power_pairs": True, "uno_call": True},
    {"pairs": "same-symbol", "spell_firings": "per-card", "pair_function": "per-card", "power_count": "after"},
    {"pairs": "off", "spells": "off", "stacking": "like", "last_penalty": "window", "turn_cap": 60},
    {
        "spells": "may",
        "stacking": "off",
        "penalty_turn": "plays",
        "power_partner": "free",
        "uno_call": True,
        "uno_penalty": 4,
    },
    {
        "power_card": "leaves",
        "ban_names": "broad",
        "bomb_fours": "per-card",
        "bomb_last": False,
        "bomb_public": "shown",
    },
    {"bomb_public": "field", "bombs": 4, "pile_end": "at-once", "draw_order": "rounds", "out_when": "at-once"},
    {
        "bomb_public": "off",
        "pile_end": "failed-draw",
        "purple": "none",
        "black_function": False,
        "surcharge": "per-card",
    },
    {
        "fewest_tie": "caster",
        "second_fewest": "size",
        "beside_fewest": "both",
        "random_pick": "holder",
        "most_cards": "others",
    },
    {"fewest_tie": "random", "beside_fewest": "caster", "random_pick": "unmarked", "next_but_one": "caster"},
    {"fewest_tie": "all", "ban_binds": "others", "color_ban": "naming", "fewer_draws": "caster", "recolor": "other"},
    {
        "fewer_draws_per": "card",
        "free_pass": "must",
        "skipped_turn": "counts",
        "turn_start": "penalty",
        "purple": "power-bomb",
    },
    {"change_spell": "spell", "two_player_reverse": "none", "blue_skip": "added", "reverse_and_skip": "two"},
    {"open_hand": "snapshot", "lasting_mark": "follows", "pooled_pick": "each", "look_only": True, "zeros": 2},
    {"give_without_draw": True, "gathered_deal": "former-sizes", "discard_shown": "any-time", "deep_match": "two"},
    {"field_cards": "caster", "two_at_once": "pairs", "copied_function": True, "extra_cards": "public"},
    {
        "field_cards": "bottom",
        "jump_in_order": "from-caster",
        "jump_in_pairs": True,
        "extra_card": "declined",
        "zeros": 2,
    },
    {"surcharge": "not-out", "blue_skip": "plain", "spell_firings": "per-trigger", "power_count": "others"},
)

#: Option sets the extended rules are walked under: each switch away from its default at least once.
_EXTENDED: tuple[Mapping[str, object], ...] = (
    {},
    {"transfer_copies": 2, "black_cards": "older", "hand_size": 5, "start_card": "number"},
    {"revive": True, "jump": True, "blank_card": "plain", "hand_size": 3, "start_card_acts": True},
    {"deck": "basic", "jump_in": True, "ban_out_of_turn": True, "two_player_reverse": "skip"},
    {"hand_cap": 1, "hand_cap_check": "never-above", "must_play_when_no_draw": False, "end": "first-out"},
    {"hand_cap": 2, "hand_cap_check": "per-draw", "start_card": "no-infinity", "scoring": "off"},
    {"hand_cap": 0, "empty_pile": "end", "duel_one_function": False, "infinity_match": "color"},
    {"infinity_in_hand_is": "number", "wild_same_color": False, "plus_four_limit": True, "strict_matching": True},
    {"infinity_in_hand_is": "choice", "plus_four_limit": True, "plus_four_challenge": True, "must_play": True},
    {"draw_then_play": "drawn", "pre_judge_ends_turn": False, "pre_judge_cards": "ban-and-reverse"},
    {"judge_order": "holder", "stun_forces_accept": False, "stun_forces_disarm": True, "pre_judge_ends_turn": False},
    {"summaries": "ignored", "stun_first": True, "jumped_over_effects": "lapse", "hand_size": 4},
    {"priority": "ties", "pill_scope": "pending", "pill_match": False, "pill_after_drawing": True},
    {"pill_under_stun": True, "pill_vs_god_hand": True, "pill_vs_aoe_opening": True, "pill_last": "stays"},
    {"pill_match": False, "pill_after_drawing": True, "pill_turn": "lost", "pill_last": "pill", "priority": "ties"},
    {"pill_as_blank": True, "undone_draw": "shuffled", "pill_match": False, "pill_vs_aoe_opening": True},
    {"transfer_attach": "numbers", "emptied_by_others_goes_out": False, "god_hand_empty": "draws-one"},
    {"recast": "own-turn", "reward_god_hand_with_two": True, "clip_pick": "target", "widow_match": "color"},
    {"recast": "once-a-turn", "widow_sets_last": False, "widow_look": "opponent", "duel_flips": "pile"},
    {"duel_no_number": "draw", "duel_discards": "random", "bomb_order": "round", "bomb_opposite": "twice"},
    {"disarm_too_few": "discard", "grenade_functions_act": True, "grenade_may_decline": False},
    {"argue_may_decline": False, "aoe_empty_hand": "passed-over", "reset_under_band": "none", "hand_size": 2},
    {"band_self": False, "band_timing": "judgement", "band_stacking": "separate", "c4_steps_are_turns": True},
    {"argue_skip_loser": True, "reward_swept_act": True, "camouflage_scope": "play-phase", "win_test": "at-once"},
    {"reward_last": "reward", "reward_color": "printed", "win_test": "after-pill", "pill_match": False},
    {"out_together": "shared", "uno": "call", "uno_causes": "own-plays", "hand_size": 3},
    {"uno": "call", "hand_size": 2},
    {"uno": "off", "out_together": "shared", "revive": True, "hand_size": 2},
)

#: Option sets by variant.
OPTIONS: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "official": _OFFICIAL,
    "classic": _CLASSIC,
    "village": _VILLAGE,
    "touhouno": _TOUHOUNO,
    "extended": _EXTENDED,
}

#: Every ruleset that is walked.
RULESETS: tuple[Rules, ...] = tuple((variant, chosen) for variant, sets in OPTIONS.items() for chosen in sets)

#: Numbers each of which is as likely as the next; of longer ones Hypothesis prefers the small.
_NUMBERS = st.integers(0, (1 << 24) - 1)


def on_walks(
    rules: Sequence[Rules] | Callable[[Random], Rules] = RULESETS,
    players: Sequence[int] = range(2, 11),
    longest: int = 300,
    times: int = 1,
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Let Hypothesis ask a property about walks: ``chosen``, ``count``, ``seed``, ``length``, ``by``, whichever of them it names.

    A property that is soon asked may be asked several ``times`` as often as others.

    All but the length follow from one number. Hypothesis tries most examples by putting what it drew for one thing in the place
    of another that was drawn in the same way: of a hundred walks by four draws a dozen are under rules of their own, and half
    are over after a few steps.
    """

    def asking(test: Callable[..., None]) -> Callable[[], None]:
        named = signature(test).parameters

        def asked(number: int, length: int) -> None:
            rng = Random(number)
            drawn = {
                "chosen": rules(rng) if callable(rules) else rng.choice(rules),
                "count": rng.choice(players),
                "seed": rng.getrandbits(32),
                "by": rng.randrange(1, 10),
                "length": length,
            }
            note(", ".join(f"{name}={drawn[name]!r}" for name in named))
            test(**{name: drawn[name] for name in named})

        asked.__name__, asked.__qualname__ = test.__name__, test.__qualname__
        asked.__module__, asked.__doc__ = test.__module__, test.__doc__
        given_walks: Any = given(_NUMBERS, st.sampled_from(range(longest + 1)))(asked)
        if times > 1:
            given_walks = settings(max_examples=times * settings().max_examples)(given_walks)
        given_walks.of_walk = test
        found: Callable[[], None] = given_walks
        return found

    return asking


def opened(rules: Rules, players: int, rng: Random) -> State:
    """A round dealt by chance, before the opening flip; with teams by as many players as these rules seat."""
    variant, options = rules
    ruleset = unoref.ruleset(variant, **options)
    if ruleset.options.get("teams"):
        players = 6 if ruleset.options.get("team-count") == 3 or ruleset.options.get("team-players") == "6" else 4
    names = [f"P{number}" for number in range(players)]
    return unoref.deal(ruleset, names, rng=rng, dealer=rng.randrange(players))


def cards_of(state: State) -> Counter[Card]:
    """Every card of the position, wherever it lies."""
    return Counter(every_card(state))


def bare(action: Action, state: State) -> Action:
    """The action without what is said beyond the choice: drawn cards, orders, a call not due, what a ``?`` is."""
    if isinstance(action, Draw):
        return Draw(action.actor)
    if isinstance(action, Accept):
        return Accept(action.actor)
    if isinstance(action, Shuffle):
        return Shuffle()
    if isinstance(action, Deal):
        return Deal(action.target)
    if isinstance(action, Discard):
        return Discard(action.actor, tuple(sorted(action.cards, key=lambda card: card.index)))
    if isinstance(action, Reveal) and action.target is None:  # there is one hand it can be of
        of: Any = getattr(state.frames[-1], "of", None)
        return attrs.evolve(action, target=of[0] if isinstance(of, tuple) else of)
    if isinstance(action, Pick):
        pool = getattr(state.frames[-1], "cards", ()) if action.source is None else state.hands[action.source]
        return Pick(_hidden(action.cards, pool), action.source, action.target if action.source is None else None)
    if isinstance(action, Show):
        return Show(action.target, _hidden(action.cards, state.hands[getattr(state.frames[-1], "of", action.target)]))
    if isinstance(action, Laying):
        return _bare_laying(action, state)
    return action


def _bare_laying(action: Laying, state: State) -> Laying:
    if action.attaching:
        held = list(state.hands[action.actor])
        for card in action.cards:
            held.remove(card if card in held else UNKNOWN)
        action = attrs.evolve(action, attaching=_hidden(action.attaching, tuple(held)))
    action = attrs.evolve(action, saying_uno=action.saying_uno and _call_is_a_choice(action, state))
    if isinstance(action, Play) and len(action.cards) > 1 and state.ruleset.variant != "extended":
        return attrs.evolve(action, cards=_bare_order(action, state))
    return action


def _call_is_a_choice(action: Laying, state: State) -> bool:
    """Whether the UNO call made with a play is listed beside the silent play."""
    settings = state.ruleset.tables.settings
    if "uno.due" in settings:
        return bool(settings["uno.due"](state, action))
    if "play.call" not in settings:
        return False
    after = unoref.apply(state, action)
    if any(frame.aside for frame in after.frames):
        after = unoref.apply(after, Shuffle())
    called_before = action.actor in state.called and len(state.hands[action.actor]) > 1
    announced = "uno.last" in settings and cards_left(state, action) == 0
    due = len(after.hands[action.actor]) == 1 and "uno.none" not in settings
    return announced or (due and not called_before)


def _bare_order(action: Play, state: State) -> tuple[Card, ...]:
    """Several cards in the order in which they are listed."""
    if state.ruleset.variant == "official":
        *rest, top = action.cards
        fits, rest = state.ruleset.tables.settings["match.fits"], list(hand(rest))
        first = next(card for card in rest if fits(card, state.in_force))
        rest.remove(first)
        return (first, *rest, top)
    if CARDS["P"] in state.ruleset.deck:  # P lies under its partner; of others the first is judged
        return tuple(sorted(action.cards, key=lambda card: card is not CARDS["P"]))
    return hand(action.cards)


def _hidden(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in canonical order, those that are not among the known ones of a hand unknown."""
    left = list(hand)
    found = []
    for card in cards:
        if card in left:
            left.remove(card)
            found.append(card)
        else:
            found.append(UNKNOWN)
    return tuple(sorted(found, key=lambda card: card.index))


_OF_FRAMES = ("tuple[Frame, ...]", "tuple[Contested, ...]", "tuple[Lasting, ...]")


def rotated(value: object, by: int, seats: int) -> object:
    """A state, action, frame or effect with every seat moved ``by`` places round a table of ``seats``."""

    def turn(seat: int) -> Seat:
        return Seat(seat) if seat < 0 else Seat((seat + by) % seats)

    if isinstance(value, State):
        return _rotated_state(value, by)
    if isinstance(value, tuple):
        return tuple(rotated(entry, by, seats) for entry in value)
    if not attrs.has(type(value)):
        return value
    moved: dict[str, Any] = {}
    kind: Any = type(value)
    for field in attrs.fields(kind):
        held = getattr(value, field.name)
        if field.type in ("Seat", "Seat | None") and held is not None:
            moved[field.name] = turn(held)
        elif field.type == "tuple[Seat, ...]":
            moved[field.name] = tuple(turn(seat) for seat in held)
        elif field.type == "tuple[tuple[Card, ...], ...]":  # a hand for each seat
            moved[field.name] = tuple(held[(place - by) % seats] for place in range(seats))
        elif field.type in _OF_FRAMES or attrs.has(type(held)):
            moved[field.name] = rotated(held, by, seats)
    given: Any = value
    fresh = [field.name for field in attrs.fields(kind) if not field.init]
    return attrs.evolve(given, **{name: changed for name, changed in moved.items() if name not in fresh})


def _rotated_state(state: State, by: int) -> State:
    seats = len(state.hands)

    def around(row: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return tuple(row[(place - by) % seats] for place in range(seats)) if row else row

    def turn(seat: Seat) -> Seat:
        return Seat((seat + by) % seats)

    return attrs.evolve(
        state,
        players=around(state.players),
        dealer=turn(state.dealer),
        hands=around(state.hands),
        frames=cast("tuple[Frame, ...]", rotated(state.frames, by, seats)),
        lasting=cast("tuple[Lasting, ...]", rotated(state.lasting, by, seats)),
        called=frozenset(turn(seat) for seat in state.called),
        finished=tuple(turn(seat) for seat in state.finished),
        public=around(state.public),
        scores=around(state.scores),
        teams=tuple(tuple(turn(seat) for seat in team) for team in state.teams),
    )
