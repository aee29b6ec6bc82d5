// How values are written on the page.

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const STEPS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function number(value) {
  return Number(value).toLocaleString("en");
}

/** "3 minutes ago", with the exact time as a hint. */
export function ago(instant, now = Date.now()) {
  const seconds = Math.round((new Date(instant) - now) / 1000);
  if (Number.isNaN(seconds)) {
    return "";
  }
  const [unit, length] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? STEPS.at(-1);
  return AGO.format(Math.trunc(seconds / length), unit);
}

export function exactly(instant) {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? String(instant) : TIME.format(date);
}

/** A value of a rule in one line: lists by commas, maps as name: value. */
export function written(value) {
  if (Array.isArray(value)) {
    return value.map(written).join(", ");
  }
  if (value !== null && typeof value === "object") {
    return Object.entries(value).map(([name, each]) => `${name}: ${written(each)}`).join("; ");
  }
  return String(value);
}

export function count(number, one, many = `${one}s`) {
  return `${Number(number).toLocaleString("en")} ${number === 1 ? one : many}`;
}
