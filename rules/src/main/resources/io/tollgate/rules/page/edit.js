// One rule: a form that is checked while it is typed, and a dialog that shows what changes before it is saved.

import { api, Refusal, ruleNow } from "./api.js";
import { address, ask, button, el, tell, to } from "./dom.js";
import { changes, diffTable } from "./diff.js";
import { messageOf, RuleForm } from "./form.js";

const PAUSE_MS = 250;

export async function editView([first, name], me) {
  const isNew = first === "new";
  const stored = isNew ? undefined : await api.rule(name);
  return new Editor(isNew ? undefined : name, stored, me).view();
}

class Editor {
  constructor(name, stored, me) {
    this.name = name;
    this.me = me;
    this.take(stored);
    this.checking = new AbortController();
    this.form = new RuleForm(this.base ?? {}, () => this.typed());
    this.nameInput = el("input", { id: "name", required: true, autocomplete: "off", spellcheck: "false", value: name ?? "", oninput: () => this.typed() });
    this.preview = el("p", { class: "preview", "aria-live": "polite" });
    this.problems = el("ul", { class: "problems" });
    this.saveButton = button(name === undefined ? "Create …" : "Save …", () => this.save(), { class: "main" });
    this.notice = el("div", {});
  }

  /** Remembers what the service has, to compare with and to replace. */
  take(stored) {
    this.base = stored?.body.rule;
    this.etag = stored?.etag;
    this.revision = stored?.body.revision;
  }

  view() {
    const mayWrite = this.me.role !== "viewer";
    if (!mayWrite) {
      this.form.element.querySelectorAll("input, textarea, select").forEach((control) => (control.disabled = true));
    }
    this.check();
    return {
      title: this.name ?? "New rule",
      content: [
        el("div", { class: "heading" },
          el("h2", {}, this.name ?? "New rule"),
          this.name !== undefined && to(["rules", this.name, "history"], "History", { class: "button" }),
          this.name !== undefined && mayWrite && button("Delete …", () => this.remove(), { class: "bad" })),
        this.notice,
        el("form", { class: "editor", onsubmit: (event) => {
          event.preventDefault();
          this.save();
        } },
          this.name === undefined && el("section", { class: "card group" },
            el("div", { class: "field text" }, el("label", { for: "name" }, "Name"), this.nameInput,
              el("p", { class: "hint" }, "also the name of the rule's own bucket"))),
          this.form.element,
          el("div", { class: "card saving" },
            el("h3", {}, "In plain words"),
            this.preview,
            this.problems,
            mayWrite && el("div", { class: "actions" }, this.saveButton, to(["rules"], "Cancel", { class: "button" })))),
      ],
      leave: () => {
        clearTimeout(this.timer);
        this.checking.abort();
      },
    };
  }

  rule() {
    return { name: this.name ?? this.nameInput.value.trim(), ...this.form.rule() };
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE_MS);
  }

  /** Asks the service what it thinks of the form as it stands; returns whether it may be saved. */
  async check() {
    this.checking.abort();
    this.checking = new AbortController();
    try {
      const { body } = await api.validate(this.rule(), this.checking.signal);
      return this.judge(body.problems ?? [], body.description, body.warnings);
    } catch (problem) {
      if (problem.name === "AbortError") {
        return false;
      }
      if (problem instanceof Refusal && problem.status === 400) {
        return this.judge(problem.problems.length > 0 ? problem.problems : [{ message: problem.message }], "");
      }
      tell(problem.message, true);
      return false;
    }
  }

  judge(problems, description, warnings = []) {
    const elsewhere = this.form.complain(problems);
    this.problems.replaceChildren(
      ...elsewhere.map((each) => el("li", { class: "problem" }, messageOf(each))),
      ...warnings.map((each) => el("li", { class: "soft" }, each)));
    const isGood = problems.length === 0;
    this.preview.textContent = isGood ? description ?? "" : "Not yet a rule: see what is marked.";
    this.preview.classList.toggle("bad", !isGood);
    this.saveButton.setAttribute("aria-disabled", String(!isGood));
    return isGood;
  }

  async save() {
    clearTimeout(this.timer);
    if (!(await this.check())) {
      tell("The rule cannot be saved as it is; see what is marked.", true);
      return;
    }
    const rule = this.rule();
    if (this.base && changes(this.base, rule).length === 0) {
      tell("Nothing was changed.");
      return;
    }
    const answer = await ask(this.base ? `Save ${this.name}?` : `Create ${rule.name}?`, [
      el("p", { class: "preview" }, this.preview.textContent),
      diffTable(this.base, rule, this.base ? [`revision ${this.revision}`, "new"] : ["before", "new"]),
    ], [{ text: "Save", value: "save", main: true }, { text: "Back", value: "" }]);
    if (answer === "save") {
      await this.send(() => (this.base ? api.replace(this.name, rule, this.etag) : api.create(rule)), `${rule.name} is saved.`);
    }
  }

  async remove() {
    const answer = await ask(`Delete ${this.name}?`, [
      el("p", {}, "What annotations, files and other rules say holds again. The history is kept, so that it can come back."),
      diffTable(this.base, undefined),
    ], [{ text: "Keep it", value: "", main: true }, { text: "Delete", value: "delete" }]);
    if (answer === "delete") {
      await this.send(() => api.remove(this.name, this.etag), `${this.name} is deleted.`);
    }
  }

  async send(action, done) {
    try {
      const { status } = await action();
      tell(status === 202 ? "Proposed: somebody else has to approve it before it holds." : done);
      location.hash = address(status === 202 ? ["proposals"] : ["rules"]);
    } catch (problem) {
      if (problem.status === 412 || problem.status === 409) {
        await this.overtaken();
      } else if (problem.problems?.length > 0) {
        this.judge(problem.problems, "");
      } else {
        tell(problem.message, true);
      }
    }
  }

  // Somebody else was faster. What was typed stays in the form, and is compared with what holds now.
  async overtaken() {
    if (this.name === undefined) {
      tell("There is a rule of this name already; take another one.", true);
      return;
    }
    const stored = await ruleNow(this.name);
    this.take(stored);
    const [news, held] = stored
      ? [`${stored.body.changedBy} has changed this rule meanwhile, to revision ${this.revision}.`, `revision ${this.revision}`]
      : ["Somebody has deleted this rule meanwhile.", "now"];
    this.notice.replaceChildren(el("div", { class: "card bad", role: "alert" },
      el("p", {}, `${news} Yours is not saved; saving it now would change this:`),
      diffTable(this.base, this.rule(), [held, "yours"])));
    this.notice.scrollIntoView({ block: "start" });
  }
}
