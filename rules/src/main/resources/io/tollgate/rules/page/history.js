// What became of a rule: each revision, what it changed, and the way back.

import { api, ruleNow } from "./api.js";
import { address, ask, button, el, tell, to } from "./dom.js";
import { diffTable } from "./diff.js";
import { ago, exactly } from "./text.js";

const DONE = { create: "created", replace: "changed", delete: "deleted", grant: "granted", rollback: "rolled back", end: "ended" };

export async function historyView([, name], me) {
  const current = await ruleNow(name);
  const list = el("ol", { class: "history" });
  const older = button("Older ones", () => load().catch((problem) => tell(problem.message, true)));
  // The oldest so far: it is shown when the one before it has come, too.
  let oldest;

  async function load() {
    const { revisions } = (await api.history(name, oldest?.revision)).body;
    const known = oldest ? [oldest, ...revisions] : revisions;
    const isAll = revisions.length === 0 || known.at(-1).revision === 1;
    oldest = known.at(-1);
    list.append(...known.slice(0, isAll ? known.length : -1).map((revision, i) => item(name, revision, known[i + 1], current, me)));
    older.hidden = isAll;
  }

  await load();
  return {
    title: `History of ${name}`,
    content: [
      el("div", { class: "heading" },
        el("h2", {}, "History of ", to(["rules", name], name))),
      list,
      el("div", { class: "actions" }, older),
    ],
  };
}

function item(name, revision, before, current, me) {
  const isCurrent = current?.body.revision === revision.revision;
  return el(
    "li",
    { class: "card" },
    el("div", { class: "heading" },
      el("h3", {}, `Revision ${revision.revision}`, isCurrent && el("span", { class: "tag ok" }, "holds now")),
      !isCurrent && revision.rule && me.role !== "viewer" &&
        button("Roll back to this …", () => rollBack(name, revision, current), { "data-revision": revision.revision })),
    el("p", { class: "soft" },
      `${DONE[revision.action] ?? revision.action} by `, el("span", {}, revision.changedBy), revision.approvedBy && `, approved by ${revision.approvedBy}`, ", ",
      el("time", { datetime: revision.changedAt, title: exactly(revision.changedAt) }, ago(revision.changedAt))),
    revision.reason && el("p", { class: "soft" }, revision.reason),
    revision.description && el("p", {}, revision.description),
    el("details", {}, el("summary", {}, "What it changed"), diffTable(before?.rule, revision.rule, [before ? `revision ${before.revision}` : "before", `revision ${revision.revision}`])),
  );
}

async function rollBack(name, revision, current) {
  const answer = await ask(`Roll ${name} back to revision ${revision.revision}?`, [
    revision.description && el("p", { class: "preview" }, revision.description),
    diffTable(current?.body.rule, revision.rule, ["now", `revision ${revision.revision}`]),
  ].filter(Boolean), [{ text: "Roll back", value: "yes", main: true }, { text: "Leave it", value: "" }]);
  if (answer !== "yes") {
    return;
  }
  try {
    const { status } = await api.rollBack(name, revision.revision, current?.etag);
    tell(status === 202 ? "Proposed: somebody else has to approve it." : `${name} is as in revision ${revision.revision} again.`);
    location.hash = address(status === 202 ? ["proposals"] : ["rules"]);
  } catch (problem) {
    tell(problem.status === 412 ? "Somebody has changed this rule meanwhile; open its history again." : problem.message, true);
  }
}
