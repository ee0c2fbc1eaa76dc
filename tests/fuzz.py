"""Whatever a stranger can send, as bytes: each target ends in a right answer or in one line of error, or it fails.

``make fuzz``, or ``python -m tests.fuzz TARGET --seconds 60``, lets atheris guide the bytes by what they reach; Hypothesis sends
its own in ``tests/test_fuzzing.py``. An input that fails is kept as ``.fuzz/TARGET/crash-…``, one that takes too long or too much
memory as ``timeout-…`` or ``oom-…``; ``python -m tests.fuzz TARGET FILE`` repeats it.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import unoref
from unoref.audit import OWN_FORMAT, Auditor
from unoref.card_notation import read_card, read_cards, write_cards
from unoref.grammar import TABLE_VERBS, VERBS, check_names
from unoref.importers import FORMATS
from unoref.notation import mentioned, read_sentence, write_sentence
from unoref.record import build, decoded
from unoref.rulebook import rulebook, variant_ids
from unoref.ruleset import ruleset_of
from unoref.simulate import Simulator

__all__ = ["TARGETS", "answered", "main", "refused", "seeds"]

ROOT: Final = Path(__file__).parent.parent
NAMES: Final = ("Ann", "Bo", "小明", "e\u0301")

#: Bounds for one input: seconds of work, many times what the worst takes on a slow machine; megabytes of the whole process.
SLOWEST: Final = 10.0
MOST_MEMORY: Final = 1024


def text_of(raw: bytes) -> str:
    """Bytes as a text in which halves of characters may stand, as JSON and the command line let them pass."""
    return raw.decode("utf-8", "surrogateescape")


def refused(fault: unoref.UnorefError) -> None:
    """An error must say something, on one line that can be printed."""
    message = str(fault)
    assert message and len(message.splitlines()) == 1 and len(message) < 2000, message[:3000]


def sentence(raw: bytes) -> None:
    text = text_of(raw)
    mentioned(text)
    for variant in variant_ids():
        deck = unoref.ruleset(variant).deck
        try:
            action = read_sentence(text, NAMES, deck)
        except unoref.NotationError as fault:
            refused(fault)
        else:
            assert read_sentence(write_sentence(action, NAMES), NAMES, deck) == action


def cards(raw: bytes) -> None:
    text = text_of(raw)
    try:
        found = read_cards(text)
    except unoref.NotationError as fault:
        refused(fault)
    else:
        assert read_cards(write_cards(found)) == found
    for read in (read_card, lambda text: check_names([text, "Bo"])):
        try:
            read(text)
        except unoref.NotationError as fault:
            refused(fault)


def _record(raw: bytes, format: str) -> None:
    assert format in ("toml", "json")
    try:
        record = unoref.loads(decoded(raw), format)  # type: ignore[arg-type]
    except unoref.UnorefError as fault:
        refused(fault)
        return
    for written in ("toml", "json"):
        again = unoref.loads(unoref.dumps(record, written), written)
        assert again.state() == record.state()
        assert again.dispute == record.dispute
    state = record.state()
    if record.dispute is not None:
        assert unoref.judge(state, record.dispute).reasons
    assert bool(unoref.legal_actions(state)) != state.over
    if state.over:
        unoref.score(state)


def record_toml(raw: bytes) -> None:
    _record(raw, "toml")


def record_json(raw: bytes) -> None:
    _record(raw, "json")


def log(raw: bytes) -> None:
    for format in (OWN_FORMAT, *FORMATS):
        found = Auditor(format)(raw)
        assert found.result in ("ok", "offence", "bad")
        assert (found.offence is not None) == (found.result == "offence")
        if found.result == "bad":
            assert found.reason
            refused(unoref.UnorefError(found.reason))


@cache
def _folder() -> str:
    return tempfile.mkdtemp()


def sheet(raw: bytes) -> None:
    path = os.path.join(_folder(), "sheet.toml")
    with open(path, "wb") as file:
        file.write(raw)
    try:
        rules = unoref.ruleset(path)
        least, most = rules.book.players
        for players in (least, 4, most):
            try:
                unoref.settle(unoref.deal(rules, [f"P{seat}" for seat in range(players)], rng=Random(1)), Random(1))
            except unoref.RecordError as fault:
                refused(fault)
    except unoref.UnorefError as fault:
        refused(fault)


def options(raw: bytes) -> None:
    """A variant, then options: ``official\\0jump-in\\0true\\0…``."""
    variant, *pairs = text_of(raw).split("\0")
    given = dict(zip(pairs[::2], pairs[1::2], strict=False))
    if variant.casefold().endswith(".toml") or "/" in variant or "\\" in variant:
        return  # a path: what the caller names is opened
    try:
        rules = ruleset_of(variant, given)
        assert ruleset_of(variant, rules.changed) == rules
        build({"variant": variant, "options": given, "table": {"players": ["Ann", "Bo"]}})
    except unoref.UnorefError as fault:
        refused(fault)


#: The targets by name.
TARGETS: Final[Mapping[str, Callable[[bytes], None]]] = {
    "sentence": sentence,
    "cards": cards,
    "record_toml": record_toml,
    "record_json": record_json,
    "log": log,
    "sheet": sheet,
    "options": options,
}


def _rulings() -> Iterator[str]:
    for path in sorted((ROOT / "variants").glob("*/rulings/*.toml")):
        yield path.read_text(encoding="utf-8")


def _games() -> Iterator[bytes]:
    for variant in variant_ids():
        yield Simulator(unoref.ruleset(variant), ("Ann", "Bo"), 1, "greedy")((0,))[0].encode()


def _dispute_of(text: str) -> Iterator[str]:
    try:
        record = unoref.loads(text)
    except unoref.UnorefError:
        return
    for action in (*record.actions, record.dispute):
        if action is not None:
            yield write_sentence(action, record.start.players)


def seeds(target: str, every: int = 1) -> list[bytes]:
    """Right inputs of a target to begin with, each ``every``-th of them."""
    rulings = list(_rulings())[::every]
    if target == "record_toml":
        return [text.encode() for text in rulings]
    if target == "record_json":
        found = []
        for text in rulings:
            try:
                found.append(unoref.dumps(unoref.loads(text), "json").encode())
            except unoref.UnorefError:
                continue
        return found
    if target == "log":
        from tests.test_audit_fuzzing import DOCUMENTS

        return [*_games(), *(json.dumps(document).encode() for _, document in DOCUMENTS)]
    if target == "sentence":
        told = dict.fromkeys(sentence for text in rulings for sentence in _dispute_of(text))
        return [each.encode() for each in told]
    if target == "sheet":
        return [
            *(path.read_bytes() for path in sorted((ROOT / "docs").glob("**/*.toml"))),
            b'base = "official"\ntitle = "Home"\n[options]\nstacking = "like"\n[deck]\ndecks = 2\nremove = "R0 Y0"\n',
            b'base = "extended"\n[title]\nen = "x"\nzh = "y"\n[deck]\nadd = ["R7", ":c4"]\n',
        ]
    if target == "options":
        return [f"{variant}\0{name}\0{value}".encode() for variant, name, value in _settings()]
    return [b"R7 blue skip, ?5 \xe7\xba\xa27 W+4 :grenade B:god-hand", b"red draw two", "绿跳过 ＋４ R７".encode()]


def _settings() -> Iterator[tuple[str, str, object]]:
    for variant in variant_ids():
        for name, option in rulebook(variant).options.items():
            for value in option.values:
                yield variant, name, value


def _words(target: str) -> list[str]:
    """Words that a random edit would hardly hit upon."""
    keys = (
        "variant plays dispute options deck table expect story players dealer turn direction discard color face hands "
    )
    keys += "draw-pile draw-count finished called public scores teams effects pending decks remove add base title"
    words = [
        *keys.split(),
        *VERBS.words,
        *TABLE_VERBS.words,
        *variant_ids(),
        "table",
        "naming",
        "saying uno",
        "?999",
        "R+2",
    ]
    if target in ("options", "sheet"):
        words += [str(part) for setting in _settings() for part in setting[1:]]
    return [*dict.fromkeys(words), "NaN", "1e999", "9" * 40, "\\ud800", "\u202e", "\ufeff", "[[", '"""', "'''", "{{"]


def answered(target: str, raw: bytes) -> None:
    """Fail unless a target answers within the bounds."""
    begun = time.process_time()
    TARGETS[target](raw)
    assert time.process_time() - begun < SLOWEST


def main(arguments: list[str]) -> None:
    """Fuzz one target for some seconds, or run it on files."""
    target, *rest = arguments
    if rest and rest[0] != "--seconds":
        for name in rest:
            answered(target, Path(name).read_bytes())
        return
    import atheris

    folder = ROOT / ".fuzz" / target
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds(target, 5)):
        (corpus / f"seed-{number}").write_bytes(seed)
    dictionary = folder / "words"
    quoted = ("".join(f"\\x{byte:02x}" for byte in word.encode("utf-8", "surrogatepass")) for word in _words(target))
    dictionary.write_text("".join(f'"{word}"\n' for word in quoted), encoding="ascii")
    seconds = rest[1] if rest else "60"
    flags = [
        f"-max_total_time={seconds}",
        f"-timeout={10 * SLOWEST:.0f}",
        f"-rss_limit_mb={MOST_MEMORY}",
        "-max_len=65536",
    ]
    flags += [f"-artifact_prefix={folder}/", f"-dict={dictionary}", "-len_control=20", "-print_final_stats=1"]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("unoref", "tests")]:
        del sys.modules[name]  # to be imported anew, with atheris looking on
    with atheris.instrument_imports(include=["unoref", "tomllib"]):
        watched = importlib.import_module("tests.fuzz")
        for seed in seeds(target, 50):
            watched.answered(target, seed)
    atheris.Setup([sys.argv[0], *flags, str(corpus)], lambda raw: watched.answered(target, raw))
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
