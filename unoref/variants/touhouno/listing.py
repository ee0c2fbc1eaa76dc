"""The plays that are open to a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from unoref.actions import JumpIn, Play
from unoref.cards import BASE_COLORS, UNKNOWN, Card, Color
from unoref.frames import Frame
from unoref.rules.turns import call_is_choice
from unoref.seats import Seat
from unoref.state import State
from unoref.unseen import can_hold, possible_in_hand
from unoref.variants.touhouno.casting import Ban
from unoref.variants.touhouno.forms import Enough, Twins
from unoref.variants.touhouno.marks import BOMB
from unoref.variants.touhouno.matching import Fits
from unoref.variants.touhouno.triggers import CHANGES, POWER, firing, topmost

__all__ = [
    "cards_open",
    "colored_forms",
    "forms_open",
    "playable",
]

_NO_COLOR: tuple[tuple[Color, ...], ...] = ((),)
_EACH_COLOR: tuple[tuple[Color, ...], ...] = tuple((color,) for color in BASE_COLORS)


def cards_open(state: State, seat: Seat) -> list[Card]:
    """The cards of a hand, each once; what an unknown one may be included."""
    hand = state.hands[seat]
    cards = [card for card in dict.fromkeys(hand) if card is not UNKNOWN]
    if UNKNOWN in hand:
        known = set(cards)
        cards += [card for card in possible_in_hand(state, seat) if card not in known]
    return cards


def forms_open(state: State, seat: Seat, cards: Sequence[Card], fits: Fits, free: Fits) -> Iterator[tuple[Card, ...]]:
    """One card, two of them, P and one of them: what the hand may hold and no ban forbids.

    ``fits`` tells which cards may be played by themselves, ``free`` which with P.
    """
    settings = state.ruleset.tables.settings
    bans: Sequence[tuple[Ban, Color | None]] = settings["bans.binding"](state, seat) if state.lasting else ()
    for form in _shapes(state, seat, cards, fits, free):
        if not any(ban(form, color) for ban, color in bans):
            yield form


def _shapes(state: State, seat: Seat, cards: Sequence[Card], fits: Fits, free: Fits) -> Iterator[tuple[Card, ...]]:
    settings, hand = state.ruleset.tables.settings, state.hands[seat]
    twins: Twins = settings["pairs"]
    enough: Enough = settings["power.enough"]
    unknown = UNKNOWN in hand
    partners = [card for card in cards if card.face is not POWER and card.face is not BOMB]
    power = next((card for card in cards if card.face is POWER), None)
    for card in partners:
        if fits(card):
            yield (card,)
            for other in twins(card, partners):
                if (unknown or other is not card or hand.count(card) > 1) and can_hold(state, seat, (card, other)):
                    yield (card, other)
        if power is None or card.face.number == 0 or not free(card):
            continue
        if enough(len(hand), 2) and can_hold(state, seat, (power, card)):
            yield (power, card)
        if settings["power.pairs"] and enough(len(hand), 3):
            for other in twins(card, partners):
                if other.face.number != 0 and can_hold(state, seat, (power, card, other)):
                    yield (power, card, other)


def colored_forms(
    state: State, kind: type[Play | JumpIn], seat: Seat, forms: Iterable[tuple[Card, ...]]
) -> Iterator[Play | JumpIn]:
    """The forms as actions: with each color where one is named with the card, and with the call of UNO where one is due."""
    held, calls = len(state.hands[seat]), "play.call" in state.ruleset.tables.settings
    for cards in forms:
        changes = topmost(cards).face in CHANGES and not firing(state, seat, cards)
        for colors in _EACH_COLOR if changes else _NO_COLOR:
            yield kind(seat, cards, colors)
            if calls and call_is_choice(state, seat, held - len(cards)):
                yield kind(seat, cards, colors, saying_uno=True)


def playable(state: State, frame: Frame, seat: Seat, card: Card) -> bool | None:
    """Whether a card could be played by itself now; None where unknown cards decide."""
    row = state.ruleset.tables.row(type(frame), Play)
    assert row is not None
    open_ended = False
    for action in colored_forms(state, Play, seat, ((card,),)):
        bearing = row.bearing(action)
        bars = [check.test(state, frame, action) for check in bearing.bars]
        grounds = [check.test(state, frame, action) for check in bearing.grounds]
        if True in bars or not any(holds_true is not False for holds_true in grounds):
            continue
        if None not in bars and True in grounds:
            return True
        open_ended = True
    return None if open_ended else False
