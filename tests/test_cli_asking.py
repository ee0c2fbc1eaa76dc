"""Questions in a real terminal and from a pipe: a dispute step by step, a new house sheet."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

import unoref
from tests.test_cli import run, run_program
from tests.test_cli_streams import Terminal
from unoref.cli.new_sheet import by_topic
from unoref.rulebook import rulebook, variant_ids

needs_terminals = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")


def asked_again(terminal: Terminal, first: str = "The same question in one line:") -> list[str]:
    """The words of the command that a dispute ends with, without the program's own name."""
    terminal.wait_for(first)
    terminal.wait_for("unoref judge ")
    words = shlex.split(f"judge {terminal.wait_for(chr(10))}")
    return words


@needs_terminals
def test_a_dispute_is_asked_for_and_bad_answers_are_asked_for_again() -> None:
    terminal = Terminal("judge")
    terminal.answer("Variant, or the path of a house sheet [official]", "vilage")
    terminal.wait_for("did you mean 'village'")
    terminal.answer("house sheet [official]", "")
    terminal.answer("An option that differs", "stackin=like")
    terminal.wait_for("did you mean 'stacking'")
    terminal.answer("An option that differs", "stacking = like")
    terminal.answer("An option that differs", "")
    terminal.answer("Players, clockwise [Ann,Bo,Cy]", "Ann")
    terminal.wait_for("official is for 2 to 10")
    terminal.answer("Players, clockwise [Ann,Bo,Cy]", "Ann, Bo")
    terminal.answer("Top card", "Q9")
    terminal.wait_for("unknown card 'Q9'")
    terminal.answer("Top card", "")
    terminal.answer("Top card", "W")
    terminal.answer("Color named", "purple")
    terminal.wait_for("'purple'")
    terminal.answer("Color named", "red")
    terminal.answer("Whose turn [Ann]", "Zed")
    terminal.wait_for("'Zed'")
    terminal.answer("Whose turn [Ann]", "ann")
    terminal.answer("Cards of Ann", "R+2 R5 R5 R5")
    terminal.wait_for("R5 is listed 3 times")
    terminal.answer("Cards of Ann", "R+2 R5 B1")
    terminal.answer("Cards of somebody else, for example Bo=", "Bo=Y+2 G1 G2")
    terminal.answer("Cards of somebody else, for example Bo=", "")
    terminal.answer("What is done, for example: Ann plays", "hm")
    terminal.wait_for("is no sentence")
    terminal.answer("What is done, for example: Ann plays", "plays R+2")
    terminal.answer("What is done then", "plays Y+2")
    terminal.answer("What is done then", "")

    assert "LEGAL" in terminal.wait_for("Bo plays Y+2. It is allowed.")
    words = asked_again(terminal)
    assert terminal.code() == 0
    assert words == shlex.split(
        "judge -v official --players Ann,Bo --top W --color red --turn Ann -o stacking=like "
        "--hand 'Ann=R+2 R5 B1' --hand 'Bo=Y+2 G1 G2' 'Ann plays R+2' 'Bo plays Y+2'"
    )
    again = run(*words)
    assert (again.code, again.lines[:2]) == (0, ["LEGAL", "Bo plays Y+2. It is allowed."])


@needs_terminals
def test_the_command_for_the_same_question_comes_to_the_same_verdict() -> None:
    terminal = Terminal("judge", "-v", "village")
    terminal.answer("An option that differs", "")
    terminal.answer("Players, clockwise", "小明, O'Neill")
    terminal.answer("Top card", "红5")
    terminal.answer("Whose turn [小明]", "O'Neill")
    terminal.answer("Cards of O'Neill", "G1 ?3")
    terminal.answer("Cards of somebody else", "")
    terminal.answer("What is done", "plays G1")
    terminal.answer("What is done then", "-")
    terminal.wait_for("ILLEGAL")
    words = asked_again(terminal)

    assert terminal.code() == 1
    assert words[1:3] == ["-v", "village"]
    assert (run(*words).code, run(*words).lines[0]) == (1, "ILLEGAL")


@needs_terminals
def test_going_back_asks_the_question_before_again() -> None:
    terminal = Terminal("judge", "-v", "official", "-o", "jump-in=true")
    terminal.answer("Players, clockwise [Ann,Bo,Cy]", "Di,Ed")
    terminal.answer("Top card", "<")
    terminal.answer("Players, clockwise [Di,Ed]", "")
    terminal.answer("Top card", "W")
    terminal.answer("Color named", "<")
    terminal.answer("Top card", "R5")
    terminal.answer("Whose turn [Di]", "")
    terminal.answer("Cards of Di", "<")
    terminal.answer("Whose turn [Di]", "Ed")
    terminal.answer("Cards of Ed", "R7")
    terminal.answer("Cards of somebody else", "<")
    terminal.answer("Cards of Ed", "R9 R1")
    terminal.answer("Cards of somebody else", "")
    terminal.answer("What is done, for example", "draws")
    terminal.answer("What is done then", "<")
    terminal.answer("What is done, for example", "plays R9 saying uno")
    terminal.answer("What is done then", "")
    words = asked_again(terminal)

    assert terminal.code() == 0
    assert words[words.index("--hand") + 1] == "Ed=R9 R1"
    assert words[-1] == "Ed plays R9 saying uno"


