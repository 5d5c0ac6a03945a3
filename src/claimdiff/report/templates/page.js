(() => {
  "use strict";
  const tools = document.querySelector(".tools");
  const find = document.getElementById("find");
  const selects = ["cause", "page"].map((id) => document.getElementById(id)).filter(Boolean);
  const buttons = [...tools.querySelectorAll("button")];
  const split = (text) => (text || "").split(" ").filter(Boolean);
  const items = [...document.querySelectorAll("[data-item]")].map((node) => ({
    node,
    text: null,
    kind: split(node.dataset.kind),
    cause: split(node.dataset.cause),
    page: split(node.dataset.pages),
    question: node.matches(".question"),
  }));
  const groups = [...document.querySelectorAll("[data-group]")].map((node) => ({
    node,
    own: items.filter((item) => node.contains(item.node)),
    stays: node.querySelector("#none") !== null,
  }));
  const questions = items.filter((item) => item.question).length;
  let show = "all";

  const textOf = (item) => (item.text ??= item.node.textContent.toLowerCase());

  const apply = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = selects.filter((select) => select.value !== "");
    let seen = 0;
    for (const item of items) {
      const match =
        (show === "all" || item.kind.includes(show)) &&
        chosen.every((select) => item[select.id].includes(select.value)) &&
        words.every((word) => textOf(item).includes(word));
      item.node.hidden = !match;
      if (match && item.question) seen += 1;
    }
    for (const group of groups) {
      group.node.hidden = !group.stays && group.own.length > 0 && group.own.every((item) => item.node.hidden);
    }
    document.getElementById("none").hidden = seen > 0;
    document.getElementById("count").textContent = seen === questions ? "" : `${seen} of ${questions} questions`;
  };

  const choose = (name) => {
    show = name;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.show === name));
    apply();
  };

  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let node = target; node; node = node.parentElement) {
      if (node.tagName === "DETAILS") node.open = true;
      if (node.hidden) node.hidden = false;
    }
    target.scrollIntoView();
    const stop = target.matches(".question") ? target.querySelector("summary") : null;
    if (stop) stop.focus({ preventScroll: true });
  };

  const current = () => document.activeElement.closest("[data-item]");

  const move = (step) => {
    const stops = items.filter((item) => !item.node.hidden && item.node.matches(".question, .card")).map((item) => item.node);
    if (stops.length === 0) return;
    const at = stops.indexOf(current());
    const next = stops[at < 0 ? (step > 0 ? 0 : stops.length - 1) : Math.min(stops.length - 1, Math.max(0, at + step))];
    const stop = next.matches(".question") ? next.querySelector("summary") : next;
    stop.focus({ preventScroll: true });
    next.scrollIntoView({ block: next.offsetHeight > innerHeight / 2 ? "start" : "nearest" });
  };

  const back = () => {
    const item = current();
    if (item && item.matches(".question") && item.open) {
      item.open = false;
      item.querySelector("summary").focus();
      return;
    }
    find.value = "";
    for (const select of selects) select.value = "";
    choose("all");
    document.activeElement.blur();
  };

  tools.hidden = false;
  tools.addEventListener("submit", (event) => {
    event.preventDefault();
    move(1);
  });
  find.addEventListener("input", apply);
  for (const select of selects) select.addEventListener("change", apply);
  for (const button of buttons) button.addEventListener("click", () => choose(button.dataset.show));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      back();
      return;
    }
    if (document.activeElement.matches("input, select")) {
      if (event.key === "Enter" && document.activeElement === find) {
        event.preventDefault();
        find.blur();
        move(1);
      }
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      find.focus();
      find.select();
    } else if (event.key === "j" || event.key === "k") {
      event.preventDefault();
      move(event.key === "j" ? 1 : -1);
    } else if (event.key === "Enter" && document.activeElement.matches(".card")) {
      const link = document.activeElement.querySelector("a.qid");
      if (link) link.click();
    }
  });
  addEventListener("hashchange", reveal);
  reveal();
})();
