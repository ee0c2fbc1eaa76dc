"""The page of changes."""

from __future__ import annotations

from unoref.sphinxext.changes import changelog_page


def test_the_changelog_is_sorted_by_clause() -> None:
    text = """# Changelog

What changes.

## 2.0

- Fixed: a crash.
- Changed clause: `official:turn.draw`, one card.
- Changed clause: `official:deck.1`
  to `classic:1.0`.
- New: the variant `village`.
- Changed clause: `classic:4.1`.
- Removed clause: `official:gone`.

## 1.0

- New: everything.
"""

    page = changelog_page(text)

    order: tuple[str, ...] = (
        "2.0",
        "Classic",
        ":clause:`classic:4.1`",
        "Official",
        ":clause:`official:deck.1`",
        "  to :clause:`classic:1.0`",
    )
    order += (
        ":clause:`official:turn.draw`",
        "Village",
        "variant ``village``",
        "Commands, files",
        "a crash",
        "``official:gone``",
    )
    places = [page.index(part) for part in (*order, "1.0\n---", "everything")]
    assert places == sorted(places)
