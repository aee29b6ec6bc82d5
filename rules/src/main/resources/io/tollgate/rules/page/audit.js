// Who did what and when, the newest first.

import { api } from "./api.js";
import { button, el, to } from "./dom.js";
import { exactly, written } from "./text.js";

export async function auditView() {
  const rows = el("tbody", {});
  const more = button("Earlier", () => load(), { hidden: true });
  let last;

  async function load() {
    const { body } = await api.audit(last);
    const entries = body.entries ?? body;
    rows.append(...entries.map(row));
    last = entries.at(-1)?.id;
    more.hidden = entries.length < 100;
  }

  await load();
  return {
    title: "Audit",
    content: [
      el("div", { class: "heading" }, el("h2", {}, "Audit")),
      el("div", { class: "card wide" }, el("table", { class: "stacks" },
        el("thead", {}, el("tr", {}, ["when", "who", "did", "to", "how"].map((text) => el("th", { scope: "col" }, text)))), rows)),
      more,
    ],
  };
}

function row({ at, actor, action, rule, detail }) {
  return el(
    "tr",
    {},
    el("td", { "data-label": "when" }, el("time", { datetime: at }, exactly(at))),
    el("td", { "data-label": "who" }, actor),
    el("td", { "data-label": "did" }, action),
    el("td", { "data-label": "to" }, rule ? to(["rules", rule, "history"], rule) : "–"),
    el("td", { "data-label": "how" }, detail === undefined || detail === null ? "" : written(detail)),
  );
}
