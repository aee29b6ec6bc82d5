// Changes that wait for a second pair of eyes.

import { api, ruleNow } from "./api.js";
import { button, el, tell, to } from "./dom.js";
import { diffTable } from "./diff.js";
import { ago, exactly } from "./text.js";

const PAGE = 50;

export async function proposalsView(_address, me) {
  const list = el("ul", { class: "proposals" });
  const decided = el("ul", { class: "decided" });
  const past = el("section", {}, el("h3", {}, "Decided"), decided);

  const older = button("Older ones", () =>
    openOnes(oldest).then((items) => list.append(...items)).catch((problem) => tell(problem.message, true)));
  let oldest;

  async function openOnes(before) {
    const { proposals } = (await api.proposals("open", before)).body;
    const now = await Promise.all(proposals.map(({ name }) => ruleNow(name)));
    oldest = proposals.at(-1)?.id ?? before;
    older.hidden = proposals.length < PAGE;
    return proposals.map((proposal, i) => item(proposal, now[i]?.body.rule));
  }

  async function load() {
    const open = await openOnes();
    const { proposals } = (await api.proposals("decided")).body;
    list.replaceChildren(...open);
    if (open.length === 0) {
      list.append(el("li", { class: "soft" }, "Nothing waits for approval."));
    }
    decided.replaceChildren(...proposals.slice(0, 20).map(line));
    past.hidden = proposals.length === 0;
  }

  function item(proposal, now) {
    const isMine = proposal.author === me.name;
    return el(
      "li",
      { class: "card" },
      el("h3", {}, `${proposal.action} ${proposal.name}`),
      el("p", { class: "soft" }, "by ", el("span", {}, proposal.author), ", ",
        el("time", { datetime: proposal.madeAt, title: exactly(proposal.madeAt) }, ago(proposal.madeAt))),
      proposal.reason && el("p", { class: "soft" }, proposal.reason),
      proposal.description && el("p", {}, proposal.description),
      diffTable(now, proposal.rule),
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
  return {
    title: "Proposals",
    content: [
      el("div", { class: "heading" }, el("h2", {}, "Proposals")),
      el("p", { class: "soft" }, me.fourEyes
        ? "Here a change holds when an approver agrees who is not its author."
        : "Here changes hold at once; the service can be set so that somebody else has to agree."),
      list,
      el("div", { class: "actions" }, older),
      past,
    ],
  };
}

function line({ action, name, author, status, decidedBy, decidedAt }) {
  return el("li", { class: "soft" }, el("span", { class: `tag ${status === "approved" ? "ok" : "other"}` }, status), " ",
    to(["rules", name, "history"], name), `: ${action} by ${author}, `, decidedBy && `${decidedBy}, `,
    el("time", { datetime: decidedAt, title: exactly(decidedAt) }, ago(decidedAt)));
}