@needs_terminals
def test_questions_explain_themselves_and_complete_answers() -> None:
    terminal = Terminal("judge")
    terminal.answer("house sheet [official]", "?")
    assert ", ".join(variant_ids()) in terminal.wait_for("unoref variants tells more")
    terminal.wait_for("house sheet [official]:")
    os.write(terminal.side, b"vil\t\n")  # Tab makes it village
    terminal.answer("An option that differs", "?")
    terminal.wait_for("multi-play")
    terminal.answer("An option that differs", "")
    terminal.answer("Players, clockwise", "")
    terminal.answer("Top card", "R5")
    terminal.answer("Whose turn", "")
    terminal.answer("Cards of Ann", "R7 B1")
    terminal.answer("Cards of somebody else", "")
    terminal.answer("What is done", "?")
    terminal.wait_for("Possible now: ")
    terminal.wait_for("Ann plays R7")
    terminal.wait_for("What is done")
    os.write(terminal.side, b"Ann dr\t\n")
    terminal.answer("What is done then", "")
    words = asked_again(terminal)

    assert terminal.code() == 0
    assert words[words.index("-v") + 1] == "village"
    assert words[-1] == "Ann draws"


@needs_terminals
def test_a_dispute_is_asked_for_in_the_language_of_the_locale() -> None:
    terminal = Terminal("judge", LC_ALL="zh_CN.UTF-8")
    terminal.answer("家规表的路径 [official]", "")
    for question, answer in (
        ("与通常不同的选项", ""),
        ("玩家", ""),
        ("顶牌", "红5"),
        ("轮到谁", ""),
        ("的牌", "红7 蓝1 蓝2"),
        ("其他人的牌", ""),
        ("做了什么", "plays R7"),
        ("接着做了什么", ""),
    ):
        terminal.answer(question, answer)
    terminal.wait_for("合法")
    words = asked_again(terminal, "同一问题的一行命令：")

    assert terminal.code() == 0
    assert run(*words).code == 0


@needs_terminals
@pytest.mark.parametrize("command", ["judge", "new-sheet"])
@pytest.mark.parametrize("leave", ["end of input", "interrupt"])
def test_leaving_in_the_middle_is_clean(leave: str, command: str, tmp_path: Path) -> None:
    terminal = Terminal(command, *(["-v", "official"] if command == "judge" else [str(tmp_path / "x.toml")]))
    terminal.answer("An option that differs" if command == "judge" else "Which rules", "")
    terminal.wait_for("Players" if command == "judge" else "What you call your rules")
    terminal.wait_for("> ")
    if leave == "interrupt":
        time.sleep(0.3)
        terminal.process.send_signal(signal.SIGINT)
    else:
        os.write(terminal.side, b"\x04")

    assert terminal.code() == 130
    assert "Traceback" not in terminal.seen
    assert not list(tmp_path.iterdir())


# --- a new sheet ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variant_ids())
def test_every_option_is_asked_about_once_by_topic(variant: str) -> None:
    names = [option.name for options in by_topic(rulebook(variant)).values() for option in options]

    assert sorted(names) == sorted(rulebook(variant).options)


@needs_terminals
def test_a_sheet_is_written_from_answers_in_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    terminal = Terminal("new-sheet", str(path))
    terminal.answer("Which rules to begin from [official]", "vilage")
    terminal.wait_for("did you mean 'village'")
    terminal.answer("Which rules to begin from [official]", "village")
    terminal.answer("What you call your rules [House rules]", "Grandma's rules")
    terminal.answer("first-player [dealer]", "?")
    terminal.wait_for("village:3.2.1")
    terminal.answer("first-player [dealer]", "3")
    terminal.wait_for("'3' is not one of dealer, dealer-left")
    terminal.answer("first-player [dealer]", "<")
    terminal.answer("What you call your rules [Grandma's rules]", "")
    terminal.answer("first-player [dealer]", "2")
    answers = {"jump-in [no]": "y", "decks [1]": "2", "hand-size [7]": "10", "multi-play [no]": "."}
    while answers:
        question = terminal.wait_for("]:\r\n> ").splitlines()[-2]
        asked = next((key for key in answers if question.startswith(key)), "")
        os.write(terminal.side, f"{answers.pop(asked, '')}\n".encode())
    terminal.answer("Cards that are taken out", "R0")
    terminal.answer("More copies of cards", ":god-hand")
    terminal.wait_for("':god-hand' is not a card of this deck")
    terminal.answer("More copies of cards", "")
    terminal.wait_for("Written to")

    assert terminal.code() == 0
    rules = unoref.ruleset(path)
    assert rules.changed == {"first-player": "dealer-left", "decks": 2, "hand-size": "10", "jump-in": True}
    assert rules.deck.size == 215
    assert rules.title["en"] == "Grandma's rules"


