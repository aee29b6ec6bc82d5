// "GET /search as alice from 5.5.5.5": which rules apply, which layer won, and what is left.

import { api } from "./api.js";
import { button, el, to } from "./dom.js";
import { number, written } from "./text.js";

const FIELDS = [
  { part: "path", label: "Path", value: "/search", hint: "within the application" },
  { part: "user", label: "User", hint: "who is signed in; empty if nobody is" },
  { part: "address", label: "Address", hint: "5.5.5.5" },
  { part: "plan", label: "Plan" },
  { part: "country", label: "Country", hint: "DE" },
];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

// What was asked last stays when the view is left and opened again.
let lastQuestion = {};

export async function explainView() {
  const method = el("select", { id: "ask-method" }, METHODS.map((each) => el("option", { value: each, selected: each === lastQuestion.method }, each)));
  const inputs = Object.fromEntries(FIELDS.map(({ part, value = "" }) =>
    [part, el("input", { id: `ask-${part}`, autocomplete: "off", spellcheck: "false", value: lastQuestion[part] ?? value })]));
  const headers = el("textarea", { id: "ask-headers", rows: "2", spellcheck: "false", placeholder: "X-App: ios" });
  const answer = el("div", { class: "answer", "aria-live": "polite" });

  async function question(event) {
    event.preventDefault();
    lastQuestion = { method: method.value };
    for (const { part } of FIELDS) {
      const text = inputs[part].value.trim();
      if (text) {
        lastQuestion[part] = text;
      }
    }
    const fields = readHeaders(headers.value);
    try {
      const { body } = await api.explain(fields ? { ...lastQuestion, headers: fields } : lastQuestion);
      answer.replaceChildren(...explanation(body));
    } catch (problem) {
      answer.replaceChildren(el("p", { class: "card bad" }, problem.message));
    }
  }

  return {
    title: "Explain",
    content: [
      el("div", { class: "heading" }, el("h2", {}, "Explain")),
      el("p", { class: "soft" }, "What becomes of a call, and why. Nothing is taken by asking."),
      el("form", { class: "card", onsubmit: question },
        el("div", { class: "fields" },
          el("div", { class: "field" }, el("label", { for: "ask-method" }, "Method"), method),
          FIELDS.map(({ part, label, hint }) => el("div", { class: "field text" }, el("label", { for: `ask-${part}` }, label), inputs[part], hint && el("p", { class: "hint" }, hint))),
          el("div", { class: "field map" }, el("label", { for: "ask-headers" }, "Headers"), headers)),
        el("div", { class: "actions" }, button("Explain", () => {}, { type: "submit", class: "main" }))),
      answer,
    ],
  };
}

function readHeaders(text) {
  const lines = text.split("\n").filter((line) => line.includes(":"));
  return lines.length > 0 && Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  }));
}

function explanation({ verdict, summary, rules = [], claims = [], host }) {
  return [
    el("section", { class: "card" },
      el("h3", {}, summary ?? verdict),
      el("p", { class: "soft" }, host ? `As ${host} sees it now.` : "By the rules alone: no connected host answers such questions, so what annotations say and what is left is not known."),
      claims.length > 0 && el("table", {},
        el("thead", {}, el("tr", {}, ["bucket", "key", "cost", "limit", "left"].map((text) => el("th", { scope: "col" }, text)))),
        el("tbody", {}, claims.map(({ bucket, key, cost, limit, left }) => el("tr", {},
          el("td", {}, bucket), el("td", { class: "key" }, key), el("td", {}, number(cost)), el("td", {}, limit),
          el("td", {}, left === undefined || left === null ? "–" : number(left))))))),
    el("ul", { class: "rules" }, rules.map((each) => el("li", { class: "card rule" },
      el("div", { class: "what" },
        el("h4", {}, each.layer === "service" ? to(["rules", each.name], each.name) : each.name),
        el("span", { class: "tags" },
          el("span", { class: "tag other" }, each.layer),
          el("span", { class: `tag ${each.applies ? "ok" : "no"}` }, each.applies ? "applies" : "does not apply")),
        each.description && el("p", {}, each.description),
        each.reason && el("p", { class: "soft" }, each.reason),
        each.rule && el("p", { class: "soft" }, written(each.rule)))))),
  ];
}
