(() => {
  "use strict";
  const tools = document.querySelector(".tools");
  const find = document.getElementById("find");
  const buttons = [...tools.querySelectorAll("button")];
  const groups = [...document.querySelectorAll("[data-group]")];
  const items = [...document.querySelectorAll("[data-item]")].map((node) => ({
    node,
    kind: node.dataset.kind.split(" "),
    text: node.textContent.toLowerCase(),
    question: node.matches(".question"),
  }));
  const questions = items.filter((item) => item.question).length;
  let show = "all";

  const apply = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let seen = 0;
    for (const item of items) {
      const match = words.every((word) => item.text.includes(word)) && (show === "all" || item.kind.includes(show) || !item.question);
      item.node.hidden = !match;
      if (match && item.question) seen += 1;
    }
    for (const group of groups) {
      const own = [...group.querySelectorAll("[data-item]")];
      group.hidden = own.length > 0 && own.every((node) => node.hidden) && !group.querySelector("#none");
    }
    document.getElementById("none").hidden = seen > 0;
    document.getElementById("count").textContent = seen === questions ? "" : `${seen} of ${questions} questions`;
  };

  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let node = target; node; node = node.parentElement) {
      if (node.tagName === "DETAILS") node.open = true;
      if (node.hidden) node.hidden = false;
    }
    target.scrollIntoView();
  };

  tools.hidden = false;
  tools.addEventListener("submit", (event) => event.preventDefault());
  find.addEventListener("input", apply);
  for (const button of buttons) {
    button.addEventListener("click", () => {
      show = button.dataset.show;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      apply();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== find) { event.preventDefault(); find.focus(); }
    if (event.key === "Escape" && document.activeElement === find) { find.value = ""; apply(); }
  });
  addEventListener("hashchange", reveal);
  reveal();
})();
