"""Wild Draw Four: taken or challenged, with the remedies of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Accept, Action, Challenge, Find, JumpIn, Laying, Play
from unoref.cards import FACES, NAMING, UNKNOWN, Card, Color, without_card
from unoref.checks import Check, answer, bar, breach, ground, refused
from unoref.frames import Chance, ChooseColor, Drawn, Frame, Turn
from unoref.lasting import turn_taken
from unoref.placing import debt, interrupts
from unoref.rules.action_cards import DRAW_TWO, draw_for_the_last_card
from unoref.rules.matching import on_any_card, same_symbol
from unoref.ruleset import Module
from unoref.seats import Seat, after, number_in
from unoref.state import InForce, State
from unoref.step import Rule, Step, rule
from unoref.unseen import holds, pick_unseen
from unoref.verbs import announce, draw, lose_turn, remember_not_held, resume_at, take_back

__all__ = [
    "OWED",
    "WILD_DRAW_FOUR",
    "Contested",
    "FindGuilt",
    "challenged_between_two",
    "challenger_names",
    "held_of_color",
    "judged_hand",
    "module",
    "skipped_too",
    "stands",
    "stands_with_its_color",
    "taken_back",
    "two_more",
    "two_more_with_its_color",
]


#: Points that the lists of plays leave no room for.
COVERED = ("wild-four.any-card", "wild-four.innocent", "wild-four.on-wild-four")

WILD_DRAW_FOUR = FACES["W+4"]

#: How many cards one Wild Draw Four costs.
OWED = 4

#: The setting that tells whether a play of the card would be a bluff.
_BLUFF = ("bluff", WILD_DRAW_FOUR)


@frozen
class Contested(Frame):
    """``seat`` takes the cards or challenges.

    ``before`` was in force when the card was played; ``held`` whether the offender then held a card of that color (None:
    unknown cards decide): the evidence, fixed when the card is played, out of ``judged`` cards. ``owed`` cards are at stake.
    """

    offender: Seat
    before: InForce
    held: bool | None
    owed: int
    judged: int = 0

    def seen_by(self, seat: Seat) -> Frame:
        return self if seat == self.offender or self.before.color is None else evolve(self, held=None)


@frozen
class FindGuilt(Chance):
    """The table owes the finding: did the offender hold the color?"""

    contested: Contested

    def seen_by(self, seat: Seat) -> Frame:
        contested: Any = self.contested.seen_by(seat)
        return evolve(self, contested=contested)


def held_of_color(position: State | Step, seat: Seat, hand: Iterable[Card], color: Color | None) -> bool | None:
    """Whether a hand holds a card of the color; None where its unknown cards decide, False where there is no color to hold."""
    return False if color is None else holds(position, seat, hand, lambda card: card.color is color)


def judged_hand(state: State, action: Laying) -> Iterable[Card]:
    """The hand as it is once the card has left it."""
    hand = state.hands[action.actor]
    return without_card(hand, action.card) if action.card in hand or UNKNOWN in hand else hand


def _pending(point: str, draw_cards: bool) -> Check[Contested, Play]:
    @bar(point)
    def plays_instead(state: State, frame: Contested, action: Play) -> bool:
        return (action.card.face in (DRAW_TWO, WILD_DRAW_FOUR) and action.actor == frame.seat) is draw_cards

    return plays_instead


@bar("wild-four.drawn-is-kept", faces=(WILD_DRAW_FOUR,))
def drawn_is_kept(state: State, frame: Drawn, action: Play) -> bool:
    """A Wild Draw Four that was just drawn waits for a later turn."""
    return True


@breach("wild-four.has-color", faces=(WILD_DRAW_FOUR,))
def jumped_in_with_the_color(state: State, frame: Frame, action: JumpIn) -> bool | None:
    """Jumped in with by a seat that holds the color in force."""
    guilty: bool | None = state.ruleset.tables.settings["wild-four.held"](state, action)
    return guilty


@ground("challenge")
def is_the_victim(state: State, frame: Contested, action: Challenge) -> bool:
    """Whoever would draw the cards may challenge."""
    return True


@ground("challenge.between-two")
def stays_between_two(state: State, frame: Contested, action: Challenge) -> bool:
    """Between two players too, where other rules about draw cards differ for them."""
    return number_in(state) == 2


def challenged_between_two() -> Module:
    """Say of a challenge between two players that it stays, where other rules about draw cards differ for them."""
    return Module(
        name="challenge-between-two",
        checks=((Contested, Challenge, is_the_victim), (Contested, Challenge, stays_between_two)),
    )


@bar("challenge.too-many")
def more_than_owed(state: State, frame: Contested, action: Accept) -> bool:
    """More cards named than are owed."""
    return len(action.cards) > frame.owed


@bar("challenge.outcome")
def no_finding(state: State, frame: FindGuilt, action: Find) -> bool:
    """A challenge ends in guilty or innocent."""
    return action.outcome not in ("guilty", "innocent")


@rule("challenge.last-card")
def pay_for_the_last_card(step: Step, victim: Seat, owed: int) -> None:
    """Played as the last card it cannot be challenged: the cards are drawn at once, since nothing is left to choose."""
    draw_for_the_last_card(step, victim, owed)
    lose_turn_for_cards(step, victim)


@rule("challenge.none")
def take_the_cards(step: Step, frame: Contested, action: Accept) -> None:
    """No challenge: draw what is owed and lose the turn."""
    step.pop()
    announce(step, turn_taken(frame.seat, False))
    if step.hands[frame.offender]:
        draw(step, frame.seat, frame.owed, action.cards)
    else:
        draw_for_the_last_card(step, frame.seat, frame.owed, action.cards)
    lose_turn_for_cards(step, frame.seat)


def lose_turn_for_cards(step: Step, seat: Seat) -> None:
    """The seat that drew loses its turn; with two players the turn comes back at once."""
    (lose_turn_of_two if number_in(step) == 2 else lose_turn)(step, seat)


@rule("wild-four.two-players")
def lose_turn_of_two(step: Step, seat: Seat) -> None:
    """With two players the turn comes back at once."""
    lose_turn(step, seat)


@rule("challenge.guilty")
def stands(step: Step, case: Contested) -> None:
    """Guilty: the offender draws; card and color stay, the challenger has a turn."""
    step.tell("guilty", case.offender)
    draw(step, case.offender, case.owed)


@rule("challenge.color")
def color_stays(step: Step) -> None:
    """The color named is in force all the same."""
    step.tell("color-stays", None, (), None, step.in_force.color)


@rule("challenge.guilty")
def stands_with_its_color(step: Step, case: Contested) -> None:
    """As :func:`stands`; it is told that the color named stays."""
    stands(step, case)
    color_stays(step)


@rule("challenge.guilty")
def skipped_too(step: Step, case: Contested) -> None:
    """Guilty: the offender draws, and the challenger's turn is lost all the same."""
    stands(step, case)
    challenger_skipped(step, case)


