// The form of a rule: which parts there are, and how they are typed.

import { el } from "./dom.js";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const KEYS = ["user", "ip", "client", "plan", "country", "global"];
const UNSTATED = "not stated";

const GROUPS = [
  {
    title: "Which calls",
    about: "All that is stated must hold; what is left empty holds for every call. Several values, separated by commas, mean any of them; with ! before each, none of them.",
    fields: [
      { part: "path", label: "Path", hint: "/search, /items/{id} or /static/*" },
      { part: "methods", label: "Methods", kind: "some", choices: METHODS },
      { part: "endpoint", label: "Endpoint", kind: "list", hint: "as in the table of limits: Search.list" },
      { part: "user", label: "User", kind: "list", hint: "acme, or !acme for all others" },
      { part: "address", label: "Address", kind: "list", hint: "203.0.113.0/24, 2001:db8::/32" },
      { part: "plan", label: "Plan", kind: "list", hint: "gold" },
      { part: "country", label: "Country", kind: "list", hint: "DE, AT or !DE" },
      { part: "header", label: "Header", kind: "map", hint: "X-App: ios, android" },
    ],
  },
  {
    title: "What holds for them",
    fields: [
      { part: "verdict", label: "These calls", kind: "one", choices: ["are limited", "pay nothing", "are refused"] },
      { part: "limit", label: "Limit", hint: "100/min, 20/min burst 40, 5 at a time" },
      { part: "bucket", label: "Bucket", hint: "one that others draw on too; else the rule has its own" },
      { part: "key", label: "Who pays", kind: "some", choices: KEYS },
      { part: "by", label: "or a part of the request", kind: "list", hint: "header:X-Api-Key, query:, path:, cookie:, claim:" },
      { part: "cost", label: "Cost", kind: "number", hint: "tokens for each call; 1" },
      { part: "plans", label: "Limits by plan", kind: "map", hint: "gold: 1000/min" },
      { part: "times", label: "Times", kind: "number", hint: "a grant: so many times what holds otherwise" },
      { part: "mode", label: "Mode", kind: "one", choices: [UNSTATED, "enforce", "shadow", "off"] },
    ],
  },
  {
    title: "Waiting and refunds",
    folded: true,
    fields: [
      { part: "onlimit", label: "Who is over the limit", kind: "one", choices: [UNSTATED, "refuse", "wait"] },
      { part: "maxwait", label: "Waits at most", hint: "2s" },
      { part: "refunderrors", label: "Calls that fail with 5xx get their tokens back", kind: "flag", choices: [UNSTATED, "yes", "no"] },
    ],
  },
  {
    title: "When",
    folded: true,
    fields: [
      { part: "from", label: "From", hint: "2026-11-20 or 2026-11-20T18:00:00Z, in UTC" },
      { part: "until", label: "Until", hint: "2026-11-20 or 2026-11-20T18:00:00Z, in UTC" },
    ],
  },
];

/** What stands in the first place of a choice is left out of the rule. */
const VERDICTS = { "pay nothing": "allow", "are refused": "deny" };

