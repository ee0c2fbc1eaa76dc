"""Multi-play: several number cards of one number, or several Skips, in one turn; or just two identical number cards.

Every distinct set is one choice: :func:`sets_in` lists its cards in canonical order, with each color that may be named for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final

from attrs import frozen

from unoref.actions import JumpIn, Laying, Play
from unoref.cards import FACES, UNKNOWN, Card, Color, Face
from unoref.checks import Check, answer, bar, breach, ground
from unoref.frames import Drawn, Frame, Turn
from unoref.rules.action_cards import SKIP, skip
from unoref.rules.turns import (
    call_is_choice,
    carry_out,
    color_missing,
    drawn_plays_open,
    not_the_drawn_card,
    play_drawn_card,
    plays_open,
)
from unoref.rules.uno_call import not_said
from unoref.ruleset import Module
from unoref.seats import Seat, after, seats_in
from unoref.state import InForce, State
from unoref.step import Rule, Step, rule
from unoref.unseen import colors_not_held, copies_unseen
from unoref.verbs import identify, lay_several, lose_turn

__all__ = ["Sets", "module", "played_after_draw", "plays_and_series_open", "plays_and_sets_open", "sets_in"]

NUMBERS: Final = tuple(face for face in FACES.values() if face.number is not None)

#: The cards of a set, and the color named for it if one must be.
Choice = tuple[tuple[Card, ...], tuple[Color, ...]]

#: Points that the lists of plays leave no room for.
COVERED: Final = (
    "multi.same-color",
    "multi.mixed",
    "multi.skips",
    "multi.no-color",
    "multi.color",
    "multi.two-colors",
    "multi.two-skips",
    "multi.other-face",
    "multi.series-color",
    "multi.singly",
    "multi.straight",
    "multi.last-card",
    "multi.drawn",
    "multi.jump-in",
    "multi.in-order",
    "multi.first-unfit",
    "double.identical",
    "double.other-cards",
    "double.last-card",
    "jump-in.one-card",
)


@frozen
class Sets:
    """Which sets may be played.

    ``numbers``: cards of one number, and Skips, in any number and in mixed colors from three on; two Skips may be mixed too
    where ``free_skips``. ``in_order``: instead, number cards of one number one after the other, in any colors and number: the
    first must fit, the last lies on top. ``identical``: so many identical number cards at most (0: none, where ``numbers`` does
    not say otherwise). ``drawn``: after a draw too, with the card drawn among them (:func:`played_after_draw`).
    """

    numbers: bool
    identical: int = 0
    free_skips: bool = False
    in_order: bool = False
    drawn: bool = False

    def fewest_mixed(self, face: Face) -> int:
        """How many cards of different colors may be played at least."""
        return 2 if face is SKIP and self.free_skips else 3

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of which several may be played."""
        return (*NUMBERS, SKIP) if self.numbers else NUMBERS


def _colors(cards: Sequence[Card]) -> set[Color]:
    return {card.color for card in cards}


def _mixed(action: Laying) -> bool:
    first = action.cards[0].color
    return len(action.cards) > 1 and any(card.color is not first for card in action.cards)


def _one_face(action: Laying) -> bool:
    first = action.cards[0].face
    return all(card.face is first for card in action.cards)


def _empties(state: State, action: Laying) -> bool:
    return len(state.hands[action.actor]) == len(action.cards)


def _fit(state: State | Step, cards: Sequence[Card]) -> bool:
    fits, force = state.ruleset.tables.settings["match.fits"], state.in_force
    return any(fits(card, force) for card in cards)


@bar("wild.no-color")
def color_of_one(state: State, frame: Frame, action: Laying) -> bool:
    """As for single cards."""
    return len(action.cards) == 1 and color_missing.test(state, frame, action) is True


