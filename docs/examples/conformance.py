"""Hold an implementation of the rules to worked rulings: ``python conformance.py RULINGS COMMAND…``.

COMMAND reads a record as JSON on standard input and answers as ``unoref judge --json -`` does, with exit code 2 for a record
it refuses. RULINGS are files, or folders of files; the exit code is 1 where an answer is not what a ruling expects.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

COLORS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
#: Keys of [expect] that name the players of certain events.
EVENTS = {"match-winners": "match-won", "match-losers": "match-lost", "leads": "leads"}
FIRST_OF = {"next-dealer": "deals-next", "shuffles": "shuffles-next"}


#: Keys of [expect] that tell of the position which follows.
POSITION = ("turn", "color", "direction", "top", "hands", "public", "draw-count", "winners", "points")


def found(answer):
    """What an answer says under each key of [expect] except hands and open cards."""
    after, result = answer.get("after"), answer.get("result") or {}
    by_kind = {}
    for event in answer.get("events") or []:
        by_kind.setdefault(event["event"], []).append(event.get("seat"))
    told = {key: by_kind.get(kind, []) for key, kind in EVENTS.items()}
    told |= {key: by_kind.get(kind, [None])[0] for key, kind in FIRST_OF.items()}
    if after is not None:
        lying = after.get("discard", [])[::-1]
        printed = next((COLORS[card[0]] for card in lying if len(card) > 1 and card[0] in COLORS), None)
        told |= {"turn": after.get("turn", "untold") or "nobody", "direction": after.get("direction")}
        told |= {"top": lying[0] if lying else None, "color": after.get("color", printed)}
        told |= {"winners": result.get("winners", []), "points": result.get("points")}
        told["draw-count"] = after.get("draw-count")
    return told


def faults(expect, answer):
    """Where an answer (None: the record was refused) is not what is expected, one sentence each."""
    verdict = "bad-input" if answer is None else answer.get("verdict")
    if "bad-input" in (verdict, expect["verdict"]):
        return [] if verdict == expect["verdict"] else [f"verdict {verdict}, not {expect['verdict']}"]
    cited = {told.get("clause") for key in ("reasons", "events", "objections") for told in answer.get(key) or []}
    offered = answer.get("alternatives") or []
    told = found(answer) | {"verdict": verdict}
    wrong = [f"does not cite {clause}" for clause in expect["clauses"] if clause not in cited]
    wrong += [f"cites {clause}" for clause in expect.get("not-clauses", ()) if clause in cited]
    wrong += [f"does not offer {one}" for one in expect.get("alternatives", ()) if one not in offered]
    wrong += [f"{key} {told[key]}, not {expect[key]}" for key in told if key in expect and told[key] != expect[key]]
    after = answer.get("after")
    if after is None:
        return wrong + [f"no position follows, of which {key} could be expected" for key in POSITION if key in expect]
    for name, cards in expect.get("hands", {}).items():
        held = after.get("hands", {}).get(name)
        if held is None:
            wrong.append(f"the hand of {name} is not told")
        elif len(held) != cards if isinstance(cards, int) else sorted(held) != sorted(spread(cards)):
            wrong.append(f"{name} holds {' '.join(held)}, not {cards}")
    for name, cards in expect.get("public", {}).items():
        shown = after.get("public", {}).get(name, [])
        if (shown != "all") if cards == "all" else sorted(shown) != sorted(spread(cards)):
            wrong.append(f"open of {name}: {shown}, not {cards}")
    return wrong


def judged(expect, code, output):
    """As :func:`faults`, of what a command wrote and the code it exited with."""
    if code == 2:
        return faults(expect, None)
    try:
        answer = json.loads(output)
    except ValueError:
        answer = None
    if answer is None:
        return [f"no answer (exit {code})"]
    try:
        return faults(expect, answer)
    except (AttributeError, KeyError, TypeError) as fault:
        return [f"an answer of another form: {fault!r}"]


def spread(cards):
    """The codes of a list of cards, ``?3`` as three unknown ones."""
    for word in cards.split():
        yield from ["?"] * int(word[1:]) if word[0] == "?" and word[1:] else [word]


def main(rulings, *command):
    """Run the command on every ruling and report."""
    path = Path(rulings)
    files = sorted(path.glob("**/*.toml")) if path.is_dir() else [path]
    failed = 0
    for file in files:
        record = tomllib.loads(file.read_text(encoding="utf-8"))
        expect = record.pop("expect")
        done = subprocess.run(command, input=json.dumps(record), capture_output=True, text=True, encoding="utf-8")
        wrong = judged(expect, done.returncode, done.stdout)
        failed += bool(wrong)
        for sentence in wrong:
            print(f"{file.stem}: {sentence}")
    print(f"{len(files) - failed} of {len(files)} rulings come out as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
