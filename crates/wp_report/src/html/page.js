"use strict";
// Everything is readable without this: it opens what a link leads to, copies text, filters kernels, and walks through
// timelines. Keys: / for the search, n and p for the next and the previous finding.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target && target.closest("details");
  if (folded) {
    folded.open = true;
    target.scrollIntoView({ block: "center" });
  }
}
addEventListener("hashchange", reveal);
reveal();

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = button.parentElement.querySelector("code").textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "copied";
    } catch {
      // Pages from disk may not write to the clipboard: the text is selected instead.
      getSelection().selectAllChildren(button.parentElement.querySelector("code"));
    }
  });
}

for (const timeline of document.querySelectorAll(".timeline")) {
  const steps = [...timeline.querySelectorAll("tr.step")];
  let now = -1;
  const show = (next) => {
    steps[now]?.classList.remove("now");
    now = Math.max(0, Math.min(steps.length - 1, next));
    steps[now].classList.add("now");
    steps[now].scrollIntoView({ block: "nearest" });
  };
  const button = (label, go) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", go);
    return made;
  };
  const isDecisive = (step) => step.classList.contains("decisive");
  const decisive = () => {
    const next = steps.findIndex((s, i) => i > now && isDecisive(s));
    show(next < 0 ? steps.findIndex(isDecisive) : next);
  };
  const bar = document.createElement("p");
  bar.append(
    button("previous step", () => show(now - 1)), " ",
    button("next step", () => show(now + 1)), " ",
    button("next decisive step", decisive),
  );
  timeline.prepend(bar);
  // It opens at the first step that the finding is about; the page itself stays where it is.
  const first = steps.findIndex(isDecisive);
  if (first >= 0) {
    now = first;
    steps[first].classList.add("now");
    const box = timeline.querySelector("table");
    box.scrollTop += steps[first].getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
  }
  timeline.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by) {
      show(now + by);
      event.preventDefault();
    }
  });
}

// The table of kernels: a row is shown if its verdict is chosen, or none is, and its names have the words searched for.
const rows = [...document.querySelectorAll("tr.kernel-row")];
const search = document.querySelector("input.search");
const filters = [...document.querySelectorAll("button.filter")];
function filter() {
  const chosen = filters.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict);
  const words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
  const active = chosen.length + words.length > 0;
  let shown = 0;
  for (const row of rows) {
    const names = `${row.parentElement.dataset.file} ${row.dataset.name}`.toLowerCase();
    const fits = (!chosen.length || chosen.includes(row.dataset.verdict)) && words.every((word) => names.includes(word));
    shown += fits;
    row.hidden = !fits;
    const article = document.getElementById(row.querySelector("a").getAttribute("href").slice(1));
    article.hidden = !fits;
  }
  for (const group of document.querySelectorAll("table.overview tbody")) {
    const own = [...group.querySelectorAll("tr.kernel-row")];
    // A file without kernels could not be read, which no filter may hide.
    group.hidden = active && own.length > 0 && own.every((row) => row.hidden);
    const section = document.getElementById(group.querySelector("tr.file a").getAttribute("href").slice(1));
    section.hidden = group.hidden;
  }
  document.querySelector(".shown").textContent = active ? `${shown} of ${rows.length} shown` : "";
}
for (const button of filters) {
  button.disabled = false;
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    filter();
  });
}
if (search && rows.length > 1) {
  search.hidden = false;
  search.addEventListener("input", filter);
}

addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (event.key === "/" && search && !search.hidden) {
    event.preventDefault();
    search.focus();
    search.scrollIntoView({ block: "nearest" });
    return;
  }
  const step = { n: 1, p: -1 }[event.key];
  const findings = [...document.querySelectorAll(".finding")].filter((f) => f.offsetParent);
  if (step && findings.length) {
    // The finding that is read now is the last one that begins above the top of the window.
    const top = 8;
    const tops = findings.map((f) => f.getBoundingClientRect().top);
    const next = step > 0 ? tops.findIndex((y) => y > top) : tops.findLastIndex((y) => y < -top);
    const target = findings[next] ?? findings[step > 0 ? 0 : findings.length - 1];
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "start" });
  }
});
