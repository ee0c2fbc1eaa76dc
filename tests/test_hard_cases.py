"""The mechanism alone carries what later variants need: new rows and modules, nothing bent.

The modules here belong to no variant. They show that a penalty may be answered and passed on, that a bomb may travel, that an
effect may wait for a seat's next turn, and that an answer may come from a seat that does not have the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from attrs import evolve, frozen

import unoref
from tests.tables import table
from unoref.actions import Accept, Answer, ChooseSeat, JumpIn, Pass, Play, Refuse, Shuffle
from unoref.card_notation import read_cards
from unoref.cards import CARDS, FACES, Color, Deck, hand
from unoref.checks import answer, bar, ground
from unoref.engine import resolve
from unoref.errors import IllegalAction, RulebookError
from unoref.events import RawEvent
from unoref.frames import Auto, BeginTurn, ChooseColor, Drawn, Draws, Frame, PassTurn, Turn
from unoref.lasting import Lasting, Moment, TurnBegins, TurnTaken
from unoref.piles import Pile
from unoref.rulebook import rulebook
from unoref.rules.drawing import FindLowest
from unoref.rules.reshuffle import ShuffleDiscards
from unoref.rules.turns import play_card
from unoref.rules.wild_draw_four import Contested
from unoref.ruleset import Module, Ruleset, Tables, assemble
from unoref.seats import Seat, after
from unoref.state import InForce, State
from unoref.step import Step, rule
from unoref.variants import official
from unoref.verbs import draw, last, lay, lift, lose_turn, resume_after

ANN, BO, CY, DI = (Seat(seat) for seat in range(4))


def rules_with(*modules: Module, **options: object) -> Ruleset:
    """The official rules with further modules, whose points cite a clause that will do for a test."""
    book = rulebook("official")
    settled = book.settle({name.replace("_", "-"): value for name, value in options.items()})
    chosen = (*official.modules(settled), *modules)
    bindings = dict.fromkeys(Tables(chosen, book.bindings).points, ("official:turn.actions",))
    cards = {card: 2 for card in CARDS.values() if card.code != "?"}
    return Ruleset("official", settled, Deck(cards), assemble(bindings | dict(book.bindings), chosen))


def play(state: State, sentence: str) -> State:
    return unoref.apply(state, unoref.parse(sentence, state))


# --- three remedies for the Wild Draw Four --------------------------------------------------------------------------------


def bluff(rules: Ruleset) -> State:
    hands = {"Ann": "W+4 R3 G1", "Bo": "W+4 Y1 Y2", "Cy": "W+4 B1 B2", "Di": "G4 G5"}
    return table(rules, hands, "G9 R5", draw_pile="B3 B4 B5 B6 B7 B8 Y3 Y4 Y5 Y6 Y7 Y8 G6 G7")


def test_a_guilty_wild_draw_four_may_stand_while_the_offender_draws() -> None:
    state = play(play(bluff(rules_with()), "Ann plays W+4 naming blue"), "Bo challenges")

    assert len(state.hands[ANN]) == 6
    assert (state.in_force.color, state.discard.top) == (Color.BLUE, CARDS["W+4"])
    assert state.frames == (Turn(BO),)


def test_a_guilty_wild_draw_four_may_be_taken_back() -> None:
    state = play(play(bluff(rules_with(challenge_card="taken-back")), "Ann plays W+4 naming blue"), "Bo challenges")

    assert len(state.hands[ANN]) == 7
    assert (state.in_force.color, state.discard.top) == (Color.RED, CARDS["R5"])
    assert state.frames == (Turn(ANN),)


@bar("test.not-a-wild-draw-four")
def other_card(state: State, frame: Contested, action: Play) -> bool:
    return action.card.face is not FACES["W+4"]


@rule("test.stack")
def stack(step: Step, frame: Contested, action: Play) -> None:
    """The debt grows by four and rests on the next seat."""
    step.pop()
    before = step.in_force
    lay(step, action.actor, action.card, action.colors[0])
    resume_after(step, action.actor)
    held = any(card.color is before.color for card in step.hands[action.actor])
    step.push(Contested(after(step, action.actor), action.actor, before, held, frame.owed + 4))


def stacks_open(state: State, frame: Contested) -> Iterator[Play]:
    for color in (Color.RED, Color.YELLOW, Color.GREEN, Color.BLUE):
        yield Play(frame.seat, (CARDS["W+4"],), (color,))


STACKING = Module(
    name="test-stacking",
    answers=(answer(Contested, Play, stack, stacks_open, other_card),),
    replaces={"answer Contested Play"},
)


def test_a_wild_draw_four_may_be_answered_and_the_last_challenge_decides_the_whole_debt() -> None:
    state = play(bluff(rules_with(STACKING)), "Ann plays W+4 naming blue")
    state = play(play(state, "Bo plays W+4 naming green"), "Cy plays W+4 naming yellow")
    innocent = play(state, "Di challenges")
    accepted = play(state, "Di accepts")

    assert len(innocent.hands[DI]) == 2 + 14  # Cy held no green card: twelve were owed, and two more
    assert [len(accepted.hands[seat]) for seat in (ANN, BO, CY, DI)] == [2, 2, 2, 14]
    assert accepted.frames == (Turn(ANN),)


# --- a bomb that travels ---------------------------------------------------------------------------------------------------

C4 = FACES["c4"]


@frozen
class Bomb(Frame):
    """``seat`` holds the bomb that ``originator`` lit."""

    originator: Seat


@frozen
class Blast(Auto):
    """The bomb goes off."""

    originator: Seat


@rule("test.bomb")
def light(step: Step, action: Play, before: InForce) -> None:
    step.in_force = before
    step.push(Bomb(action.actor, action.actor))


@ground("test.number")
def any_number(state: State, frame: Bomb, action: Play) -> bool:
    return action.card.face.number is not None


@rule("test.travel")
def travel(step: Step, frame: Bomb, action: Play) -> None:
    lay(step, action.actor, action.card)
    number = action.card.face.number or 0
    step.frames[-1] = Bomb(after(step, frame.seat, number), frame.originator)


@rule("test.decline")
def decline(step: Step, frame: Bomb, action: Refuse) -> None:
    step.frames[-1] = Blast(frame.seat, frame.originator)


@rule("test.blast")
def explode(step: Step, frame: Blast) -> None:
    step.pop()
    step.hands[frame.seat] = ()
    draw(step, frame.seat, 6)
    if frame.seat == after(step, frame.originator):
        resume_after(step, frame.seat)


def feeds_open(state: State, frame: Bomb) -> list[Play]:
    return [
        Play(frame.seat, (card,)) for card in dict.fromkeys(state.hands[frame.seat]) if card.face.number is not None
    ]


BOMBS = Module(
    name="test-bombs",
    answers=(
        answer(Bomb, Play, travel, feeds_open, any_number),
        answer(Bomb, Refuse, decline, lambda state, frame: (Refuse(frame.seat),)),
    ),
    checks=((Turn, Play, ground("test.black")(lambda state, frame, action: action.card.face is C4)),),
    autos={Blast: explode},
    effects={C4: light},
)


def lit(hands: dict[str, str]) -> State:
    state = table(rules_with(BOMBS), hands, "R5", draw_pile="Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8")
    return play(state, "Ann plays :c4")


def test_a_bomb_travels_as_many_seats_as_the_number_says_and_stays_with_a_zero() -> None:
    state = lit({"Ann": ":c4 R3 G1", "Bo": "Y1 Y9", "Cy": "B2 B3", "Di": "G0 G2 G4"})
    state = play(state, "Ann plays R3")

    assert state.frames[-1] == Bomb(DI, ANN)
    assert play(state, "Di plays G0").frames[-1] == Bomb(DI, ANN)
    assert play(state, "Di plays G2").frames[-1] == Bomb(BO, ANN)


def test_play_resumes_with_the_originators_successor_wherever_the_bomb_went_off() -> None:
    state = play(lit({"Ann": ":c4 R3 G1", "Bo": "Y1 Y9", "Cy": "B2 B3", "Di": "G0 G2 G4"}), "Ann plays R3")
    state = play(state, "Di refuses")

    assert [len(cards) for cards in state.hands] == [1, 2, 2, 6]
    assert state.frames == (Turn(BO),)


def test_a_successor_who_is_blown_up_is_passed_over() -> None:
    state = play(lit({"Ann": ":c4 R1 G1", "Bo": "Y1 Y9", "Cy": "B2 B3", "Di": "G0 G2 G4"}), "Ann plays R1")
    state = play(state, "Bo refuses")

    assert len(state.hands[BO]) == 6
    assert state.frames == (Turn(CY),)


def test_a_hand_emptied_by_feeding_the_bomb_wins_only_when_the_bomb_has_gone_off() -> None:
    state = play(lit({"Ann": ":c4 R1 G1", "Bo": "Y1", "Cy": "B2 B3", "Di": "G0 G2 G4"}), "Ann plays R1")
    state = play(state, "Bo plays Y1")

    assert not state.over
    assert play(state, "Cy refuses").winners == (BO,)


# --- effects delayed to my next turn ----------------------------------------------------------------------------------------


@frozen
class Delayed(Lasting):
    """Waits for the next turn of ``seat``."""

    seat: Seat
    color: Color


@frozen
class Fire(Auto):
    """A delayed effect goes off."""

    color: Color


@rule("test.delay")
def delay(step: Step, action: Play, before: InForce) -> None:
    last(step, Delayed(action.actor, action.card.color))


def due(step: Step, effect: Delayed, moment: Moment) -> None:
    if effect.seat == moment.seat:
        lift(step, effect)
        step.push(Fire(effect.seat, effect.color))


@rule("test.fire")
def fire(step: Step, frame: Fire) -> None:
    """Yellow: the others draw one; red: the turn is lost."""
    step.pop()
    if frame.color is Color.YELLOW:
        for seat in range(len(step.hands)):
            if seat != frame.seat:
                draw(step, Seat(seat), 1)
    else:
        lose_turn(step, frame.seat)


DELAYS = Module(
    name="test-delays",
    autos={Fire: fire},
    effects={FACES["0"]: delay},
    listeners={(Delayed, TurnBegins): due},
)


def test_an_effect_waits_for_the_next_turn_of_its_seat() -> None:
    hands = {"Ann": "Y0 Y1 Y2", "Bo": "Y3 Y4 Y5", "Cy": "Y6 Y7 Y8"}
    state = table(rules_with(DELAYS), hands, "Y9", draw_pile="B1 B2 B3 B4")
    state = play(play(state, "Ann plays Y0"), "Bo plays Y3")

    assert state.lasting == (Delayed(ANN, Color.YELLOW),)
    state = play(state, "Cy plays Y6")
    assert [len(cards) for cards in state.hands] == [2, 3, 3]
    assert (state.frames, state.lasting) == ((Turn(ANN),), ())


def test_the_older_of_two_effects_settles_first_and_the_turn_is_lost_afterwards() -> None:
    hands = {"Ann": "Y1 Y2", "Bo": "Y3 Y4", "Cy": "Y6 Y7 Y8"}
    rules = rules_with(DELAYS)
    waiting = (Delayed(ANN, Color.YELLOW), Delayed(ANN, Color.RED))
    start = table(rules, hands, "Y9", draw_pile="B1 B2 B3 B4", frames=(PassTurn(CY),))
    told: list[RawEvent] = []
    nothing_first = rule("turn.order")(lambda step, frame, action: None)
    state = resolve(evolve(start, lasting=waiting), Pass(CY), told, nothing_first)

    assert [len(cards) for cards in state.hands] == [2, 3, 4]
    assert state.frames == (Turn(BO),)
    assert [kind for kind, *_ in told] == ["drew", "drew", "turn-lost", "turn"]


def test_a_position_has_at_least_one_frame() -> None:
    state = table(rules_with(), {"Ann": "R7 B3 G1", "Bo": "Y3 Y4 Y5"}, "R5")

    with pytest.raises(ValueError, match="at least one"):
        evolve(state, frames=())


@frozen
class Strange(Auto):
    """No ruleset knows it."""


def test_a_state_may_hold_an_automatic_frame_that_no_rule_runs_until_it_is_on_top_of_a_step() -> None:
    state = table(rules_with(), {"Ann": "R7 B3 G1", "Bo": "Y3 Y4 Y5"}, "R5")
    under = evolve(state, frames=(Strange(ANN), *state.frames[-1:]))

    assert unoref.legal_actions(evolve(state, frames=(Strange(ANN),))) == ()
    with pytest.raises(AssertionError, match="no module runs Strange"):
        resolve(under, Pass(ANN), None, rule("pass.drawn")(lambda step, frame, action: step.pop()))


def test_automatic_steps_that_do_not_end_are_the_fault_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table(rules_with(), {"Ann": "R7 B3 G1", "Bo": "Y3 Y4 Y5"}, "R5")
    action = unoref.parse("Ann plays R7", state)  # one automatic step: the turn passes on

    monkeypatch.setattr("unoref.engine._STEPS", range(2))
    assert unoref.apply(state, action).to_act == 1
    monkeypatch.setattr("unoref.engine._STEPS", range(1))
    with pytest.raises(AssertionError, match="do not end"):
        unoref.apply(state, action)


@pytest.mark.parametrize(
    ("keeps", "kept_at", "stay"),
    [
        (1, None, "Y3"),
        (0, None, ""),
        (2, None, "Y3 B2"),
        (9, None, "Y3 B2 G1 R5"),
        (1, 2, "G1"),
        (0, 2, ""),
        (1, 9, ""),
    ],
)
def test_what_stays_in_a_reshuffle_and_what_leaves_are_the_whole_pile(
    keeps: int, kept_at: int | None, stay: str
) -> None:
    pile = Pile.of(CARDS[code] for code in ("R5", "G1", "B2", "Y3"))

    assert " ".join(card.code for card in pile.staying(keeps, kept_at)) == stay
    assert Counter(pile.staying(keeps, kept_at)) + Counter(pile.leaving(keeps, kept_at)) == Counter(pile)


@frozen
class Nosy(Lasting):
    """Asks its seat for a color whenever anybody acts."""

    seat: Seat


def asks(step: Step, effect: Nosy, moment: Moment) -> None:
    lift(step, effect)
    step.push(ChooseColor(effect.seat))


NOSY = Module(name="test-nosy", listeners={(Nosy, TurnTaken): asks})


@pytest.mark.parametrize("sentence", ["Ann plays Y3", "Ann draws"])
def test_an_effect_woken_by_an_action_may_ask_before_play_goes_on(sentence: str) -> None:
    start = table(rules_with(NOSY), {"Ann": "Y3 Y4 Y5", "Bo": "Y6 Y7"}, "Y9", draw_pile="B1 B2")
    state = play(evolve(start, lasting=(Nosy(BO),)), sentence)

    assert state.frames[-1] == ChooseColor(BO)
    state = play(state, "Bo names red")
    assert state.in_force.color is Color.RED
    assert state.frames == ((Turn(BO),) if "plays" in sentence else (Drawn(ANN, CARDS["B1"]),))


@rule("test.judgement")
def judgement(step: Step, frame: BeginTurn) -> None:
    step.frames[-1] = Turn(frame.seat)
    draw(step, frame.seat, 1)


def test_another_module_may_say_how_a_turn_begins() -> None:
    judging = Module(name="test-judgement", autos={BeginTurn: judgement}, replaces={"auto BeginTurn"})
    state = table(rules_with(judging), {"Ann": "Y3 Y4 Y5", "Bo": "Y6 Y7"}, "Y9", draw_pile="B1 B2")

    assert len(play(state, "Ann plays Y3").hands[BO]) == 3


def test_a_skipped_seat_keeps_what_waits_for_its_turn() -> None:
    hands = {"Ann": "Y0 Y1 Y2", "Bo": "YS Y4 Y5", "Cy": "Y6 YS Y8"}
    state = table(rules_with(DELAYS), hands, "Y9", draw_pile="B1 B2 B3 B4")
    state = play(play(state, "Ann plays Y0"), "Bo plays YS")

    assert state.frames == (Turn(ANN),) and state.lasting == ()
    state = table(rules_with(DELAYS), hands, "Y9", draw_pile="B1 B2 B3 B4")
    state = play(play(play(state, "Ann plays Y0"), "Bo plays Y4"), "Cy plays YS")
    assert state.frames == (Turn(BO),)
    assert state.lasting == (Delayed(ANN, Color.YELLOW),)


# --- answers out of turn ----------------------------------------------------------------------------------------------------


@ground("test.identical")
def identical(state: State, frame: Turn, action: JumpIn) -> bool:
    return action.card is state.discard.top


@rule("test.jump-in")
def jump_in(step: Step, frame: Turn, action: JumpIn) -> None:
    """An ordinary play of another seat; the turn passes on from there."""
    play_card.function(step, frame, Play(action.actor, action.cards, action.colors, saying_uno=action.saying_uno))


def jumps_open(state: State, frame: Turn) -> Iterator[JumpIn]:
    top = state.discard.top
    for seat, cards in enumerate(state.hands):
        if seat != frame.seat and top is not None and top in cards:
            yield JumpIn(Seat(seat), (top,))


JUMPING = Module(name="test-jumping", answers=(answer(Turn, JumpIn, jump_in, jumps_open, identical, who="others"),))


def test_a_row_open_to_others_lets_a_seat_jump_in() -> None:
    hands = {"Ann": "R5 R6 R7", "Bo": "Y1 Y2 Y3", "Cy": "R5 B1 B2", "Di": "G1 G2 G3"}
    state = play(table(rules_with(JUMPING), hands, "R9"), "Ann plays R5")

    assert [unoref.format(action, state) for action in unoref.legal_actions(state, CY)] == ["Cy jumps in with R5"]
    assert play(state, "Cy jumps in with R5").frames == (Turn(DI),)
    with pytest.raises(IllegalAction):
        play(state, "Di jumps in with R5")


@frozen
class Aimed(Frame):
    """``seat`` may answer what ``by`` has aimed at it."""

    by: Seat


@rule("test.aim")
def aim(step: Step, action: Play, before: InForce) -> None:
    step.push(Aimed(after(step, action.actor), action.actor))


@ground("test.widow")
def widow(state: State, frame: Aimed, action: Answer) -> bool:
    return action.card.face is FACES["widow"]


@rule("test.void")
def void(step: Step, frame: Aimed, action: Answer) -> None:
    step.pop()
    lay(step, action.actor, action.card)


@rule("test.clip")
def clip(step: Step, frame: Aimed, action: Refuse) -> None:
    step.pop()
    step.hands[frame.by], step.hands[frame.seat] = step.hands[frame.seat], step.hands[frame.by]


def widows_open(state: State, frame: Aimed) -> list[Answer]:
    return [Answer(frame.seat, (card,)) for card in state.hands[frame.seat] if card.face is FACES["widow"]]


CLIPS = Module(
    name="test-clips",
    answers=(
        answer(Aimed, Answer, void, widows_open, widow),
        answer(Aimed, Refuse, clip, lambda state, frame: (Refuse(frame.seat),)),
    ),
    effects={FACES["clip"]: aim},
)


def test_an_answer_out_of_turn_voids_the_effect_and_the_order_of_turns_stays() -> None:
    hands = {"Ann": "R:clip R6 R7", "Bo": "G:widow Y2 Y3", "Cy": "R5 B1 B2"}
    state = play(table(rules_with(CLIPS), hands, "R9"), "Ann plays R:clip")
    answered = play(state, "Bo answers with G:widow")

    assert answered.frames == (Turn(BO),)
    assert [len(cards) for cards in answered.hands] == [2, 2, 3]


def test_the_window_opens_whether_or_not_the_target_can_answer() -> None:
    hands = {"Ann": "R:clip R6 R7", "Bo": "Y2 Y3 Y4", "Cy": "R5 B1 B2"}
    state = play(table(rules_with(CLIPS), hands, "R9"), "Ann plays R:clip")

    assert state.to_act == BO
    assert unoref.legal_actions(state) == (Refuse(BO),)


# --- assembling -------------------------------------------------------------------------------------------------------------


def test_two_modules_that_define_the_same_key_are_refused_unless_one_replaces_the_other() -> None:
    rival = Module(name="rival", effects={FACES["S"]: delay})

    with pytest.raises(RulebookError, match="modules action-cards and rival both define 'effect S'"):
        rules_with(rival)
    willing = Module(name="rival", effects={FACES["S"]: delay}, replaces={"effect S"})
    assert rules_with(willing).tables.effects[FACES["S"]] is delay


def test_replacing_what_nobody_defines_is_refused() -> None:
    with pytest.raises(RulebookError, match="replaces 'effect X', which no other module defines"):
        rules_with(Module(name="idle", replaces={"effect X"}))


def test_a_point_that_no_clause_is_bound_to_is_refused() -> None:
    book = rulebook("official")
    modules = (*official.modules(book.settle({})), Module(name="stray", effects={C4: light}))

    with pytest.raises(RulebookError, match=r"binds no clause to 'test\.bomb'"):
        assemble(book.bindings, modules)


def test_an_action_that_no_module_refuses_is_refused_on_assembling() -> None:
    book = rulebook("official")
    modules = [module for module in official.modules(book.settle({})) if module.name != "turns"]

    with pytest.raises(RulebookError):
        assemble(book.bindings, modules)


def test_the_order_of_modules_means_nothing() -> None:
    book = rulebook("official")
    modules = official.modules(book.settle({}))
    one, other = Tables(tuple(modules), book.bindings), Tables(tuple(reversed(modules)), book.bindings)

    assert list(one.answers) == list(other.answers)
    assert one.points == other.points
    for frame in (Turn, Contested, BeginTurn):
        assert [row.answer.action for row in one.rows(frame)] == [row.answer.action for row in other.rows(frame)]
        for mine, theirs in zip(one.rows(frame), other.rows(frame), strict=True):
            assert [check.point for check in mine.checks] == [check.point for check in theirs.checks]


# --- a price ------------------------------------------------------------------------------------------------------------------


@rule("test.misplay")
def one_card(step: Step, frame: Turn, action: Play) -> None:
    draw(step, action.actor, 1)


PRICED = Module(
    name="test-price",
    checks=(
        (
            Turn,
            Play,
            bar("test.misplay", price=one_card)(
                lambda state, frame, action: (
                    frame.seat == action.actor and action.card.color is not state.in_force.color
                )
            ),
        ),
    ),
)


def test_an_illegal_action_with_a_price_stays_illegal_and_is_paid() -> None:
    state = table(rules_with(PRICED), {"Ann": "R1 R2", "Bo": "Y1 Y2"}, "Y9", draw_pile="B1 B2")
    ruling = unoref.judge(state, unoref.parse("Ann plays R1", state))

    assert ruling.verdict == "illegal"
    assert ruling.after is not None and len(ruling.after.hands[ANN]) == 3
    assert ruling.after.frames == (Turn(ANN),)
    with pytest.raises(IllegalAction):
        unoref.apply(state, ruling.action)


def test_a_refusal_leaves_the_round_unfinished() -> None:
    state = play(bluff(rules_with()), "Ann plays W+4 naming blue")

    with pytest.raises(IllegalAction):
        play(state, "Bo refuses")
    assert unoref.legal_actions(state)[0] == Accept(BO)
    assert not state.over


# --- what other rules may bring about -------------------------------------------------------------------------------------


@frozen
class Toll(Frame):
    """``seat`` passes, or what speaks against it may cost something."""


@rule("test.toll")
def pay_toll(step: Step, frame: Toll, action: Pass) -> None:
    step.pop()


@ground("test.free")
def passes_free(state: State, frame: Toll, action: Pass) -> bool:
    return False


@bar("test.dear", price=pay_toll)
def is_dear(state: State, frame: Toll, action: Pass) -> bool:
    return isinstance(frame, Toll) and len(state.hands[frame.seat]) > 2


@bar("test.closed")
def is_closed(state: State, frame: Toll, action: Pass) -> bool:
    return True


def tolled(hand: str) -> State:
    """Bo owes the toll in Ann's turn."""
    row = answer(Toll, Pass, pay_toll, lambda state, frame: (), passes_free, otherwise=(is_dear, is_closed))
    rules = rules_with(Module(name="toll", answers=(row,)))
    return table(rules, {"Ann": "R1 R2", "Bo": hand, "Cy": "G1"}, "R5", frames=(PassTurn(ANN), Toll(BO)))


