// Clause ids such as official:turn.draw are HTML ids as they are; in a CSS selector they must be escaped.
document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return;
  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => textOf(html, anchor ? "#" + CSS.escape(anchor.slice(1)) : anchor);
});
