"""``unoref score``: points of a finished round, of given hands, or of a match, in each scoring mode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from unoref.audit import Auditor
from unoref.card_words import quoted
from unoref.cli.flags import AsJson, Flags, Lang, Words, takes_position
from unoref.cli.inputs import UnusableArguments, played, sources_in
from unoref.cli.logs import entries, is_log
from unoref.cli.pages import Line, line, show, table, write_json
from unoref.cli.wording import WORDS, language, say
from unoref.errors import UnorefError
from unoref.record import LONGEST_RECORD
from unoref.rules.matches import Played, decided, standing
from unoref.scoring import hand_values, scores_by_mode

if TYPE_CHECKING:
    from unoref.state import State

__all__ = ["Round", "document", "page", "score"]

Points = dict[str, int | None]

#: The point of what cards in a hand are worth; a variant that counts none does not bind it.
HAND_POINTS: Final = "scoring.numbers"


@takes_position
def score(words: Words = None, *, flags: Flags, as_json: AsJson = False, lang: Lang = None) -> None:
    """Count the points of a round or a match.

    One record, with sentences that follow its plays: the points of the round in each scoring mode, or the points in the
    hands while the round goes on. Several records, or a log of them (.jsonl): the rounds of a match, oldest first, and the
    totals.

    \b
      unoref score round1.toml round2.toml
      unoref score --top R5 --hand Ann=R7 --hand Bo="W G4" --hand Cy=B1 "Ann plays R7"
    """
    spoken = language(lang)
    rounds = list(_rounds(words or [], flags))
    if as_json:
        write_json(document(rounds))
    else:
        show(list(page(rounds, spoken)))


@frozen
class Round:
    """A round of a match: the record it was read from, the position it came to, the points of each player by mode."""

    source: str | None
    state: State

    @property
    def modes(self) -> dict[str, tuple[str, Points]]:
        """The clause and the points of each scoring mode; nothing while the round goes on."""
        if not self.state.over:
            return {}
        return {scored.mode: (scored.clause, self.by_name(scored.points)) for scored in scores_by_mode(self.state)}

    @property
    def before(self) -> Points:
        """The points each player had before the round; nothing where none are told."""
        return self.by_name(self.state.scores) if self.state.scores else {}

    @property
    def hands(self) -> Points | None:
        """The points in each hand; None where cards have none."""
        return self.by_name(hand_values(self.state)) if HAND_POINTS in self.state.ruleset.tables.bindings else None

    def by_name(self, values: Sequence[int | None]) -> Points:
        """Values by seat as values by player."""
        return dict(zip(self.state.players, values, strict=True))


def _rounds(words: Sequence[str], flags: Flags) -> Iterator[Round]:
    """The rounds the arguments tell of, oldest first, all played by one ruleset."""
    sources, sentences = sources_in(words)
    if len(sources) < 2 and not (sources and _is_match(sources[0])):
        yield Round(sources[0] if sources else None, played(words, flags).state())
        return
    if sentences or flags.given:
        raise UnusableArguments(
            "several records are the rounds of a match; sentences and flags go with one record only"
        )
    first: Round | None = None
    earlier: list[Round] = []
    for each in (each for source in sources for each in _in(source, flags)):
        if not each.state.over:
            raise UnusableArguments(
                f"{quoted(each.source or '')}: the round is not over, and several records are the rounds of a match"
            )
        first = first or each
        if each.state.ruleset != first.state.ruleset:
            raise UnusableArguments(
                f"{quoted(each.source or '')} is played by other rules than {quoted(first.source or '')}; "
                "a match has one ruleset"
            )
        _check_goes_on(earlier, each)
        earlier.append(each)
        yield each


def _check_goes_on(earlier: Sequence[Round], each: Round) -> None:
    """Refuse a round that is played after the match was won, or from other points than the rounds before it came to."""
    if not earlier:
        return
    source, totals = quoted(each.source or ""), _totals(earlier)
    standing = _standing(earlier, totals)
    if standing and standing["winners"]:
        raise UnusableArguments(
            f"{source}: the match was over after round {len(earlier)}: {', '.join(standing['winners'])} won it"
        )
    total = totals.get(each.state.ruleset.tables.settings["scoring.mode"], {})
    for name, points in each.before.items():
        if total.get(name) is not None and total[name] != points:
            raise UnusableArguments(
                f"{source}: scores.{name} is {points}, but the rounds before it come to {total[name]}"
            )


def _is_match(source: str) -> bool:
    """Whether the source is a log of several records."""
    return is_log(source) and len(list(islice(entries([source], LONGEST_RECORD), 2))) > 1


def _in(source: str, flags: Flags) -> Iterator[Round]:
    """The round, or the rounds, in a source."""
    if not is_log(source):
        yield Round(source, played([source], flags).state())
        return
    for entry in entries([source], LONGEST_RECORD):
        try:
            if entry.fault is not None:
                raise UnusableArguments(entry.fault)
            yield Round(f"{source}:{entry.line}", Auditor().record(entry.raw).state())
        except UnorefError as fault:
            where = f"{quoted(source)}{f', line {entry.line}' if entry.line else ''}"
            raise UnusableArguments(f"{where}: {fault}") from None


def _totals(rounds: Sequence[Round]) -> dict[str, Points]:
    """The points of each player over all rounds in each mode, with those from before the first; None where unknown."""
    totals: dict[str, Points] = {}
    for mode in rounds[0].modes:
        total: Points = dict(rounds[0].before)
        for each in rounds:
            for name, won in each.modes.get(mode, ("", {}))[1].items():
                had = total.get(name, 0)
                total[name] = None if won is None or had is None else had + won
        totals[mode] = total
    return totals


def _standing(rounds: Sequence[Round], totals: Mapping[str, Points]) -> dict[str, Any] | None:
    """How the match stands by the mode of its ruleset: None while the round goes on, where unknown cards decide, or where the
    rules have no match."""
    settings = rounds[0].state.ruleset.tables.settings
    if "match.decide" not in settings:
        return None
    total = totals.get(settings["scoring.mode"], {})
    known = [points for points in total.values() if points is not None]
    if not total or len(known) < len(total):
        return None
    names, seated = list(total), rounds[-1].state.players
    playing = [names.index(name) for name in seated]
    state = rounds[-1].state
    played = Played(
        dict(zip(playing, map(len, state.hands), strict=True)),
        dict(zip(playing, hand_values(state), strict=True)),
        tuple(playing[seat] for seat in state.winners),
    )
    if not decided(settings, played):
        return None
    stands = standing(settings, known, playing, len(rounds), played)
    return {
        "target": settings["match.target"],
        "endless": bool(settings.get("match.endless")),
        "winners": [names[place] for place in stands.winners],
        "out": [*(name for name in names if name not in seated), *(names[place] for place in stands.out)],
        "losers": [names[place] for place in stands.losers],
    }


def document(rounds: Sequence[Round]) -> dict[str, Any]:
    """The points as plain data: each round, the clause of each mode, the totals, how the match stands.

    Points are null where unknown cards decide, ``hands`` where cards have none; ``points`` and ``totals`` are empty while the
    round goes on.
    """
    totals = _totals(rounds)
    return {
        "variant": rounds[0].state.ruleset.variant,
        "options": rounds[0].state.ruleset.changed,
        "mode": rounds[0].state.ruleset.tables.settings["scoring.mode"],
        "clauses": {mode: clause for mode, (clause, _) in rounds[0].modes.items()},
        "rounds": [
            {
                "record": each.source,
                "over": each.state.over,
                "winners": [each.state.name(seat) for seat in each.state.winners],
                "hands": each.hands,
                "points": {mode: points for mode, (_, points) in each.modes.items()},
            }
            for each in rounds
        ],
        "totals": totals,
        "match": _standing(rounds, totals),
    }


def page(rounds: Sequence[Round], lang: str) -> Iterator[Line]:
    """The points for people: the hands while the round goes on, else a table for each scoring mode."""
    if not rounds[0].state.over:
        hands = rounds[0].hands
        if hands is None:
            yield line(say("no hand values", lang))
            return
        clause = rounds[0].state.ruleset.tables.clause(HAND_POINTS)
        yield line((say("hand values", lang), "heading"), (say("cited", lang, clause=clause), "clause"))
        yield from table([(name, _shown(points)) for name, points in hands.items()], indent=2)
        return
    for number, each in enumerate(rounds, 1):
        winners = say("list", lang).join(each.state.name(seat) for seat in each.state.winners)
        won = say("winners", lang, names=winners) if winners else say("drawn round", lang)
        yield line(won if len(rounds) == 1 else say("numbered", lang, round=say("round", lang, n=number), text=won))
    totals = _totals(rounds)
    in_use = rounds[0].state.ruleset.tables.settings["scoring.mode"]
    for mode, (clause, _) in rounds[0].modes.items():
        yield line()
        yield line(
            (mode, "heading"),
            f"  {say(f'mode {mode}', lang)}" if f"mode {mode}" in WORDS else "",
            (say("cited", lang, clause=clause), "clause"),
            (say("mode in use", lang), "aside") if mode == in_use else "",
        )
        yield from table(list(_rows(rounds, mode, totals[mode], lang)), indent=2, head=True)
    yield from _match(rounds, totals, lang)


def _rows(rounds: Sequence[Round], mode: str, total: Points, lang: str) -> Iterator[list[str]]:
    """The table of a mode: the players, what they had before, each round, the total where it is another row."""
    yield ["", *total]
    rows = [(say("before", lang), rounds[0].before)] if rounds[0].before else []
    rows += [(say("round", lang, n=number), each.modes[mode][1]) for number, each in enumerate(rounds, 1)]
    if len(rows) > 1:
        rows.append((say("total", lang), total))
    for label, points in rows:
        yield [label, *(_shown(points[name]) if name in points else "" for name in total)]


def _match(rounds: Sequence[Round], totals: Mapping[str, Points], lang: str) -> Iterator[Line]:
    """Who has won the match, or is out of it, if anybody."""
    standing = _standing(rounds, totals)
    told = ("winners", "losers", "out")
    if standing and standing["endless"] and (len(rounds) > 1 or rounds[0].before):
        total = totals[rounds[0].state.ruleset.tables.settings["scoring.mode"]]
        leaders = [name for name, points in total.items() if points == max(total.values(), key=lambda each: each or 0)]
        yield line()
        yield line(say("match endless", lang, names=say("list", lang).join(leaders)))
    if standing and any(standing[key] for key in told):
        yield line()
    for key in told:
        if standing and standing[key]:
            names = say("list", lang).join(standing[key])
            settings = rounds[0].state.ruleset.tables.settings
            by_rounds = key == "winners" and settings["match.by-rounds"]
            last_left = key == "winners" and "match.leaves" in settings
            told_as = f"match {key}{' last left' if last_left else ' by rounds' if by_rounds else ''}"
            yield line(say(told_as, lang, names=names, target=len(rounds) if by_rounds else standing["target"]))


def _shown(points: int | None) -> str:
    return "?" if points is None else str(points)
