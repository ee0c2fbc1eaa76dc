"""A position as the ``[table]`` of a record, and what goes without saying in one.

Tables are read back by :mod:`unoref.table_reader`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from unoref.card_notation import write_cards
from unoref.cards import BASE_COLORS, FACES, UNKNOWN, Card, Hand
from unoref.frames import Frame, Turn
from unoref.lasting import Lasting
from unoref.piles import Pile
from unoref.rules.setup import DealHands
from unoref.rules.uno_call import Uncalled
from unoref.ruleset import Ruleset
from unoref.seats import Seat
from unoref.state import InForce, State, force_of, in_force
from unoref.unseen import every_card

__all__ = ["DIRECTIONS", "TABLE_KEYS", "brief_table_of", "table_of", "usual_called", "usual_force", "usual_frames"]

#: The keys of a ``[table]``, in the order in which they are written.
TABLE_KEYS: Final = tuple(
    "players dealer turn direction discard color face draw-pile draw-count finished called public scores teams hands "
    "effects pending".split()
)

#: Either direction of play, by its word.
DIRECTIONS: Final[Mapping[str, int]] = {"clockwise": 1, "counterclockwise": -1}


def usual_frames(rules: Ruleset, discard: Pile, hands: Sequence[Hand], turn: Seat) -> tuple[Frame, ...]:
    """What is owed where nothing is said to be pending: the turn of a seat, or the flip, or the deal before it."""
    if discard:
        return (Turn(turn),)
    opening: Frame = rules.tables.settings["opening.frame"]
    return (opening,) if any(hands) else (opening, DealHands(tuple(Seat(seat) for seat in range(len(hands)))))


def usual_force(rules: Ruleset, discard: Pile) -> InForce:
    """What is in force where the top card says it: no color on a black card, nothing on an unknown one.

    Rules under which some cards leave in force what was say which do (``force.shown``); then it is the first that does not.
    """
    top = discard.top
    shown: Callable[[Card], InForce | None] | None = rules.tables.settings.get("force.shown")
    if shown is not None:
        for card in discard:
            force = None if card is UNKNOWN else shown(card)
            if card is UNKNOWN or force is not None:
                return force or in_force(None, FACES["none"])
        return in_force(None, FACES["none"])
    if top is None or top is UNKNOWN:
        return in_force(None, FACES["none"])
    return force_of(top)


def usual_called(rules: Ruleset, hands: Sequence[Hand], lasting: Sequence[Lasting]) -> frozenset[Seat]:
    """Whoever holds one card has called, unless an effect says otherwise or the rules have no call."""
    if not {"play.call", "uno.stands"} & rules.tables.settings.keys():
        return frozenset()
    silent = {effect.seat for effect in lasting if isinstance(effect, Uncalled)}
    return frozenset(Seat(seat) for seat, cards in enumerate(hands) if len(cards) == 1 and seat not in silent)


def _needs_frames(state: State) -> bool:
    """Whether the frames must be told: something is pending, or the position can only be if something were."""
    seat = state.to_act
    usual = None if seat is None else usual_frames(state.ruleset, state.discard, state.hands, seat)
    if state.frames != usual:
        return True
    if state.lasting or not state.discard:
        return False
    color = usual_force(state.ruleset, state.discard).color
    empty = any(not cards and seat not in state.finished for seat, cards in enumerate(state.hands))
    recolored = state.in_force.color not in (BASE_COLORS if color is None else (color,))
    return empty or recolored or state.discard.top is UNKNOWN


def _codes(cards: Sequence[Card]) -> list[str]:
    return [card.code for card in cards]


def _known_part(pile: Pile) -> list[Card]:
    """The cards of the draw pile from the top down to the last known one."""
    cards = list(pile)
    while cards and cards[-1] is UNKNOWN:
        cards.pop()
    return cards


def _shown(state: State) -> dict[str, Any]:
    """What lies open, by player; a player whose cards are all hidden only where that is everybody's case."""
    shown = {
        name: "all" if cards is None else _codes(cards)
        for name, cards in zip(state.players, state.public, strict=False)
    }
    return {name: cards for name, cards in shown.items() if cards} or shown