def piped(*arguments: str, answers: str, folder: Path, lang: str = "C.UTF-8") -> tuple[int, str, str]:
    """``new-sheet`` in a folder with answers from a pipe."""
    ran = run("new-sheet", *arguments, given=answers, env={"LC_ALL": lang})
    return ran.code, ran.out, ran.err


def test_a_sheet_is_written_from_piped_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # base, title, then: edition, the rest as usual, two decks, nothing out, nothing in, the file
    code, out, err = piped(answers="official\nOurs\n5\n.\n2\n\n\nours\n", folder=tmp_path)

    assert code == 0
    assert out.splitlines()[0] == "Written to ours.toml."
    assert "unoref judge -v ours.toml" in out
    assert "Which rules to begin from [official]:" in err
    assert Path("ours.toml").read_text("utf-8") == (
        'base = "official"\ntitle = "Ours"\n\n[options]\nedition = "swap-hands"\n\n[deck]\ndecks = 2\n'
    )
    assert run("options", "ours.toml").code == 0


def test_going_back_and_bad_answers_leave_no_trace_in_a_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first, second = [
        name for _, options in by_topic(rulebook("official")).items() for name in (one.name for one in options)
    ][:2]
    answers = [
        *("official", "x" * 101, "Ours"),
        *("5", "<", "4"),  # the first option, back from the second, the first once more
        *(">", "."),  # on to the next topic, the rest as usual
        *("<", "."),  # back from the deck to the options
        *("many", "?", "2", "<", "1", "-", "-"),  # the decks, back from the cards taken out, the decks once more
        *("\0", "ours"),
    ]
    code, out, err = piped(answers="\n".join([*answers, ""]), folder=tmp_path)

    assert (code, out.splitlines()[0]) == (0, "Written to ours.toml.")
    assert "a title is one line of at most 100 characters" in err
    assert err.count(f" {first}: ") == 3 and err.count(f" {second}: ") == 2
    assert "a number is meant" in err
    assert "How many decks of the rulebook are shuffled together" in err
    assert err.count("How many decks together [1]:") == 5
    assert "is no name of a file" in err
    values = rulebook("official").options[first].values
    assert unoref.ruleset("ours.toml").changed[first] == values[3]
    assert "decks" not in Path("ours.toml").read_text("utf-8")


def test_a_sheet_that_cannot_be_written_is_one_plain_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nowhere.toml").symlink_to("no/such/folder/x.toml")
    ran = run("new-sheet", "--force", "nowhere.toml", given="\n\n.\n\n\n\n")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == "unoref: 'nowhere.toml' cannot be written: No such file or directory"


def test_a_sheet_that_is_there_is_not_written_over_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    there = Path("there.toml")
    there.write_text("mine", "utf-8")
    answers = "\n\n.\n\n\n\n"

    named = run("new-sheet", "there.toml", given=answers)
    assert (named.code, named.out) == (2, "")
    assert named.err == "unoref: 'there.toml' is there already; --force writes over it\n"
    refused = run("new-sheet", given=f"{answers}there\nno\nother\n")
    assert refused.code == 0 and Path("other.toml").is_file()
    assert there.read_text("utf-8") == "mine"
    assert run("new-sheet", given=f"{answers}there\nyes\n").code == 0
    assert there.read_text("utf-8").startswith("base = ")
    there.write_text("mine", "utf-8")
    assert run("new-sheet", "--force", "there.toml", given=answers).code == 0
    assert there.read_text("utf-8").startswith("base = ")


def test_the_command_that_uses_a_sheet_names_it_as_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answers = "\n\n.\n\n\n\n"
    whole = str(tmp_path / "house")

    assert f"-v {whole}" in run("new-sheet", whole, given=answers).out
    assert "-v ./house2" in run("new-sheet", "house2", given=answers).out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--base", "offical"), "did you mean 'official'"),
        (("no/such/folder/x.toml",), "there is no folder 'no/such/folder'"),
        ((".",), "'.' is a folder"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_before_anything_is_asked(arguments: tuple[str, ...], says: str) -> None:
    ran = run("new-sheet", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err and ran.err.count("\n") == 1


def test_answers_that_end_too_soon_write_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("new-sheet", "x.toml", given="official\nOurs\n")

    assert (ran.code, ran.out) == (130, "")
    assert not Path("x.toml").exists()


def test_a_sheet_is_asked_for_in_the_language_of_the_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("new-sheet", "zh.toml", "--base", "village", given="村规\n\n\n是\n.\n\n\n", env={"LC_ALL": "zh_CN.UTF-8"})

    assert ran.code == 0
    assert "你们怎么称呼这套规则 [家规]" in ran.err
    assert ran.lines[0] == "已写入 zh.toml。"
    assert unoref.ruleset("zh.toml").title["zh"] == "村规"


def test_answers_that_are_no_text_are_told_so() -> None:
    ran = run_program("new-sheet", "x.toml", given=b"\xff\xfe\n", PYTHONIOENCODING="utf-8")

    assert ran.code in (2, 130)
    assert "Traceback" not in ran.err
