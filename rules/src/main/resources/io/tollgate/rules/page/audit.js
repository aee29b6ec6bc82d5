// Who did what and when, the newest first.

import { api } from "./api.js";
import { el } from "./dom.js";
import { exactly } from "./text.js";

const ENTRIES = 300;

export async function auditView() {
  const { body } = await api.audit(ENTRIES);
  return {
    title: "Audit",
    content: [
      el("div", { class: "heading" }, el("h2", {}, "Audit")),
      el("p", { class: "soft" }, `The newest ${ENTRIES} entries; attempts that were turned away are among them.`),
      el("div", { class: "card" }, el("table", { class: "stacks" },
        el("thead", {}, el("tr", {}, ["when", "who", "did", "to", "how"].map((text) => el("th", { scope: "col" }, text)))),
        el("tbody", {}, body.entries.map(row)))),
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
