"""The referee: a verdict with its reasons, what follows, what may be said against it, what could be done instead."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import frozen

from unoref.actions import Action, Find, Laying
from unoref.engine import Finding, Verdict, check_seats, find, legal_actions, priced, transition
from unoref.errors import said
from unoref.events import Event
from unoref.frames import Chance
from unoref.state import State, Transition
from unoref.texts import assumed_text, question_text, reason_text

__all__ = ["Need", "Objection", "Reason", "Ruling", "judge"]

#: How much a summary quotes of the action.
_LONGEST = 300

#: Kinds of events that only say how play goes on.
_GOES_ON = ("turn", "turn-lost", "drew", "color-stays")


@frozen(repr=False)
class Reason:
    """One reason of a verdict: the clause, which verdict it supports, the sentence that applies it to this case."""

    clause: str
    supports: Verdict
    point: str
    _state: State
    _action: Action

    def text(self, lang: str = "en") -> str:
        """One sentence in English or Chinese."""
        asked = self.supports == "undetermined"
        return (question_text if asked else reason_text)(self.point, self._state, self._action, lang)

    def __repr__(self) -> str:
        return f"<reason {self.clause} for {self.supports}>"


@frozen(repr=False)
class Objection:
    """What somebody may say against an action that stands, the clause that answers it, and what follows."""

    action: Action
    clause: str
    _events: tuple[tuple[str | None, tuple[Event, ...]], ...]

    def text(self, lang: str = "en") -> str:
        """What follows, in English or Chinese; each finding by itself where unknown cards decide."""
        stages = []
        for outcome, events in self._events:
            told = _joined((event.text(lang) for event in events if event.event != "turn"), lang)
            stages.append(told if outcome is None else f"{assumed_text(outcome, lang)}{told}")
        return _joined(stages, lang)

    def __repr__(self) -> str:
        return f"<objection {self.action}: {self.clause}>"


def _cut(text: str, longest: int | None) -> str:
    return text if longest is None or len(text) <= longest else f"{text[: longest - 1]}…"


def _joined(sentences: Iterable[str], lang: str) -> str:
    return ("" if lang == "zh" else " ").join(sentences)


@frozen(repr=False)
class Need:
    """Something unknown that decides: whose cards, the question, and the verdict either way."""

    seat: str
    if_yes: Verdict
    if_no: Verdict
    point: str
    _state: State
    _action: Action

    def text(self, lang: str = "en") -> str:
        """The question in English or Chinese."""
        return question_text(self.point, self._state, self._action, lang)

    def __repr__(self) -> str:
        return f"<need {self.seat}: yes {self.if_yes}, no {self.if_no}>"


@frozen(repr=False, slots=False)  # what follows is worked out when somebody asks for it, and kept
class Ruling:
    """The answer to "may I?".

    ``verdict`` is ``legal``, ``illegal``, ``contestable`` (stands until somebody objects) or ``undetermined`` (unknown cards
    decide); ``reasons`` every reason with its clause. ``events`` is what happens, ``after`` the state that follows (None when
    the action is illegal and has no price), ``objections`` what may be said against it, ``alternatives`` what the seat could
    do instead, ``needs`` what would have to be known.
    """

    state: State
    action: Action
    finding: Finding

    @property
    def verdict(self) -> Verdict:
        """``legal``, ``illegal``, ``contestable`` or ``undetermined``."""
        return self.finding.verdict

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason with each clause its point is bound to; what a clause says to the case twice over is said once."""
        bindings = self.state.ruleset.tables.bindings
        found: dict[tuple[str, Verdict], list[Reason]] = {}
        for point, supports in self.finding.points:
            for clause in bindings[point]:
                reason = Reason(clause, supports, point, self.state, self.action)
                others = found.setdefault((clause, supports), [])
                if not others or all(reason.text() != other.text() for other in others):
                    others.append(reason)
        return tuple(reason for reasons in found.values() for reason in reasons)

    @cached_property
    def transition(self) -> Transition | None:
        """What follows; None when the action is illegal and has no price."""
        if self.verdict != "illegal":
            return transition(self.state, self.action)
        price = self.finding.price
        return None if price is None else priced(self.state, self.action, price)

    @property
    def after(self) -> State | None:
        """The state that follows; None when the action is illegal and has no price."""
        return None if self.transition is None else self.transition.state

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happens; where an illegal play has no price, the taking back of the card."""
        if self.transition is not None:
            return self.transition.events
        point = self.state.ruleset.tables.settings.get("play.taken-back")
        played = isinstance(self.action, Laying) and not any(at == "play.not-in-hand" for at, _ in self.finding.points)
        if point is None or not played or self.state.over:
            return ()
        clause = self.state.ruleset.tables.clause(point)
        return (Event("withdrawn", clause, self.state.name(self.action.actor)),)

    @cached_property
    def objections(self) -> tuple[Objection, ...]:
        """What other seats may say against the action once it stands."""
        if self.after is None or self.verdict == "illegal":
            return ()
        tables = self.after.ruleset.tables
        found = []
        for action in legal_actions(self.after):
            row = tables.row(type(self.after.frames[-1]), type(action))
            if row is not None and row.answer.objection and action.actor != self.action.actor:
                found.append(_objection(self.after, action))
        return tuple(found)

    @cached_property
    def alternatives(self) -> tuple[Action, ...]:
        """What the seat could do instead, where the action is not simply legal; of unknown cards nothing is supposed."""
        if self.verdict == "legal":
            return ()
        known = self.state.hands[self.action.actor] if self.action.actor >= 0 else ()
        open_now = [
            action
            for action in legal_actions(self.state, self.action.actor)
            if action != self.action and (not isinstance(action, Laying) or all(card in known for card in action.cards))
        ]
        sound = [action for action in open_now if find(self.state, action).verdict == "legal"]
        return tuple(sound or open_now)

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """What would have to be known, where the verdict is undetermined."""
        needs = []
        for asked in self.finding.questions:
            outcomes = (asked.if_yes, asked.if_no)
            if asked.check.kind == "bar":  # the question is put the right way round: is it in order?
                outcomes = (asked.if_no, asked.if_yes)
            needs.append(Need(self.state.name(asked.seat), *outcomes, asked.check.point, self.state, self.action))
        return tuple(needs)

    def summary(self, lang: str = "en") -> str:
        """The action, the verdict and every reason with its clause, in one line."""
        from unoref.notation import write_sentence

        sentence = _cut(write_sentence(self.action, self.state.players), _LONGEST)
        return said(f"ruled {self.verdict}", sentence=repr(sentence), reasons=self.told(lang)).text(lang)

    def told(self, lang: str = "en", longest: int | None = None) -> str:
        """Every reason once with all clauses it rests on, in one line; of a longer text only so many characters."""
        clauses: dict[str, list[str]] = {}
        for reason in self.reasons:
            clauses.setdefault(reason.text(lang).rstrip(".。"), []).append(reason.clause)
        return "; ".join(f"{_cut(text, longest)} ({', '.join(cited)})" for text, cited in clauses.items())

    def _repr_svg_(self) -> str:
        """The ruling as a notebook shows it: :func:`unoref.picture`."""
        from unoref.pictures import picture

        return picture(self)

    def __repr__(self) -> str:
        return f"<ruling {self.verdict} on {self.action}>"


def _objection(state: State, action: Action) -> Objection:
    step = transition(state, action)
    stages: list[tuple[str | None, tuple[Event, ...]]] = [(None, step.events)]
    telling = [event for event in step.events if event.event not in _GOES_ON]
    if isinstance(step.state.frames[-1], Chance):
        findings = (action for action in legal_actions(step.state) if isinstance(action, Find))
        stages.extend((finding.outcome, transition(step.state, finding).events) for finding in findings)
    return Objection(action, telling[-1].clause, tuple(stages))


def judge(state: State, action: Action) -> Ruling:
    """Judge an action; never raises for a well-formed one.

    >>> import unoref
    >>> record = unoref.loads('[table]\\nplayers = ["Ann", "Bo"]\\ndiscard = "R5"\\n[table.hands]\\nAnn = "W+4 R2 G1"\\n')
    >>> state = record.state()
    >>> ruling = unoref.judge(state, unoref.parse("Ann plays W+4 naming green", state))
    >>> ruling.verdict, [reason.clause for reason in ruling.reasons if reason.supports == "contestable"]
    ('contestable', ['official:wild-draw-four.restriction'])

    Raises :class:`ValueError` for an action of a seat that is not at the table.
    """
    check_seats(state, action)
    return Ruling(state, action, find(state, action))
