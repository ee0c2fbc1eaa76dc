"""What may be laid: one card, two identical ones, P with another; and what a play brings about, in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from attrs import frozen

from unoref.actions import JumpIn, Laying, Play
from unoref.cards import BASE_COLORS, FACES, UNKNOWN, Card, Color, without_card
from unoref.checks import Check, bar, ground
from unoref.frames import Drawn, Frame, Turn
from unoref.lasting import Lasting, TurnTaken
from unoref.rules.turns import call_is_choice, not_in_hand, said_too_much
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import State, in_force
from unoref.step import Rule, Step, cited, rule
from unoref.unseen import can_hold, holds, possible_in_hand
from unoref.variants.touhouno.casting import Ban, Casting, MayCast
from unoref.variants.touhouno.colors import colored_field, remember_color
from unoref.variants.touhouno.functions import CHANGE, CHANGE_TWO, FUNCTIONS, Function
from unoref.variants.touhouno.jumps import digit_laid
from unoref.variants.touhouno.lasting import alive, one_of, replaced
from unoref.variants.touhouno.marks import BOMB, left_hand
from unoref.variants.touhouno.own_turn import DeepMatch
from unoref.variants.touhouno.surcharges import due
from unoref.verbs import announce, last, lay, take_from_discard

__all__ = [
    "OTHERWISE",
    "OutOfGame",
    "any_card",
    "carry_out",
    "cards_open",
    "colored_forms",
    "fitting",
    "forms_open",
    "judged",
    "module",
    "no_match",
    "playable",
]

POWER = FACES["P"]
CHANGES = (CHANGE, CHANGE_TWO)

Pairs = Literal["identical", "same-symbol", "off"]
Firings = Literal["once", "per-trigger", "per-card"]
PowerCount = Literal["before", "others", "after"]


@frozen
class OutOfGame(Lasting):
    """Cards that have left the game."""

    cards: tuple[Card, ...]

    @property
    def aside(self) -> tuple[Card, ...]:
        return self.cards


def others_than_power(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a play without P."""
    if len(cards) == 1 and cards[0].face is not POWER:
        return tuple(cards)
    return tuple(card for card in cards if card.face is not POWER)


def judged(cards: Sequence[Card]) -> Card:
    """The card of a play that must be legal by itself: the first that is not P."""
    if cards[0].face is not POWER:
        return cards[0]
    return next((card for card in cards if card.face is not POWER), cards[0])


def topmost(cards: Sequence[Card]) -> Card:
    """The card of a play that comes to lie on top: the last that is not P."""
    if cards[-1].face is not POWER:
        return cards[-1]
    return next((card for card in reversed(cards) if card.face is not POWER), cards[-1])


# --- when a spell fires ---------------------------------------------------------------------------------------------------


@rule("trigger.one-left")
def fires_at_one_card(step: Step, seat: Seat, card: Card) -> None:
    """Exactly one card is left."""
    step.tell("spell-fires", seat, (card,))


@rule("trigger.pair")
def fires_as_pair(step: Step, seat: Seat, card: Card) -> None:
    """Two identical cards are played together."""
    step.tell("spell-fires", seat, (card,))


@rule("trigger.power")
def fires_by_power(step: Step, seat: Seat, card: Card) -> None:
    """P is played together with the card."""
    step.tell("spell-fires", seat, (card,))


Trigger = Rule[[Seat, Card]]


@cited("trigger.none")
def triggers(held: int, cards: Sequence[Card]) -> tuple[Trigger, ...]:
    """What makes the spell fire when these of so many cards are played."""
    if cards[-1].face is BOMB:
        return ()
    found = []
    if held - len(cards) == 1:
        found.append(fires_at_one_card)
    if len(others_than_power(cards)) > 1:
        found.append(fires_as_pair)
    if len(cards) > len(others_than_power(cards)):
        found.append(fires_by_power)
    return tuple(found)


def never(held: int, cards: Sequence[Card]) -> tuple[Trigger, ...]:
    """Spells are not played with."""
    return ()


