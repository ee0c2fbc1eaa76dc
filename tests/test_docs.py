"""What the documentation shows is what happens: every command, every Python session, every named file."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.examples import PAGES, ROOT, blocks, matches, run, write_files, written_back

MESSAGES = sorted((ROOT / "docs" / "locale").glob("*/LC_MESSAGES/*.po"))

COMMANDS = [name for name, path in PAGES.items() if any(block.kind == "console" for block in blocks(path))]
SESSIONS = [name for name, path in PAGES.items() if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", COMMANDS)
def test_commands_print_what_the_page_shows(page: str, tmp_path: Path) -> None:
    write_files(PAGES[page], tmp_path)

    for block in blocks(PAGES[page]):
        if block.kind == "console":
            for command in block.commands:
                code, printed = run(command, tmp_path)

                where = f"{page}, line {command.line + 1}: {command.text}"
                assert command.code == code, where
                assert matches(command.shown, printed), "\n".join([where, *printed])


@pytest.mark.parametrize("page", [name for name in PAGES if name not in COMMANDS])
def test_a_page_without_commands_is_written_back_as_it_is(page: str) -> None:
    assert written_back(PAGES[page]) == PAGES[page].read_text(encoding="utf-8")


@pytest.mark.parametrize("page", SESSIONS)
def test_python_sessions_answer_what_the_page_shows(page: str) -> None:
    # A fence of Markdown after a session would be read as its last answer.
    text = PAGES[page].read_text(encoding="utf-8").replace("```", "")
    session = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)

    failed, tried = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(session)

    assert tried
    assert not failed


def test_every_page_with_code_is_run() -> None:
    """A block of a kind nobody runs would go stale unseen."""
    kinds = {block.kind for path in PAGES.values() for block in blocks(path)}

    assert kinds <= {"console", "pycon", "python", "shell", "text", "toml", "json"}


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_translated_messages_are_still_those_of_the_page(path: Path) -> None:
    """A message that is no longer on its page is never shown; ``make translations`` and a new translation mend that."""
    pofile = pytest.importorskip("babel.messages.pofile")
    with path.open("rb") as file:
        messages = [message.id for message in pofile.read_po(file) if message.id]
    page = " ".join((ROOT / "docs" / f"{path.stem}.rst").read_text(encoding="utf-8").split())

    assert messages
    assert [] == [message for message in messages if re.sub(r"\s+", " ", message) not in page]
