"""The faults: which there are, which are tried, and the source with one of them in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import parso.python.tree
from attrs import frozen
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator

__all__ = ["Mutant", "all_mutants", "sample"]

#: Operators of cosmic-ray that leave code which could have been written. Left out: those that nearly always raise a type error
#: at once (they only raise the score), ``==`` for ``is`` (the same for interned values), and the removal of decorators.
CORE = (
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Mod_FloorDiv")),
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("BitOr_BitAnd", "BitAnd_BitOr", "BitXor_BitAnd")),
    *(
        f"ReplaceComparisonOperator_{pair}"
        for pair in ("Eq_NotEq", "Eq_LtE", "Eq_GtE", "NotEq_Eq", "Is_IsNot", "IsNot_Is")
    ),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt")),
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_USub",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ExceptionReplacer",
    "NumberReplacer",
    "ZeroIterationForLoop",
)


class DeleteStatement(Operator):  # type: ignore[misc]
    """A statement that does something is left out: ``step.pop()`` or ``count += 1``."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if node.parent is None or node.parent.type != "simple_stmt":
            return
        called = (
            node.type == "atom_expr" and node.children[-1].type == "trailer" and node.children[-1].children[0] == "("
        )
        added = node.type == "expr_stmt" and node.children[1].type == "operator" and node.children[1] != "="
        if called or added:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        more = node.end_pos[0] - node.start_pos[0]  # the lines below stay where they are
        nothing = "(" + "\n" * more + ")" if more else "pass"
        return parso.python.tree.Name(nothing, node.start_pos, prefix=node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


class SwapIn(Operator):  # type: ignore[misc]
    """``in`` for ``not in`` and the other way about."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if node.type == "comparison" and _membership(node.children[1]):
            yield node.children[1].start_pos, node.children[1].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        swapped = " not in" if node.children[1].get_code().split() == ["in"] else " in"
        node.children[1] = get_ast(swapped)
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


def _membership(operator: Any) -> bool:
    return operator.get_code().split() in (["in"], ["not", "in"])


OPERATORS: dict[str, Any] = {name: get_operator(f"core/{name}")() for name in CORE}
OPERATORS |= {"DeleteStatement": DeleteStatement(), "SwapIn": SwapIn()}


@frozen
class Mutant:
    """A fault: which operator at which of the places it has in a file.

    ``lines`` are those of the statement it is in, ``text`` is its line.
    """

    path: str
    operator: str
    occurrence: int
    line: int
    column: int
    lines: tuple[int, ...]
    text: str

    @property
    def id(self) -> str:
        """Where and what, as it is told to people."""
        return f"{self.path}:{self.line}:{self.column} {self.operator}"

    def source(self, root: Path) -> str:
        """The text of the file with the fault in it."""
        file, operator = root / self.path, OPERATORS[self.operator]
        if self.operator.startswith(("Exception", "Zero", "ReplaceUnary")):  # these change more than one node
            mutated: str = mutate_code(file.read_text(encoding="utf-8"), operator, self.occurrence)
            return mutated
        tree, places = _parsed(file)
        node, index = places[self.operator][self.occurrence]
        parent, children, value = node.parent, list(getattr(node, "children", ())), getattr(node, "value", None)
        beside = list(parent.children)
        changed = operator.mutate(node, index)
        parent.children[beside.index(node)] = changed
        text: str = tree.get_code()
        parent.children = beside
        if children:
            node.children = children
        else:
            node.value = value
        return text


@cache
def _parsed(file: Path) -> tuple[Any, dict[str, list[tuple[Any, int]]]]:
    """The tree of a file, and by operator each node it changes and how."""
    tree = get_ast(file.read_text(encoding="utf-8"))
    nodes = list(ast_nodes(tree))
    return tree, {
        name: [(node, index) for node in nodes for index, _ in enumerate(operator.mutation_positions(node))]
        for name, operator in OPERATORS.items()
    }


def all_mutants(root: Path, path: str) -> list[Mutant]:
    """Every fault of a file, by place; without those in annotations, assertions, ``__repr__`` and what only tunes."""
    text = (root / path).read_text(encoding="utf-8")
    tree, module = get_ast(text), ast.parse(text)
    passed, statements, rows = _passed_over(module, text), _statements(module), text.splitlines()
    found = []
    for name, operator in OPERATORS.items():
        places = (place for node in ast_nodes(tree) for place, _ in operator.mutation_positions(node))
        for occurrence, (line, column) in enumerate(places):
            if not any(start <= (line, column) < end for start, end in passed):
                found.append(
                    Mutant(path, name, occurrence, line, column, statements.get(line, (line,)), rows[line - 1].strip())
                )
    return sorted(found, key=lambda mutant: (mutant.line, mutant.column, mutant.operator, mutant.occurrence))


def sample(mutants: Sequence[Mutant], most: int, seed: int) -> list[Mutant]:
    """So many of the faults by chance, of one family at one place at most one."""
    rng = Random(f"{seed} {mutants[0].path}" if mutants else seed)
    places: dict[object, list[Mutant]] = {}
    for mutant in mutants:
        places.setdefault((mutant.line, mutant.column, mutant.operator.split("_")[0]), []).append(mutant)
    picked = [rng.choice(group) for group in places.values()]
    return sorted(rng.sample(picked, min(most, len(picked))), key=lambda mutant: (mutant.line, mutant.column))


Place = tuple[int, int]


def _passed_over(module: ast.Module, text: str) -> list[tuple[Place, Place]]:
    """The stretches of a file in which a fault means nothing."""
    rows = text.splitlines()

    def stretch(node: Any) -> tuple[Place, Place]:
        def place(line: int, column: int) -> Place:
            return line, len(rows[line - 1].encode()[:column].decode())

        return place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)

    found = []
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            found += [stretch(part) for part in node.decorator_list if "cache" in ast.unparse(part)]
            if node.name == "__repr__":
                found.append(stretch(node))
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            found.append(stretch(node.returns))
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            found.append(stretch(node.annotation))
        type_checking = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if isinstance(node, ast.Assert) or type_checking:
            found.append(stretch(node))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "cast", "TypeVar"):
            found += [stretch(part) for part in node.args[1 if ast.unparse(node.func) == "isinstance" else 0 :]]
        named = isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp)
        if named and "Callable" in ast.unparse(node):
            found.append(stretch(node))  # the name of a type
    return found


def _statements(module: ast.Module) -> dict[int, tuple[int, ...]]:
    """The lines that run together with a line: those of its statement, without the block of a compound one."""
    lines: dict[int, tuple[int, ...]] = {}
    for node in ast.walk(module):
        if not isinstance(node, ast.stmt) or isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        body: list[ast.stmt] = getattr(node, "body", [])
        last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
        span = tuple(range(node.lineno, max(node.lineno, last) + 1))
        for line in span:
            if line not in lines or len(span) < len(lines[line]):
                lines[line] = span
    return lines
