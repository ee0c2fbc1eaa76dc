"""``unoref simulate``: games played by chance or by a simple plan, as records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

import typer

from unoref.card_words import quoted
from unoref.cli.flags import Lang
from unoref.cli.inputs import pairs, split_names
from unoref.cli.pages import Line, line, note, table, write
from unoref.cli.progress import Progress
from unoref.cli.wording import language, say
from unoref.dealing import check_table, check_teams, usual_teams, wrong_number
from unoref.errors import RecordError
from unoref.jobs import MOST_JOBS, in_order
from unoref.notation import check_names
from unoref.ruleset import Ruleset, ruleset_of
from unoref.simulate import POLICIES, Simulator, Summary, names_for, reachable, rulings_for

__all__ = ["document", "page", "simulate"]

#: Games a process is handed at a time.
_BATCH: Final = 8


def simulate(
    variant: Annotated[str, typer.Option("--variant", "-v", metavar="ID", help="The rules to play by.")] = "official",
    options: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the rules; may be repeated."),
    ] = None,
    players: Annotated[
        str, typer.Option("--players", "-p", metavar="N|NAMES", help="How many play, or who: 4, or Ann,Bo,Cy.")
    ] = "4",
    games: Annotated[int, typer.Option("--games", "-n", min=0, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="One seed, one sequence of games.")] = 0,
    policy: Annotated[
        str, typer.Option("--policy", metavar="|".join(POLICIES), help="How the players choose among what is open.")
    ] = "random",
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Also list the clauses no game reached, each with a ruling that shows it."),
    ] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=MOST_JOBS, help="How many processes share the work.")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Write the summary as one JSON document, too.")] = False,
    lang: Lang = None,
) -> None:
    """Play games and write them down: one JSON record a line.

    The records go to standard output; the summary goes to standard error, as a table or with --json as a JSON document.
    A seed and the number of a game give one game, whatever --jobs says, and a record replays to the same result anywhere.

    \b
      unoref simulate -n 1000 --seed 1 > games.jsonl
      unoref simulate -v official -o jump-in=true -p 3 -n 200 --policy greedy --json > games.jsonl 2> summary.json
      unoref simulate -n 200 --coverage > /dev/null
    """
    spoken = language(lang)
    rules = ruleset_of(variant, pairs("--option", "NAME=VALUE", options or ()))
    simulator = Simulator(rules, _names(players, rules), seed, policy, coverage)
    progress, summary = Progress(games, spoken), Summary()
    numbers = (range(first, min(first + _BATCH, games)) for first in range(0, games, _BATCH))
    played = in_order(simulator, numbers, jobs)
    try:
        for lines, added in played:
            summary += added
            progress.make_room()
            if not write(lines):
                return
            progress.add(added.games, added.plays, added.games)
    finally:
        progress.clear()
        played.close()
    missing = _missing(simulator, summary) if coverage else None
    if as_json:
        _note_json(document(simulator, summary, missing))
    else:
        note(list(page(simulator, summary, missing, spoken)))


def _names(players: str, rules: Ruleset) -> tuple[str, ...]:
    """The players: so many, or those named. Who is too many or too few is told with the clause."""
    number = players.strip()
    if number.removeprefix("-").isdecimal():
        least, most = rules.book.players
        if len(number) > len(str(most)) or not least <= int(number) <= most:
            raise RecordError(wrong_number(number[:12], rules))
        names = names_for(int(number))
    elif number and not any(map(str.isalpha, number)):
        raise RecordError(f"--players {quoted(players)} is neither a whole number nor names: 4, or Ann,Bo,Cy")
    else:
        names = tuple(split_names(players))
        check_names(names)
    check_table(rules, names)
    check_teams(rules, len(names), usual_teams(rules, len(names)))
    return names


def _note_json(document: object) -> None:
    import json

    note([line(json.dumps(document, indent=2))])


def _missing(simulator: Simulator, summary: Summary) -> dict[str, str | None]:
    """The clauses no game reached, each with a ruling that shows it."""
    clauses = reachable(simulator.rules)
    return rulings_for(simulator.rules, [clause for clause in clauses if clause not in summary.reached])


def document(simulator: Simulator, summary: Summary, missing: dict[str, str | None] | None) -> dict[str, Any]:
    """The summary as plain data, with the keys of docs/evidence.rst."""
    names = simulator.names
    told: dict[str, Any] = {
        "variant": simulator.rules.variant,
        "options": simulator.rules.changed,
        "players": list(names),
        "policy": simulator.policy,
        "seed": simulator.seed,
        "games": summary.games,
        "plays": summary.plays,
        "length": {
            "least": min(summary.lengths, default=0),
            "median": summary.median,
            "most": max(summary.lengths, default=0),
        },
        "wins": {name: summary.wins[seat] for seat, name in zip(simulator.seats, names, strict=True)},
        "drawn": summary.drawn,
        "unfinished": summary.unfinished,
        "clauses": dict(summary.clauses.most_common()),
    }
    if missing is not None:
        told["coverage"] = {
            "reached": sorted(summary.reached),
            "unreached": [{"clause": clause, "ruling": ruling} for clause, ruling in missing.items()],
        }
    return told


def page(simulator: Simulator, summary: Summary, missing: dict[str, str | None] | None, lang: str) -> Iterator[Line]:
    """The summary for people."""
    rows: list[Sequence[str]] = [(say("games", lang), f"{summary.games:,}")]
    rows.append((say("count plays", lang), f"{summary.plays:,}"))
    rows += [
        (say(f"count {key}", lang), f"{count:,}")
        for key, count in (("drawn", summary.drawn), ("unfinished", summary.unfinished))
    ]
    yield from table(rows, indent=2)
    shortest, longest = min(summary.lengths, default=0), max(summary.lengths, default=0)
    yield line(say("summary plays", lang, least=shortest, most=longest, median=summary.median), indent=2)
    yield line()
    yield line(say("won by seat", lang))
    wins = [
        (say("seat", lang, seat=seat, name=name), f"{summary.wins[seat]:,}", _share(summary.wins[seat], summary.games))
        for seat, name in zip(simulator.seats, simulator.names, strict=True)
    ]
    yield from table(wins, indent=2)
    yield line()
    yield line(say("decided by clause", lang))
    yield from table([(clause, f"{count:,}") for clause, count in summary.clauses.most_common()], indent=2)
    if missing is not None:
        yield from _coverage(simulator.rules, missing, lang)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


def _coverage(rules: Ruleset, missing: dict[str, str | None], lang: str) -> Iterator[Line]:
    from unoref.sphinxext.trace import NO_RECORD

    yield line()
    yield line(say("reached", lang, n=len(missing), of=len(reachable(rules))))
    for clause, ruling in missing.items():
        shown = (
            say("shown by none", lang, why=NO_RECORD.get(clause, "?"))
            if ruling is None
            else say("shown by", lang, ruling=ruling)
        )
        yield line(f"{clause}  {shown}", indent=2)
