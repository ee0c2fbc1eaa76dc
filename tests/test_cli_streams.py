"""The command line as a program: streams, exit codes, terminals, what is imported."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli import PLAIN, environment, run, run_program, start
from unoref.cli import COMMANDS

needs_terminals = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")

CONTESTABLE = ("judge", "--top", "R5", "--hand", "Ann=W+4 R2 G1", "Ann plays W+4 naming green")


def test_the_program_keeps_answers_and_faults_apart() -> None:
    good, bad = run_program(*CONTESTABLE), run_program("judge", "--top", "R5", "Ann plys R7")

    assert (good.code, good.err) == (3, "")
    assert good.out.startswith("CONTESTABLE\n")
    assert (bad.code, bad.out) == (2, "")
    assert bad.err.count("\n") == 1


def test_standard_input_is_a_record() -> None:
    given = b'dispute = "Ann draws"\n[table]\nplayers = ["Ann", "Bo"]\ndiscard = "R5"\n'

    assert run_program("judge", "-", given=given).code == 0


def test_a_judgement_imports_nothing_it_does_not_need() -> None:
    program = f"""
import sys
from unoref.cli import app
try:
    app({list(CONTESTABLE)!r})
except SystemExit:
    pass
print(*(name for name in sys.modules if name.split(".")[0] in ("rich", "cattrs", "tomli_w")), file=sys.stderr)
print(*(name for name in sys.modules if name.startswith("unoref.cli.")), file=sys.stderr)
"""
    ran = subprocess.run([sys.executable, "-c", program], env=environment(), capture_output=True, text=True, check=True)
    foreign, own = ran.stderr.splitlines()

    assert foreign == ""
    assert {f"unoref.cli.{name}" for name in COMMANDS} & set(own.split()) == {"unoref.cli.judge"}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk", "utf-8"])
def test_no_encoding_of_standard_output_is_a_fault(encoding: str) -> None:
    page = run_program("judge", "--lang", "zh", "--top", "R5", "小明 draws", PYTHONIOENCODING=encoding)
    document = run_program("judge", "--json", "--top", "R5", "小明 draws", PYTHONIOENCODING=encoding)

    assert (page.code, document.code) == (0, 0)
    assert document.json["action"] == "小明 draws"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_answer_that_cannot_be_written_is_no_verdict() -> None:
    with open("/dev/full", "wb") as full, start(*CONTESTABLE, stdout=full, stderr=subprocess.PIPE) as process:
        _, err = process.communicate(timeout=60)

    assert process.returncode == 74
    assert err.startswith(b"unoref: the answer could not be written")


@needs_terminals
def test_a_reader_who_goes_away_is_no_fault() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with start("rules", "official", stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        _, err = process.communicate(timeout=60)

    assert (process.returncode, err) == (0, b"")


def test_an_internal_fault_exits_70_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("a\nb")

    monkeypatch.setattr("unoref.cli.judge.disputed", fails)
    quiet, loud = run(*CONTESTABLE), run(*CONTESTABLE, env={"UNOREF_TRACEBACK": "1"})

    assert (quiet.code, quiet.out) == (70, "")
    assert quiet.err.startswith("unoref: internal fault: KeyError")
    assert "UNOREF_TRACEBACK=1" in quiet.err
    assert quiet.err.count("\n") == 1
    assert loud.code == 70
    assert loud.err.startswith("Traceback")


def test_without_a_terminal_nothing_is_asked() -> None:
    ran = run_program("judge")

    assert (ran.code, ran.out) == (2, "")
    assert "give a record" in ran.err


class Terminal:
    """A program that talks to a terminal."""

    def __init__(self, *arguments: str, **settings: str) -> None:
        self.side, other = os.openpty()
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), other)
        how: dict[str, Any] = {
            "env": environment(**{"TERM": "xterm-256color", "COLUMNS": "100", **PLAIN, **settings}),
            **streams,
        }
        self.process = start(*arguments, **how)
        os.close(other)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Read until the text comes; what was read before and with it."""
        until = time.monotonic() + 60
        while text not in self.seen:
            assert time.monotonic() < until, f"{text!r} did not come after {self.seen!r}"
            if not select.select([self.side], [], [], 0.2)[0]:
                continue
            try:
                self.seen += os.read(self.side, 65536).decode("utf-8", "replace")
            except OSError:  # the other side is closed
                assert text in self.seen, f"{text!r} did not come: {self.seen!r}"
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def answer(self, question: str, *lines: str) -> None:
        """Wait for the question and type lines."""
        self.wait_for(question)
        os.write(self.side, "".join(f"{line}\n" for line in lines).encode())

    def code(self) -> int:
        """How the program ends."""
        try:
            return self.process.wait(60)
        finally:
            os.close(self.side)


@needs_terminals
def test_in_a_terminal_the_page_is_colored() -> None:
    terminal = Terminal(*CONTESTABLE)

    assert "\x1b[1;33mCONTESTABLE\x1b[0m" in terminal.wait_for("What happens now")
    terminal.wait_for("Ann plays R2")
    assert terminal.code() == 3


@needs_terminals
def test_a_wrong_variant_is_not_asked_about() -> None:
    terminal = Terminal("judge", "-v", "offical")
    terminal.wait_for("did you mean 'official'")

    assert terminal.code() == 2


@needs_terminals
def test_a_document_is_never_asked_for_step_by_step() -> None:
    terminal = Terminal("judge", "--json")
    terminal.wait_for("give a record")

    assert terminal.code() == 2
