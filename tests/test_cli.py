"""The commands as a whole: help, misspelled arguments; and how the other tests run commands.

:func:`run` runs one inside this process, :func:`run_program` as a program of its own where streams and exit codes matter.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import frozen
from typer.testing import CliRunner

import unoref
from unoref.cli import COMMANDS, app

ROOT: Final = Path(unoref.__file__).parent.parent

#: A locale in which nothing is translated.
PLAIN: Final = {"LC_ALL": "C.UTF-8", "LC_MESSAGES": "", "LANG": "", "UNOREF_TRACEBACK": ""}

FINISHED: Final = """
variant = "official"
plays = ["Ann plays R7"]
[table]
players = ["Ann", "Bo", "Cy"]
discard = "R5"
[table.hands]
Ann = "R7"
Bo = "W G4 YS"
Cy = "B1"
"""

DISPUTE: Final = """
variant = "official"
plays = ["Ann plays R7"]
dispute = "Bo plays B7"
[table]
players = ["Ann", "Bo", "Cy"]
discard = "R5"
[table.hands]
Bo = "B7 ?6"
[expect]
verdict = "legal"
"""


@frozen
class Ran:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output, without indentation."""
        return [line.strip() for line in self.out.splitlines()]

    @property
    def json(self) -> Any:
        """Standard output as the one JSON document it is."""
        return json.loads(self.out)


def run(*arguments: str, given: str | bytes | None = None, env: dict[str, str] | None = None) -> Ran:
    """Run a command in this process; ``given`` is its standard input."""
    result = CliRunner().invoke(app, arguments, input=given, env=PLAIN | (env or {}))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def environment(**env: str) -> dict[str, str]:
    """The environment for a program of its own that finds this package."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {**os.environ, **PLAIN, "PYTHONPATH": path, **env}


def start(*arguments: str, **how: Any) -> subprocess.Popen[bytes]:
    """Start ``python -m unoref``."""
    return subprocess.Popen([sys.executable, "-m", "unoref", *arguments], **{"env": environment(), **how})


def run_program(*arguments: str, given: bytes = b"", **env: str) -> Ran:
    """Run ``python -m unoref`` to its end."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with start(*arguments, env=environment(**env), **pipes) as process:
        out, err = process.communicate(given, timeout=60)
    return Ran(process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("rules", "official:turn.drw"), "no clause 'official:turn.drw'; did you mean 'official:turn.draw'"),
        (("rules", "house:nothing"), "no clause 'house:nothing'"),
        (("rules", "oficial"), "did you mean 'official'"),
        (("rules", ":"), "no clause"),
        (("rules", "--topic", "drwing"), "no topic 'drwing'; did you mean 'drawing'"),
        (("rules", "official", "official"), "unexpected extra argument"),
        (("options", "oficial"), "did you mean 'official'"),
        (("options",), "missing argument 'VARIANT'"),
        (("legal",), "give a record"),
        (("legal", "nothing-here"), "cannot be read"),
        (("variants", "--jsno"), "no option '--jsno'; did you mean '--json'"),
        (("varaints",), "no command 'varaints'; did you mean 'variants'"),
        (("zzz",), "no command 'zzz'; there are judge"),
        (("judge", "--top"), "'--top' requires an argument"),
        (("judge", "--top", "R5 G1", "Ann plays R7"), "--top takes one card, not 'R5 G1'; --discard takes the pile"),
        (("--nope",), "no option '--nope'"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(arguments: tuple[str, ...], says: str) -> None:
    ran = run(*arguments)

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.startswith("unoref: ")
    assert ran.err.count("\n") == 1


def test_help_lists_every_command_and_explains_each() -> None:
    for asked in ((), ("--help",), ("-h",)):
        ran = run(*asked)
        assert ran.code == 0
        assert all(name in ran.out for name in COMMANDS)
    assert "Default: who acts in the first sentence" in " ".join(run("judge", "--help").out.split())
    assert run("--version").code == 0
