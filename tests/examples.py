"""The examples of the documentation: found, run, and written back.

A line of three dots stands for any number of lines. What a page includes from docs/examples is there for its commands; a
package among it is found as if it had been installed. ``python -m tests.examples`` runs every command shown in README.md and
docs/ and writes what it prints under it where that differs; the change is then reviewed as text.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

ROOT: Final = Path(__file__).parent.parent

#: Programs that pages include whole.
EXAMPLES: Final = ROOT / "docs" / "examples"

#: The pages with examples, by name.
PAGES: Final = {
    path.relative_to(ROOT).as_posix(): path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.rst")))
}

_FENCE: Final = re.compile(r"^(?P<indent> *)```(?P<kind>\w+)$")
_DIRECTIVE: Final = re.compile(r"^(?P<indent> *)\.\. code-block:: (?P<kind>\w+)$")
_CAPTION: Final = re.compile(r"^ +:caption: (?P<name>\S+)$")
_INCLUDED: Final = re.compile(r"^ *\.\. literalinclude:: examples/(?P<name>[^/\s]+)", re.MULTILINE)


@frozen
class Command:
    """A command as shown after ``$``, the lines shown under it, and the exit code shown by ``echo $?``."""

    line: int
    text: str
    shown: tuple[str, ...] = ()
    code: int = 0


@frozen
class Block:
    """A block of code on a page: where its first line stands, how far it is indented, its lines."""

    kind: str
    start: int
    indent: str
    lines: tuple[str, ...]
    name: str = ""

    @property
    def commands(self) -> Iterator[Command]:
        """The commands of a console session."""
        current: Command | None = None
        asked = False
        for at, line in enumerate(self.lines):
            if line.startswith("$ echo $?"):
                asked = True
            elif line.startswith("$ "):
                if current is not None:
                    yield current
                current, asked = Command(self.start + at, line[2:]), False
            elif current is not None and asked:
                current, asked = evolve(current, code=int(line)), False
            elif current is not None and current.text.endswith("\\"):
                current = evolve(current, text=current.text[:-1] + line.removeprefix("> "))
            elif current is not None:
                current = evolve(current, shown=(*current.shown, line))
        if current is not None:
            yield current


def blocks(path: Path) -> Iterator[Block]:
    """The blocks of code of a page, Markdown or reStructuredText, in order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = 0
    while at < len(lines):
        fence, directive = _FENCE.match(lines[at]), _DIRECTIVE.match(lines[at])
        at += 1
        if fence:
            start = at
            while lines[at].strip() != "```":
                at += 1
            yield Block(fence["kind"], start, fence["indent"], tuple(lines[start:at]))
        elif directive:
            indent, name = directive["indent"] + "   ", ""
            while caption := _CAPTION.match(lines[at]):
                name, at = caption["name"], at + 1
            start = at + 1
            at = start
            while at < len(lines) and (not lines[at].strip() or lines[at].startswith(indent)):
                at += 1
            body = [line[len(indent) :] for line in lines[start:at]]
            while body and not body[-1]:
                body.pop()
            yield Block(directive["kind"], start, indent, tuple(body), name)


def run(command: Command, folder: Path) -> tuple[int, list[str]]:
    """Run a command as a reader would, in an empty folder: the exit code and the lines printed."""
    words = shlex.split(command.text)
    assert words[0] in ("unoref", "python"), f"line {command.line + 1}: {words[0]} is not run here"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("LC_")},
        "COLUMNS": "100",
        "LANG": "en_US.UTF-8",
        "NO_COLOR": "1",
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *(path.parent for path in folder.glob("*/pyproject.toml"))))),
        "PYTHONUTF8": "1",
        "TERM": "dumb",
    }
    done = subprocess.run(
        [sys.executable, *(["-m", "unoref"] if words[0] == "unoref" else []), *words[1:]],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.returncode, [line.rstrip() for line in done.stdout.rstrip().splitlines()]


def matches(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether the lines shown are those printed, a line ``...`` standing for any number of them."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(shown[1:], printed[at:]) for at in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and matches(shown[1:], printed[1:])


def write_files(path: Path, folder: Path) -> None:
    """Write the files a page shows with their names, and those it includes."""
    for block in blocks(path):
        if block.name:
            (folder / block.name).write_text("\n".join([*block.lines, ""]), encoding="utf-8")
    for name in dict.fromkeys(_INCLUDED.findall(path.read_text(encoding="utf-8"))):
        example = EXAMPLES / name
        if example.is_dir():
            shutil.copytree(example, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            if (example / "pyproject.toml").is_file():
                install(folder / name, folder / name)
        else:
            shutil.copy(example, folder / name)


def install(project: Path, folder: Path) -> None:
    """Write into a folder of Python's path what an installation of a project says of it."""
    told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = []
    for group, entries in told["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    about = folder / f"{told['name'].replace('-', '_')}-{told['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


def written_back(path: Path) -> str:
    """The page with the present output under every command."""
    lines = path.read_text(encoding="utf-8").splitlines()
    with tempfile.TemporaryDirectory() as name:
        write_files(path, Path(name))
        for block in reversed(list(blocks(path))):
            if block.kind != "console":
                continue
            session: list[str] = []
            for command in block.commands:
                code, printed = run(command, Path(name))
                if matches(command.shown, printed):
                    printed = list(command.shown)
                session += [f"$ {command.text}", *printed, *(["$ echo $?", str(code)] if code else [])]
            shown = [f"{block.indent}{line}".rstrip() for line in session]
            lines[block.start : block.start + len(block.lines)] = shown
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    for page in PAGES.values():
        page.write_text(written_back(page), encoding="utf-8")
