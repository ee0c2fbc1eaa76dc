"""The flags that describe a position on the command line, the same for every command that needs one."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

import typer
from attrs import fields, frozen

__all__ = ["AsJson", "Flags", "Lang", "Words", "takes_position"]

AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON document and nothing else.")]
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="en|zh", help="Language of the texts; default: that of the locale.")
]
Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="RECORD|SENTENCE",
        show_default=False,
        help="A record (a file, or - for standard input), and what was done, one sentence an argument: 'Ann plays R7'. "
        "An argument with a blank is a sentence.",
    ),
]


@frozen(kw_only=True)
class Flags:
    """What the flags say, as typed; None where a flag is not given."""

    variant: str | None = None
    options: list[str] | None = None
    players: str | None = None
    top: str | None = None
    discard: str | None = None
    color: str | None = None
    turn: str | None = None
    dealer: str | None = None
    direction: str | None = None
    hands: list[str] | None = None
    draw_pile: str | None = None

    @property
    def given(self) -> dict[str, str | list[str]]:
        """The flags that are given, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(Flags)}
        return {name: value for name, value in values.items() if value is not None}


_OPTIONS: Final[Mapping[str, tuple[Any, Any]]] = {
    "variant": (
        str | None,
        typer.Option(
            "--variant",
            "-v",
            metavar="ID|SHEET",
            help="The rules played by: a variant, or the path of a house sheet; default: official, or the record's.",
        ),
    ),
    "options": (
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the rules; may be repeated."),
    ),
    "players": (
        str | None,
        typer.Option(
            "--players",
            metavar="NAMES",
            help="The players clockwise: Ann,Bo,Cy. Default: the names in --hand, --turn, --dealer and the sentences, in "
            "order of mention, filled up to three.",
        ),
    ),
    "top": (
        str | None,
        typer.Option(
            "--top", metavar="CARD", help="The top card of the discard pile: R5; the pile of a record gives way."
        ),
    ),
    "discard": (
        str | None,
        typer.Option("--discard", metavar="CARDS", help="The discard pile, oldest first; --top lies on it."),
    ),
    "color": (str | None, typer.Option("--color", metavar="COLOR", help="The color in force, under a black top card.")),
    "turn": (
        str | None,
        typer.Option(
            "--turn",
            metavar="NAME",
            help="Whose turn it is before the first sentence. Default: who acts in the first sentence (or another, where "
            "that is a jump-in); with --players, the first player.",
        ),
    ),
    "dealer": (str | None, typer.Option("--dealer", metavar="NAME", help="Who has dealt; default: the last player.")),
    "direction": (
        str | None,
        typer.Option("--direction", metavar="DIRECTION", help="clockwise (the default) or counterclockwise."),
    ),
    "hands": (
        list[str] | None,
        typer.Option(
            "--hand",
            metavar="NAME=CARDS",
            help='A player\'s cards, as in --hand Ann="R1 W ?3" (?3: three unknown ones), or how many: --hand Ann=7. May '
            "be repeated; other hands are unknown.",
        ),
    ),
    "draw_pile": (
        str | None,
        typer.Option("--draw-pile", metavar="CARDS", help="The next cards of the draw pile, first drawn first."),
    ),
}


def takes_position(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the flags of :class:`Flags`; it receives them together in its parameter ``flags``."""

    @functools.wraps(command)
    def told(**given: Any) -> None:
        flags = Flags(**{name: given.pop(name) for name in _OPTIONS})
        command(**given, flags=flags)

    own = inspect.signature(command, eval_str=True)
    parameters = [parameter for parameter in own.parameters.values() if parameter.name != "flags"]
    at = next((place for place, parameter in enumerate(parameters) if parameter.name == "as_json"), len(parameters))
    parameters[at:at] = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, option])
        for name, (kind, option) in _OPTIONS.items()
    ]
    told.__dict__["__signature__"] = own.replace(parameters=parameters)
    told.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    del told.__dict__["__wrapped__"]  # Typer would ask it for its parameters
    return told
