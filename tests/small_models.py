"""The official and the classic rules without their options, written once more for counting: lists, strings and nothing shared.

Nothing here knows a frame, an event or a clause, and nothing is imported from unoref, so that a count on which this and the
referee agree was come to twice. Only positions with every card known and a draw pile that lasts.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

__all__ = ["Classic", "Official"]

COLORS = "RYGB"

#: A move: whether it may be contested, and the table after it.
Move = tuple[bool, "Official"]


class Official:
    """A table by the rules of Mattel; ``turn`` must act, others may call or catch."""

    def __init__(self, hands: list[list[str]], top: str, pile: list[str]) -> None:
        self.hands, self.pile = hands, pile
        self.color, self.sign = top[0], top[1:]
        self.direction, self.turn, self.over = 1, 0, False
        self.drawn: str | None = None  # the card drawn on this turn
        self.contested: tuple[int, bool] | None = None  # who laid the Wild Draw Four, and whether against the rule
        self.forgot: int | None = None  # who can be caught
        self.called = False  # UNO, on this turn, before the next-to-last card is played

    def moves(self) -> Iterator[Move]:
        """Every move of every seat."""
        if self.over:
            return
        yield from self.owed()
        if self.forgot is not None:
            called = deepcopy(self)
            called.forgot = None
            yield False, called
            for _ in range(len(self.hands) - 1):  # each of the others may catch
                caught = deepcopy(self)
                caught.draw(self.forgot, 2)
                yield False, caught

    def owed(self) -> Iterator[Move]:
        """The moves of the seat that must act."""
        if self.contested is not None:
            yield from self.answers()
            return
        if self.may_call_before_playing() and len(self.hands[self.turn]) == 2 and not self.called:
            called = deepcopy(self)
            called.called = True
            yield False, called
        if self.drawn is None:
            for card in sorted(set(self.hands[self.turn])):
                yield from self.plays(card)
            yield False, self.after_drawing()
        else:
            if self.may_play_drawn():
                yield from self.plays(self.drawn)
            kept = deepcopy(self)
            kept.pass_to(1)
            yield False, kept

    def may_call_before_playing(self) -> bool:
        return True

    def may_play_drawn(self) -> bool:
        return True

    def after_drawing(self) -> Official:
        after = deepcopy(self)
        after.drawn = after.pile[0]
        after.draw(after.turn, 1)
        after.forgot = None  # the next player has begun the turn
        return after

    def fits(self, card: str) -> bool:
        return card[0] == "W" or card[0] == self.color or card[1:] == self.sign

    def plays(self, card: str) -> Iterator[Move]:
        """The ways in which a card can be played, if it can."""
        if not self.fits(card):
            return
        hand = self.hands[self.turn]
        rest = list(hand)
        rest.remove(card)
        bluff = card == "W+4" and any(other[0] == self.color for other in rest)
        for color in COLORS if card[0] == "W" else card[0]:
            due = len(rest) == 1 and not self.called
            for saying in (False, True) if due else (False,):
                silent = due and not saying
                after = deepcopy(self)
                after.hands[self.turn] = list(rest)
                after.forgot = self.turn if silent else None
                after.laid(card, color, bluff)
                yield bluff or silent, after

    def laid(self, card: str, color: str, bluff: bool) -> None:
        self.drawn, self.color, self.sign = None, color, card[1:] if card[0] != "W" else card
        if card == "W+4":
            self.contested, self.called = (self.turn, bluff), False
            self.turn = self.seat(1)
        elif self.sign == "S":
            self.pass_to(2)
        elif self.sign == "+2":
            self.draw(self.seat(1), 2)
            self.pass_to(2)
        elif self.sign == "R":
            self.reverse()
        else:
            self.pass_to(1)

    def reverse(self) -> None:
        self.direction = -self.direction
        self.pass_to(2 if len(self.hands) == 2 else 1)

    def answers(self) -> Iterator[Move]:
        """The answers to a Wild Draw Four."""
        assert self.contested is not None
        yield False, self.paid(4)
        yield False, self.found_out() if self.contested[1] else self.paid(6)

    def paid(self, cards: int) -> Official:
        after = deepcopy(self)
        after.draw(self.turn, cards)
        after.contested = None
        after.forgot = None
        after.pass_to(1)
        return after

    def found_out(self) -> Official:
        assert self.contested is not None
        after = deepcopy(self)
        after.draw(self.contested[0], 4)
        after.contested = None
        return after

    def seat(self, steps: int) -> int:
        return (self.turn + steps * self.direction) % len(self.hands)

    def pass_to(self, steps: int) -> None:
        self.drawn, self.called = None, False
        self.turn = self.seat(steps)
        self.over = not all(self.hands)

    def draw(self, seat: int, cards: int) -> None:
        taken, self.pile = self.pile[:cards], self.pile[cards:]
        assert len(taken) == cards, "the draw pile of the position does not last"
        self.hands[seat] += taken
        self.called = self.called and seat != self.turn
        if self.forgot == seat:
            self.forgot = None


class Classic(Official):
    """A table by the rules of the encyclopedia: what differs from :class:`Official`."""

    replacing: str | None = None  # the color of the card that must replace a Wild Draw Four

    def owed(self) -> Iterator[Move]:
        if self.replacing is None:
            yield from super().owed()
            return
        for card in sorted({card for card in self.hands[self.turn] if card[0] == self.replacing}):
            after = deepcopy(self)
            after.hands[self.turn].remove(card)
            after.replacing, after.color, after.sign = None, card[0], card[1:]
            after.draw(self.turn, 4)
            after.pass_to(1)
            yield False, after

    def may_call_before_playing(self) -> bool:
        return False

    def unable(self, hand: list[str]) -> bool:
        return not any(self.fits(card) for card in hand) or (len(hand) == 1 and hand[0][0] == "W")

    def may_play_drawn(self) -> bool:
        before = list(self.hands[self.turn])
        before.remove(self.drawn or "")
        return self.unable(before)

    def after_drawing(self) -> Official:
        after = super().after_drawing()
        after.forgot = None if self.forgot == self.turn else self.forgot  # only a card laid ends it, or a second card
        return after

    def plays(self, card: str) -> Iterator[Move]:
        if card[0] != "W" or len(self.hands[self.turn]) > 1:
            yield from super().plays(card)

    def laid(self, card: str, color: str, bluff: bool) -> None:
        self.before = self.color
        super().laid(card, color, bluff)

    def reverse(self) -> None:
        if len(self.hands) > 2:
            self.direction = -self.direction
        self.pass_to(1)

    def paid(self, cards: int) -> Official:
        after = super().paid(cards)
        after.forgot = None if self.forgot == self.turn else self.forgot
        return after

    def found_out(self) -> Official:
        assert self.contested is not None
        after = deepcopy(self)
        offender = self.contested[0]
        after.hands[offender].append("W+4")
        after.contested, after.forgot = None, None
        after.turn, after.replacing = offender, self.before
        return after
