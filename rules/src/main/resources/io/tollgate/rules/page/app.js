// Wires the page: sign in, views by address, and the version of the rules in the head.

import { api, forgetToken, hasToken, keepToken, whenSignedOut } from "./api.js";
import { button, el, tell } from "./dom.js";
import { auditView } from "./audit.js";
import { editView } from "./edit.js";
import { explainView } from "./explain.js";
import { grantsView } from "./grants.js";
import { historyView } from "./history.js";
import { liveView } from "./live.js";
import { proposalsView } from "./proposals.js";
import { rulesView } from "./rules.js";

const main = document.getElementById("main");
const nav = document.getElementById("nav");

let me;
let leaveView = () => {};

/** Returns the view for an address such as #/rules/search/history. */
function viewOf([first = "rules", name, third]) {
  switch (first) {
    case "rules":
      if (name === undefined) {
        return rulesView;
      }
      return third === "history" ? historyView : editView;
    case "new":
      return editView;
    case "live":
      return liveView;
    case "explain":
      return explainView;
    case "grants":
      return grantsView;
    case "proposals":
      return proposalsView;
    case "audit":
      return auditView;
    default:
      return () => ({ title: "Nothing here", content: el("p", {}, "There is no such view.") });
  }
}

function parts() {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map((part) => {
    try {
      return decodeURIComponent(part);
    } catch (malformed) {
      return part;
    }
  });
}

// Each view is a function of its address that returns its title and content, and what to do when it is left. A view that
// was asked for earlier and answers later is thrown away.
let turn = 0;
async function show() {
  const mine = ++turn;
  leaveView();
  leaveView = () => {};
  const address = parts();
  mark(address[0] ?? "rules");
  try {
    const view = await viewOf(address)(address, me);
    if (mine !== turn) {
      view.leave?.();
      return;
    }
    leaveView = view.leave ?? leaveView;
    place(view.title, view.content);
  } catch (problem) {
    if (mine === turn && hasToken()) {
      place("That did not work", el("p", { class: "card bad" }, problem.message));
    }
  }
}

function place(title, content) {
  document.title = `${title} · Tollgate rules`;
  main.replaceChildren(...[content].flat());
  window.scrollTo(0, 0);
  // Who uses the keyboard or hears the page is taken to what is new.
  main.focus({ preventScroll: true });
}

function mark(view) {
  for (const link of nav.children) {
    const here = link.hash === `#/${view === "new" ? "rules" : view}`;
    link.toggleAttribute("aria-current", here);
    if (here) {
      link.setAttribute("aria-current", "page");
    }
  }
}

function signInForm(message = "") {
  leaveView();
  leaveView = () => {};
  nav.hidden = true;
  document.getElementById("me").hidden = true;
  const token = el("input", { id: "token", type: "password", autocomplete: "off", required: true, spellcheck: "false" });
  const problem = el("p", { class: "problem", role: "alert" }, message);
  const form = el(
    "form",
    { class: "card signin", onsubmit: async (event) => {
      event.preventDefault();
      keepToken(token.value.trim());
      await start((text) => (problem.textContent = text));
    } },
    el("h2", {}, "Sign in"),
    el("p", { class: "soft" }, "The service printed a token for admin when it was first started. Approvers can make more."),
    el("label", { for: "token" }, "Token"),
    token,
    problem,
    el("div", { class: "actions" }, button("Sign in", () => {}, { type: "submit", class: "main" })),
  );
  document.title = "Sign in · Tollgate rules";
  main.replaceChildren(form);
  token.focus();
}

async function start(complain = () => {}) {
  try {
    me = (await api.me()).body;
  } catch (problem) {
    forgetToken();
    const text = problem.status === 401 ? "The service does not know this token." : problem.message;
    complain(text);
    return false;
  }
  nav.hidden = false;
  document.getElementById("me").hidden = false;
  document.getElementById("who").textContent = `${me.name} (${me.role})`;
  await show();
  return true;
}

document.getElementById("leave").addEventListener("click", () => {
  forgetToken();
  signInForm();
});
whenSignedOut(() => {
  if (me && hasToken()) {
    forgetToken();
    me = undefined;
    signInForm("You were signed out.");
  }
});
window.addEventListener("hashchange", () => {
  if (hasToken()) {
    show();
  }
});
window.addEventListener("unhandledrejection", (event) => tell(event.reason?.message ?? "Something went wrong.", true));

if (!hasToken() || !(await start())) {
  signInForm();
}
