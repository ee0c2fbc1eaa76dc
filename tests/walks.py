"""Random walks, and the transformations under which play must not change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeVar, cast

import attrs

import unoref
from unoref.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Choose,
    ChoosePlace,
    ChooseSeat,
    Deal,
    Draw,
    Find,
    Flip,
    JumpIn,
    Laying,
    Name,
    Pass,
    Play,
    Refuse,
    Reveal,
    Shuffle,
)
from unoref.cards import BASE_COLORS, CARDS, NAMING, UNKNOWN, Card, Color, hand
from unoref.engine import find
from unoref.frames import Chance, Frame
from unoref.lasting import Lasting
from unoref.rules.uno_call import cards_left
from unoref.seats import TABLE, Seat
from unoref.state import State
from unoref.unseen import every_card
from unoref.verbs import kept

Entry = TypeVar("Entry")

__all__ = ["GUARD", "OPTIONS", "RULESETS", "Rules", "any_action", "bare", "cards_of", "opened", "rotated", "steps"]

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
    {"last_card_answer": True, "false_catch_penalty": 2, "seat_change_every": "4", "challenge_stacked_w4": True},
    {"jump_in": True},
    {"jump_in": True, "decks": 3, "jump_anchor": "latest", "self_jump_max": "unlimited"},
    {"zero_rule": "rotate"},
    {"zero_rule": "slap"},
    {"seven_swap": True},
    {"seven_swap": True, "seven_forced": True, "zero_rule": "slap", "jump_in": True},
    {"multi_play": True, "decks": 2},
    {"multi_play": True, "decks": 2, "hand_size": "10", "mixed_skips": "free", "skip_wrap": "cap"},
    {"two_player_plan": "a"},
    {"two_player_free": True, "last_card_answer": True},
    {"teams": True, "team_count": 3},
    {"teams": True, "team_open_hands": True, **EVERYTHING},
    EVERYTHING,
    {**EVERYTHING, "zero_rule": "slap", "challenge_stacked_w4": True, "free_function": True},
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
    {"substitute_effect": "full", "upheld_color": "named", "bluff_judged": "when-challenged"},
    {"substitute_effect": "full", "stacking": True, "jump_in": True, "jump_w4_challenge": "flat-plus-2"},
    {"late_uno": False, "uno_penalty": 4, "uno_catch_until": "turn-begins", "last_draw_two": "unpaid"},
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

#: Option sets by variant.
OPTIONS: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "official": _OFFICIAL,
    "classic": _CLASSIC,
    "village": _VILLAGE,
    "touhouno": _TOUHOUNO,
}

#: Every ruleset that is walked.
RULESETS: tuple[Rules, ...] = tuple((variant, chosen) for variant, sets in OPTIONS.items() for chosen in sets)


def opened(rules: Rules, players: int, rng: Random) -> State:
    """A round dealt by chance, before the opening flip; with teams by as many players as these rules seat."""
    variant, options = rules
    ruleset = unoref.ruleset(variant, **options)
    if ruleset.options.get("teams"):
        players = 6 if ruleset.options.get("team-count") == 3 or ruleset.options.get("team-players") == "6" else 4
    names = [f"P{number}" for number in range(players)]
    return unoref.deal(ruleset, names, rng=rng, dealer=rng.randrange(players))


def steps(state: State, rng: Random, most: int) -> Iterator[tuple[State, Action, State]]:
    """A walk of legal actions, chance included, as (state, action, next state)."""
    for _ in range(most):
        if state.over:
            return
        action = _chosen(state, rng)
        after = unoref.apply(state, action)
        yield state, action, after
        state = after


def _chosen(state: State, rng: Random) -> Action:
    """An action that is open, plays preferred so that rounds come to an end, shuffles mostly with a known order."""
    frame = state.frames[-1]
    if isinstance(frame, Chance) and rng.random() < 0.8:
        return state.ruleset.tables.at_random(type(frame))(state, frame, rng)
    actions = unoref.legal_actions(state)
    plays = [action for action in actions if isinstance(action, Play)]
    chosen = rng.choice(plays) if plays and rng.random() < 0.7 else rng.choice(actions)
    return _with_names(chosen, state, rng) if rng.random() < 0.3 else chosen


def _with_names(action: Action, state: State, rng: Random) -> Action:
    """A draw with the cards it is said to be: those that lie there, or will after a shuffle."""
    if not isinstance(action, Draw | Accept):
        return action
    rest = list(state.discard.parted(*kept(state))[1])
    rng.shuffle(rest)
    coming = [card for card in (*state.draw_pile, *rest) if card is not UNKNOWN]
    if not coming or len(coming) < len(state.draw_pile) + len(rest):
        return action
    owed = getattr(state.frames[-1], "owed", 0)
    named: Action = Accept(action.actor, tuple(coming[: rng.randint(0, owed)]))
    if isinstance(action, Draw):
        named = Draw(action.actor, coming[0])
    return action if find(state, named).verdict == "illegal" else named  # fewer may be drawn than are owed


def cards_of(state: State) -> Counter[Card]:
    """Every card of the position, wherever it lies."""
    return Counter(every_card(state))


def any_action(state: State, rng: Random) -> Action:
    """Some action of somebody, sensible or not."""
    seats = [Seat(seat) for seat in range(len(state.hands))]
    seat = rng.choice(seats)
    held = [card for card in state.hands[seat] if card is not UNKNOWN]
    card = rng.choice(held) if held and rng.random() < 0.7 else rng.choice(state.ruleset.deck.cards)
    makers: list[Callable[[], Action]] = [
        lambda: _any_laying(Play, state, seat, card, rng),
        lambda: _any_laying(Play, state, state.frames[-1].seat if state.frames[-1].seat != TABLE else seat, card, rng),
        lambda: _any_laying(JumpIn, state, seat, card, rng),
        lambda: Draw(seat, rng.choice([None, card])),
        lambda: Pass(seat),
        lambda: Accept(seat, rng.choice([(), (card,)])),
        lambda: Refuse(seat),
        lambda: Challenge(seat),
        lambda: Name(seat, rng.choice(list(Color))),
        lambda: CallUno(seat),
        lambda: Catch(seat, rng.choice(seats)),
        lambda: Flip(card),
        lambda: Shuffle(rng.choice([None, tuple(state.draw_pile), tuple(state.discard)[1:]])),
        lambda: Deal(seat, rng.choice([(), (card,)])),
        lambda: ChoosePlace(rng.randrange(120)),
        lambda: Find(rng.choice(["guilty", "innocent", "yes"])),
        lambda: ChooseSeat(rng.choice(seats)),
        lambda: Choose(seat, rng.choice(["yes", "no", 1, 2, 3, card])),
        lambda: Choose(state.frames[-1].seat if state.frames[-1].seat != TABLE else seat, card),
        lambda: Reveal(card, rng.choice([None, seat])),
    ]
    return rng.choice(makers)()


def _any_laying(kind: type[Laying], state: State, seat: Seat, card: Card, rng: Random) -> Action:
    named_now = card.face in NAMING or (card.face.code in ("CC", "CC+2") and rng.random() < 0.6)
    colors = (rng.choice(BASE_COLORS),) if named_now else ()
    target = Seat(rng.randrange(len(state.hands))) if rng.random() < 0.2 else None
    cards: tuple[Card, ...] = (card, card) if rng.random() < 0.05 else (card,)
    if rng.random() < 0.2 and CARDS["P"] in state.ruleset.deck:
        return kind(seat, rng.choice([(CARDS["P"], card), (card, CARDS["P"])]), colors)
    if rng.random() < 0.2:
        like = [other for other in state.hands[seat] if other.face is card.face]
        cards = tuple(rng.sample(like, rng.randint(1, len(like)))) if like else cards
        if len({other.color for other in cards}) > 1 and rng.random() < 0.6:
            colors = (rng.choice(cards).color,)
    return kind(seat, cards, colors, target=target, saying_uno=rng.random() < 0.4)


def bare(action: Action, state: State) -> Action:
    """The action without what is said beyond the choice: drawn cards, the order of a shuffle, a call that is not due."""
    if isinstance(action, Draw):
        return Draw(action.actor)
    if isinstance(action, Accept):
        return Accept(action.actor)
    if isinstance(action, Shuffle):
        return Shuffle()
    if isinstance(action, Deal):
        return Deal(action.target)
    if isinstance(action, Reveal) and action.target is None:  # there is one hand it can be of
        of: Any = getattr(state.frames[-1], "of", None)
        return attrs.evolve(action, target=of[0] if isinstance(of, tuple) else of)
    if isinstance(action, Laying) and "play.call" not in state.ruleset.tables.settings:
        action = attrs.evolve(action, saying_uno=False)
    if isinstance(action, Laying) and action.saying_uno:
        after = unoref.apply(state, action)
        if any(frame.aside for frame in after.frames):
            after = unoref.apply(after, Shuffle())
        called_before = action.actor in state.called and len(state.hands[action.actor]) > 1
        settings = state.ruleset.tables.settings
        announced = "uno.last" in settings and cards_left(state, action) == 0
        due = len(after.hands[action.actor]) == 1 and "uno.none" not in settings
        if not announced and (called_before or not due):
            action = attrs.evolve(action, saying_uno=False)
    if isinstance(action, Play) and len(action.cards) > 1:
        if state.ruleset.variant == "official":
            *rest, top = action.cards
            fits, rest = state.ruleset.tables.settings["match.fits"], list(hand(rest))
            first = next(card for card in rest if fits(card, state.in_force))
            rest.remove(first)
            return attrs.evolve(action, cards=(first, *rest, top))
        if CARDS["P"] in state.ruleset.deck:  # P lies under its partner; of others the first is judged
            return attrs.evolve(action, cards=tuple(sorted(action.cards, key=lambda card: card is not CARDS["P"])))
        return attrs.evolve(action, cards=hand(action.cards))
    return action


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
        elif field.type in ("tuple[Frame, ...]", "tuple[Lasting, ...]") or attrs.has(type(held)):
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
