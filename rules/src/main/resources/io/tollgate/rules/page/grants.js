// "Customer X gets ten times until Friday": a rule that ends by itself.

import { api } from "./api.js";
import { ask, button, el, tell, to } from "./dom.js";
import { ago, exactly } from "./text.js";

const FIELDS = [
  { part: "user", label: "User", hint: "who gets it" },
  { part: "bucket", label: "Bucket", hint: "of which limit; the name of a rule with a bucket of its own, or of an endpoint" },
  { part: "times", label: "Times", hint: "10 means ten times what holds otherwise", inputmode: "numeric" },
  { part: "until", label: "Until", hint: "2026-11-20 or 2026-11-20T18:00:00Z, in UTC" },
  { part: "reason", label: "Reason", hint: "is kept in the audit log" },
];

// A list that is looked at shows the end of a grant as well. The service removes it soon after; timers take no longer times.
const SOON_MS = 1000;
const LONGEST_MS = 24 * 3600 * 1000;

export async function grantsView(_address, me) {
  const list = el("ul", { class: "rules" });
  const problem = el("p", { class: "problem", role: "alert" });
  const inputs = Object.fromEntries(FIELDS.map(({ part, hint, inputmode }) =>
    [part, el("input", { id: `grant-${part}`, autocomplete: "off", required: true, inputmode, "aria-describedby": `grant-${part}-hint` })]));

  let timer;
  let isLeft = false;

  async function load() {
    const { body } = await api.rules("");
    const grants = body.rules.filter(({ grant }) => grant);
    clearTimeout(timer);
    const next = Math.min(...grants.map(({ endsAt }) => new Date(endsAt) - Date.now()));
    if (next <= LONGEST_MS && !isLeft) {
      timer = setTimeout(() => load().catch((problem) => tell(problem.message, true)), Math.max(next, 0) + SOON_MS);
    }
    list.replaceChildren(...grants.map(item));
    if (grants.length === 0) {
      list.append(el("li", { class: "soft" }, "Nobody has a grant."));
    }
  }

  function item({ name, description, endsAt }) {
    return el(
      "li",
      { class: "card rule" },
      el("div", { class: "what" }, el("h3", {}, to(["rules", name], name)), el("p", {}, description)),
      el("p", { class: "soft when" }, "ends ", el("time", { datetime: endsAt, title: exactly(endsAt) }, ago(endsAt)), " ",
        me.role !== "viewer" && button("End now …", () => end(name), { class: "small" })),
    );
  }

  async function end(name) {
    const answer = await ask(`End ${name} now?`, el("p", {}, "What holds for everybody holds again."),
      [{ text: "Keep it", value: "", main: true }, { text: "End it", value: "end" }]);
    if (answer === "end") {
      try {
        const { status } = await api.remove(name, (await api.rule(name)).etag);
        tell(status === 202 ? "Proposed: somebody else has to approve its end." : `${name} has ended.`);
      } catch (refusal) {
        tell(refusal.message, true);
      }
      await load();
    }
  }

  async function grant(event) {
    event.preventDefault();
    const given = Object.fromEntries(FIELDS.map(({ part }) => [part, inputs[part].value.trim()]));
    const times = Number(given.times);
    try {
      const { status } = await api.grant({ ...given, times: Number.isInteger(times) ? times : given.times });
      tell(status === 202 ? "Proposed: somebody else has to approve it." : `${given.user} has it.`);
      event.target.reset();
      problem.textContent = "";
      await load();
    } catch (refusal) {
      problem.textContent = refusal.problems.length > 0 ? refusal.problems.map(({ message }) => message).join(" ") : refusal.message;
    }
  }

  await load();
  return {
    title: "Grants",
    content: [
      el("div", { class: "heading" }, el("h2", {}, "Grants")),
      el("p", { class: "soft" }, "More for one user, for a while. A grant ends by itself."),
      me.role !== "viewer" && el("form", { class: "card", onsubmit: grant },
        el("div", { class: "fields" }, FIELDS.map(({ part, label, hint }) => el("div", { class: "field text" },
          el("label", { for: `grant-${part}` }, label), inputs[part], el("p", { class: "hint", id: `grant-${part}-hint` }, hint)))),
        problem,
        el("div", { class: "actions" }, button("Grant", () => {}, { type: "submit", class: "main" }))),
      list,
    ],
    leave: () => {
      isLeft = true;
      clearTimeout(timer);
    },
  };
}