def test_a_reason_has_its_price_only_where_it_holds() -> None:
    free, dear = unoref.judge(tolled("B1 B2"), Pass(BO)), unoref.judge(tolled("B1 B2 B3"), Pass(BO))

    assert (free.verdict, free.after) == ("illegal", None)
    assert dear.verdict == "illegal" and dear.after is not None and dear.after.frames == (Turn(BO),)


@pytest.mark.clause("classic:i20", "classic:1.10.c")
def test_a_bluffer_whom_another_rule_has_left_without_the_color_only_draws() -> None:
    hands = {"Ann": "W+4 R3 G1", "Bo": "Y1 Y2", "Cy": "B1 B2"}
    state = table(unoref.ruleset("classic"), hands, "G9 R5", draw_pile="B3 B4 B5 B6 B7")
    state = play(state, "Ann plays W+4 naming blue")
    state = evolve(state, hands=(hand((CARDS["G1"], CARDS["G2"])), *state.hands[1:]))
    state = play(state, "Bo challenges")

    assert [card.code for card in state.hands[ANN]] == [card.code for card in hand(read_cards("W+4 G1 G2 B3 B4 B5 B6"))]
    assert (state.discard.top, state.in_force) == (CARDS["R5"], InForce(Color.RED, FACES["5"]))
    assert state.frames == (Turn(BO),)


