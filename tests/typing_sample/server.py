"""A server: rooms kept as text, sentences in, events out, an answer for whatever a stranger sends."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

import unoref


@dataclass
class Room:
    """A table somebody plays at."""

    state: unoref.State
    rng: random.Random
    said: list[str] = field(default_factory=list[str])

    @classmethod
    def opened(cls, names: list[str], seed: int, options: Mapping[str, object]) -> Room:
        """A room with a round dealt."""
        rng = random.Random(seed)
        dealt = unoref.deal(unoref.ruleset("official", **options), names, rng)
        return cls(unoref.settle(dealt, rng), rng)

    @classmethod
    def restored(cls, text: str, seed: int) -> Room:
        """The room that :meth:`saved` has written."""
        return cls(unoref.loads(text).state(), random.Random(seed))

    def hear(self, sentence: str) -> list[dict[str, object]]:
        """Carry a sentence out; what happened, or one message that says what is wrong."""
        try:
            action: unoref.Action = unoref.parse(sentence, self.state)
            step: unoref.Transition = unoref.transition(self.state, action)
        except unoref.IllegalAction as refusal:
            return [{"refused": [reason.text("en") for reason in refusal.ruling.reasons]}]
        except (unoref.NotationError, unoref.RecordError) as fault:
            return [{"unreadable": str(fault)}]
        self.said.append(unoref.format(action, self.state))
        self.state = unoref.settle(step.state, self.rng)
        return [told(event) for event in step.events]

    def saved(self) -> str:
        """The table as it is."""
        return unoref.dumps(unoref.record(self.state), "json")

    def open_to(self, seat: int) -> Iterator[str]:
        """What a seat may say now."""
        for action in unoref.legal_actions(self.state, seat):
            yield unoref.format(action, self.state)


def told(event: unoref.Event) -> dict[str, object]:
    """An event as a client gets it."""
    return {
        "event": event.event,
        "clause": event.clause,
        "text": event.text("zh"),
        "seat": event.seat,
        "cards": [card.code for card in event.cards],
        "color": None if event.color is None else event.color.value,
    }


def stands(verdict: unoref.Verdict) -> bool:
    """Whether the game goes on from an action with this verdict."""
    if verdict == "legal" or verdict == "contestable" or verdict == "undetermined":
        return True
    if verdict == "illegal":
        return False
    assert_never(verdict)


def dispute(text: str) -> list[str]:
    """Why the dispute of a record is decided as it is, a line for each reason."""
    try:
        record: unoref.Record = unoref.loads(text)
    except unoref.UnorefError as fault:
        return [f"{type(fault).__name__}: {fault}"]
    if record.dispute is None:
        return []
    ruling = unoref.judge(record.state(), record.dispute)
    needs = [f"{need.seat}: {need.text()} ({need.if_yes} or {need.if_no})" for need in ruling.needs]
    instead = [unoref.format(action, ruling.state) for action in ruling.alternatives]
    return [f"{reason.supports}: {reason.text()} ({reason.clause})" for reason in ruling.reasons] + needs + instead