def _firing(state: State, seat: Seat, cards: Sequence[Card]) -> bool:
    """Whether a spell fires with the play, so that a color is named only after it."""
    fired: Callable[[int, Sequence[Card]], tuple[Trigger, ...]] = state.ruleset.tables.settings["spells.triggers"]
    return bool(fired(len(state.hands[seat]), cards))


# --- what a play is -------------------------------------------------------------------------------------------------------


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
    return not others_than_power(action.cards)


@bar("power.partner")
def no_partner(state: State, frame: Frame, action: Laying) -> bool:
    """P with B."""
    return _with_power(action) and any(card.face is BOMB for card in action.cards)


@bar("power.zero")
def with_zero(state: State, frame: Frame, action: Laying) -> bool:
    """P with a 0."""
    return _with_power(action) and any(card.face.number == 0 for card in action.cards)


def _with_power(action: Laying) -> bool:
    return any(card.face is POWER for card in action.cards)


def _count_bar(count: PowerCount) -> Check[Frame, Laying]:
    @bar("power.count")
    def too_few(state: State, frame: Frame, action: Laying) -> bool:
        """P while fewer than four cards are held."""
        return _with_power(action) and not _enough_for_power(count, len(state.hands[action.actor]), len(action.cards))

    return too_few


def _enough_for_power(count: PowerCount, held: int, laid: int) -> bool:
    """Whether the four cards that P asks for are held."""
    return held - {"before": 0, "others": 1, "after": laid}[count] >= 4


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
        and not _firing(state, action.actor, action.cards)
        and len(action.colors) != 1
    )


@bar("change.color-later")
def color_too_early(state: State, frame: Frame, action: Laying) -> bool:
    """A color named with a card whose spell fires first."""
    return topmost(action.cards).face in CHANGES and bool(action.colors) and _firing(state, action.actor, action.cards)


@bar("change.no-color")
def color_for_nothing(state: State, frame: Frame, action: Laying) -> bool:
    """A color named with a card that names none, or black."""
    return bool(action.colors) and (topmost(action.cards).face not in CHANGES or Color.BLACK in action.colors)


@bar("change.holds-color", faces=(CHANGE_TWO,))
def holds_color(state: State, frame: Frame, action: Laying) -> bool | None:
    """CC+2 by a player who holds a card of the color in force."""
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


# --- matching -------------------------------------------------------------------------------------------------------------


@ground("match.color")
def same_color(state: State, frame: Frame, action: Laying) -> bool:
    """The color in force."""
    card = judged(action.cards)
    return card.color is state.in_force.color and card.color is not Color.BLACK


@ground("match.symbol")
def same_symbol(state: State, frame: Frame, action: Laying) -> bool:
    """The symbol of the field card."""
    card = judged(action.cards)
    return card.face is state.in_force.face and card.color is not Color.BLACK


@ground("match.black")
def change(state: State, frame: Frame, action: Laying) -> bool:
    """CC and CC+2 need no match."""
    return judged(action.cards).face in CHANGES


@ground("power.free")
def beside_power(state: State, frame: Frame, action: Laying) -> bool:
    """The partner of P need not match."""
    return _with_power(action) and bool(others_than_power(action.cards))


@ground("match.deep")
def deeper_card(state: State, frame: Turn, action: Laying) -> bool:
    """The color or symbol of the second or third field card, for whoever may answer these."""
    if not alive(state, DeepMatch, action.actor):
        return False
    card = judged(action.cards)
    if card.color is Color.BLACK:
        return False
    below = colored_field(state)[1:3]
    return any(card.color is color or card.face is lying.face for lying, color in below)


def _not_deep(check: Check[Frame, Laying]) -> Check[Frame, Laying]:
    """The ground, except for a player who answers only deeper cards."""

    @ground(check.point)
    def shallow(state: State, frame: Frame, action: Laying) -> bool:
        return bool(check.test(state, frame, action)) and not alive(state, DeepMatch, action.actor)

    return shallow


@bar("match.none")
def no_match(state: State, frame: Frame, action: Laying) -> bool:
    """Neither the color in force nor the symbol of the field card."""
    return True


OTHERWISE = (no_match,)


# --- what a play brings about ---------------------------------------------------------------------------------------------


