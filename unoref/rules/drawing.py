"""Drawing one card instead of playing, and what happens when there is nothing left to draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Final

from attrs import evolve, frozen

from unoref.actions import Accept, ChooseSeat, Draw, Pass, Play
from unoref.cards import UNKNOWN, Card, Hand, without_card
from unoref.checks import Answer, Check, answer, bar, ground
from unoref.frames import Chance, Drawn, Frame, PassTurn, Turn
from unoref.lasting import Lasting, Moment, TurnKept, TurnTaken, turn_kept, turn_taken
from unoref.rules.going_out import side_of
from unoref.rules.turns import not_the_card_drawn_by_choice, play_chosen_draw
from unoref.ruleset import Module
from unoref.seats import MOST_SEATS, Seat, seats_in, turn_order
from unoref.state import InForce, State
from unoref.step import Rule, Step, rule
from unoref.unseen import copies_unseen, holds
from unoref.verbs import announce, draw_in_turn, end_round, kept, last, lift

__all__ = ["BeganToDraw", "FindLowest", "Standstill", "can_draw", "contradicts_pile", "may_draw", "module"]


@frozen
class Standstill(Lasting):
    """Seats in a row that could neither play nor draw; a full circle of them ends the round."""

    passes: int


@frozen
class BeganToDraw(Lasting):
    """``seat`` draws in its turn; ``able``: whether it could have played instead (None: unknown cards decide)."""

    seat: Seat
    able: bool | None

    def seen_by(self, seat: Seat) -> Lasting:
        return self if seat == self.seat else evolve(self, able=None)


def can_draw(state: State | Step) -> bool:
    """Whether the draw pile, or the discards below those that stay, can supply a card."""
    return bool(state.draw_pile) or len(state.discard) > int(state.ruleset.tables.settings["reshuffle.keeps"])


def contradicts_pile(state: State, cards: Sequence[Card]) -> bool:
    """Whether the cards, first drawn first, cannot be the next: others are known, no copy is left, or there are too few.

    What goes beyond the draw pile comes out of the discards that would be shuffled.
    """
    beyond = cards[len(state.draw_pile) :]
    if beyond and not _among(beyond, state.discard.leaving(*kept(state))):
        return True
    unseen = None
    for said, lying in zip(cards, state.draw_pile, strict=False):
        if lying is UNKNOWN and said is not UNKNOWN:
            unseen = copies_unseen(state) if unseen is None else unseen
            unseen[said] -= 1
            if unseen[said] < 0:
                return True
        elif said is not lying and said is not UNKNOWN:
            return True
    return False


def _among(said: Sequence[Card], lying: Sequence[Card]) -> bool:
    """Whether the cards may be some of those that lie there; unknown ones may be any."""
    stray = Counter(said) - Counter(lying)
    return len(said) <= len(lying) and stray.total() - stray[UNKNOWN] <= lying.count(UNKNOWN)


def may_draw(state: State, seat: Seat) -> bool:
    """Whether the piles can supply a card and the hand may take one more by choice."""
    limit = state.ruleset.tables.settings.get("hand-limit")
    return can_draw(state) and (limit is None or len(state.hands[seat]) < limit)


@bar("draw.not-the-top")
def not_the_top(state: State, frame: Frame, action: Draw | Accept) -> bool:
    """The cards said to be drawn cannot be the next of the pile."""
    named = action.cards if isinstance(action, Accept) else () if action.card is None else (action.card,)
    return bool(named) and contradicts_pile(state, named)


@bar("draw.nothing-left")
def nothing_left(state: State, frame: Turn, action: Draw) -> bool:
    """Neither pile can supply a card."""
    return not can_draw(state)


@rule("draw.short")
def forgive(step: Step, seat: Seat, missing: int) -> None:
    """Cards that neither pile can supply are not owed."""
    step.tell("not-drawn", seat, (), missing)


@ground("draw.one")
def draws_one(state: State, frame: Turn, action: Draw) -> bool:
    """A turn may be a draw."""
    return True


@ground("draw.unable")
def cannot_play(state: State, frame: Turn, action: Draw) -> bool:
    """A seat that holds no playable card draws."""
    return _able(state, frame.seat, state.hands[frame.seat]) is False


def _able(state: State, seat: Seat, cards: Sequence[Card]) -> bool | None:
    """Whether one of the cards of the seat could be played; None where unknown cards decide."""
    able: bool | None = state.ruleset.tables.settings["match.able"](state, seat, cards)
    return able


def _not(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _before_the_draw(state: State, frame: Drawn) -> Hand:
    """The hand without the card just drawn."""
    return without_card(state.hands[frame.seat], frame.card)


@ground("draw.by-choice")
def could_play(state: State, frame: Turn, action: Draw) -> bool:
    """A seat that holds a playable card may draw all the same."""
    return _able(state, frame.seat, state.hands[frame.seat]) is True


@bar("draw.declined")
def had_declined(state: State, frame: Drawn, action: Play) -> bool | None:
    """A seat that could have played, and drew by choice, does not play the card it has drawn."""
    return action.actor == frame.seat and _declined(state, frame)


@ground("draw.go-on")
def draws_on(state: State, frame: Drawn, action: Draw) -> bool:
    """A seat whose last card does not fit draws another."""
    return not _chose_to_draw(state, frame)


@ground("draw.go-on-declined")
def draws_on_by_choice(state: State, frame: Drawn, action: Draw) -> bool:
    """As the other, by a seat that could have played."""
    return _chose_to_draw(state, frame)


@bar("draw.forced")
def able_to_play(state: State, frame: Turn, action: Draw) -> bool | None:
    """A seat that can play must not draw instead."""
    if isinstance(frame, Drawn) or action.actor != frame.seat:
        return False
    return _able(state, frame.seat, state.hands[frame.seat])


def _held_back(state: State, frame: Drawn, why: str) -> bool | None:
    """Whether the card drawn may not be played after all (``barred``), or only as a ``bluff``."""
    held = state.ruleset.tables.settings.get((why, frame.card.face))
    return False if held is None else held(state, Play(frame.seat, (frame.card,)))


def _can_be_played(state: State, frame: Drawn) -> bool:
    """Whether any play of the card drawn is open."""
    row = state.ruleset.tables.row(type(frame), Play)
    return row is not None and any(row.admits(state, frame, play) for play in row.answer.offers(state, frame))


def _must_play(declined_may_play: bool, bluff_forced: bool) -> tuple[Check[Drawn, Pass], ...]:
    def has_to(state: State, frame: Drawn) -> bool | None:
        fits = drawn_card_fits(state, frame)
        declined = not declined_may_play and _declined(state, frame)
        bluff = not bluff_forced and _held_back(state, frame, "bluff")
        barred = _held_back(state, frame, "barred")
        if fits is False or True in (declined, bluff, barred) or not _can_be_played(state, frame):
            return False
        return None if None in (fits, declined, bluff, barred) else True

    def could_bluff(frame: Drawn, state: State) -> bool:
        return ("bluff", frame.card.face) in state.ruleset.tables.settings

    @bar("draw.must-play")
    def must_play(state: State, frame: Drawn, action: Pass) -> bool | None:
        """A card that was drawn, fits and may be played is played."""
        return False if could_bluff(frame, state) else action.actor == frame.seat and has_to(state, frame)

    @bar("draw.must-play-bluff" if bluff_forced else "draw.must-play-innocent")
    def must_play_bluff(state: State, frame: Drawn, action: Pass) -> bool | None:
        """As the other, for a card that would be a bluff with the color in force in the hand."""
        return could_bluff(frame, state) and action.actor == frame.seat and has_to(state, frame)

    return must_play, must_play_bluff


def drawn_card_fits(state: State, frame: Drawn) -> bool | None:
    """Continuous drawing ends with a drawn card that fits."""
    fits: Callable[[Card, InForce], bool] = state.ruleset.tables.settings["match.fits"]
    return holds(state, frame.seat, (frame.card,), lambda card: fits(card, state.in_force))


def hand_is_able(state: State, frame: Drawn) -> bool | None:
    """Continuous drawing ends with a drawn card that fits, or once a hand that could not play can."""
    fits, before = drawn_card_fits(state, frame), _declined(state, frame)
    if fits or before:
        return fits
    now = _able(state, frame.seat, state.hands[frame.seat])
    return now if before is False else None if now is not fits else fits


def hand_can_play(state: State, frame: Drawn) -> bool | None:
    """Continuous drawing ends as soon as the hand, the card drawn included, can play; with a hand that could, after one card."""
    return _able(state, frame.seat, state.hands[frame.seat])


#: Whether continuous drawing is at its end.
Ends = Callable[[State, Drawn], bool | None]


@bar("draw.again")
def draws_again(state: State, frame: Drawn, action: Draw) -> bool:
    """One card is drawn, never a second."""
    return action.actor == frame.seat


def _stuck(state: State, seat: Seat) -> bool | None:
    if can_draw(state):
        return False
    return _not(_able(state, seat, state.hands[seat]))


@ground("pass.stuck")
def stuck(state: State, frame: Turn, action: Pass) -> bool | None:
    """Nothing to draw and nothing to play."""
    return _stuck(state, frame.seat)


@bar("pass.never-free")
def no_free_pass(state: State, frame: Turn, action: Pass) -> bool:
    """A turn is a play or a draw."""
    return True


def draw_another(step: Step, frame: Turn, action: Draw) -> None:
    """Draw one card, which may be played at once."""
    step.frames.pop()
    draw_in_turn(step, frame.seat, () if action.card is None else (action.card,))
    if step.lasting:
        announce(step, turn_taken(frame.seat, False))


draw_card: Rule[[Turn, Draw]] = rule("draw.one")(draw_another)


@rule("draw.one")
def begin_to_draw(step: Step, frame: Turn, action: Draw) -> None:
    """Draw one card, and keep in mind whether the seat could have played."""
    able: bool | None = step.tables.settings["match.able"](step, frame.seat, step.hands[frame.seat])
    last(step, BeganToDraw(frame.seat, able))
    draw_another(step, frame, action)


def drawing_is_over(step: Step, effect: BeganToDraw, moment: TurnTaken) -> None:
    """The card drawn has been played."""
    if moment.playing and moment.seat == effect.seat:
        lift(step, effect)


def turn_is_kept(step: Step, effect: BeganToDraw, moment: TurnKept) -> None:
    """The turn is over without a play."""
    if moment.seat == effect.seat:
        lift(step, effect)


@bar("draw.nothing-more")
def nothing_more(state: State, frame: Drawn, action: Draw) -> bool:
    """Neither pile can supply another card: the drawing is over."""
    return not can_draw(state)


@rule("draw.on")
def draw_on(step: Step, frame: Drawn, action: Draw) -> None:
    """Draw another card, since the last one does not fit."""
    if _chose_to_draw(step, frame):
        draw_on_by_choice(step, frame, action)
    else:
        draw_another(step, frame, action)


@rule("draw.on-declined")
def draw_on_by_choice(step: Step, frame: Drawn, action: Draw) -> None:
    """As :func:`draw_on`, by a seat that could have played."""
    draw_another(step, frame, action)


@rule("pass.stuck")
def stand_still(step: Step, frame: Turn, action: Pass) -> None:
    """Pass for want of anything to do; when a full circle has passed, nobody can move and the round is drawn."""
    passes = 1 + sum(effect.passes for effect in step.lasting if isinstance(effect, Standstill))
    full = step.tables.settings.get("pass.full") if can_draw(step) else None
    if full is None:
        step.tell("passed", frame.seat)
    else:
        full(step, frame.seat)
    if passes >= len(seats_in(step)):
        end_round(step, step.finished[:1])  # places taken before are kept
        return
    step.frames[-1] = PassTurn(frame.seat)
    announce(step, turn_taken(frame.seat, False))
    announce(step, turn_kept(frame.seat))
    last(step, Standstill(passes))


@frozen
class FindLowest(Chance):
    """The table finds the lowest hand, which unknown cards decide; ``stuck`` is the seat that could not move."""

    stuck: Seat


@rule("exhausted.lowest-hand")
def give_round_to_lowest(step: Step, frame: Turn, action: Pass) -> None:
    """Nothing to draw and nothing to play: the round ends, the lowest hand wins it; of equal ones the next in turn."""
    if can_draw(step):  # it may not draw, but others may: the round goes on
        stand_still(step, frame, action)
        return
    step.tell("passed", frame.seat)
    step.frames[-1] = PassTurn(frame.seat)
    if any(UNKNOWN in cards for cards in step.hands):
        step.push(FindLowest(frame.seat))
        return
    order = turn_order(step, frame.seat)
    lowest = min(order, key=lambda seat: _least(step, step.hands[seat]))
    end_round(step, side_of(step, lowest))


@rule("exhausted.lowest-hand")
def give_round(step: Step, frame: FindLowest, action: ChooseSeat) -> None:
    """The table has found the lowest hand."""
    end_round(step, side_of(step, action.target))


def _least(position: State | Step, cards: Iterable[Card]) -> int:
    """What a hand is worth at least."""
    points = position.ruleset.tables.settings["points"]
    return sum(points[card.face] for card in cards)


@bar("exhausted.not-lowest")
def cannot_be_lowest(state: State, frame: FindLowest, action: ChooseSeat) -> bool:
    """A seat that is out, or whose known cards alone are worth more than a hand that is known whole."""
    if action.target in state.finished:
        return True
    known = [_least(state, state.hands[seat]) for seat in seats_in(state) if UNKNOWN not in state.hands[seat]]
    return bool(known) and _least(state, state.hands[action.target]) > min(known)


def lowest_open(state: State, frame: FindLowest) -> tuple[ChooseSeat, ...]:
    """Every seat that may have the lowest hand."""
    found = (ChooseSeat(seat) for seat in turn_order(state, frame.stuck))
    return tuple(action for action in found if not cannot_be_lowest.test(state, frame, action))


def any_seat(state: State, frame: FindLowest, rng: Random) -> ChooseSeat:
    """Any seat still in the round, each as likely as the next."""
    return rng.choice(lowest_open(state, frame))


def moves_again(step: Step, effect: Standstill, moment: Moment) -> None:
    """Somebody did something: the count of idle seats begins anew."""
    lift(step, effect)


_ONE_DRAW: Final = tuple((Draw(Seat(seat)),) for seat in range(MOST_SEATS))


def draw_open(state: State, frame: Turn) -> tuple[Draw, ...]:
    """Drawing one card."""
    seat = frame.seat
    if (state.draw_pile.below is not None and state.tables.draws_freely) or may_draw(state, seat):
        return _ONE_DRAW[seat]
    return ()


def no_draw_open(state: State, frame: Drawn) -> tuple[Draw, ...]:
    """After a draw there is no second one."""
    return ()


def pass_open(state: State, frame: Turn) -> tuple[Pass, ...]:
    """Passing, where nothing else can be done."""
    if state.draw_pile.below is not None or _stuck(state, frame.seat) is False:
        return ()
    return (Pass(frame.seat),)


def _continuous(ends: Ends) -> Answer:
    """Drawing again after a card that does not fit."""

    point = "draw.able" if ends is hand_can_play else "draw.found"

    @bar(point)
    def found(state: State, frame: Drawn, action: Draw) -> bool | None:
        return action.actor == frame.seat and ends(state, frame)

    def offers(state: State, frame: Drawn) -> tuple[Draw, ...]:
        return _ONE_DRAW[frame.seat] if may_draw(state, frame.seat) and ends(state, frame) is not True else ()

    return answer(
        Drawn,
        Draw,
        draw_on,
        offers,
        nothing_more,
        draws_on,
        draws_on_by_choice,
        found,
        covers=(*_COVERED, "draw.nothing-more", "draw.go-on", "draw.go-on-declined", point),
    )


def _unfinished(ends: Ends) -> Iterator[Check[Drawn, Pass]]:
    """Why a turn cannot end before a card has come that ends the drawing."""

    def goes_on(state: State, frame: Drawn) -> bool | None:
        return _not(ends(state, frame)) if may_draw(state, frame.seat) else False

    def single(frame: Drawn, state: State) -> bool:
        return len(_before_the_draw(state, frame)) == 1

    @bar("draw.unable-goes-on")
    def unable(state: State, frame: Drawn, action: Pass) -> bool | None:
        return action.actor == frame.seat and goes_on(state, frame)

    @bar("draw.must-go-on")
    def unfinished(state: State, frame: Drawn, action: Pass) -> bool | None:
        if action.actor != frame.seat or _chose_to_draw(state, frame) or single(frame, state):
            return False
        return goes_on(state, frame)

    @bar("draw.single-goes-on")
    def single_unfinished(state: State, frame: Drawn, action: Pass) -> bool | None:
        if action.actor != frame.seat or not single(frame, state) or _chose_to_draw(state, frame):
            return False
        return goes_on(state, frame)

    @bar("draw.must-go-on-declined")
    def declined_unfinished(state: State, frame: Drawn, action: Pass) -> bool | None:
        return action.actor == frame.seat and _chose_to_draw(state, frame) and goes_on(state, frame)

    @ground("draw.exhausted")
    def exhausted(state: State, frame: Drawn, action: Pass) -> bool:
        return not can_draw(state) and ends(state, frame) is False

    if ends is hand_can_play:
        yield from (unable, exhausted)
    else:
        yield from (unfinished, single_unfinished, declined_unfinished, exhausted)


def _declined(state: State | Step, frame: Drawn) -> bool | None:
    """Whether the seat could have played when it began to draw; cards it has drawn since do not matter."""
    for effect in state.lasting:
        if isinstance(effect, BeganToDraw) and effect.seat == frame.seat:
            return effect.able
    able: bool | None = state.ruleset.tables.settings["match.able"](
        state, frame.seat, without_card(state.hands[frame.seat], frame.card)
    )
    return able


def _chose_to_draw(state: State | Step, frame: Drawn) -> bool:
    """Whether the seat could certainly have played when it began to draw."""
    return _declined(state, frame) is True


_COVERED = ("draw.nothing-left", "draw.not-the-top", "draw.one", "draw.by-choice", "draw.unable")


def module(
    exhausted: str,
    *,
    ends: Ends | None = None,
    declined_may_play: bool = True,
    forced_play: bool = False,
    bluff_forced: bool = True,
    able_plays: bool = False,
    choice_told: bool = False,
) -> Module:
    """Drawing instead of playing.

    ``exhausted``: what a seat that can do nothing brings about (``pass`` or ``lowest-hand``); ``ends``: drawing goes on until
    this says so, one card an action (None: one card is drawn); ``declined_may_play``: whether a seat that could have played may
    play the card it drew by choice; ``forced_play``: whether a card just drawn that can be played must be, and
    ``bluff_forced`` whether even as a bluff; ``able_plays``: whether a seat that can play must, instead of drawing;
    ``choice_told``: whether playing a card drawn by choice stands under a clause of its own.
    """
    take = stand_still if exhausted == "pass" else give_round_to_lowest
    finding = answer(
        FindLowest,
        ChooseSeat,
        give_round,
        lowest_open,
        cannot_be_lowest,
        covers=("exhausted.not-lowest",),
        at_random=any_seat,
    )
    minds = ends is not None or not declined_may_play or choice_told
    first = begin_to_draw if minds else draw_card
    again = answer(Drawn, Draw, draw_card, no_draw_open, draws_again, covers=(*_COVERED, "draw.again"), offered="never")
    return Module(
        name="drawing",
        answers=(
            answer(Turn, Draw, first, draw_open, nothing_left, draws_one, could_play, cannot_play, covers=_COVERED),
            again if ends is None else _continuous(ends),
            answer(
                Turn,
                Pass,
                take,
                pass_open,
                stuck,
                otherwise=(no_free_pass,),
                covers=("pass.stuck",),
                offered="out-of-ordinary",
            ),
            *(() if exhausted == "pass" else (finding,)),
        ),
        checks=(
            (Frame, Draw, not_the_top),
            (Frame, Accept, not_the_top),
            *(() if ends is None else ((Drawn, Pass, check) for check in _unfinished(ends))),
            *(() if declined_may_play else ((Drawn, Play, had_declined),)),
            *(((Drawn, Play, not_the_card_drawn_by_choice),) if ends or choice_told else ()),
            *((Drawn, Pass, check) for check in (_must_play(declined_may_play, bluff_forced) if forced_play else ())),
            *(((Turn, Draw, able_to_play),) if able_plays else ()),
        ),
        listeners={
            (Standstill, TurnTaken): moves_again,
            **({(BeganToDraw, TurnTaken): drawing_is_over, (BeganToDraw, TurnKept): turn_is_kept} if minds else {}),
        },
        uses=(*((draw_on_by_choice,) if ends else ()), *((play_chosen_draw,) if ends or choice_told else ())),
        refusals={} if ends else {(Drawn, Draw): "draw.again"},
        settings={"draw.short": forgive} | ({"play.chosen-draw": _chose_to_draw} if ends or choice_told else {}),
    )