@rule("challenge.turn")
def challenger_skipped(step: Step, case: Contested) -> None:
    """The challenger does not play."""
    lose_turn(step, case.seat)


@rule("challenge.guilty")
def taken_back(step: Step, case: Contested) -> None:
    """Guilty: the card goes back, the offender draws and plays otherwise."""
    step.tell("guilty", case.offender)
    undo(step, case)
    draw(step, case.offender, case.owed)


@rule("challenge.card")
def undo(step: Step, case: Contested) -> None:
    """The card goes back to the hand, the color before it is in force again, and the turn is taken anew."""
    top = step.discard.top
    if top is not None and top.face is WILD_DRAW_FOUR:  # else it has been shuffled into the draw pile meanwhile
        take_back(step, case.offender)
    step.tables.settings["turn.passes"](step)
    step.in_force = case.before
    resume_at(step, case.offender)


@rule("challenge.guilty")
def challenger_names(step: Step, case: Contested) -> None:
    """Guilty: the offender draws and the challenger names the color."""
    step.push(ChooseColor(case.seat))  # below whatever the draw must wait for, so that a shuffle owed is on top
    stands(step, case)


@rule("challenge.innocent")
def two_more_with_its_color(step: Step, case: Contested) -> None:
    """As :func:`two_more`; it is told that the color named stays."""
    two_more(step, case)
    color_stays(step)


