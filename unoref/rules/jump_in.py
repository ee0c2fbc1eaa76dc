"""Jump-in: the identical card may be played out of turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from attrs import evolve, frozen

from unoref.actions import Action, JumpIn, Play
from unoref.cards import Card, Face
from unoref.checks import Answer, Check, answer, bar, ground
from unoref.frames import PASS_TURNS, BeginTurn, Drawn, Frame, Over, Turn
from unoref.lasting import TurnTaken, turn_kept
from unoref.rules.debts import Owed
from unoref.rules.jump_windows import (
    JumpWindow,
    Resumes,
    SetWindow,
    after_jumper,
    no_set,
    open_window,
    open_window_instead,
    open_window_on_opening,
    open_window_on_set,
    set_laid,
    window_closes,
    window_moves,
    window_of,
)
from unoref.rules.jumped_fours import OF_A_JUMPED_FOUR, JumpedFour, faulty_jumped_four
from unoref.rules.turns import bare_plays, call_is_choice, lay_out, take_effect
from unoref.rules.wild_draw_four import WILD_DRAW_FOUR, Contested
from unoref.ruleset import Module
from unoref.seats import Seat, seats_in
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.unseen import can_hold
from unoref.verbs import announce, last, lift

__all__ = ["OnContested", "add", "module", "plain_play"]


@frozen(eq=False)
class OnContested:
    """What a Wild Draw Four that is jumped in with adds to a challenge, where those who jump in may be challenged too.

    ``joins`` adds it to a case that is open, ``begins`` makes it the only one, against the seat whose turn it is.
    """

    joins: Callable[[Step, Contested, Seat, InForce], None]
    begins: Callable[[Step, Seat, Seat, InForce], None]


@ground("jump-in.identical")
def identical(state: State, frame: Frame, action: JumpIn) -> bool:
    """The same color and the same number or symbol as the top card."""
    return action.card is state.discard.top


@bar("jump-in.other-card")
def other_card(state: State, frame: Frame, action: JumpIn) -> bool:
    """Not the card on top."""
    return True


@bar("jump-in.other-card")
def other_card_than_laid(state: State, frame: Frame, action: JumpIn) -> bool:
    """As the other, where it may be that the card on top is not the only one: of a set, and once the time is over, no reason."""
    return type(window_of(state)) is JumpWindow


@ground("jump-in.of-set")
def of_the_set(state: State, frame: Frame, action: JumpIn) -> bool:
    """The same card as one of the set that lies under the top card."""
    window = window_of(state)
    return isinstance(window, SetWindow) and action.card in window.cards and action.card is not state.discard.top


@bar("jump-in.not-of-set")
def not_of_the_set(state: State, frame: Frame, action: JumpIn) -> bool:
    """None of the cards of the set."""
    return isinstance(window_of(state), SetWindow)


@bar("jump-in.own-set")
def own_set(state: State, frame: Frame, action: JumpIn) -> bool:
    """The player laid the set, of which another card is on top."""
    window = window_of(state)
    mine = isinstance(window, SetWindow) and window.anchor == action.actor
    return mine and action.card is not state.discard.top


@bar("jump-in.own-card")
def own_card(state: State, frame: Frame, action: JumpIn) -> bool:
    """The player laid the top card."""
    window = window_of(state)
    if isinstance(window, SetWindow) and window.anchor == action.actor and action.card is not state.discard.top:
        return False  # which has a reason of its own
    return window is not None and window.seat == action.actor


def _closed(on_opening: bool) -> Check[Frame, JumpIn]:
    @bar("jump-in.closed")
    def closed(state: State, frame: Frame, action: JumpIn) -> bool:
        """Somebody has acted since the card was laid, or nobody has laid one."""
        opening = not on_opening and _on_opening_card(state)  # which has a reason of its own
        return (window_of(state) is None and not opening) or isinstance(frame, Drawn)

    return closed


def _untold(on_opening: bool) -> Check[Frame, JumpIn]:
    @bar("jump-in.untold")
    def untold(state: State, frame: Frame, action: JumpIn) -> bool:
        """Nobody has laid the card on top, as far as is told."""
        return window_of(state) is None and (on_opening or not _on_opening_card(state))

    return untold


def _on_opening_card(state: State) -> bool:
    """Whether nobody has laid a card yet, as far as the piles tell."""
    return len(state.discard) == 1


@bar("jump-in.opening")
def on_opening_card(state: State, frame: Frame, action: JumpIn) -> bool:
    """The opening card was laid by nobody."""
    return window_of(state) is None and _on_opening_card(state)


@bar("jump-in.settled")
def debt_settled(state: State, frame: Frame, action: JumpIn) -> bool:
    """The opening draw card has been drawn for: nothing of it is pending."""
    window = window_of(state)
    settled = window is not None and window.seat is None and not isinstance(frame, Owed)
    return settled and ("worth", action.card.face) in state.ruleset.tables.settings


@bar("jump-in.adds-nothing")
def adds_nothing(state: State, frame: Owed | Contested, action: JumpIn) -> bool:
    """The card is no draw card: it adds nothing to a debt."""
    return ("worth", action.card.face) not in state.ruleset.tables.settings


@bar("jump-in.last-card")
def last_card(state: State, frame: Frame, action: JumpIn) -> bool:
    """The only card of a hand waits for its turn."""
    return len(state.hands[action.actor]) == 1 and action.actor != frame.seat


@bar("jump-in.own-turn-of-two")
def only_opponent_played(state: State, frame: Frame, action: JumpIn) -> bool:
    """With two players the card on top is the opponent's, and so it is the player's own turn."""
    return action.actor == frame.seat and len(seats_in(state)) == 2


@bar("jump-in.said-as-play")
def plain_play(state: State, frame: Frame, action: Play) -> bool:
    """Out of turn a card is jumped in with, not simply played."""
    return action.actor != frame.seat


@rule("jump-in.several")
def several_jumped(step: Step, reached: Seat) -> None:
    """Of several who jumped in on one card this seat is the one from which play goes on."""
    step.tell("goes-on-from", reached)


def _lay(step: Step, action: JumpIn, resumes: Resumes, tells_several: bool = False) -> Seat | None:
    """Lay the card and keep the order of play in mind; the seat from which the turn passes on."""
    window = window_of(step)
    assert window is not None
    reached = resumes(step, window, action.actor)
    lay_out(step, action)
    if tells_several and window.seat != window.anchor and reached is not None:
        several_jumped(step, reached)
    opened = window_of(step)
    if opened is not None:
        lift(step, opened)
        last(step, evolve(window, seat=action.actor, reached=reached))
    return reached


def _judged_since(frame: Owed | Contested, jumper: Seat) -> Owed | Contested:
    """The case as it is once the jumper has laid a card: one fewer of those judged is in the hand of the offender."""
    if isinstance(frame, Contested) and frame.offender == jumper and frame.judged:
        return evolve(frame, judged=frame.judged - 1)
    return frame


@rule("jump-in.adds")
def add(step: Step, frame: Owed | Contested, worth: int) -> None:
    """The debt grows; it rests on the same seat."""
    step.push(evolve(frame, owed=frame.owed + worth))
    step.tell("owes", frame.seat, (), frame.owed + worth)


@rule("jump-in.inert")
def leaves_direction(step: Step, card: Card) -> None:
    """A card that is jumped in with has no effect."""
    step.tell("jumped-idly", None, (card,))


@rule("jump-in.adds")
def add_new(step: Step, reached: Seat | None, face: Face, before: InForce) -> None:
    """A draw card jumped in with while nothing is pending hits the seat whose turn it is."""
    assert reached is not None
    worth = step.tables.settings[("worth", face)]
    step.tables.settings[("owe", face)](step, reached, before, worth)
    step.tell("owes", step.frames[-1].seat, (), worth)


@rule("jump-in.anew")
def owes_anew(step: Step, victim: Seat, action: JumpIn, before: InForce, on_contested: OnContested | None) -> None:
    """A draw card whose penalty has been drawn begins a new one, for the seat whose turn it is."""
    face, jumper = action.card.face, action.actor
    worth = step.tables.settings[("worth", face)]
    if face is not WILD_DRAW_FOUR:
        step.push(Owed(victim, jumper, worth))
    elif on_contested is None:
        step.push(JumpedFour(victim, jumper, worth, False))
    else:
        on_contested.begins(step, victim, jumper, before)
    step.tell("owes", victim, (), worth)


def module(
    *,
    barred: Mapping[str, Collection[Face]],
    resumes: Resumes = after_jumper,
    own: bool = False,
    never_own: Collection[Face] = (),
    last_card_may: bool = True,
    on_debts: bool = False,
    debts_moved: Collection[type[Owed] | type[Contested]] = (),
    debts_answered: bool = False,
    inert: Collection[Face] = (),
    on_opening: bool = False,
    tells_several: bool = False,
    two_apart: bool = False,
    whole_sets: bool = False,
    while_on_top: bool = False,
    on_contested: OnContested | None = None,
) -> Module:
    """Jumping in with the twin of the top card.

    ``barred``: the faces never jumped in with, by the point that says so; ``resumes``: who plays next; ``own``: whether one may
    jump in on the own card, ``never_own`` with which faces not; ``last_card_may``: whether the last card of a hand may;
    ``on_debts``: whether a draw card may while its debt is pending, which then grows, ``debts_moved``: pending debts that
    then grow and rest on the seat after the jumper, as if answered, and
    ``debts_answered`` whether its victim may answer it with the same card; ``inert``: faces without effect when
    jumped in with; ``on_opening``: whether the opening card may be jumped in on; ``tells_several``: whether it is told after
    whom play goes on when several have jumped in on one card; ``two_apart``: whether the rules say by name that two players
    never jump in; ``whole_sets``: whether a set of number cards may be jumped in on with the twin of any of its cards;
    ``while_on_top``: whether a card may be jumped in on as long as it is on top, whatever has been done since;
    ``on_contested``: what becomes of a Wild Draw Four jumped in with where it may be challenged.
    """

    @rule("jump-in")
    def jump_in(step: Step, frame: Turn, action: JumpIn) -> None:
        """The card is played out of turn; the turn passes on as the rules have it."""
        before = step.in_force
        at = len(step.frames) - 1
        reached = _lay(step, action, resumes, tells_several)
        if isinstance(step.frames[-1], Over):
            return
        step.frames[at] = BeginTurn(frame.seat) if reached is None else PASS_TURNS[reached]
        owe = step.tables.settings.get(("owe", action.card.face))
        if owe is not None and reached not in (None, action.actor):
            add_new(step, reached, action.card.face, before)
        elif action.card.face in inert:
            leaves_direction(step, action.card)
        else:
            take_effect(step, action, before)

    @rule("jump-in")
    def jump_in_late(step: Step, frame: Turn, action: JumpIn) -> None:
        """The card is played out of turn; whose turn it is has it still, or finishes it, unless there is something to draw."""
        before, direction, at = step.in_force, step.direction, len(step.frames) - 1
        reached = _lay(step, action, resumes)
        if isinstance(step.frames[-1], Over):
            return
        if ("worth", action.card.face) in step.tables.settings:
            announce(step, turn_kept(frame.seat))
            step.frames[at] = BeginTurn(frame.seat)
            if action.colors:
                step.tell("color-named", action.actor, (), None, step.in_force.color)
            owes_anew(step, frame.seat, action, before, on_contested)
            return
        if not isinstance(frame, Drawn):
            step.frames[at] = BeginTurn(frame.seat)
        if action.card.face in inert:
            leaves_direction(step, action.card)
        else:
            take_effect(step, action, before)
        if step.direction != direction and reached is not None and not isinstance(frame, Drawn):
            step.frames[at] = PASS_TURNS[reached]

    @rule("jump-in")
    def jump_in_on_debt(step: Step, frame: Owed | Contested, action: JumpIn) -> None:
        """The card is laid in the middle of a penalty, which grows."""
        before = step.in_force
        step.pop()
        _lay(step, action, resumes)
        if action.colors:
            step.tell("color-named", action.actor, (), None, step.in_force.color)
        if on_contested is not None and isinstance(frame, Contested):
            on_contested.joins(step, frame, action.actor, before)
        else:
            add(step, _judged_since(frame, action.actor), step.tables.settings[("worth", action.card.face)])

    @rule("jump-in.moves")
    def jump_in_and_pass_on(step: Step, frame: Owed | Contested, action: JumpIn) -> None:
        """The card is laid in the middle of a penalty, which grows and rests on the seat after the jumper."""
        before, settings = step.in_force, step.tables.settings
        step.pop()
        _lay(step, action, resumes)
        if isinstance(step.frames[-1], Over):
            return
        step.frames[-1] = PASS_TURNS[action.actor]
        face = action.card.face
        grown = frame.owed + settings[("worth", face)]
        if action.colors:
            step.tell("color-named", action.actor, (), None, step.in_force.color)
        settings.get(("stack", face), settings[("owe", face)])(step, action.actor, before, grown)
        if isinstance(step.frames[-1], Owed | Contested):
            step.tell("owes", step.frames[-1].seat, (), grown)

    def never(point: str, faces: Collection[Face]) -> Check[Frame, JumpIn]:
        return bar(point, faces=faces)(lambda state, frame, action: True)

    @bar("jump-in.never-own", faces=never_own)
    def own_card_of_that_face(state: State, frame: Frame, action: JumpIn) -> bool:
        return own_card.test(state, frame, action) is True

    checks: tuple[Check[Frame, JumpIn], ...] = (
        *(never(point, faces) for point, faces in barred.items()),
        _untold(on_opening) if while_on_top else _closed(on_opening),
        *(() if on_opening else (on_opening_card,)),
        *((debt_settled,) if on_opening and not while_on_top else ()),
        *(() if own else (own_card,)),
        *((own_card_of_that_face,) if own and never_own else ()),
        *(() if last_card_may else (last_card,)),
        *((only_opponent_played,) if two_apart else ()),
        *((of_the_set, own_set) if whole_sets else ()),
    )
    otherwise = (other_card_than_laid, not_of_the_set) if whole_sets else (other_card,)
    shut = {face for faces in barred.values() for face in faces}

    def jumps_open(state: State, frame: Frame) -> list[JumpIn]:
        """The twin of the top card in any other hand, and in every hand that may hold it."""
        window, top = window_of(state), state.discard.top
        return [] if window is None or top is None else twins_open(state, frame, window, top)

    def jumps_on_sets_open(state: State, frame: Frame) -> list[JumpIn]:
        """As the other; of a set the twins of all its cards."""
        window = window_of(state)
        if not isinstance(window, SetWindow):
            return jumps_open(state, frame)
        return [jump for card in window.cards for jump in twins_open(state, frame, window, card)]

    def twins_open(state: State, frame: Frame, window: JumpWindow, card: Card) -> list[JumpIn]:
        if card.face in shut or (isinstance(frame, Drawn) and not while_on_top):
            return []
        found: list[JumpIn] = []
        for place, cards in enumerate(state.hands):
            seat = Seat(place)
            mine = seat == window.seat and (not own or card.face in never_own)
            if seat == frame.seat or mine or not can_hold(state, seat, (card,)):
                continue
            if last_card_may or len(cards) > 1:
                form = state.ruleset.tables.forms.get(card.face)
                plays: Iterable[Play] = (
                    bare_plays(seat, card, call_is_choice(state, seat, len(cards) - 1))
                    if form is None
                    else form(state, seat, card)
                )
                found += [
                    JumpIn(seat, (card,), play.colors, target=play.target, saying_uno=play.saying_uno) for play in plays
                ]
        return found

    offers = jumps_on_sets_open if whole_sets else jumps_open

    def row(kind: type[Frame], take: Callable[..., None], *more: Check[Any, JumpIn]) -> Answer:
        return answer(kind, JumpIn, take, offers, identical, *checks, *more, otherwise=otherwise, who="others")  # type: ignore[arg-type]

    refusals: dict[tuple[type[Frame], type[Action]], str] = {
        (Turn, JumpIn): "jump-in.own-turn",
        (Frame, JumpIn): "jump-in.settling" if while_on_top else "jump-in.closed",
    }
    jumped_four = while_on_top and on_contested is None
    for kind in (Owed, Contested) if debts_answered else debts_moved:
        refusals[(kind, JumpIn)] = "jump-in.own-turn"
    return Module(
        name="jump-in",
        answers=(
            row(Turn, jump_in_late if while_on_top else jump_in),
            *(OF_A_JUMPED_FOUR if jumped_four else ()),
            *((row(Owed, jump_in_on_debt), row(Contested, jump_in_on_debt)) if on_debts else ()),
            *(row(kind, jump_in_and_pass_on, adds_nothing) for kind in debts_moved),
        ),
        listeners=dict.fromkeys(
            ((window, TurnTaken) for window in (JumpWindow, *((SetWindow,) if whole_sets else ()))),
            window_moves if while_on_top else window_closes,
        ),
        lasts={SetWindow: set_laid if whole_sets else no_set},
        refusals=refusals,
        settings={
            "play.laid": open_window_on_set if whole_sets else open_window,
            **({"opening.opened": open_window_on_opening} if on_opening else {}),
            **({"jump-in.while-on-top": True} if while_on_top else {}),
            **({"play.laid-instead": open_window_instead} if on_contested is not None else {}),
        },
        sound={JumpedFour: faulty_jumped_four} if jumped_four else {},
        replaces={"refusal Frame JumpIn"},
        uses=(
            resumes,
            *((leaves_direction,) if inert else ()),
            *((add,) if on_debts else ()),
            *((add_new,) if on_debts and not while_on_top else ()),
            *((owes_anew,) if while_on_top else ()),
            *((open_window_instead,) if on_contested is not None else ()),
            *((several_jumped,) if tells_several else ()),
        ),
    )