const list = (value) => (value === undefined ? [] : [value].flat().map(String));
// A value that has a comma, or spaces around it, stands in quotes.
const quoted = (value) => (/[,"]|^\s|\s$|^$/.test(value) ? JSON.stringify(value) : value);
const joined = (value) => list(value).map(quoted).join(", ");
const split = (text) => (text.match(/"(?:[^"\\]|\\.)*"|[^,]+/g) ?? []).map((each) => unquoted(each.trim())).filter((each) => each !== "");
const few = (values) => (values.length === 1 ? values[0] : values);

function unquoted(text) {
  try {
    return text.startsWith('"') ? JSON.parse(text) : text;
  } catch (noText) {
    return text;
  }
}

/** The form of one rule. It keeps parts that it does not know, and those that nobody touches, as they are. */
export class RuleForm {
  constructor(rule, onChange) {
    this.given = { ...rule };
    this.rest = { ...rule };
    this.fields = new Map();
    this.element = el("div", { class: "groups" }, GROUPS.map((group) => this.group(group, rule)));
    for (const field of this.fields.values()) {
      delete this.rest[field.part];
    }
    delete this.rest.allow;
    delete this.rest.deny;
    delete this.rest.name;
    this.element.addEventListener("input", onChange);
    this.element.addEventListener("change", onChange);
  }

  group({ title, about, fields, folded }, rule) {
    const isUsed = fields.some(({ part }) => rule[part] !== undefined);
    const content = [about && el("p", { class: "soft" }, about), el("div", { class: "fields" }, fields.map((field) => this.field(field, rule)))];
    return folded
      ? el("details", { class: "card group", open: isUsed }, el("summary", {}, el("h3", {}, title)), content)
      : el("section", { class: "card group" }, el("h3", {}, title), content);
  }

  field(definition, rule) {
    const { part, label, kind = "text", hint, choices } = definition;
    const id = `part-${part}`;
    const problem = el("p", { class: "problem", id: `${id}-problem` });
    const described = `${hint ? `${id}-hint ` : ""}${id}-problem`;
    const help = hint && el("p", { class: "hint", id: `${id}-hint` }, hint);
    const value = part === "verdict" ? verdictOf(rule) : rule[part];
    const control = CONTROLS[kind](id, value, choices, described);
    this.fields.set(part, { part, problem, opened: JSON.stringify(control.read()), ...control });
    if (control.grouped) {
      return el("fieldset", { class: `field ${kind}` }, el("legend", {}, label), control.element, help, problem);
    }
    return el("div", { class: `field ${kind}` }, el("label", { for: id }, label), control.element, help, problem);
  }

  /** The rule as it stands in the form. */
  rule() {
    const rule = { ...this.rest };
    for (const { part, read, opened } of this.fields.values()) {
      const value = read();
      if (JSON.stringify(value) === opened) {
        this.keep(part, rule);
      } else if (part === "verdict") {
        if (VERDICTS[value]) {
          rule[VERDICTS[value]] = true;
        }
      } else if (value !== undefined) {
        rule[part] = value;
      }
    }
    return rule;
  }

  keep(part, rule) {
    for (const each of part === "verdict" ? ["allow", "deny"] : [part]) {
      if (this.given[each] !== undefined) {
        rule[each] = this.given[each];
      }
    }
  }

  /** Shows problems beside their parts; returns those that belong to none. */
  complain(problems) {
    for (const { problem, inputs } of this.fields.values()) {
      problem.textContent = "";
      inputs.forEach((input) => input.removeAttribute("aria-invalid"));
    }
    return problems.filter((each) => {
      const name = String(each.field ?? "").split(".")[0];
      const field = this.fields.get(name === "allow" || name === "deny" ? "verdict" : name);
      if (field) {
        field.problem.textContent = [field.problem.textContent, messageOf(each)].filter(Boolean).join(" ");
        field.inputs.forEach((input) => input.setAttribute("aria-invalid", "true"));
      }
      return !field;
    });
  }
}

export function messageOf({ message, suggestion }) {
  return suggestion ? `${message}; ${suggestion}` : message;
}

function verdictOf(rule) {
  return rule.deny ? "are refused" : rule.allow ? "pay nothing" : undefined;
}

const CONTROLS = {
  text: (id, value, _choices, described) => {
    const input = el("input", { id, autocomplete: "off", spellcheck: "false", "aria-describedby": described, value: value === undefined ? "" : String(value) });
    return { element: input, inputs: [input], read: () => input.value.trim() || undefined };
  },
  number: (id, value, _choices, described) => {
    const input = el("input", { id, inputmode: "numeric", autocomplete: "off", "aria-describedby": described, value: value === undefined ? "" : String(value) });
    // What is no number is sent as it is, so that the service says what is wrong with it.
    const read = () => (/^\d{1,15}$/.test(input.value.trim()) ? Number(input.value) : input.value.trim() || undefined);
    return { element: input, inputs: [input], read };
  },
  list: (id, value, _choices, described) => {
    const input = el("input", { id, autocomplete: "off", spellcheck: "false", "aria-describedby": described, value: joined(value) });
    return { element: input, inputs: [input], read: () => (split(input.value).length > 0 ? few(split(input.value)) : undefined) };
  },
  map: (id, value, _choices, described) => {
    const area = el("textarea", { id, rows: "2", spellcheck: "false", "aria-describedby": described });
    area.value = Object.entries(value ?? {}).map(([name, each]) => `${name}: ${joined(each)}`).join("\n");
    return { element: area, inputs: [area], read: () => readMap(area.value) };
  },
  some: (id, value, choices, described) => {
    const given = list(value).flatMap(split).map((each) => each.toLowerCase());
    const isKnown = (each) => choices.some((choice) => choice.toLowerCase() === each);
    const others = given.filter((each) => !isKnown(each));
    const boxes = choices.map((choice) => el("input", { type: "checkbox", value: choice, "aria-describedby": described, checked: given.includes(choice.toLowerCase()) }));
    const element = el("div", { class: "chips", id }, boxes.map((box) => el("label", {}, box, el("span", {}, box.value))));
    const read = () => {
      const values = [...boxes.filter((box) => box.checked).map((box) => box.value), ...others];
      return values.length > 0 ? few(values) : undefined;
    };
    return { element, inputs: boxes, read, grouped: true };
  },
  one: (id, value, choices, described) => {
    const select = el("select", { id, "aria-describedby": described }, choices.map((choice) => el("option", { value: choice, selected: choice === value }, choice)));
    return { element: select, inputs: [select], read: () => (select.value === choices[0] ? undefined : select.value) };
  },
  flag: (id, value, choices, described) => {
    const said = value === undefined ? undefined : value ? "yes" : "no";
    const { element, inputs, read } = CONTROLS.one(id, said, choices, described);
    return { element, inputs, read: () => (read() === undefined ? undefined : read() === "yes") };
  },
};

// A line without a colon becomes a name without a value, about which the service complains.
function readMap(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  if (lines.length === 0) {
    return undefined;
  }
  return Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(":");
    return colon < 0 ? [line, ""] : [line.slice(0, colon).trim(), few(split(line.slice(colon + 1)))];
  }));
}
