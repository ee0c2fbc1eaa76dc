"""What a play may consist of: one card, two identical ones, P with another; and the color named with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from unoref.actions import Laying, Play
from unoref.cards import UNKNOWN, Card, Color, without_card
from unoref.checks import Check, bar
from unoref.frames import Drawn, Frame, Turn
from unoref.rules.turns import not_in_hand, said_too_much
from unoref.ruleset import Module
from unoref.state import State
from unoref.unseen import can_hold, holds
from unoref.variants.touhouno.functions import CHANGE_TWO
from unoref.variants.touhouno.marks import BOMB
from unoref.variants.touhouno.triggers import CHANGES, POWER, firing, judged, others_than_power, topmost

__all__ = [
    "any_pair",
    "bomb_in_company",
    "color_for_nothing",
    "color_missing",
    "color_too_early",
    "drawn_in_company",
    "Enough",
    "Twins",
    "holds_color",
    "more_than_power_and_pair",
    "more_than_two",
    "no_partner",
    "no_penalty",
    "not_identical",
    "not_of_one_symbol",
    "power_alone",
    "with_power",
    "with_zero",
    "without_the_drawn_card",
    "module",
]

Pairs = Literal["identical", "same-symbol", "off"]

#: The cards that may be played together with a card.
Twins = Callable[[Card, Sequence[Card]], Sequence[Card]]


def identical(card: Card, cards: Sequence[Card]) -> Sequence[Card]:
    """Another copy."""
    return (card,)


def of_one_symbol(card: Card, cards: Sequence[Card]) -> Sequence[Card]:
    """Cards of the same symbol."""
    return [other for other in cards if other.face is card.face]


def single(card: Card, cards: Sequence[Card]) -> Sequence[Card]:
    """None: cards are played one by one."""
    return ()


TWINS: Mapping[Pairs, Twins] = {"identical": identical, "same-symbol": of_one_symbol, "off": single}

PowerCount = Literal["before", "others", "after"]


@bar("play.at-most-two")
def more_than_two(state: State, frame: Frame, action: Laying) -> bool:
    """Three cards or more."""
    return len(action.cards) > 2


@bar("play.at-most-two")
def more_than_power_and_pair(state: State, frame: Frame, action: Laying) -> bool:
    """More than P and two identical cards."""
    rest = len(others_than_power(action.cards))
    return rest > 2 or len(action.cards) - rest > 1


def _pair(cards: Sequence[Card]) -> tuple[Card, ...]:
    rest = others_than_power(cards)
    return rest if len(rest) == 2 else ()


@bar("play.two-different")
def not_identical(state: State, frame: Frame, action: Laying) -> bool:
    """Two cards that are not copies of one card."""
    pair = _pair(action.cards)
    return bool(pair) and pair[0] is not pair[1]


@bar("play.two-different")
def not_of_one_symbol(state: State, frame: Frame, action: Laying) -> bool:
    """Two cards with different symbols."""
    pair = _pair(action.cards)
    return bool(pair) and pair[0].face is not pair[1].face


@bar("play.two-different")
def any_pair(state: State, frame: Frame, action: Laying) -> bool:
    """Two cards at once."""
    return bool(_pair(action.cards))


@bar("power.alone")
def power_alone(state: State, frame: Frame, action: Laying) -> bool:
    """P without another card."""
    return len(action.cards) == 1 and action.cards[0].face is POWER


@bar("power.partner")
def no_partner(state: State, frame: Frame, action: Laying) -> bool:
    """P with P or B."""
    powers = sum(card.face is POWER for card in action.cards)
    return powers > 1 or (powers == 1 and any(card.face is BOMB for card in action.cards))


@bar("power.zero")
def with_zero(state: State, frame: Frame, action: Laying) -> bool:
    """P with a 0."""
    return with_power(action) and any(card.face.number == 0 for card in action.cards)


def with_power(action: Laying) -> bool:
    """Whether P is among the cards laid."""
    return any(card.face is POWER for card in action.cards)


#: Whether the four cards that P asks for are held, of a hand of so many from which so many are laid.
Enough = Callable[[int, int], bool]


def four_before(held: int, laid: int) -> bool:
    """Four in hand before the play."""
    return held >= 4


def four_others(held: int, laid: int) -> bool:
    """Four besides P."""
    return held > 4


def four_after(held: int, laid: int) -> bool:
    """Four left after the play."""
    return held - laid >= 4


#: When the cards are counted, as the table has it: the point that says so, and the count.
ENOUGH: Mapping[PowerCount, tuple[str, Enough]] = {
    "before": ("power.count", four_before),
    "others": ("power.count-others", four_others),
    "after": ("power.count-after", four_after),
}


def _count_bar(point: str, enough: Enough) -> Check[Frame, Laying]:
    @bar(point)
    def too_few(state: State, frame: Frame, action: Laying) -> bool:
        """P while fewer than four cards are held."""
        return with_power(action) and not enough(len(state.hands[action.actor]), len(action.cards))

    return too_few


@bar("bomb.alone")
def bomb_in_company(state: State, frame: Frame, action: Laying) -> bool:
    """B together with another card."""
    bombs = sum(card.face is BOMB for card in action.cards)
    return bool(bombs) and len(action.cards) > 1


@bar("bomb.no-penalty")
def no_penalty(state: State, frame: Frame, action: Laying) -> bool:
    """B while no penalty is pending on its player."""
    return any(card.face is BOMB for card in action.cards)


@bar("change.color")
def color_missing(state: State, frame: Frame, action: Laying) -> bool:
    """CC or CC+2 without a color, though no spell fires that would come before it."""
    return (
        topmost(action.cards).face in CHANGES
        and not firing(state, action.actor, action.cards)
        and len(action.colors) != 1
    )


@bar("change.color-later")
def color_too_early(state: State, frame: Frame, action: Laying) -> bool:
    """A color named with a card whose spell fires first."""
    return topmost(action.cards).face in CHANGES and bool(action.colors) and firing(state, action.actor, action.cards)


@bar("change.no-color")
def color_for_nothing(state: State, frame: Frame, action: Laying) -> bool:
    """A color named with a card that names none, or black."""
    return bool(action.colors) and (topmost(action.cards).face not in CHANGES or Color.BLACK in action.colors)


@bar("change.holds-color")
def holds_color(state: State, frame: Frame, action: Laying) -> bool | None:
    """CC+2 by a player who holds a card of the color in force."""
    if judged(action.cards).face is not CHANGE_TWO:
        return False
    rest = state.hands[action.actor]
    for card in action.cards:
        if card in rest or UNKNOWN in rest:
            rest = without_card(rest, card)
    return holds(state, action.actor, rest, lambda card: card.color is state.in_force.color)


@bar("drawn.alone")
def drawn_in_company(state: State, frame: Drawn, action: Laying) -> bool:
    """The card drawn for a pass together with a card from the hand."""
    return len(action.cards) > 1


@bar("draw.only-drawn")
def without_the_drawn_card(state: State, frame: Drawn, action: Laying) -> bool | None:
    """After the draw for a pass only the drawn card may be played; an unknown one may be the card played."""
    if action.actor != frame.seat:
        return False
    if frame.card is not UNKNOWN:
        return frame.card not in action.cards
    hand = state.hands[frame.seat]
    if UNKNOWN not in hand:
        return None
    can_be = can_hold(state, frame.seat, (*(card for card in hand if card is not UNKNOWN), action.cards[0]))
    if not can_be:
        return True
    return None if action.cards[0] in hand or hand.count(UNKNOWN) > 1 else False


def module(
    *, pairs: Pairs, power_pairs: bool, power_count: PowerCount, only_without_color: bool, companions: bool
) -> Module:
    """The forms of a play; the parameters are the options of these names, ``only_without_color`` that of CC+2."""
    form = {"identical": not_identical, "same-symbol": not_of_one_symbol, "off": any_pair}[pairs]
    bars: tuple[Check[Frame, Laying], ...] = (
        not_in_hand,
        said_too_much,
        more_than_power_and_pair if power_pairs else more_than_two,
        form,
        power_alone,
        no_partner,
        with_zero,
        _count_bar(*ENOUGH[power_count]),
        bomb_in_company,
        color_missing,
        color_too_early,
        color_for_nothing,
        *((holds_color,) if only_without_color else ()),
    )
    drawn: tuple[Check[Drawn, Laying], ...] = (without_the_drawn_card, *(() if companions else (drawn_in_company,)))
    return Module(
        name="forms",
        checks=(
            *((Frame, Laying, check) for check in bars),
            *((Drawn, Laying, check) for check in drawn),
            (Turn, Play, no_penalty),
        ),
        settings={"pairs": TWINS[pairs], "power.pairs": power_pairs, "power.enough": ENOUGH[power_count][1]},
    )
