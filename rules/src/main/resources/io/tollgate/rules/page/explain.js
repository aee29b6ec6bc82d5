// "GET /search as alice from 5.5.5.5": which rules apply, which layer won, and what is left.

import { api } from "./api.js";
import { button, el, to } from "./dom.js";
import { number } from "./text.js";

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

const VERDICTS = { allowed: ["This call passes", "ok"], refused: ["This call is refused: 429", "no"], denied: ["This call is denied: 403", "no"] };

function explanation({ by, host, explanation: { verdict, endpoint, rules, claims } }) {
  const [words, kind] = VERDICTS[verdict] ?? [verdict, "other"];
  return [
    el("section", { class: "card", id: "verdict" },
      el("h3", {}, words, el("span", { class: `tag ${kind}` }, verdict)),
      el("p", { class: "soft" }, by === "host"
        ? `As ${host} sees it now${endpoint ? `; ${endpoint} answers` : ""}.`
        : "By the rules of the service alone: no host answers, and only hosts know annotations, files and what is left."),
      claims.length > 0 && claimTable(claims)),
    rules.length > 0 && el("ul", { class: "rules" }, rules.map(ruleItem)),
  ].filter(Boolean);
}

function claimTable(claims) {
  return el("table", { class: "stacks" },
    el("thead", {}, el("tr", {}, ["bucket", "key", "cost", "limit", "left"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, claims.map(({ bucket, key, cost, limit, remaining, fits, retryAfterSeconds, mode }) => el("tr", {},
      el("td", { "data-label": "bucket", class: "key" }, bucket),
      el("td", { "data-label": "key", class: "key" }, key),
      el("td", { "data-label": "cost" }, number(cost)),
      el("td", { "data-label": "limit", class: "key" }, limit),
      el("td", { "data-label": "left" }, el("b", { class: fits ? "" : "no" }, number(remaining)),
        retryAfterSeconds > 0 && ` enough in ${number(retryAfterSeconds)} s`,
        mode === "shadow" && " (shadow: refuses nobody)")))));
}

function ruleItem({ name, layer, description, counts, why }) {
  return el("li", { class: `card rule ${counts ? "" : "ended"}` },
    el("div", { class: "what" },
      el("h4", {}, layer === "service" ? to(["rules", name], name) : name),
      el("span", { class: "tags" },
        el("span", { class: "tag other" }, layer),
        el("span", { class: `tag ${counts ? "ok" : "no"}` }, counts ? "counts" : "does not count")),
      el("p", {}, description),
      el("p", { class: "soft" }, why)));
}