def test_of_two_empty_hands_the_one_whose_turn_passes_on_is_out() -> None:
    state = table(unoref.ruleset(), {"Ann": "R7", "Bo": "", "Cy": "B1"}, "R5")

    assert play(state, "Ann plays R7").winners == (ANN,)


def test_those_who_wait_for_a_shuffle_draw_what_was_said_and_anything_else_in_between() -> None:
    frames = (PassTurn(ANN), Draws(CY, 1, (CARDS["R1"],)), Draws(BO, 2, (CARDS["G1"],)), ShuffleDiscards())
    hands = {"Ann": "B1", "Bo": "B2", "Cy": "B3"}
    state = table(unoref.ruleset(), hands, "G1 Y1 R1 Y2 R5", draw_pile="", frames=frames)

    def verdict(order: str) -> str:
        return unoref.judge(state, Shuffle(read_cards(order))).verdict

    assert verdict("G1 Y1 R1 Y2") == verdict("G1 Y2 R1 Y1") == "legal"
    assert verdict("G1 R1 Y1 Y2") == verdict("Y1 G1 R1 Y2") == "illegal"


def test_an_action_aimed_at_a_seat_that_is_not_there_is_no_action() -> None:
    rules = unoref.ruleset(exhausted="lowest-hand")
    state = table(rules, {"Ann": "?3", "Bo": "R1"}, "R5", draw_pile="", frames=(PassTurn(ANN), FindLowest(ANN)))

    for seat in (2, 99):
        with pytest.raises(ValueError, match="names a seat that is not at a table of 2"):
            unoref.transition(state, ChooseSeat(Seat(seat)))
