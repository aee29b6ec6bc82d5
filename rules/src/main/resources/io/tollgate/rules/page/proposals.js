// Changes that wait for a second pair of eyes.

import { api } from "./api.js";
import { button, el, tell } from "./dom.js";
import { diffTable } from "./diff.js";
import { ago, exactly } from "./text.js";

export async function proposalsView(_address, me) {
  const list = el("ul", { class: "proposals" });

  async function load() {
    const { body } = await api.proposals();
    const proposals = body.proposals ?? body;
    list.replaceChildren(...proposals.map(item));
    if (proposals.length === 0) {
      list.append(el("li", { class: "soft" }, "Nothing waits for approval."));
    }
  }

  function item(proposal) {
    const isMine = proposal.proposedBy === me.name;
    return el(
      "li",
      { class: "card" },
      el("div", { class: "heading" },
        el("h3", {}, `${proposal.action} ${proposal.name}`),
        proposal.state && proposal.state !== "open" && el("span", { class: "tag other" }, proposal.state)),
      el("p", { class: "soft" }, "by ", el("span", {}, proposal.proposedBy), ", ",
        el("time", { datetime: proposal.proposedAt, title: exactly(proposal.proposedAt) }, ago(proposal.proposedAt))),
      proposal.description && el("p", {}, proposal.description),
      diffTable(proposal.before, proposal.rule),
      el("div", { class: "actions" },
        me.role === "approver" && !isMine && button("Approve", () => decide(proposal, "approve", "approved"), { class: "main" }),
        (me.role === "approver" || isMine) && button(isMine ? "Withdraw" : "Reject", () => decide(proposal, "reject", isMine ? "withdrawn" : "rejected"))),
      isMine && el("p", { class: "soft" }, "Somebody else has to approve what you propose."),
    );
  }

  async function decide(proposal, verb, done) {
    try {
      await api[verb](proposal.id);
      tell(`${proposal.name}: ${done}.`);
    } catch (problem) {
      tell(problem.message, true);
    }
    await load();
  }

  await load();
  return { title: "Proposals", content: [el("div", { class: "heading" }, el("h2", {}, "Proposals")), list] };
}
