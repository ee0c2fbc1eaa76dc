"""The rules and checks of a module as functions, each with its point and the clauses it carries out."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util.inspect import signature, stringify_signature
from sphinx.util.parsing import nested_parse_to_nodes

from unoref.checks import Check
from unoref.rulebook import variant_ids
from unoref.sphinxext.page import Page
from unoref.sphinxext.trace import Code, code, code_of
from unoref.step import Cited, Rule

__all__ = ["CitedFunctions", "clauses_of"]


def clauses_of(api: str) -> Mapping[str, list[Code]]:
    """The clauses that a function or module-level rule carries out, in any variant, with the places in it."""
    return _by_function(variant_ids()).get(api, {})


@cache
def _by_function(variants: tuple[str, ...]) -> Mapping[str, Mapping[str, list[Code]]]:
    """The clauses that each function carries out."""
    found: dict[str, dict[str, list[Code]]] = {}
    for variant in variants:
        for clause, places in code_of(variant).items():
            for place in places:
                found.setdefault(place.api, {}).setdefault(clause, []).append(place)
    return found


class CitedFunctions(Page):
    """``.. clause:cited:: unoref.rules.turns``: rules, checks and citing functions of a module, with their clauses."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"no-heading": directives.flag}

    def run(self) -> list[nodes.Node]:
        """The descriptions, one a function; nothing where the module has none."""
        module = importlib.import_module(self.arguments[0])
        self.env.note_dependency(str(module.__file__))
        lines: list[str] = []
        for name, thing in vars(module).items():
            if isinstance(thing, Rule | Check | Cited):
                place = code(thing)
                if place.module == module.__name__ and place.name == name:
                    lines += self.description(module.__name__, name, thing)
        if not lines:
            return []
        writer = self.writer
        described = nested_parse_to_nodes(self.state, StringList(lines, source=self.get_source_info()[0]))
        if "no-heading" in self.options:
            return described
        part = writer.section(writer.word("rules-and-checks"), f"{module.__name__}-rules")
        part += described
        return [part]

    def description(self, module: str, name: str, thing: Rule[Any] | Check[Any, Any] | Cited[Any, Any]) -> list[str]:
        """A description in reStructuredText."""
        writer, function = self.writer, thing.test if isinstance(thing, Check) else thing.function
        arguments = stringify_signature(signature(function), unqualified_typehints=True)
        text = [line.strip() for line in (function.__doc__ or "").strip().splitlines()]
        clauses = ", ".join(f":clause:`{clause}`" for clause in clauses_of(f"{module}.{name}"))
        body = [
            *text,
            "",
            f"*{writer.word(code(thing).kind)}*{writer.word('comma')}{writer.word('point')} ``{thing.point}``",
            "",
            *([f"**{writer.word('clauses')}**{writer.word('colon')}{clauses}", ""] if clauses else []),
        ]
        return [
            f".. py:function:: {name}{arguments}",
            f"   :module: {module}",
            "",
            *(f"   {line}".rstrip() for line in body),
        ]
