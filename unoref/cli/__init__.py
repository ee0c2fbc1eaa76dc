"""The command line: one command a file, imported when it is called.

A command is a function of its own name in the module of its own name; :data:`COMMANDS` lists them. What commands share:
:mod:`unoref.cli.flags` (the inline flags), :mod:`unoref.cli.inputs` (arguments and flags into a record),
:mod:`unoref.cli.pages` (laying out what is said), :mod:`unoref.cli.wording` (the words of the layout, in both languages) and
:mod:`unoref.cli.faults` (every way to fail, as one line and an exit code).
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any, Final

import typer
import typer.core
import typer.main

from unoref.cli.faults import answer, language_of
from unoref.errors import UnorefError, nearest, said

__all__ = ["COMMANDS", "app", "main"]

#: The commands, in the order in which the help lists them.
COMMANDS: Final = (
    "judge",
    "compare",
    "legal",
    "rules",
    "variants",
    "options",
    "score",
    "show",
    "replay",
    "audit",
    "simulate",
    "new-sheet",
)


class _Commands(typer.core.TyperGroup):
    """The commands by name; the module of a command is imported when somebody asks for it."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(import_module(f"unoref.cli.{name}"), name)
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(cmd_name)(command)
        return typer.main.get_command(alone)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = nearest(args[0], list(COMMANDS)) or said("there are", words=", ".join(COMMANDS))
            raise UnorefError(said("unknown command", word=repr(args[0][:64]), hint=hint))
        return super().resolve_command(ctx, args)

    def main(self, args: Any = None, prog_name: str | None = None, standalone_mode: bool = True, **extra: Any) -> Any:  # type: ignore[override]
        run = super().main
        words = sys.argv[1:] if args is None else [*args]
        code = answer(lambda: run(args, prog_name, standalone_mode=False, **extra), language_of(words))
        if standalone_mode:
            sys.exit(code)
        return code


app: Final = typer.Typer(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from unoref.cli.pages import version

        typer.echo(version())
        raise typer.Exit


@app.callback(invoke_without_command=True)
def unoref(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Reference implementation and referee of UNO rule variants.

    Every answer names the clause it rests on. Try:

    \b
      unoref judge --top R5 --hand Ann="W+4 R2 G1" "Ann plays W+4 naming green"
      unoref rules --search "draw two"
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """The console script ``unoref``; exits with the code of docs/judging.rst."""
    app()
