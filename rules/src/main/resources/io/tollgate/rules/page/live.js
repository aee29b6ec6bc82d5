// What happens now: calls by rule, who is refused most, and which hosts have which version of the rules.

import { api } from "./api.js";
import { chart, grouped, KINDS } from "./chart.js";
import { el, tell } from "./dom.js";
import { ago, count, exactly, number } from "./text.js";

const POLL_MS = 1000;
const SECONDS = 180;
const SECONDS_PER_BAR = 3;

export async function liveView() {
  const rules = el("div", { class: "charts" });
  const keys = el("div", {});
  const hosts = el("div", {});
  let timer;
  let isLeft = false;
  let isBroken = false;

  async function draw() {
    const [{ body: live }, { body: known }] = await Promise.all([api.live(SECONDS), api.hosts()]);
    document.getElementById("version").textContent = `version ${live.version}`;
    rules.replaceChildren(...ruleCharts(live));
    keys.replaceChildren(topKeys(live.refused));
    hosts.replaceChildren(hostTable(known.hosts, live.version));
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
        el("p", { class: "legend" }, el("span", { class: "tag ok" }, "allowed"), el("span", { class: "tag no" }, "refused"), el("span", { class: "tag other" }, "would be refused"))),
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
  // By name: the busiest come first, and would change places every second.
  const rules = Object.entries(live.rules).sort(([one], [other]) => one.localeCompare(other));
  if (rules.length === 0) {
    return [el("p", { class: "card soft" }, `No call in the last ${SECONDS / 60} minutes.`)];
  }
  return rules.map(([name, series]) => {
    const [allowed, shadowed, refused] = KINDS.map((kind) => series[kind].reduce((sum, each) => sum + each, 0));
    return el(
      "section",
      { class: "card", "data-rule": name },
      el("h3", {}, name),
      el("p", { class: "counts" },
        el("b", { class: "ok" }, number(allowed)), " allowed, ",
        el("b", { class: refused > 0 ? "no" : "" }, number(refused)), " refused",
        shadowed > 0 && [", ", el("b", { class: "other" }, number(shadowed)), " would be"]),
      chart(points(series), `${name}: ${allowed} allowed, ${refused} refused`, count(SECONDS_PER_BAR, "second")),
    );
  });
}

function points(series) {
  const [allowed, shadowed, refused] = KINDS.map((kind) => grouped(series[kind], SECONDS_PER_BAR));
  return allowed.map((each, i) => ({ allowed: each, shadowed: shadowed[i], refused: refused[i] }));
}

function topKeys(top) {
  if (top.length === 0) {
    return el("p", { class: "soft" }, "Nobody was refused.");
  }
  const most = Math.max(...top.map(({ count: times }) => times));
  return el("table", {},
    el("thead", {}, el("tr", {}, ["key", "bucket", "refused"].map((text) => el("th", { scope: "col", class: text === "refused" ? "number" : undefined }, text)))),
    el("tbody", {}, top.slice(0, 20).map(({ key, bucket, count: times }) => el("tr", {},
      el("td", { class: "key" }, key),
      el("td", { class: "key" }, bucket),
      el("td", { class: "number" }, el("meter", { min: 0, max: most, value: times, "aria-hidden": "true" }), " ", number(times))))));
}

function hostTable(hosts, version) {
  if (hosts.length === 0) {
    return el("p", { class: "soft" }, "No host is connected.");
  }
  return el("table", {},
    el("thead", {}, el("tr", {}, ["host", "rules", "seen"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, hosts.map(({ id, version: its, seenAt, health }) => el("tr", { "data-host": id },
      el("td", { class: "key" }, id),
      el("td", {}, el("span", { class: `tag ${its === version ? "ok" : "other"}` }, its === version ? `version ${its}` : `version ${its}, behind`), health !== "UP" && el("p", { class: "problem" }, health)),
      el("td", {}, el("time", { datetime: seenAt, title: exactly(seenAt) }, ago(seenAt)))))));
}