@bar("multi.no-color")
def color_of_a_plain_set(state: State, frame: Frame, action: Laying) -> bool:
    """With cards of one color none is named."""
    colored = action.card.color is not Color.BLACK
    return colored and len(action.cards) > 1 and bool(action.colors) and not _mixed(action)


@bar("multi.color")
def color_of_the_set(state: State, frame: Frame, action: Laying) -> bool:
    """With cards of different colors one of these colors is named."""
    return _mixed(action) and (len(action.colors) != 1 or action.colors[0] not in _colors(action.cards))


@bar("multi.straight")
def different_faces(state: State, frame: Frame, action: Laying) -> bool:
    """Cards of different numbers or symbols."""
    return len(action.cards) > 1 and not _one_face(action)


@bar("multi.other-face")
def no_set_of_these(state: State, frame: Frame, action: Laying) -> bool:
    """Several draw cards, Reverses or wilds."""
    face = action.card.face
    return len(action.cards) > 1 and face is not SKIP and face.number is None


@bar("multi.last-card")
def last_card_too(state: State, frame: Frame, action: Laying) -> bool:
    """The last card goes by itself."""
    return len(action.cards) > 1 and _empties(state, action)


@bar("multi.drawn")
def after_a_draw(state: State, frame: Drawn, action: Laying) -> bool:
    """After a draw the drawn card alone may be played."""
    return len(action.cards) > 1


def _may_be_drawn(state: State | Step, frame: Drawn, action: Play) -> tuple[set[Card], bool]:
    """Which cards of a set may be the one just drawn, and whether one of them is for certain."""
    cards, held = set(action.cards), Counter(state.hands[frame.seat])
    if frame.card is not UNKNOWN:
        return cards & {frame.card}, frame.card in cards
    missing = Counter(action.cards) - held
    others = held[UNKNOWN] - missing.total()
    unseen = copies_unseen(state)
    ruled_out = colors_not_held(state, frame.seat)
    twins = {card for card in cards if others > 0 and unseen[card] > missing[card] and card.color not in ruled_out}
    return {*missing, *twins}, others == 0


@bar("draw.only-drawn")
def another_single_card(state: State, frame: Drawn, action: Play) -> bool | None:
    """Of single cards only the one drawn may be played."""
    return len(action.cards) == 1 and not_the_drawn_card.test(state, frame, action)


@bar("multi.without-drawn")
def without_the_drawn_card(state: State, frame: Drawn, action: Play) -> bool | None:
    """A set that the card drawn is not among."""
    if len(action.cards) == 1 or action.actor != frame.seat:
        return False
    drawn, certain = _may_be_drawn(state, frame, action)
    return False if certain else None if drawn else True


@ground("multi.with-drawn")
def with_the_drawn_card(state: State, frame: Drawn, action: Play) -> bool:
    """A set that the card drawn is among for certain, and that could be played in turn."""
    if len(action.cards) == 1 or action.actor != frame.seat or not _one_face(action):
        return False
    drawn, certain = _may_be_drawn(state, frame, action)
    return certain and all(_fit(state, (card,)) for card in drawn)


@bar("multi.drawn-unfit")
def drawn_card_unfit(state: State, frame: Drawn, action: Play) -> bool | None:
    """A set with the card drawn, which does not fit itself."""
    if len(action.cards) == 1 or action.actor != frame.seat:
        return False
    drawn, certain = _may_be_drawn(state, frame, action)
    fitting = {_fit(state, (card,)) for card in drawn}
    if not certain:  # else it is asked whether a fitting one was drawn
        return fitting == {False}
    return None if len(fitting) > 1 else False in fitting


@bar("multi.jump-in")
def jumps_in_with_a_set(state: State, frame: Frame, action: JumpIn) -> bool:
    """A set is played in turn only."""
    return len(action.cards) > 1


@bar("jump-in.one-card")
def jumps_in_with_several(state: State, frame: Frame, action: JumpIn) -> bool:
    """A jump-in is one card."""
    return len(action.cards) > 1


