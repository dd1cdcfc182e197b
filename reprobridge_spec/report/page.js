"use strict";
(() => {
  const root = document.documentElement;
  const make = (label) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    return button;
  };
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");
  document.body.append(said);
  const tell = (text) => { said.textContent = text; };

  // light and dark
  const isDark = () => root.dataset.theme
    ? root.dataset.theme === "dark"
    : window.matchMedia("(prefers-color-scheme: dark)").matches;
  const tools = document.getElementById("tools");
  const theme = make("");
  const showTheme = () => { theme.textContent = isDark() ? "Light page" : "Dark page"; };
  theme.id = "theme";
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    showTheme();
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
  showTheme();

  // open all, close all; and all in print
  const all = () => [...document.querySelectorAll("details")];
  const open = make("Open all");
  open.id = "open-all";
  open.setAttribute("aria-pressed", "false");
  open.addEventListener("click", () => {
    const wanted = open.getAttribute("aria-pressed") !== "true";
    for (const one of all()) one.open = wanted;
    open.setAttribute("aria-pressed", String(wanted));
    open.textContent = wanted ? "Close all" : "Open all";
  });
  tools.append(open, theme);
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = all().filter((one) => !one.open);
    for (const one of closed) one.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const one of closed) one.open = false;
    closed = [];
  });

  // copy a command
  const select = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = window.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };
  for (const code of document.querySelectorAll(".commands code, code.command")) {
    const button = make("Copy");
    button.className = "copy";
    button.setAttribute("aria-label", `Copy ${code.textContent}`);
    button.addEventListener("click", async () => {
      let done = true;
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        select(code);
        done = document.execCommand("copy");
      }
      button.textContent = done ? "Copied" : "Selected";
      tell(done ? `Copied: ${code.textContent}` : "Selected: copy it by hand");
      window.setTimeout(() => { button.textContent = "Copy"; }, 1600);
    });
    code.after(button);
  }

  // sort tasks
  const table = document.getElementById("task-table");
  if (!table) return;
  const heads = [...table.querySelectorAll("thead th")];
  const original = [...table.tBodies];
  const key = (body, column, kind) => {
    const cell = body.rows[0].cells[column];
    const text = cell.dataset.sort ?? cell.textContent.trim();
    return kind === "number" ? Number.parseFloat(text) : text;
  };
  const compare = (kind) => (one, other) => {
    if (kind !== "number") return one.localeCompare(other, "en", { numeric: true });
    if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    return one - other;
  };
  heads.forEach((head, column) => {
    const kind = head.dataset.kind;
    if (!kind) return;
    const name = head.textContent;
    const button = make(name);
    button.className = "sort";
    head.replaceChildren(button);
    head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const order = { none: "ascending", ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")];
      for (const other of heads) if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", order);
      const bodies = [...original];
      if (order !== "none") {
        const by = compare(kind);
        const turn = order === "ascending" ? 1 : -1;
        bodies.sort((one, other) => turn * by(key(one, column, kind), key(other, column, kind)));
      }
      table.append(...bodies);
      tell(order === "none" ? "Tasks in the manifest's order" : `Tasks sorted by ${name}, ${order}`);
    });
  });
})();
