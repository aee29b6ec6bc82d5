// All rules, with a search and, beside each, what it does in plain words.

import { api } from "./api.js";
import { button, el, tell, to } from "./dom.js";
import { ago, count, exactly } from "./text.js";

const PAUSE_MS = 200;

export async function rulesView(_address, me) {
  const search = el("input", { type: "search", id: "search", placeholder: "Name, path, user, bucket …", autocomplete: "off", "aria-controls": "rules" });
  const list = el("ul", { id: "rules", class: "rules" });
  const summary = el("p", { class: "soft", "aria-live": "polite" });
  let asking = new AbortController();
  let timer;

  async function load() {
    asking.abort();
    asking = new AbortController();
    try {
      const { body } = await api.rules(search.value.trim(), asking.signal);
      document.getElementById("version").textContent = `version ${body.version}`;
      summary.textContent = summaryOf(body.rules, search.value.trim());
      list.replaceChildren(...body.rules.map(item));
    } catch (problem) {
      if (problem.name !== "AbortError") {
        tell(problem.message, true);
      }
    }
  }

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(load, PAUSE_MS);
  });
  await load();
  return {
    title: "Rules",
    content: [
      el("div", { class: "heading" },
        el("h2", {}, "Rules"),
        me.role !== "viewer" && to(["new"], "New rule", { class: "button main" })),
      el("div", { class: "searching" }, el("label", { for: "search" }, "Search"), search, summary),
      list,
    ],
    leave: () => {
      clearTimeout(timer);
      asking.abort();
    },
  };
}

function summaryOf(rules, search) {
  if (rules.length > 0) {
    return count(rules.length, "rule");
  }
  return search ? "No rule has that." : "There are no rules yet; annotations and the hosts' own files hold.";
}

function item({ name, rule, description, state, revision, changedBy, changedAt }) {
  return el(
    "li",
    { class: `card rule ${state ?? ""}` },
    el("div", { class: "what" },
      el("h3", {}, to(["rules", name], name)),
      tags(rule, state),
      el("p", {}, description)),
    el("p", { class: "soft when" },
      to(["rules", name, "history"], `revision ${revision}`),
      " by ", el("span", {}, changedBy), ", ",
      el("time", { datetime: changedAt, title: exactly(changedAt) }, ago(changedAt))),
  );
}

/** What sets a rule apart at a glance. */
export function tags(rule, state) {
  const texts = [
    rule.deny && ["deny", "no"],
    rule.allow && ["allow", "ok"],
    rule.mode && rule.mode !== "enforce" && [rule.mode, "other"],
    rule.times && ["grant", "ok"],
    state !== "active" && state !== rule.mode && [state, state === "invalid" ? "no" : "other"],
  ].filter(Boolean);
  return texts.length > 0 && el("span", { class: "tags" }, texts.map(([text, kind]) => el("span", { class: `tag ${kind}` }, text)));
}