@bar("double.last-card")
def last_two_together(state: State, frame: Frame, action: Laying) -> bool:
    """Identical last cards go one by one."""
    return len(action.cards) > 1 and len(set(action.cards)) == 1 and _empties(state, action)


@ground("multi.same-color", faces=NUMBERS)
def one_color(state: State, frame: Turn, action: Play) -> bool:
    """Numbers of one color, of which the number or the color fits."""
    several = len(action.cards) > 1 and _one_face(action)
    return several and not _mixed(action) and _fit(state, action.cards)


@ground("multi.mixed", faces=NUMBERS)
def several_colors(state: State, frame: Turn, action: Play) -> bool:
    """Numbers of several colors, one of which fits at least."""
    return _mixed(action) and _one_face(action) and _fit(state, action.cards)


@ground("multi.skips", faces=(SKIP,))
def several_skips(state: State, frame: Turn, action: Play) -> bool:
    """Skips, one of which fits at least."""
    return len(action.cards) > 1 and _one_face(action) and _fit(state, action.cards)


@ground("double.identical", faces=NUMBERS)
def twins(state: State, frame: Turn, action: Play) -> bool:
    """Identical numbers, as if jumping in on the own card."""
    return len(action.cards) > 1 and len(set(action.cards)) == 1 and _fit(state, action.cards)


@bar("multi.none-fits")
def none_fits(state: State, frame: Frame, action: Laying) -> bool:
    """No card of the set fits."""
    return len(action.cards) > 1 and not _fit(state, action.cards)


@bar("double.none-fits")
def twins_do_not_fit(state: State, frame: Frame, action: Laying) -> bool:
    """The identical cards do not fit."""
    return len(action.cards) > 1


@ground("multi.in-order", faces=NUMBERS)
def one_after_the_other(state: State, frame: Turn, action: Play) -> bool:
    """Cards of one number, the first of which fits."""
    return len(action.cards) > 1 and _one_face(action) and _fit(state, action.cards[:1])


@bar("multi.first-unfit")
def first_does_not_fit(state: State, frame: Turn, action: Play) -> bool:
    """The first card does not fit."""
    return len(action.cards) > 1 and not _fit(state, action.cards[:1])


@bar("multi.series-color", faces=NUMBERS)
def color_of_a_series(state: State, frame: Frame, action: Laying) -> bool:
    """With number cards no color is named: the last one lies on top."""
    return len(action.cards) > 1 and bool(action.colors)


@bar("multi.singly")
def no_numbers(state: State, frame: Frame, action: Laying) -> bool:
    """Several action cards or wilds."""
    return len(action.cards) > 1 and action.card.face.number is None


def _doubles(most: int) -> Check[Frame, Laying]:
    @bar("double.other-cards")
    def not_identical(state: State, frame: Frame, action: Laying) -> bool:
        """Other cards than identical numbers, or more of them than agreed."""
        if len(action.cards) == 1:
            return False
        return len(set(action.cards)) > 1 or action.card.face.number is None or len(action.cards) > most

    return not_identical


@bar("multi.two-colors", faces=NUMBERS)
def two_colors(state: State, frame: Frame, action: Laying) -> bool:
    """Two numbers of different colors."""
    return len(action.cards) == 2 and _mixed(action)


@bar("multi.two-skips", faces=(SKIP,))
def two_skips(state: State, frame: Frame, action: Laying) -> bool:
    """Two Skips of different colors."""
    return len(action.cards) == 2 and _mixed(action)


@breach("multi.uno")
def no_call_with_a_set(state: State, frame: Frame, action: Laying) -> bool:
    """The set leaves one card and the call is not made."""
    return len(action.cards) > 1 and not_said.test(state, frame, action) is True


