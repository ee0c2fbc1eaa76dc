// The same place in the other language: what was searched for and the anchor go along.
document.addEventListener("DOMContentLoaded", () => {
  for (const link of document.querySelectorAll(".other-language a")) {
    const page = link.getAttribute("href");
    const follow = () => link.setAttribute("href", page + location.search + location.hash);
    addEventListener("hashchange", follow);
    link.addEventListener("click", follow);
    follow();
  }
});
