"""Matching: what may be played on what; wild and +4's color, infinity, camouflage, and what may be said with a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from attrs import evolve

from unoref.actions import Laying, Play
from unoref.cards import BASE_COLORS, FACES, UNKNOWN, Card, Color, Face
from unoref.checks import Check, bar, ground
from unoref.frames import Frame, Turn
from unoref.piles import Pile
from unoref.ruleset import Module
from unoref.seats import Seat
from unoref.state import InForce, State, in_force
from unoref.step import Rule, Step, rule
from unoref.unseen import can_hold
from unoref.variants.extended.guise import (
    CAMOUFLAGE,
    INFINITY,
    NUMBERS,
    TRANSFERS,
    color_of,
    face_of,
    named_color,
)
from unoref.variants.extended.judging import Judgement
from unoref.variants.extended.knowing import looked_at

__all__ = ["Takes", "WILD", "module", "named_plays", "no_match", "other_number", "recolor", "wrong_form"]

WILD = FACES["W"]

#: What may be said with a face, by the words of the notation.
Takes = frozenset[str]

_PLAIN = [face for face in FACES.values() if face not in TRANSFERS]
_FUNCTIONS = [face for face in _PLAIN if face.number is None and face is not INFINITY]


@ground("current.color", faces=_PLAIN)
def same_color(state: State, frame: Turn, action: Play) -> bool:
    """The color in force."""
    return len(action.cards) == 1 and action.cards[0].color is state.in_force.color


@ground("camouflage.color", faces=_PLAIN)
def named_as_disguise(state: State, frame: Turn, action: Play) -> bool:
    """The color in force, which a camouflage gives the card."""
    return len(action.cards) > 1 and color_of(action) is state.in_force.color


@ground("current.number", faces=NUMBERS)
def same_number(state: State, frame: Turn, action: Play) -> bool:
    """The number in force."""
    return face_of(action) is state.in_force.face


@ground("infinity.number", faces=(INFINITY,))
def names_the_number(state: State, frame: Turn, action: Play) -> bool:
    """An infinity that names the number in force."""
    return state.in_force.face is face_of(action)


@ground("infinity.on-infinity", faces=(INFINITY,))
def on_infinity(state: State, frame: Turn, action: Play) -> bool:
    """The function in force, an infinity having opened: any number may be named."""
    return state.in_force.face is INFINITY


@ground("current.black")
def black(state: State, frame: Turn, action: Play) -> bool:
    """A black card needs no match."""
    return action.cards[-1].color is Color.BLACK


@bar("current.none")
def no_match(state: State, frame: Turn, action: Play) -> bool:
    """Neither the color nor the number or function in force; transfers have a condition of their own."""
    return action.card.face not in TRANSFERS


@bar("infinity.other-number")
def other_number(state: State, frame: Turn, action: Play) -> bool:
    """An infinity of another color that names another number than the one in force."""
    return action.card.face is INFINITY


@ground("current.function", faces=_FUNCTIONS)
def same_function(state: State, frame: Turn, action: Play) -> bool:
    """The function in force; faces may be told to be one function."""
    settings, face, force = state.ruleset.tables.settings, action.cards[-1].face, state.in_force.face
    return bool(settings.get(("function", face), face) is settings.get(("function", force), force))


# ----------------------------------------------------------------------------------------------------- what may be said


@bar("play.not-in-hand")
def not_in_hand(state: State, frame: Frame, action: Laying) -> bool:
    """The hand cannot hold what is laid and given along."""
    hand = state.hands[action.actor]
    if len(action.cards) == 1 and not action.attaching and action.adding is None:
        card = action.cards[0]
        return not (card in hand and card is not UNKNOWN) and not can_hold(state, action.actor, action.cards)
    known = [card for card in action.attaching if card is not UNKNOWN]
    hidden = len(action.attaching) - len(known)
    wanted = (*action.cards, *known, *(() if action.adding is None else (action.adding,)))
    rest = list(hand)
    if not hidden and UNKNOWN not in wanted:
        try:
            for card in wanted:
                rest.remove(card)
        except ValueError:
            rest = list(hand)
        else:
            return False
    if not can_hold(state, action.actor, wanted):
        return True
    for card in wanted:
        rest.remove(card if card in rest else UNKNOWN)
    return rest.count(UNKNOWN) + (looked_at(state, action.actor) & Counter(rest)).total() < hidden


@bar("play.one-or-camouflage")
def one_card(state: State, frame: Frame, action: Laying) -> bool:
    """More than one card, and not one with a camouflage."""
    return len(action.cards) > 2 or (len(action.cards) == 2 and action.cards[0].face is not CAMOUFLAGE)


@bar("camouflage.alone", faces=(CAMOUFLAGE,))
def camouflage_alone(state: State, frame: Frame, action: Laying) -> bool:
    """A camouflage is played with another card, and said before it."""
    return True


@bar("camouflage.black")
def camouflages_black(state: State, frame: Frame, action: Laying) -> bool:
    """A camouflage colors a card that is not black."""
    disguised = len(action.cards) == 2 and action.cards[0].face is CAMOUFLAGE
    return disguised and action.cards[1].color is Color.BLACK


def wrong_form(action: Laying, takes: Takes) -> bool:
    """Whether something is said with the card that it does not take here, or left out that it needs."""
    if len(action.cards) == 1 and action.cards[0].face is CAMOUFLAGE:
        return False  # it is not played alone, whatever is said with it
    if (
        not takes
        and len(action.cards) == 1
        and not action.colors
        and action.number is None
        and action.target is None
        and not action.attaching
        and action.adding is action.keeping is action.topping is None
    ):
        return action.cards[0].face is INFINITY  # most plays are plain
    disguised = len(action.cards) == 2 and action.cards[0].face is CAMOUFLAGE
    colors = disguised + ("naming" in takes)
    if len(action.colors) != colors or Color.BLACK in action.colors:
        return True
    if (action.number is None) is (action.cards[-1].face is INFINITY):
        return True
    said = {
        "on": action.target is not None,
        "attaching": bool(action.attaching),
        "adding": action.adding is not None,
        "keeping": action.keeping is not None,
        "topping": action.topping is not None,
    }
    return any(there and word not in takes for word, there in said.items())


NOTHING: Takes = frozenset()


@bar("play.form")
def said_wrongly(state: State, frame: Frame, action: Play) -> bool:
    """Something is said that the card does not take, or left out that it needs."""
    return wrong_form(action, state.ruleset.tables.settings.get(("takes", action.cards[-1].face), NOTHING))


# -------------------------------------------------------------------------------------------------------- colors named


def recolor(point: str) -> Rule[[Seat, Color]]:
    """The effect that puts the named color in force without a number or function."""

    @rule(point)
    def name(step: Step, seat: Seat, color: Color) -> None:
        step.in_force = in_force(color, FACES["none"])
        step.tell("color-named", seat, (), None, color)

    return name


color_follows: Final = recolor("wild")


@rule("wild")
def wild(step: Step, action: Play, before: InForce) -> None:
    """The named color is in force, without a number or function."""
    color = named_color(action)
    assert color is not None
    color_follows(step, action.actor, color)


def named_plays(state: State, seat: Seat, play: Play) -> Iterator[Play]:
    """The play, once for each color that may be named with it."""
    for color in BASE_COLORS:
        yield evolve(play, colors=(*play.colors, color))


def numbered_plays(state: State, seat: Seat, play: Play) -> Iterator[Play]:
    """The play of an infinity, once for each number it may be."""
    for number in range(10):
        yield evolve(play, number=number)


def shown_by(recoloring: Collection[Face]) -> Callable[[Card], InForce | None]:
    """What a card on the discards shows to be in force; None where it leaves what is below it."""

    def shown(card: Card) -> InForce | None:
        if card.color is Color.BLACK:
            return in_force(None, FACES["none"]) if card.face in recoloring else None
        return in_force(card.color, card.face)

    return shown


def place_shown(recoloring: Collection[Face]) -> Callable[[Pile], int | None]:
    """How far below the top of the discards the card lies that shows what is in force."""
    shown = shown_by(recoloring)

    def place_of(discard: Pile) -> int | None:
        for place, card in enumerate(discard):
            if card is UNKNOWN or shown(card) is not None:
                return place
        return None

    return place_of


def names_the_present_color(recoloring: Collection[Face]) -> Check[Turn, Play]:
    """The bar on naming the color in force."""

    @bar("wild.same-color", faces=recoloring)
    def names_it(state: State, frame: Turn, action: Play) -> bool:
        """The color in force already."""
        return named_color(action) is state.in_force.color

    return names_it


def module(options: Mapping[str, Any], recoloring: Collection[Face] = ()) -> Module:
    """Matching by color, number and function; black cards; infinity; camouflage; the wild.

    ``recoloring``: other black cards that put a named color in force, as a wild does.
    """
    recolors = frozenset({WILD, *recoloring})
    grounds: tuple[Check[Turn, Play], ...] = (
        same_color,
        named_as_disguise,
        same_number,
        same_function,
        black,
        *((names_the_number, on_infinity) if options["infinity-match"] == "color-or-number" else ()),
        *(() if options["wild-same-color"] else (names_the_present_color(recolors),)),
        said_wrongly,
    )
    return Module(
        name="matching",
        checks=(
            *((Turn, Play, check) for check in grounds),
            (Judgement, Play, said_wrongly),
            *((Frame, Laying, check) for check in (not_in_hand, one_card, camouflage_alone, camouflages_black)),
        ),
        effects={WILD: wild},
        settings={
            ("form", WILD): named_plays,
            ("takes", WILD): frozenset({"naming"}),
            ("form", INFINITY): numbered_plays,
            ("loose", INFINITY): True,
            "force.shown": shown_by(recolors),
            "reshuffle.shown": place_shown(recolors),
        },
        uses=(color_follows,),
    )
