"""``unoref options``: the switches of a variant and what their values mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from unoref.cli.flags import AsJson, Lang
from unoref.cli.pages import Line, line, show, write_json
from unoref.cli.wording import language, say
from unoref.rulebook import Option, Value
from unoref.ruleset import Ruleset, ruleset_of

__all__ = ["document", "options", "page"]


def options(
    variant: Annotated[
        str,
        typer.Argument(
            metavar="VARIANT", help="The variant (unoref variants lists them), or the path of a house sheet."
        ),
    ],
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """List the options of a variant, or those of a house sheet's base with what the sheet makes of them.

    Name, default, clause, values with their meaning.
    """
    spoken = language(lang)
    rules = ruleset_of(variant, {})
    if as_json:
        write_json([document(option, rules.options[option.name], spoken) for option in rules.book.options.values()])
    else:
        show(list(page(rules, spoken)))


def document(option: Option, value: Value, lang: str) -> dict[str, Any]:
    """An option as plain data, with its ``value`` in these rules.

    ``values`` are its choices, or true and false, or null between ``minimum`` and ``maximum``.
    """
    values: list[dict[str, Any]] | None = [
        {"value": choice.value, "text": choice.texts[lang]} for choice in option.choices
    ]
    if isinstance(option.default, bool):
        values = [{"value": value, "text": None} for value in (True, False)]
    return {
        "name": option.name,
        "clause": option.clause,
        "default": option.default,
        "value": value,
        "text": option.texts[lang],
        "values": values or None,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "implies": {value: dict(implied) for value, implied in option.implies.items()},
    }


def _brings(option: Option, value: str, lang: str) -> str:
    """What a value of the option brings for other options, in brackets; empty where it brings nothing."""
    implied = option.implies.get(value, {})
    brought = say("list", lang).join(f"{name} = {str(value).lower()}" for name, value in implied.items())
    return f" ({say('implies', lang, options=brought)})" if implied else ""


def page(rules: Ruleset, lang: str) -> Iterator[Line]:
    """The options for people."""
    book = rules.book
    if rules.title != book.title:
        yield line((say("based on", lang, title=rules.title[lang], base=book.title[lang]), "heading"))
        yield line()
    for at, option in enumerate(book.options.values()):
        if at:
            yield line()
        default = say("default", lang, value=str(option.default).lower())
        value = rules.options[option.name]
        here = (f"  {say('here', lang, value=str(value).lower())}", "legal") if value != option.default else ""
        yield line((option.name, "name"), here, (f"  {default}  ", "aside"), (option.clause, "clause"))
        yield line(option.texts[lang], indent=2)
        for choice in option.choices:
            brings = _brings(option, choice.value, lang)
            yield line((choice.value, "name"), f": {choice.texts[lang]}", (brings, "aside"), indent=4)
        if option.minimum is not None:
            yield line(say("range", lang, least=option.minimum, most=option.maximum), indent=4)
        elif isinstance(option.default, bool):
            yield line(f"true{_brings(option, 'true', lang)}, false{_brings(option, 'false', lang)}", indent=4)
    if not book.options:
        yield line(say("no options", lang))
