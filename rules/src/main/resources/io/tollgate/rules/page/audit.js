// Who did what and when, the newest first, and older ones when they are asked for.

import { api } from "./api.js";
import { button, el, tell } from "./dom.js";
import { exactly } from "./text.js";

const ENTRIES = 100;

export async function auditView() {
  const rows = el("tbody", {});
  const older = button("Older ones", () => load().catch((problem) => tell(problem.message, true)));
  let oldest;

  async function load() {
    const { entries } = (await api.audit(ENTRIES, oldest)).body;
    rows.append(...entries.map(row));
    oldest = entries.at(-1)?.id ?? oldest;
    older.hidden = entries.length < ENTRIES;
  }

  await load();
  return {
    title: "Audit",
    content: [
      el("div", { class: "heading" }, el("h2", {}, "Audit")),
      el("p", { class: "soft" }, "Who did what, the newest first; attempts that were turned away are among them. Nothing is ever removed."),
      el("div", { class: "card" }, el("table", { class: "stacks" },
        el("thead", {}, el("tr", {}, ["when", "who", "did", "to", "how"].map((text) => el("th", { scope: "col" }, text)))),
        rows), el("div", { class: "actions" }, older)),
    ],
  };
}

function row({ at, who, address, action, target, detail }) {
  return el(
    "tr",
    {},
    el("td", { "data-label": "when" }, el("time", { datetime: at }, exactly(at))),
    el("td", { "data-label": "who", title: address }, who),
    el("td", { "data-label": "did" }, action),
    el("td", { "data-label": "to", class: "key" }, target),
    el("td", { "data-label": "how", class: "key" }, detail),
  );
}
