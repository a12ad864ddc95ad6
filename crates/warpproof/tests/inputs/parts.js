"use strict";
// Where the parts of a report page are drawn and in which colours: the title says so, for a picture of the page to be compared with.
addEventListener("load", () => {
  const colour = (css) => css.match(/[\d.]+/g).slice(0, 3).map(Number);
  const place = (name, element, property) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return { name, left, top, width, height, colour: colour(style[property]) };
  };
  // A long timeline scrolls in a box of its own; what the finding is about stands at its end.
  for (const table of document.querySelectorAll(".timeline table")) table.scrollTop = table.scrollHeight;
  const isInView = (element) => {
    const box = element.closest(".timeline table")?.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    return !box || (own.top >= box.top && own.bottom <= box.bottom);
  };
  const all = (name, selector, property) =>
    [...document.querySelectorAll(selector)].filter(isInView).map((element) => place(name, element, property));
  document.title = JSON.stringify([
    place("page", document.body, "backgroundColor"),
    ...all("place of a finding", ".excerpt mark.main", "backgroundColor"),
    ...all("other place", ".excerpt mark.other", "backgroundColor"),
    ...all("thread", "svg .mark", "fill"),
    ...all("decisive step", ".timeline .decisive", "backgroundColor"),
    ...all("heading", "h1, h2", "color"),
  ]);
});
