// Search finds clauses by their ids and by the words of their texts in either language, before it lists whole pages.

/** The clauses that answer a query, the best first; each clause is [id, page, file, English, Chinese]. */
const findClauses = (clauses, query) => {
  const asked = query.toLowerCase().trim();
  if (!asked) return [];
  // A run of Chinese is looked for as it stands, everything else word by word.
  const words = asked.match(/[\u3400-\u9fff]+|[^\s\u3400-\u9fff]+/g) || [];
  const found = [];
  for (const clause of clauses) {
    const id = clause[0].toLowerCase();
    const local = id.slice(id.indexOf(":") + 1);
    const texts = `${id} ${clause[3]} ${clause[4]}`.toLowerCase();
    let score = 0;
    if (id === asked) score = 5;
    else if (local === asked) score = 4;
    else if (id.startsWith(`${asked}.`) || local.startsWith(`${asked}.`)) score = 3;
    else if (texts.includes(asked)) score = 2;
    else if (words.every((word) => texts.includes(word))) score = 1;
    if (score) found.push([score, clause]);
  }
  return found.sort((one, other) => other[0] - one[0]).map((pair) => pair[1]);
};

if (typeof module !== "undefined") module.exports = { findClauses };

if (typeof document !== "undefined")
  document.addEventListener("DOMContentLoaded", () => {
    if (typeof Search === "undefined") return;
    // Ids such as official:turn.draw are HTML ids as they are; in a CSS selector they must be escaped.
    const textOf = Search.htmlToText;
    Search.htmlToText = (html, anchor) => textOf(html, anchor ? "#" + CSS.escape(anchor.slice(1)) : anchor);
    if (typeof clauseIndex === "undefined") return;
    const most = 50;
    const first = document.documentElement.lang.startsWith("zh") ? 4 : 3;
    const search = Search._performSearch;
    Search._performSearch = (query, ...terms) => {
      const clauses = findClauses(clauseIndex, query).slice(0, most);
      const ids = new Set(clauses.map((clause) => clause[0]));
      const results = search(query, ...terms).filter((result) => !ids.has(result[1]));
      const best = results.length ? results[results.length - 1][4] : 0;
      const shown = clauses.map(([id, page, file, ...texts], at) => [
        page, id, "#" + id, texts[first - 3], best + clauses.length - at, file, "object",
      ]);
      return [...results, ...shown.reverse()]; // results are taken from the end
    };
  });