def _lay_all(step: Step, action: Laying) -> None:
    """Lay the cards, P under its partner; the color in force stays till another is named."""
    seat, before = action.actor, step.in_force
    remember_color(step)
    powers = [card for card in action.cards if card.face is POWER]
    for card in (*powers, *others_than_power(action.cards)):
        lay(step, seat, card, action.colors[0] if action.colors else None)
        left_hand(step, seat, card)
    if step.in_force.color is None:
        step.in_force = in_force(before.color, step.in_force.face)
    if powers:
        count_as_partner(step, topmost(action.cards))
    if powers and step.tables.settings["power.leaves"]:
        leave_the_game(step, len(others_than_power(action.cards)), len(powers))


@rule("power.under")
def count_as_partner(step: Step, card: Card) -> None:
    """P lies under its partner, which is the field card."""
    step.tell("power-under", None, (card,))


@rule("power.leaves")
def leave_the_game(step: Step, depth: int, count: int) -> None:
    """P leaves the game once it has been played."""
    gone = tuple(take_from_discard(step, depth) for _ in range(count))
    before = one_of(step, OutOfGame)
    if before is None:
        last(step, OutOfGame(gone))
    else:
        replaced(step, before, OutOfGame((*before.cards, *gone)))
    step.tell("left-game", None, gone)


def carry_out(step: Step, action: Laying) -> None:
    """Lay the cards; then their spell, their function effect and surcharges follow, in this order."""
    seat, settings = action.actor, step.tables.settings
    held, top = len(step.hands[seat]), topmost(action.cards)
    if step.lasting:
        announce(step, TurnTaken(seat, True))
    costs = due(step, seat, action.cards)
    _lay_all(step, action)
    call = settings.get("play.call")
    if call is not None:
        call(step, action)
    if not step.hands[seat] and settings["out.at-once"] is not None:
        settings["out.at-once"](step, seat)
        return
    digit_laid(step, seat, top.face)
    step.push(*reversed(costs))
    pair = len(others_than_power(action.cards)) > 1
    if top.face in FUNCTIONS:
        times = 2 if pair and settings["pair.counts-twice"] else 1
        step.push(Function(seat, top, times, action.colors[0] if action.colors else None))
    fired = settings["spells.triggers"](held, action.cards)
    if top in settings["spells"]:
        _fire(step, seat, top, fired, pair, len(action.cards) - step.tables.settings["power.leaves"] * _powers(action))


def _powers(action: Laying) -> int:
    return len(action.cards) - len(others_than_power(action.cards))


def _fire(step: Step, seat: Seat, card: Card, fired: Sequence[Trigger], pair: bool, laid: int) -> None:
    """The spell fires, as often as the table has it."""
    firings: Firings = step.tables.settings["spells.firings"]
    kind: type[Casting | MayCast] = step.tables.settings["spells.cast"]
    for trigger in fired:
        trigger(step, seat, card)
    times = {"once": 1, "per-trigger": len(fired), "per-card": 1 + pair}[firings] if fired else 0
    step.push(*(kind(seat, card, laid=laid) for _ in range(times)))


# --- what is offered ------------------------------------------------------------------------------------------------------


def cards_open(state: State, seat: Seat) -> list[Card]:
    """The cards of a hand, each once; what an unknown one may be included."""
    hand = state.hands[seat]
    cards = [card for card in dict.fromkeys(hand) if card is not UNKNOWN]
    if UNKNOWN in hand:
        known = set(cards)
        cards += [card for card in possible_in_hand(state, seat) if card not in known]
    return cards


#: Whether a card may be the one of a play that must be legal by itself.
Fits = Callable[[Card], bool]


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
    pairs: Pairs = settings["pairs"]
    unknown = UNKNOWN in hand
    partners = [card for card in cards if card.face is not POWER and card.face is not BOMB]
    power = next((card for card in cards if card.face is POWER), None)
    for card in partners:
        if fits(card):
            yield (card,)
            for other in _twins(card, partners, pairs):
                if (unknown or other is not card or hand.count(card) > 1) and can_hold(state, seat, (card, other)):
                    yield (card, other)
        if power is None or card.face.number == 0 or not free(card):
            continue
        if _enough_for_power(settings["power.count"], len(hand), 2) and can_hold(state, seat, (power, card)):
            yield (power, card)
        if settings["power.pairs"] and _enough_for_power(settings["power.count"], len(hand), 3):
            for other in _twins(card, partners, pairs):
                if other.face.number != 0 and can_hold(state, seat, (power, card, other)):
                    yield (power, card, other)


