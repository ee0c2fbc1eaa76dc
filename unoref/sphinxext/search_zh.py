"""Searching Chinese text without a dictionary: every character and every pair of neighbors is a word.

The same is done to what a reader types (``js_splitter_code``), so that any run of characters is found wherever it
stands; a dictionary finds only the words that both sides happen to cut alike.
"""

from __future__ import annotations

import re
from typing import Final

from sphinx.search.zh import SearchChinese

__all__ = ["SearchPairs"]

_WORDS: Final = re.compile(r"[㐀-鿿]+|[^\W㐀-鿿]+")


class SearchPairs(SearchChinese):
    """Chinese by characters and pairs, everything else as Sphinx does it."""

    lang = "zh"
    language_name = "English"  # Sphinx names the stemmer in the browser by it, and the stemmer is the English one
    js_splitter_code = r"""
var splitQuery = (query) => {
  const terms = [];
  for (const run of query.match(/[\u3400-\u9fff]+|[^\s\u3400-\u9fff\p{P}\p{S}]+/gu) || []) {
    if (!/^[\u3400-\u9fff]/.test(run)) terms.push(run);
    else if (run.length === 1) terms.push(run);
    else for (let at = 0; at + 1 < run.length; at++) terms.push(run.slice(at, at + 2));
  }
  return terms;
};
"""

    def split(self, input: str) -> list[str]:
        """The words of a text."""
        words: list[str] = []
        for run in _WORDS.findall(input):
            if run[0] < "㐀" or run[0] > "鿿":
                words.append(run)
                self.latin_terms.add(run)
            else:
                words += run
                words += (run[at : at + 2] for at in range(len(run) - 1))
        return words

    def word_filter(self, word: str) -> bool:
        """Whether a word goes into the index."""
        return len(word) > 1 or "㐀" <= word <= "鿿"
