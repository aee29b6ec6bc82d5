// The log of calls: newest first, each line opens to the whole answer.

const KEPT = 60;
const list = document.getElementById("log");
const empty = document.querySelector(".empty");

function node(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function statusOf(status, times = 1) {
  const kind = status >= 200 && status < 300 ? "ok" : status === 429 ? "no" : "other";
  const text = status === 0 ? "no answer" : String(status);
  return node("span", `status ${kind}`, times > 1 ? `${times} × ${text}` : text);
}

/** Says in short what became of calls that were made together. */
export function answered(answers) {
  const counts = new Map();
  for (const { status } of answers) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const parts = [...counts].sort().map(([status, times]) => statusOf(status, times));
  const refused = answers.find(({ status }) => status === 429);
  if (refused) {
    parts.push(node("span", "", problem(refused.body)));
  } else if (answers.length === 1) {
    const lines = answers[0].body.trimEnd().split("\n");
    parts.push(node("span", "", lines.length > 1 ? `${lines.length} lines` : lines[0]));
  }
  return parts;
}

function problem(body) {
  try {
    return JSON.parse(body).detail;
  } catch (notJson) {
    return "Too Many Requests";
  }
}

export function logged(answer) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const time = node("time", "", new Date().toLocaleTimeString("en-GB"));
  const host = answer.headers.get("X-Host"); // Where several answer in turn.
  const by = host ? `${answer.as} → host ${host}` : answer.as;
  summary.append(time, node("span", "by", by), node("span", "path", `/api/${answer.path}`), statusOf(answer.status));
  const told = ["RateLimit", "Retry-After"].filter((name) => answer.headers.has(name));
  if (told.length > 0) {
    summary.append(node("span", "left", told.map((name) => `${name}: ${answer.headers.get(name)}`).join(" · ")));
  }
  const fields = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  details.append(summary, node("pre", "", `${fields.join("\n")}\n\n${pretty(answer.body)}`));
  const line = document.createElement("li");
  line.append(details);
  list.prepend(line);
  while (list.children.length > KEPT) {
    list.lastElementChild.remove();
  }
  empty.hidden = true;
}

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch (notJson) {
    return body.trimEnd();
  }
}

document.getElementById("clear").addEventListener("click", () => {
  list.replaceChildren();
  empty.hidden = false;
});
