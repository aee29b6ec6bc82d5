// What happens now: calls by rule, who is refused most, and which hosts have which version of the rules.

import { api } from "./api.js";
import { chart } from "./chart.js";
import { el, tell, to } from "./dom.js";
import { ago, count, exactly, number } from "./text.js";

const POLL_MS = 1000;

export async function liveView() {
  const rules = el("div", { class: "charts" });
  const keys = el("div", {});
  const hosts = el("div", {});
  let timer;
  let isLeft = false;
  let isBroken = false;

  async function draw() {
    const [{ body: live }, { body: known }] = await Promise.all([api.live(), api.hosts()]);
    document.getElementById("version").textContent = `version ${live.version ?? known.version}`;
    rules.replaceChildren(...ruleCharts(live));
    keys.replaceChildren(topKeys(live.topRefused ?? []));
    hosts.replaceChildren(hostTable(known.hosts ?? known, known.version ?? live.version));
  }

  async function poll() {
    try {
      if (!document.hidden) {
        await draw();
        isBroken = false;
      }
    } catch (problem) {
      if (!isBroken && !isLeft) {
        tell(`The view stands still: ${problem.message}`, true);
      }
      isBroken = true;
    }
    if (!isLeft) {
      timer = setTimeout(poll, POLL_MS);
    }
  }

  await draw();
  timer = setTimeout(poll, POLL_MS);
  return {
    title: "Live",
    content: [
      el("div", { class: "heading" }, el("h2", {}, "Live"),
        el("p", { class: "legend" }, el("span", { class: "tag ok" }, "allowed"), el("span", { class: "tag no" }, "refused"))),
      rules,
      el("div", { class: "pair" },
        el("section", { class: "card" }, el("h3", {}, "Refused most"), keys),
        el("section", { class: "card" }, el("h3", {}, "Hosts"), hosts)),
    ],
    leave: () => {
      isLeft = true;
      clearTimeout(timer);
    },
  };
}

function ruleCharts(live) {
  const rules = live.rules ?? [];
  if (rules.length === 0) {
    return [el("p", { class: "card soft" }, "No host has reported a call yet.")];
  }
  const step = live.stepSeconds === 1 ? "a second" : count(live.stepSeconds, "second");
  return rules.map(({ name, points }) => {
    const allowed = sum(points, "allowed");
    const refused = sum(points, "refused");
    return el(
      "section",
      { class: "card", "data-rule": name },
      el("h3", {}, to(["rules", name], name)),
      el("p", { class: "counts" },
        el("b", { class: "ok" }, number(allowed)), " allowed, ",
        el("b", { class: refused > 0 ? "no" : "" }, number(refused)), " refused"),
      chart(points, `${name}: ${allowed} allowed, ${refused} refused`, step),
    );
  });
}

function sum(points, kind) {
  return points.reduce((total, point) => total + (point[kind] ?? 0), 0);
}

function topKeys(top) {
  if (top.length === 0) {
    return el("p", { class: "soft" }, "Nobody was refused.");
  }
  const most = Math.max(...top.map(({ refused }) => refused));
  return el("table", {},
    el("thead", {}, el("tr", {}, ["key", "rule", "refused"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, top.map(({ key, rule, refused }) => el("tr", {},
      el("td", { class: "key" }, key),
      el("td", {}, rule),
      el("td", { class: "number" }, el("meter", { min: 0, max: most, value: refused, "aria-hidden": "true" }), " ", number(refused))))));
}

function hostTable(hosts, version) {
  if (hosts.length === 0) {
    return el("p", { class: "soft" }, "No host is connected.");
  }
  return el("table", {},
    el("thead", {}, el("tr", {}, ["host", "rules", "seen"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, hosts.map(({ id, version: its, seenAt }) => el("tr", { "data-host": id },
      el("td", { class: "key" }, id),
      el("td", {}, el("span", { class: `tag ${its === version ? "ok" : "other"}` }, its === version ? `version ${its}` : `version ${its}, behind`)),
      el("td", {}, el("time", { datetime: seenAt, title: exactly(seenAt) }, ago(seenAt)))))));
}
