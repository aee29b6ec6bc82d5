// What a change changes: one line for each part of a rule that is added, removed or becomes something else.

import { el } from "./dom.js";
import { written } from "./text.js";

/** The parts in which two rules differ, in the order of the later one; a missing rule is undefined. */
export function changes(before, after) {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  names.delete("name");
  return [...names]
    .filter((part) => exact(before?.[part]) !== exact(after?.[part]))
    .map((part) => {
      const [was, becomes] = [shown(before, part), shown(after, part)];
      // A list and a text with a comma look the same.
      return was === becomes ? { part, before: exact(before[part]), after: exact(after[part]) } : { part, before: was, after: becomes };
    });
}

function shown(rule, part) {
  return rule?.[part] === undefined ? undefined : written(rule[part]);
}

// In JSON; the order of names in a map says nothing.
function exact(value) {
  return JSON.stringify(value, (_name, each) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each);
}

export function diffTable(before, after, headings = ["now", "then"]) {
  const differences = changes(before, after);
  if (differences.length === 0) {
    return el("p", { class: "soft" }, "Nothing changes.");
  }
  return el(
    "table",
    { class: "diff" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "part"), headings.map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, differences.map(({ part, before: was, after: becomes }) => el(
      "tr",
      {},
      el("th", { scope: "row" }, part),
      el("td", { class: was === undefined ? "none" : "gone" }, was === undefined ? "–" : el("del", {}, was)),
      el("td", { class: becomes === undefined ? "none" : "new" }, becomes === undefined ? "–" : el("ins", {}, becomes)),
    ))),
  );
}
