"""Pictures of rulings on the pages of rulebooks.

A picture is a file of its own beside the other images, and is fetched when somebody opens the ruling. It is drawn while the
page is written; of a ruling whose record must be refused there is none.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docutils import nodes

from unoref.errors import UnorefError
from unoref.pictures.drawing import Drawing, drawing
from unoref.pictures.lettering import said
from unoref.record import build
from unoref.referee import judge
from unoref.sphinxext.trace import Ruling
from unoref.sphinxext.writer import Writer

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["RulingPicture", "add_pictures", "drawn_ruling", "picture_nodes"]

#: Where the pictures lie, in the folder of images.
_FOLDER = "rulings"

#: Builders that have no use for them.
_OTHERS = ("latex", "text", "man", "texinfo")


class RulingPicture(nodes.General, nodes.Element):
    """The place of a picture: the ruling, the language, the words below it."""


def drawn_ruling(ruling: Ruling, lang: str) -> Drawing | None:
    """The table at the dispute with the verdict, or where nothing is in dispute the table in the end.

    None where the record cannot be, as that of a ruling that expects it to be refused.
    """
    try:
        record = build(dict(ruling.data), ruling.id)
        state = record.state()
        return drawing(state if record.dispute is None else judge(state, record.dispute), lang)
    except UnorefError:
        return None


def picture_nodes(ruling: Ruling, writer: Writer) -> list[RulingPicture]:
    """The place of the picture of a ruling."""
    if ruling.verdict == "bad-input":
        return []
    words = writer.word("pictured.dispute" if "dispute" in ruling.data else "pictured.end")
    return [RulingPicture("", ruling=ruling, lang=writer.lang, words=words)]


def _visit(writer: Any, node: RulingPicture) -> None:
    ruling: Ruling = node["ruling"]
    drawn = drawn_ruling(ruling, node["lang"])
    if drawn is None:
        raise nodes.SkipNode
    variant, _, name = ruling.id.partition("/")
    folder = Path(writer.builder.outdir, writer.builder.imagedir, _FOLDER, variant)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.svg").write_text(drawn.svg, encoding="utf-8", newline="\n")
    source = "/".join((writer.builder.imgpath, _FOLDER, quote(variant), quote(f"{name}.svg")))
    writer.body.append(
        f'<figure class="ruling-picture"><img src="{source}" width="{drawn.width}" height="{drawn.height}" loading="lazy" '
        f'alt="{said(drawn.title)}" /><figcaption>{said(node["words"])}</figcaption></figure>\n'
    )
    raise nodes.SkipNode


def _skip(writer: Any, node: RulingPicture) -> None:
    raise nodes.SkipNode


def add_pictures(app: Sphinx) -> None:
    """Let builders of HTML write pictures, and others leave them out."""
    visitors: dict[str, Any] = {"html": (_visit, None), **dict.fromkeys(_OTHERS, (_skip, None))}
    app.add_node(RulingPicture, **visitors)
