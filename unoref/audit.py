"""Recorded games before the rules: does each play stand, and if not, by which clause.

:func:`audit` takes one game; a log is audited game by game with an :class:`Auditor`, which can be handed to other processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from attrs import evolve, frozen

from unoref.actions import Action, Shuffle, TableAction
from unoref.engine import find, weigh
from unoref.errors import UnorefError
from unoref.frames import Chance
from unoref.importers import LONGEST_DOCUMENT, converter, document
from unoref.notation import write_sentence
from unoref.record import LONGEST_RECORD, Record, build, decoded, parsed
from unoref.referee import judge

__all__ = ["OWN_FORMAT", "Audited", "Auditor", "Offence", "audit", "record_of"]

#: The format of the project's own records, beside those of :data:`unoref.importers.FORMATS`.
OWN_FORMAT: Final = "unoref"

#: What an audit finds: every play stands, one does not, or there is no game that could be tried.
Result = Literal["ok", "offence", "bad"]


@frozen
class Offence:
    """The first play that does not stand: its number among the plays, its sentence, and every reason as clause and text."""

    step: int
    sentence: str
    reasons: tuple[tuple[str, str], ...]

    @property
    def clause(self) -> str:
        """The clause of the first reason."""
        return self.reasons[0][0]


@frozen(kw_only=True)
class Audited:
    """What has been found about one game.

    ``plays`` is how many sentences were tried, that of the offence included; ``contestable`` names the steps that stand until
    somebody objects, each with the clause, ``undetermined`` the steps that unknown cards decide and that are taken to stand,
    ``priced`` the illegal ones that stand because a rule puts a price on them. ``over`` says whether the round came to its end,
    ``winners`` who won it. A ``bad`` game has only a ``reason``.
    """

    result: Result
    variant: str | None = None
    plays: int = 0
    over: bool = False
    winners: tuple[str, ...] = ()
    contestable: tuple[tuple[int, str], ...] = ()
    undetermined: tuple[int, ...] = ()
    priced: tuple[int, ...] = ()
    offence: Offence | None = None
    reason: str | None = None


def audit(record: Record, lang: str = "en") -> Audited:
    """Try every play of a record until one does not stand; ``lang`` is the language of its reasons.

    What is contestable, undetermined or has a price stands, as in every record. The dispute of a record is no part of its game.

    >>> import unoref
    >>> game = unoref.loads('''
    ... plays = ["Ann plays R7", "Bo plays B2"]
    ... [table]
    ... players = ["Ann", "Bo"]
    ... discard = "R5"
    ... ''', replay=False)
    >>> found = audit(game)
    >>> found.offence.step, found.offence.sentence, found.offence.clause
    (2, 'Bo plays B2', 'official:match-card.1')
    """
    state = record.start
    contestable: list[tuple[int, str]] = []
    undetermined: list[int] = []
    priced: list[int] = []
    offence, step = None, 0
    for step, action in enumerate(record.actions, 1):
        verdict, after = weigh(state, action)
        if after is None:
            ruling = judge(state, action)
            after = ruling.after
            if after is None:
                reasons = tuple((reason.clause, reason.text(lang)) for reason in ruling.reasons)
                offence = Offence(step, write_sentence(action, state.players), reasons)
                break
            priced.append(step)
        elif verdict == "contestable":
            points = (point for point, supports in find(state, action).points if supports == "contestable")
            contestable.append((step, state.ruleset.tables.bindings[next(points)][0]))
        elif verdict == "undetermined":
            undetermined.append(step)
        state = after
    return Audited(
        result="ok" if offence is None else "offence",
        variant=record.variant,
        plays=step,
        over=state.over,
        winners=tuple(state.name(seat) for seat in state.winners),
        contestable=tuple(contestable),
        undetermined=tuple(undetermined),
        priced=tuple(priced),
        offence=offence,
    )


def record_of(
    data: object, format: str = OWN_FORMAT, variant: str | None = None, options: Mapping[str, object] | None = None
) -> Record:
    """The record that one JSON document tells, with its plays read but not tried.

    ``variant`` and ``options`` prevail over what the document says. Raises :class:`unoref.UnorefError` of one line.
    """
    told = dict(document(data, "the record"))
    if format != OWN_FORMAT:
        told = converter(format)(told)
    if variant is not None:
        if variant != told.get("variant", "official"):
            told.pop("options", None)  # of another rulebook
        told["variant"] = variant
    if options:
        given = told.get("options", {})
        told["options"] = {**given, **options} if isinstance(given, Mapping) else given
    record = build(told, replay=False, folder=None if variant is None else "")  # a log itself opens no file
    return record if format == OWN_FORMAT else _with_shuffles(record)


def _with_shuffles(record: Record) -> Record:
    """The record with a shuffle of unknown order wherever the table owes one and the log, as most do, is silent about it."""
    actions: list[Action] = []
    state = record.start
    for place, action in enumerate(record.actions):
        if isinstance(state.frames[-1], Chance) and not isinstance(action, TableAction):
            _, shuffled = weigh(state, Shuffle())
            if shuffled is not None:
                actions.append(Shuffle())
                state = shuffled
        actions.append(action)
        _, after = weigh(state, action)
        if after is None:  # the audit stops here too
            return evolve(record, actions=(*actions, *record.actions[place + 1 :]))
        state = after
    return evolve(record, actions=tuple(actions))


@frozen
class Auditor:
    """Audits games as they come out of a log, one JSON document each, in whatever process it is called."""

    format: str = OWN_FORMAT
    variant: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    lang: str = "en"

    @property
    def longest(self) -> int:
        """The most bytes a document may have."""
        return LONGEST_RECORD if self.format == OWN_FORMAT else LONGEST_DOCUMENT

    def record(self, raw: bytes) -> Record:
        """The record in a line of a log; raises :class:`unoref.UnorefError` of one line."""
        data = parsed(decoded(raw, self.longest), "json", self.longest)
        return record_of(data, self.format, self.variant, dict(self.options))

    def __call__(self, raw: bytes) -> Audited:
        """What is found about the game in a line of a log; never raises for what a stranger may have written there."""
        try:
            return audit(self.record(raw), self.lang)
        except UnorefError as fault:
            return Audited(result="bad", reason=" ".join(fault.text(self.lang).splitlines()))
