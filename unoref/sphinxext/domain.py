"""The Sphinx domain ``clause``: clauses, interpretations, options, rulings and topics as objects that can be linked to.

``:clause:`official:turn.draw``` links to a clause from anywhere, also from another project through intersphinx. A role
that names what there is not is a warning, whether or not the build is nitpicky.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any, ClassVar, Final, NamedTuple, cast

from docutils import nodes
from docutils.nodes import Element, system_message
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from unoref.errors import RulebookError
from unoref.rulebook import rulebook, variant_ids
from unoref.sphinxext.words import language_of
from unoref.texts.topics import topic_name

__all__ = ["ClauseDomain", "ClauseRole", "Target", "anchor_of"]

logger = logging.getLogger(__name__)

#: The kinds of objects, the role that links to each, and how its HTML id begins.
_ANCHORS: Final = {
    "clause": "",
    "interpretation": "",
    "variant": "rulebook:",
    "option": "option:",
    "ruling": "ruling:",
    "topic": "topic:",
}


class Target(NamedTuple):
    """Where an object is described."""

    docname: str
    anchor: str
    objtype: str
    shown: str


def anchor_of(objtype: str, name: str) -> str:
    """The HTML id of an object: for a clause and an interpretation its own id, unchanged."""
    return f"{_ANCHORS[objtype]}{name}"


class ClauseRole(XRefRole):
    """A link to an object of the domain, shown by its own name unless a title is given."""

    def __init__(self, reftype: str = "ref") -> None:
        super().__init__(warn_dangling=True)
        self.links_to = reftype

    def create_xref_node(self) -> tuple[list[nodes.Node], list[system_message]]:
        """Make the link one of this domain, however the role was called."""
        self.refdomain, self.reftype = "clause", self.links_to
        self.classes = ["xref", "clause", f"clause-{self.links_to}"]
        return super().create_xref_node()


class ClauseDomain(Domain):
    """Rules that have an address."""

    name = "clause"
    label = "Clauses"
    object_types: ClassVar[dict[str, ObjType]] = {
        "clause": ObjType("clause", "ref"),
        "interpretation": ObjType("interpretation", "ref"),
        "variant": ObjType("rulebook", "variant"),
        "option": ObjType("option", "option"),
        "ruling": ObjType("ruling", "ruling"),
        "topic": ObjType("topic", "topic", searchprio=-1),
    }
    roles: ClassVar[dict[str, Any]] = {
        kind: ClauseRole(kind) for kind in ("ref", "variant", "option", "ruling", "topic")
    }
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}}
    dangling_warnings: ClassVar[dict[str, str]] = {
        "ref": "there is no clause %(target)r",
        "variant": "there is no rulebook %(target)r",
        "option": "there is no option %(target)r (an option is written variant/name)",
        "ruling": "there is no ruling %(target)r (a ruling is written variant/name)",
        "topic": "no clause has the topic %(target)r",
    }

    @property
    def objects(self) -> dict[tuple[str, str], Target]:
        """Every object by its kind and name."""
        return cast(dict[tuple[str, str], Target], self.data["objects"])

    def note(self, objtype: str, name: str, node: Element, shown: str = "") -> None:
        """Let a node be the description of an object; its HTML id is set here."""
        anchor = anchor_of(objtype, name)
        node["ids"] = [anchor]
        docname = self.env.docname
        known = self.objects.get((objtype, name))
        if known is not None and known.docname != docname:
            logger.warning(
                "%s %s is described in %s too",
                objtype,
                name,
                known.docname,
                location=docname,
                type="clause",
                subtype="twice",
            )
        self.objects[objtype, name] = Target(docname, anchor, objtype, shown or name)

    def find(self, reftype: str, name: str) -> Target | None:
        """What a role links to."""
        for objtype in self.objtypes_for_role(reftype) or ():
            found = self.objects.get((objtype, name))
            if found is not None:
                return found
        return None

    def clear_doc(self, docname: str) -> None:
        for key in [key for key, target in self.objects.items() if target.docname == docname]:
            del self.objects[key]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for key, target in otherdata["objects"].items():
            if target.docname in docnames:
                self.objects[key] = target

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        if typ == "code":
            return _link_to_code(env, fromdocname, builder, target, contnode)
        found = self.find(typ, target)
        if found is None:
            return None
        if typ in ("variant", "topic") and not node.get("refexplicit"):
            contnode = nodes.inline("", found.shown)
        return make_refnode(builder, fromdocname, found.docname, found.anchor, contnode, _hint(env, found, target))

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        results = []
        for objtype, kind in self.object_types.items():
            found = self.objects.get((objtype, target))
            if found is not None:
                link = make_refnode(builder, fromdocname, found.docname, found.anchor, contnode, found.shown)
                results.append((f"clause:{kind.roles[0]}", link))
        return results

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        for (objtype, name), target in sorted(self.objects.items()):
            yield name, target.shown, objtype, target.docname, target.anchor, 1


def _hint(env: BuildEnvironment, found: Target, name: str) -> str:
    """What a link tells before it is followed: the beginning of the clause, the name of the topic."""
    lang = language_of(env.config.language)
    if found.objtype == "topic":
        return topic_name(name, lang)
    for variant in variant_ids():
        book = rulebook(variant)
        if found.objtype in ("clause", "interpretation") and name in (*book.clause_ids, *book.interpretation_ids):
            try:
                return book.cited(name).text(lang)
            except RulebookError:
                return found.shown
    return found.shown


def _link_to_code(
    env: BuildEnvironment, fromdocname: str, builder: Builder, target: str, contnode: Element
) -> nodes.reference | None:
    """A link to the description of a function, else to the page of its module; None where there is neither."""
    python = env.domains.python_domain
    name = target
    while name:
        for objects in (python.objects, python.modules):
            found = cast("Any", objects).get(name)
            if found is not None:
                return make_refnode(builder, fromdocname, found.docname, found.node_id, contnode, target)
        name = name.rpartition(".")[0]
    return None