def _entries(state: State) -> Iterator[tuple[str, Any]]:
    """The entries of the table, in order."""
    names, force, usual = state.players, state.in_force, usual_force(state.ruleset, state.discard)
    yield "players", list(names)
    yield "dealer", names[state.dealer]
    yield "turn", None if state.to_act is None else state.name(state.to_act)
    yield "direction", next(word for word, sign in DIRECTIONS.items() if sign == state.direction)
    yield "discard", _codes(tuple(state.discard)[::-1])
    if force.color is not None and force.color is not usual.color:
        yield "color", force.color.value
    if force.face is not usual.face:
        yield "face", force.face.code
    known = _known_part(state.draw_pile)
    if known:
        yield "draw-pile", _codes(known)
    yield "draw-count", len(state.draw_pile)
    if state.finished:
        yield "finished", [names[seat] for seat in state.finished]
    if state.called != usual_called(state.ruleset, state.hands, state.lasting):
        yield "called", [names[seat] for seat in sorted(state.called)]
    if state.public:
        yield "public", _shown(state)
    if state.scores:
        yield "scores", dict(zip(names, state.scores, strict=True))
    if state.teams:
        yield "teams", [[names[seat] for seat in team] for team in state.teams]
    yield "hands", {name: _codes(cards) for name, cards in zip(names, state.hands, strict=True)}
    pending = _needs_frames(state)
    if state.lasting or pending:
        from unoref.pending import write_effects, write_frames

        if state.lasting:
            yield "effects", write_effects(state.lasting, names, state.ruleset)
        if pending:
            yield "pending", write_frames(state.frames, names, state.ruleset)


def table_of(state: State) -> dict[str, Any]:
    """The position as the ``[table]`` of a record: plain data for JSON.

    Cards are lists with one entry a card; ``turn`` is who must act next, ``"table"`` for chance, None when the round is over.
    ``color`` and ``face`` are there where the top card does not say them, ``effects`` and ``pending`` where the position is
    not the plain start of a turn. Under ``[table]`` of a record with the same variant and options it gives an equal state.
    """
    return dict(_entries(state))


def brief_table_of(state: State) -> dict[str, Any]:
    """As :func:`table_of`, the way people write it: cards in one text, and nothing that goes without saying."""
    table = table_of(state)
    size = int(state.ruleset.tables.settings["hand-size"])
    hands = {}
    for seat, name in enumerate(state.players):
        cards = state.hands[seat]
        if cards != (UNKNOWN,) * (0 if seat in state.finished else size):
            hands[name] = len(cards) if set(cards) <= {UNKNOWN} else write_cards(cards)
    elsewhere = sum(1 for _ in every_card(state)) - len(state.draw_pile)
    first = next((name for seat, name in enumerate(state.players) if seat not in state.finished), None)
    goes_without_saying = {
        "dealer": state.players[-1],
        "turn": first if state.discard or state.lasting else "table",
        "direction": "clockwise",
        "draw-count": max(len(_known_part(state.draw_pile)), state.ruleset.deck.size - elsewhere),
    }
    scores = table.get("scores", {})
    texts = {
        "scores": {name: points for name, points in scores.items() if points} or scores,
        "discard": write_cards(tuple(state.discard)[::-1]),
        "draw-pile": write_cards(_known_part(state.draw_pile)),
        "hands": hands,
        "public": {
            name: cards if cards == "all" else " ".join(cards) for name, cards in table.get("public", {}).items()
        },
    }
    brief = {key: texts.get(key, value) for key, value in table.items() if goes_without_saying.get(key) != value}
    optional = ("turn", "discard", "hands")
    return {key: value for key, value in brief.items() if value or key not in optional}