@lru_cache(maxsize=1 << 12)
def sets_in(cards: tuple[Card, ...], sets: Sets, most: int) -> tuple[Choice, ...]:
    """The sets of two to ``most`` cards that may be made of these, which have one face: each with each color to be named.

    >>> from unoref.cards import CARDS
    >>> twos = tuple(CARDS[code] for code in ("Y2", "Y2", "G2"))
    >>> [(len(cards), [color.value for color in named]) for cards, named in sets_in(twos, Sets(True), 3)]
    [(2, []), (3, ['yellow']), (3, ['green'])]
    """
    held = Counter(cards)
    return tuple(_choices(held, held, len(cards), sets, most))


def _choices(held: Counter[Card], copies: Counter[Card], unknown: int, sets: Sets, most: int) -> Iterator[Choice]:
    """Sets out of ``copies`` of which all but ``unknown`` cards are among those ``held``."""
    kinds = list(copies)
    face = kinds[0].face
    fewest = sets.fewest_mixed(face)
    for counts in product(*(range(copies[kind] + 1) for kind in kinds)):
        size = sum(counts)
        if (
            not 2 <= size <= most
            or sum(max(0, n - held[kind]) for n, kind in zip(counts, kinds, strict=True)) > unknown
        ):
            continue
        colors = [kind.color for n, kind in zip(counts, kinds, strict=True) if n]
        chosen = tuple(kind for n, kind in zip(counts, kinds, strict=True) for _ in range(n))
        if len(colors) == 1:
            if sets.numbers or size <= sets.identical:
                yield chosen, ()
        elif sets.numbers and size >= fewest:
            for color in colors:
                yield chosen, (color,)


def _sets_of_hand(state: State, seat: Seat, sets: Sets) -> Iterator[Choice]:
    """The sets that the hand holds, or may hold as far as its unknown cards go."""
    cards = state.hands[seat]
    most = len(cards) - 1
    if most < 2:
        return
    if UNKNOWN not in cards:
        by_face: dict[Face, list[Card]] = {}
        for card in cards:
            by_face.setdefault(card.face, []).append(card)
        for face, of_face in by_face.items():
            if len(of_face) > 1 and (face.number is not None or (face is SKIP and sets.numbers)):
                yield from sets_in(tuple(of_face), sets, most)
        return
    unknown, unseen, ruled_out = cards.count(UNKNOWN), copies_unseen(state), colors_not_held(state, seat)
    held = Counter(cards)
    for face in sets.faces:
        copies: Counter[Card] = Counter()
        for card in state.ruleset.deck.copies:
            if card.face is face:
                copies[card] = held[card] + (0 if card.color in ruled_out else min(unknown, max(0, unseen[card])))
        yield from _choices(held, +copies, unknown, sets, most) if +copies else ()


def _series_of_hand(state: State, seat: Seat) -> Iterator[tuple[Card, ...]]:
    """Every series the hand can make, or may as far as its unknown cards go: the first card fits, the last lies on top.

    Of series that differ only in the order of the other cards there is one: the first card that fits, then the rest in order.
    """
    hand, held = state.hands[seat], Counter(state.hands[seat])
    unknown = held[UNKNOWN]
    unseen, ruled_out = (copies_unseen(state), colors_not_held(state, seat)) if unknown else (held, frozenset())
    for face in NUMBERS:
        copies: dict[Card, int] = {}
        for card in state.ruleset.deck.copies if unknown else dict.fromkeys(hand):
            if card.face is face:
                more = 0 if not unknown or card.color in ruled_out else min(unknown, max(0, unseen[card]))
                copies[card] = held[card] + more
        for counts in product(*(range(count + 1) for count in copies.values())):
            supposed = sum(max(0, n - held[card]) for n, card in zip(counts, copies, strict=True))
            if sum(counts) < 2 or supposed > unknown:
                continue
            chosen = [card for n, card in zip(counts, copies, strict=True) for _ in range(n)]
            for top in dict.fromkeys(chosen):
                rest = list(chosen)
                rest.remove(top)
                first = next((card for card in rest if _fit(state, (card,))), None)
                if first is not None:
                    rest.remove(first)
                    yield (first, *rest, top)