def _twins(card: Card, cards: Sequence[Card], pairs: Pairs) -> Sequence[Card]:
    """The cards that may be played together with a card."""
    if pairs == "identical":
        return (card,)
    return [other for other in cards if other.face is card.face] if pairs == "same-symbol" else ()


def fitting(state: State, seat: Seat) -> Fits:
    """Which cards answer to what is in force, or to deeper cards of the field for whoever may answer these."""
    color, face = state.in_force.color, state.in_force.face
    answers = [(color, face)]
    if state.lasting and alive(state, DeepMatch, seat):
        deeper = [(other, lying.face) for lying, other in colored_field(state)[1:3]]
        answers = deeper if state.ruleset.tables.settings["match.deep-only"] else answers + deeper

    def fits(card: Card) -> bool:
        if card.color is Color.BLACK:
            return card.face in CHANGES
        return any(card.color is color or card.face is face for color, face in answers)

    return fits


def any_card(card: Card) -> bool:
    """Any card at all."""
    return True


_NO_COLOR: tuple[tuple[Color, ...], ...] = ((),)
_EACH_COLOR: tuple[tuple[Color, ...], ...] = tuple((color,) for color in BASE_COLORS)


def colored_forms(
    state: State, kind: type[Play | JumpIn], seat: Seat, forms: Iterable[tuple[Card, ...]]
) -> Iterator[Play | JumpIn]:
    """The forms as actions: with each color where one is named with the card, and with the call of UNO where one is due."""
    held, calls = len(state.hands[seat]), "play.call" in state.ruleset.tables.settings
    for cards in forms:
        changes = topmost(cards).face in CHANGES and not _firing(state, seat, cards)
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


def module(
    *,
    pairs: Pairs,
    power_pairs: bool,
    power_count: PowerCount,
    power_free: bool,
    power_leaves: bool,
    spells_on: bool,
    firings: Firings,
    pair_function_twice: bool,
    only_without_color: bool,
    companions: bool,
    deep_only: bool,
    out_at_once: Callable[[Step, Seat], None] | None,
) -> Module:
    """What a play may consist of and what follows from it; the parameters are the options of these names."""
    form = {"identical": not_identical, "same-symbol": not_of_one_symbol, "off": any_pair}[pairs]
    color, symbol = (_not_deep(same_color), _not_deep(same_symbol)) if deep_only else (same_color, same_symbol)
    bars: tuple[Check[Frame, Laying], ...] = (
        not_in_hand,
        said_too_much,
        more_than_power_and_pair if power_pairs else more_than_two,
        form,
        power_alone,
        no_partner,
        with_zero,
        _count_bar(power_count),
        bomb_in_company,
        color_missing,
        color_too_early,
        color_for_nothing,
        *((holds_color,) if only_without_color else ()),
    )
    by_match: tuple[Check[Frame, Laying], ...] = (color, symbol, change, *((beside_power,) if power_free else ()))
    drawn: tuple[Check[Drawn, Laying], ...] = (without_the_drawn_card, *(() if companions else (drawn_in_company,)))
    return Module(
        name="plays",
        checks=(
            *((Frame, Laying, check) for check in bars),
            *((Drawn, Laying, check) for check in drawn),
            *((Turn, Play, check) for check in (*by_match, no_penalty)),
            (Turn, Play, deeper_card),
        ),
        settings={
            "spells.triggers": triggers if spells_on else never,
            "spells.firings": firings,
            "pair.counts-twice": pair_function_twice,
            "pairs": pairs,
            "power.pairs": power_pairs,
            "power.leaves": power_leaves,
            "power.count": power_count,
            "power.free": power_free,
            "match.deep-only": deep_only,
            "out.at-once": out_at_once,
        },
        uses=(fires_at_one_card, fires_as_pair, fires_by_power, count_as_partner, leave_the_game),
    )