@rule("challenge.innocent")
def two_more(step: Step, case: Contested) -> None:
    """Innocent: the challenger draws two more than were owed and loses the turn."""
    step.tell("innocent", case.offender)
    draw(step, case.seat, case.owed + 2)
    lose_turn_for_cards(step, case.seat)


@rule("challenge.innocent")
def two_more_for_each(step: Step, case: Contested) -> None:
    """As :func:`two_more`, with two more for every Wild Draw Four that makes up the debt."""
    step.tell("innocent", case.offender)
    draw(step, case.seat, case.owed + 2 * (case.owed // OWED))
    lose_turn_for_cards(step, case.seat)


_accept = cache(Accept)
_challenge = cache(Challenge)


def answers_open(state: State, frame: Contested) -> tuple[Accept, ...]:
    """Taking the cards."""
    return (_accept(frame.seat),)


def challenge_open(state: State, frame: Contested) -> tuple[Challenge, ...]:
    """Challenging."""
    return (_challenge(frame.seat),)


def findings_open(state: State, frame: FindGuilt) -> tuple[Find, ...]:
    """Guilty or innocent."""
    return (Find("guilty"), Find("innocent"))


def find_at_random(state: State, frame: FindGuilt, rng: Random) -> Find:
    """The finding for a hand filled by chance with cards it may hold."""
    case = frame.contested
    unknown = state.hands[case.offender].count(UNKNOWN)
    guilty = any(pick_unseen(state, rng).color is case.before.color for _ in range(unknown))
    return Find("guilty" if guilty else "innocent")


def _contested(state: State, frame: Contested, at: int) -> str:
    kept = int(state.ruleset.tables.settings["reshuffle.keeps"])
    if kept and not state.discard:
        return "the discard pile is empty"
    if frame.before.color is None and frame.held is not False:
        return "nobody holds a card of a color that is not there"
    return interrupts(state, at, frame.seat, frame.offender) or debt(state, frame.owed)


def _find_guilt(state: State, frame: FindGuilt, at: int) -> str:
    return _contested(state, frame.contested, at)


def module(
    *,
    if_guilty: Rule[[Contested]],
    if_innocent: Rule[[Contested]],
    named_color_counts: bool,
    last_card_challenged: bool,
    drawn_may_be_played: bool,
    shown_to_all: bool = False,
    judged_when_challenged: bool = False,
) -> Module:
    """Wild Draw Four with a remedy for each finding.

    ``named_color_counts``: whether the color named for a wild below is tested; ``last_card_challenged``: whether a Wild Draw
    Four played last may be challenged; ``drawn_may_be_played``: whether it may be played in the turn it was drawn;
    ``shown_to_all``: whether everybody sees the challenged hand; ``judged_when_challenged``: whether the hand is judged as it is
    then, not as it was when the card was played.
    """

    def tested(before: InForce) -> Color | None:
        return before.color if named_color_counts or before.face not in NAMING else None

    def held(state: State, action: Laying) -> bool | None:
        return held_of_color(state, action.actor, judged_hand(state, action), tested(state.in_force))

    @ground("wild-four.innocent", faces=(WILD_DRAW_FOUR,))
    def innocent(state: State, frame: Turn, action: Play) -> bool | None:
        guilty = held(state, action)
        return None if guilty is None else not guilty

    @breach("wild-four.has-color", faces=(WILD_DRAW_FOUR,))
    def has_color(state: State, frame: Turn, action: Play) -> bool | None:
        return held(state, action)

    @rule("wild-four")
    def aim(step: Step, action: Play, before: InForce) -> None:
        """The next seat takes the cards or challenges; what the offender held is kept as evidence."""
        step.tell("color-named", action.actor, (), None, step.in_force.color)
        contest(step, action.actor, before, OWED)

    def contest(step: Step, offender: Seat, before: InForce, owed: int, kind: type[Contested] = Contested) -> None:
        waits = step.tables.settings.get("wild-four.last-answered")
        if waits is not None and not step.hands[offender] and waits(step, offender, before, owed):
            return
        if not last_card_challenged and not step.hands[offender]:
            pay_for_the_last_card(step, after(step, offender), owed)
            return
        guilty = held_of_color(step, offender, step.hands[offender], tested(before))
        step.push(kind(after(step, offender), offender, before, guilty, owed, len(step.hands[offender])))

    @rule("challenge")
    def challenge(step: Step, frame: Contested, action: Challenge) -> None:
        """The offender shows the hand; the evidence decides, or the table where nobody knows."""
        step.pop()
        announce(step, turn_taken(frame.seat, False))
        step.tell("challenged", frame.seat, (), None, None, frame.offender)
        show_hand(step, frame)
        stacked = step.tables.settings.get("challenge.stacked")
        if stacked is not None:
            stacked(step, frame)
        hand = step.hands[frame.offender]
        held = frame.held
        if judged_when_challenged:
            held = held_of_color(step, frame.offender, hand, tested(frame.before))
        if held is None:
            step.push(FindGuilt(frame))
        else:
            settle(step, frame, held)

    @rule("challenge.evidence")
    def show_hand(step: Step, case: Contested) -> None:
        """The hand is shown to the challenger only, or to everybody."""
        step.tell("hand-shown-to-all" if shown_to_all else "hand-shown", case.offender, (), None, None, case.seat)

    @rule("challenge.evidence")
    def decide(step: Step, frame: FindGuilt, action: Find) -> None:
        """The table has found."""
        step.pop()
        settle(step, frame.contested, action.outcome == "guilty")

    def settle(step: Step, case: Contested, guilty: bool) -> None:
        color, judged = tested(case.before), min(case.judged, len(step.hands[case.offender]))
        if not guilty and color is not None and judged:
            remember_not_held(step, case.offender, color, judged)
        (if_guilty if guilty else if_innocent)(step, case)

    return Module(
        name="wild-draw-four",
        answers=(
            answer(
                Contested,
                Accept,
                take_the_cards,
                answers_open,
                more_than_owed,
                covers=("draw.not-the-top", "challenge.too-many"),
            ),
            answer(
                Contested,
                Challenge,
                challenge,
                challenge_open,
                objection=True,
                reserved="challenge.only-victim",
            ),
            answer(
                FindGuilt,
                Find,
                decide,
                findings_open,
                no_finding,
                covers=("challenge.outcome",),
                at_random=find_at_random,
            ),
            refused(Contested, Play, _pending("stacking.none-pending", True), _pending("contested.pending", False)),
        ),
        checks=(
            (Turn, Play, on_any_card("wild-four.any-card", WILD_DRAW_FOUR)),
            (Turn, Play, same_symbol("wild-four.on-wild-four", WILD_DRAW_FOUR)),
            (Turn, Play, innocent),
            (Turn, Play, has_color),
            *(() if drawn_may_be_played else ((Drawn, Play, drawn_is_kept),)),
        ),
        effects={WILD_DRAW_FOUR: aim},
        settings={
            ("owe", WILD_DRAW_FOUR): contest,
            ("worth", WILD_DRAW_FOUR): OWED,
            "wild-four.held": held,
            ("bluff", WILD_DRAW_FOUR): held,
        },
        refusals={(Contested, Action): "contested.pending"},
        sound={Contested: _contested, FindGuilt: _find_guilt},
        uses=(pay_for_the_last_card, lose_turn_of_two, if_guilty, if_innocent, show_hand, challenger_skipped, undo),
    )