def plays_and_series_open(state: State, frame: Turn) -> list[Play]:
    """The plays of single cards, then every series of the hand."""
    return plays_open(state, frame) + _formed(
        state, frame.seat, ((cards, ()) for cards in _series_of_hand(state, frame.seat))
    )


def _formed(state: State, seat: Seat, choices: Iterable[Choice]) -> list[Play]:
    """The plays of several cards, each in every form that its face has, and with the call where that is a choice."""
    found: list[Play] = []
    settings, size = state.ruleset.tables.settings, len(state.hands[seat])
    for cards, named in choices:
        play = Play(seat, cards, named)
        forms = settings.get(("choices", cards[0].face))
        if forms is not None:
            found += forms(state, play)
        else:
            found.append(play)
            if call_is_choice(state, seat, size - len(cards)):
                found.append(Play(seat, cards, named, saying_uno=True))
    return found


def plays_and_sets_open(sets: Sets) -> Callable[[State, Turn], list[Play]]:
    """The plays of single cards, then every set of the hand that fits."""

    def offers(state: State, frame: Turn) -> list[Play]:
        fitting = (choice for choice in _sets_of_hand(state, frame.seat, sets) if _fit(state, choice[0]))
        return plays_open(state, frame) + _formed(state, frame.seat, fitting)

    return offers


def _drawn_sets_open(sets: Sets) -> Callable[[State, Drawn], list[Play]]:
    """The card drawn, then every set of the hand that it may be among."""

    def offers(state: State, frame: Drawn) -> list[Play]:
        choices = (
            choice
            for choice in _sets_of_hand(state, frame.seat, sets)
            if frame.card is UNKNOWN or frame.card in choice[0]
        )
        return [*drawn_plays_open(state, frame), *_formed(state, frame.seat, choices)]

    return offers


@rule("play.drawn-card")
def play_after_draw(step: Step, frame: Drawn, action: Play) -> None:
    """Play the card just drawn, or a set that it is among."""
    (play_drawn_card if len(action.cards) == 1 else play_drawn_set)(step, frame, action)


def play_drawn_set(step: Step, frame: Drawn, action: Play) -> None:
    """Play the card just drawn together with others of its kind."""
    if frame.card is UNKNOWN:
        drawn, _ = _may_be_drawn(step, frame, action)
        fitting = [card for card in drawn if _fit(step, (card,))]
        if len(fitting) == 1 and action.cards.count(fitting[0]) <= step.hands[frame.seat].count(fitting[0]):
            identify(step, frame.seat, fitting[0])  # else the card drawn is one that is not among the known ones
    carry_out(step, frame, action)


def played_after_draw(sets: Sets, otherwise: tuple[Check[Any, Any], ...]) -> Module:
    """Sets that the card just drawn is among; ``otherwise`` is that of :func:`unoref.rules.turns.module`."""
    row = answer(
        Drawn,
        Play,
        play_after_draw,
        _drawn_sets_open(sets),
        another_single_card,
        without_the_drawn_card,
        drawn_card_unfit,
        with_the_drawn_card,
        otherwise=otherwise,
    )
    return Module(
        name="multi-play-after-draw",
        answers=(row,),
        uses=(play_drawn_card,),
        replaces={"answer Drawn Play"},
    )


@rule("multi.skips")
def skip_as_many(step: Step, actor: Seat, count: int) -> None:
    """So many seats lose their turn, one after the other round the table."""
    for number in range(1, count + 1):
        lose_turn(step, after(step, actor, number))


def _skips(only_opponents: bool) -> Rule[[Play, InForce]]:
    @rule("skip")
    def skips(step: Step, action: Play, before: InForce) -> None:
        """The next seat loses its turn, or as many as Skips have been played."""
        if len(action.cards) == 1:
            skip(step, action, before)
            return
        opponents = len(seats_in(step)) - 1
        count = len(action.cards)
        skip_as_many(step, action.actor, min(count, opponents) if only_opponents else count)

    return skips


