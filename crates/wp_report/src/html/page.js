"use strict";
// Everything is readable without this: it opens what a link leads to, copies text, and walks through timelines.
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
    box.scrollTop = steps[first].offsetTop - box.offsetTop - box.clientHeight / 2;
  }
  timeline.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by) {
      show(now + by);
      event.preventDefault();
    }
  });
}
