"use strict";
// What a person does with a report page: the title says how it went.
addEventListener("load", async () => {
  const wrong = [];
  const expect = (what, holds) => { if (!holds) wrong.push(what); };
  const click = (text) => [...document.querySelectorAll("button")].find((b) => b.textContent === text).click();
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
  try {
    const link = document.querySelector(".excerpt a");
    link.click();
    await settled();
    const line = document.getElementById(link.getAttribute("href").slice(1));
    expect("a link unfolds the source", line.closest("details").open);
    expect("the line is marked", getComputedStyle(line).outlineStyle === "solid");
    document.querySelector("h4 a[href='#about-WP0102'], h4 a[href='#about-WP0101']").click();
    await settled();
    expect("the page of a code unfolds", document.querySelector("#about-WP0101[open], #about-WP0102[open]"));
    const steps = [...document.querySelector(".timeline").querySelectorAll("tr.step")];
    const now = () => steps.findIndex((s) => s.classList.contains("now"));
    const first = steps.findIndex((s) => s.classList.contains("decisive"));
    expect("the first decisive step", now() === first);
    click("previous step");
    const before = Math.max(0, first - 1);
    expect("the step before", now() === before);
    document.querySelector(".timeline").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
    expect("by key", now() === Math.min(steps.length - 1, before + 1));
    click("next step");
    expect("and on", now() === Math.min(steps.length - 1, before + 2));
    click("next decisive step");
    expect("a decisive step", steps[now()].classList.contains("decisive"));
    expect("two threads in the picture", document.querySelectorAll("svg .mark").length >= 2);
    const rows = () => [...document.querySelectorAll("tr.kernel-row")].filter((row) => row.offsetParent);
    const all = rows().length;
    const button = document.querySelector("button.filter[data-verdict=refuted]");
    button.click();
    expect("refuted kernels only", rows().length > 0 && rows().every((row) => row.dataset.verdict === "refuted"));
    expect("articles too", [...document.querySelectorAll("article.kernel")].filter((a) => a.offsetParent).length === rows().length);
    button.click();
    expect("all kernels again", rows().length === all && all > 1);
    const search = document.querySelector("input.search");
    dispatchEvent(new KeyboardEvent("keydown", { key: "/" }));
    expect("a key leads to the search", document.activeElement === search);
    search.value = rows()[0].dataset.name;
    search.dispatchEvent(new Event("input"));
    expect("found by name", rows().length >= 1 && rows().every((row) => row.dataset.name.includes(search.value)));
    search.value = "no such kernel";
    search.dispatchEvent(new Event("input"));
    expect("nothing is found", rows().length === 0 && document.querySelector(".shown").textContent === `0 of ${all} shown`);
    search.value = "";
    search.dispatchEvent(new Event("input"));
    search.blur();
    dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
    expect("a key leads to a finding", document.activeElement.classList.contains("finding"));
    expect("nothing overflows the page", document.documentElement.scrollWidth <= innerWidth);
  } catch (error) {
    wrong.push(String(error));
  }
  document.title = wrong.length ? "wrong: " + wrong.join("; ") : "all is well";
});