def checks(sets: Sets, jump_in: bool) -> Iterable[tuple[type[Frame], type[Laying], Check[Any, Any]]]:
    """What is asked of several cards, in place of the bar against them (:func:`unoref.rules.turns.one_card`)."""
    yield Frame, Laying, color_of_one
    if not sets.drawn:
        yield Drawn, Laying, after_a_draw
    if sets.in_order:
        yield from ((Frame, Laying, check) for check in (color_of_a_series, different_faces, no_numbers))
        yield Turn, Play, first_does_not_fit
        yield Turn, Play, one_after_the_other
        if jump_in:
            yield Frame, JumpIn, jumps_in_with_several
        return
    yield Frame, Laying, color_of_a_plain_set
    if sets.numbers:
        several = (color_of_the_set, different_faces, no_set_of_these, last_card_too, two_colors)
        yield from ((Frame, Laying, check) for check in (*several, no_call_with_a_set))
        if not sets.free_skips:
            yield Frame, Laying, two_skips
        yield from ((Turn, Play, check) for check in (one_color, several_colors, several_skips))
    else:
        yield Frame, Laying, _doubles(sets.identical)
    if sets.identical:
        yield Frame, Laying, last_two_together
        yield Turn, Play, twins
    if jump_in:
        yield Frame, JumpIn, jumps_in_with_several
        if sets.numbers:
            yield Frame, JumpIn, jumps_in_with_a_set


#: What lays a set: the seat, the cards, the color named if any.
LaysSet = Rule[[Seat, tuple[Card, ...], Color | None]]


def _lays(point: str) -> LaysSet:
    @rule(point)
    def lay_set(step: Step, seat: Seat, cards: tuple[Card, ...], color: Color | None) -> None:
        """Lay the cards together; the color named, if any, is in force."""
        lay_several(step, seat, cards, color)
        if color is not None:
            step.tell("color-named", seat, (), None, color)

    return lay_set


lay_series: Final[LaysSet] = _lays("multi.in-order")
lay_one_color: Final[LaysSet] = _lays("multi.same-color")
lay_mixed: Final[LaysSet] = _lays("multi.mixed")
lay_skips: Final[LaysSet] = _lays("multi.skips")
lay_twins: Final[LaysSet] = _lays("double.identical")


def _laying(sets: Sets) -> Callable[[Step, Seat, tuple[Card, ...], Color | None], None]:
    """What lays a set, under the point that lets it be played."""

    def lay(step: Step, seat: Seat, cards: tuple[Card, ...], color: Color | None) -> None:
        if sets.in_order:
            lays = lay_series
        elif not sets.numbers:
            lays = lay_twins
        elif cards[0].face is SKIP:
            lays = lay_skips
        else:
            lays = lay_one_color if color is None else lay_mixed
        lays(step, seat, cards, color)

    return lay


def _lays_of(sets: Sets) -> tuple[LaysSet, ...]:
    if sets.in_order:
        return (lay_series,)
    return (lay_one_color, lay_mixed, lay_skips) if sets.numbers else (lay_twins,)


def module(sets: Sets, *, jump_in: bool, only_opponents: bool) -> Module:
    """Sets in turn. ``jump_in``: the rules know jumping in; ``only_opponents``: Skips beyond the opponents skip nobody."""
    return Module(
        name="multi-play",
        checks=tuple(checks(sets, jump_in)),
        effects={SKIP: _skips(only_opponents)} if sets.numbers else {},
        settings={"play.sets": _laying(sets)},
        uses=(*_lays_of(sets), *((skip_as_many,) if sets.numbers else ())),
        replaces={"effect S"} if sets.numbers else (),
    )
