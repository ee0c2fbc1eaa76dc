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


def found(answer):
    """What an answer says under each key of [expect]."""
    after, result = answer["after"], answer["result"] or {}
    by_kind = {}
    for event in answer["events"]:
        by_kind.setdefault(event["event"], []).append(event.get("seat"))
    told = {key: by_kind.get(kind, []) for key, kind in EVENTS.items()}
    told |= {key: by_kind.get(kind, [None])[0] for key, kind in FIRST_OF.items()}
    if after is not None:
        lying = after.get("discard", [])[::-1]
        printed = next((COLORS[card[0]] for card in lying if len(card) > 1 and card[0] in COLORS), None)
        told |= {"turn": after["turn"] or "nobody", "direction": after["direction"], "top": lying[0] if lying else None}
        told |= {"color": after.get("color", printed), "draw-count": after["draw-count"]}
        told |= {"winners": result.get("winners", []), "points": result.get("points")}
    return told


def faults(expect, answer):
    """Where an answer (None: the record was refused) is not what is expected, one sentence each."""
    if answer is None or expect["verdict"] == "bad-input":
        refused = "bad-input" if answer is None else answer["verdict"]
        return [] if refused == expect["verdict"] else [f"verdict {refused}, not {expect['verdict']}"]
    cited = {told["clause"] for key in ("reasons", "events", "objections") for told in answer[key]}
    told = found(answer) | {"verdict": answer["verdict"]}
    wrong = [f"does not cite {clause}" for clause in expect["clauses"] if clause not in cited]
    wrong += [f"cites {clause}" for clause in expect.get("not-clauses", ()) if clause in cited]
    wrong += [f"does not offer {one}" for one in expect.get("alternatives", ()) if one not in answer["alternatives"]]
    wrong += [f"{key} {told[key]}, not {expect[key]}" for key in told if key in expect and told[key] != expect[key]]
    after = answer["after"] or {}
    for name, cards in expect.get("hands", {}).items():
        held = after["hands"][name]
        if len(held) != cards if isinstance(cards, int) else sorted(held) != sorted(spread(cards)):
            wrong.append(f"{name} holds {' '.join(held)}, not {cards}")
    for name, cards in expect.get("public", {}).items():
        shown = after.get("public", {}).get(name, [])
        if (shown != "all") if cards == "all" else sorted(shown) != sorted(spread(cards)):
            wrong.append(f"open of {name}: {shown}, not {cards}")
    return wrong


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
        answer = None if done.returncode == 2 else json.loads(done.stdout)
        wrong = faults(expect, answer)
        failed += bool(wrong)
        for sentence in wrong:
            print(f"{file.stem}: {sentence}")
    print(f"{len(files) - failed} of {len(files)} rulings come out as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
