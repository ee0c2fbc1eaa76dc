"""The Sphinx domain ``clause``: clauses, interpretations, options, rulings and topics as objects that can be linked to.

``:clause:`official:turn.draw``` links to a clause from anywhere, also from another project through intersphinx. A role
that names what there is not is a warning, whether or not the build is nitpicky.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, cast

from docutils import nodes
from docutils.nodes import Element, system_message
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from unoref.rulebook import TOPICS, rulebook, variant_ids
from unoref.sphinxext.trace import rulings_of
from unoref.sphinxext.words import language_of
from unoref.texts.topics import topic_name

__all__ = ["ClauseDomain", "ClauseRole", "Target", "anchor_of", "known_ids", "without_page"]

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
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}, "citing": {}}
    data_version = 1
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

    @property
    def citing(self) -> dict[str, dict[str, set[str]]]:
        """The documented functions and classes whose docstrings cite a clause: by page, and there by clause."""
        return cast("dict[str, dict[str, set[str]]]", self.data["citing"])

    def note_citation(self, clause: str, name: str) -> None:
        """Remember that the docstring of a function or class cites a clause."""
        self.citing.setdefault(self.env.docname, {}).setdefault(clause, set()).add(name)

    def cited_by(self, clause: str) -> list[str]:
        """The functions and classes whose docstrings cite a clause."""
        return sorted({name for cited in self.citing.values() for name in cited.get(clause, ())})

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
        self.citing.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for key, target in otherdata["objects"].items():
            if target.docname in docnames:
                self.objects[key] = target
        self.citing.update({docname: cited for docname, cited in otherdata["citing"].items() if docname in docnames})

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


@cache
def _homes(variants: tuple[str, ...]) -> Mapping[str, str]:
    """The variant each clause and interpretation belongs to."""
    books = map(rulebook, variants)
    return {identity: book.id for book in books for identity in (*book.clause_ids, *book.interpretation_ids)}


def known_ids() -> Mapping[str, str]:
    """Every clause and interpretation there is, and the variant it belongs to."""
    return _homes(variant_ids())


def _hint(env: BuildEnvironment, found: Target, name: str) -> str:
    """What a link tells before it is followed: the beginning of the clause, the name of the topic."""
    lang = language_of(env.config.language)
    if found.objtype == "topic":
        return topic_name(name, lang)
    return _text(name, lang) or found.shown


def _text(identity: str, lang: str) -> str:
    """The text of a clause or interpretation; empty for anything else."""
    home = known_ids().get(identity)
    return "" if home is None else rulebook(home).cited(identity).text(lang)


def _is_known(reftype: str, target: str) -> bool:
    """Whether there is what a role names, described on a page or not."""
    if reftype == "ref":
        return target in known_ids()
    if reftype == "topic":
        return target in TOPICS
    if reftype == "variant":
        return target.removeprefix("options:") in variant_ids()
    variant, _, name = target.partition("/")
    if variant not in variant_ids():
        return False
    if reftype == "option":
        return name in rulebook(variant).options
    return reftype == "ruling" and any(ruling.id == target for ruling in rulings_of(variant))


def _variant_of(reftype: str, target: str) -> str:
    if reftype == "ref":
        return known_ids()[target]
    return target.removeprefix("options:") if reftype == "variant" else target.partition("/")[0]


def without_page(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """No warning for a link to what there is but this project has no page for: its text stands without a link.

    Where the project has the page of a rulebook, each of its clauses and rulings must be there; where it has the page of a
    variant's options, each option; where pages are written for it, each topic; of the package it has API pages for, all code.
    """
    if domain is None or domain.name != "clause":
        return None
    reftype, target = node["reftype"], node["reftarget"]
    if reftype == "code":
        package = app.config.clause_api
        return None if package and f"{target}.".startswith(f"{package}.") else True
    if not _is_known(reftype, target):
        return None
    objects = cast(ClauseDomain, domain).objects
    if reftype == "topic":
        shown = bool(app.config.clause_pages)
    else:
        variant = _variant_of(reftype, target)
        options = reftype == "option" or target.startswith("options:")
        shown = ("variant", f"options:{variant}" if options else variant) in objects
    return None if shown else True


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
