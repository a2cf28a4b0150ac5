// A reviewer's page: one charter at a time, from the first word to "signed". Streamlit calls the default function at
// every run of the page; the review is built at the first and goes on by itself.
import { button, make } from "../secondreader.ballot/dom.js";
import { newName } from "../secondreader.ballot/kept.js";
import { Silence, read, send } from "../secondreader.ballot/server.js";
import { Decision } from "./decision.js";
import { Offline } from "./offline.js";
import { Saving } from "./saving.js";
import { Subject } from "./subject.js";
import { View } from "./view.js";
import { SAY } from "./words.js";

const AGAIN = 1500;
const alike = (one, other) => Object.keys(other).every((name) => (one[name] ?? null) === (other[name] ?? null));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

class Review {
  constructor(root) {
    this.view = new View(root, this);
    this.subjects = [];
    this.saving = new Saving({
      say: (...words) => this.view.say(...words),
      saved: (form, answer) => this.saved(form, answer),
      refused: (form, answer) => this.refused(form, answer),
    });
    this.start();
  }

  async start() {
    await this.saving.settle(); // what an earlier visit left
    const opened = await this.insist(() => read("/review/open"), SAY.offline);
    if (this.gone) return;
    if (!opened.ok) return this.stopped(opened);
    this.lines = opened.reviews;
    if (!this.lines.length) return this.view.showNothing(SAY.none);
    const first = this.lines.find((one) => !one.signedNow && one.clauses) ?? this.lines[0];
    await this.open(first.key);
  }

  // Ask until there is an answer; silence is said at once.
  async insist(ask, words) {
    for (;;) {
      try {
        return await ask();
      } catch (problem) {
        if (this.gone) return { ok: false, problems: [] };
        if (!(problem instanceof Silence)) throw problem;
        this.view.say(words, true);
        await pause(AGAIN);
      }
    }
  }

  async open(key) {
    if (this.busy) return;
    this.busy = true;
    await this.saving.settle();
    const answer = await this.insist(() => read(`/review/charter/${key}`), SAY.away);
    this.busy = false;
    if (this.gone) return;
    if (!answer.ok) return this.stopped(answer);
    this.show(answer.review);
  }

  show(card) {
    this.card = card;
    this.key = card.key;
    this.before = card.before;
    this.submission = newName();
    this.view.tell("");
    if (!card.charter) {
      this.list();
      return this.view.showNothing(SAY.noText);
    }
    const change = (one) => this.changed(one);
    this.whole = new Subject({ ...card.whole, change: card.since ? null : card.whole.change }, [], change);
    this.clauses = card.clauses.map((one) => new Subject(one, card.classes, change));
    this.scenarios = card.scenarios.map((one) => new Subject(one, card.classes, change));
    this.decision = new Decision({ entry: card.decision, revision: card.decisionRevision, charter: card.charter,
      onchange: change, onsign: () => this.sign() });
    this.offline = new Offline({ key: this.key, before: this.before, settle: () => this.saving.settle(),
      taken: (answer) => { this.show(answer.review); this.offline.outcome(answer); } });
    this.subjects = [this.whole, ...this.clauses, ...this.scenarios, this.decision];
    this.resume(card);
    this.only = card.since ? make("input", { type: "checkbox", onchange: () => this.filter() }) : null;
    if (this.only) this.only.checked = true;
    const only = this.only && make("label", { class: "tick" }, this.only, make("span", {}, "Show only what has changed"));
    this.view.showCharter(card, this.parts(card), only);
    this.filter();
    this.count();
    if (!this.saving.pending.size) this.view.say(SAY.begun);
  }

  parts(card) {
    const sections = [];
    for (const [at, clause] of this.clauses.entries()) {
      const { heading } = card.clauses[at];
      if (heading && heading !== card.clauses[at - 1]?.heading) {
        sections.push(make("h2", { dir: "auto", class: "section" }, heading));
      }
      sections.push(clause.node);
    }
    const opening = card.charter.preamble && make("div", { class: "text preamble", html: card.charter.preamble });
    const closing = card.charter.closing && make("div", { class: "text", html: card.charter.closing });
    const scenarios = this.scenarios.length ? make("details", { class: "scenarios", open: this.anySaid() },
      make("summary", {}, `The scenarios: what answers are expected to weigh (${this.scenarios.length})`),
      make("p", { class: "quiet" }, "You may review these too; you can sign without."),
      ...this.scenarios.map((one) => one.node)) : null;
    return [this.offline.node, opening, ...sections, closing, this.whole.node, scenarios, this.decision.node];
  }

  anySaid() {
    return this.scenarios.some((one) => one.open() === "" || one.read().comment);
  }

  // What the store did not take before, here or in an earlier visit, is shown again and sent again. What was decided
  // of another text than this one is not.
  resume(card) {
    for (const one of this.subjects) {
      const kept = this.saving.kept({ key: this.key, part: one.part, clause: one.clause });
      if (!kept) continue;
      const same = kept.charter === card.charter.hash || one.part === "decision";
      one.fill(same ? kept.entry : { ...kept.entry, agreement: null, classification: null, source_checked: null });
      one.revision = kept.before === this.before ? kept.revision : one.revision;
      one.speaker = kept.tab;
      this.save(one);
    }
  }

  save(one) {
    this.saving.note({ key: this.key, part: one.part, clause: one.clause, revision: one.revision, speaker: one.speaker,
      before: this.before, charter: this.card.charter.hash, entry: one.read() }, one.conflicted);
  }

  changed(one) {
    if (one.marked && !one.conflicted) one.complain([]);
    this.save(one);
    this.count();
  }

  subjectOf({ key, part, clause }) {
    return key === this.key ? this.subjects.find((one) => one.part === part && one.clause === clause) : null;
  }

  saved(form, answer) {
    const one = this.subjectOf(form);
    if (!one) return;
    one.revision = answer.revision;
    one.speaker = null;
    if (!answer.current && form.charter === this.card.charter.hash) this.outdated();
  }

  outdated() {
    this.view.tell(SAY.outdated, button("Show the new text", () => this.open(this.key)));
  }

  refused(form, answer) {
    const one = this.subjectOf(form);
    if (answer.status === 401) return this.stopped(answer);
    if (!one) return;
    const words = answer.problems?.join(" ") || "The server did not take this.";
    this.view.say("Not saved", true);
    if (answer.why === "elsewhere" && alike(answer.stored.entry, one.read())) {
      this.settled(one, answer);
      this.saving.forget(form);
      this.view.say(SAY.begun);
    } else if (answer.why === "elsewhere") {
      one.conflict(answer.stored, () => { this.settled(one, answer); this.save(one); },
        () => { this.settled(one, answer); this.saving.forget(form); this.count(); });
    } else if (answer.why === "signed") this.signedElsewhere(words);
    else one.complain([words]);
  }

  settled(one, { stored }) {
    one.revision = stored.revision;
    one.speaker = null;
  }

  signedElsewhere(words) {
    this.view.tell(words,
      button("Show what I signed", async () => {
        for (const one of this.subjects) this.saving.forget({ key: this.key, part: one.part, clause: one.clause });
        await this.open(this.key);
      }),
      button("Keep what is here as a change", () => this.open(this.key)));
  }

  list() {
    this.view.showList(this.lines, this.key, (key) => this.open(key));
  }

  count() {
    const open = this.clauses.filter((one) => one.open());
    const line = this.lines.find((one) => one.key === this.key);
    if (line.answered !== this.clauses.length - open.length || this.listed !== this.key) {
      line.answered = this.clauses.length - open.length;
      this.listed = this.key;
      this.list();
    }
    this.decision.showStill(open);
    this.view.showDone(this.clauses.length - open.length, this.clauses.length, open.length > 0);
  }

  filter() {
    const only = this.only?.checked ?? false;
    for (const one of this.clauses) one.node.hidden = only && !one.card.change && !one.open();
    for (const head of this.view.work.querySelectorAll("h2.section, .preamble, .scenarios")) head.hidden = only;
    this.whole.node.hidden = only;
  }

  // Go to the next clause without an answer, from where the reviewer is.
  goOn() {
    const here = this.view.root.getRootNode().activeElement;
    const at = this.clauses.findIndex((one) => one.node.contains(here));
    const open = [...this.clauses.slice(at + 1), ...this.clauses.slice(0, at + 1)].find((one) => one.open());
    (open ?? this.decision).enter();
  }

  async sign() {
    if (this.busy || this.signing) return;
    if (!this.decision.conflicted) this.decision.complain([]);
    this.signing = true;
    this.decision.sign.disabled = true;
    this.view.say(SAY.signing);
    const answer = await this.deliver();
    this.signing = false;
    this.decision.sign.disabled = false;
    if (this.gone || !answer) return;
    if (answer.ok) return this.signed(answer);
    this.view.say("Not signed", true);
    this.notSigned(answer);
  }

  async deliver() {
    while (!await this.saving.settle()) {
      if (this.gone) return null;
      this.view.say(SAY.unsigned, true);
      await pause(AGAIN);
    }
    if (this.subjects.some((one) => one.marked || one.conflicted)) {
      this.view.say(SAY.settleFirst, true);
      return null;
    }
    const seen = this.subjects.filter((one) => one !== this.decision && one.revision)
      .map((one) => [one.part, one.clause, one.revision]);
    const form = { key: this.key, submission: this.submission, charter: this.card.charter.hash, before: this.before, seen,
      form: this.decision.read() };
    return this.insist(() => send("/review/sign", form), SAY.unsigned);
  }

  signed(answer) {
    this.lines = answer.reviews;
    this.listed = null;
    this.saving.forget({ key: this.key, part: "decision", clause: "" });
    this.show(answer.review);
    this.view.say("Signed");
    this.view.heading.focus({ preventScroll: true });
  }

  notSigned(answer) {
    const words = answer.problems?.join(" ") || "The server did not take this.";
    if (answer.status === 401) return this.stopped(answer);
    if (answer.why === "signed") return this.signedElsewhere(words);
    if (answer.why === "outdated" || answer.why === "elsewhere") {
      const label = answer.why === "outdated" ? "Show the new text" : "Show what is stored";
      this.decision.complain([words], button(label, () => this.open(this.key)));
    } else this.decision.complain(answer.problems ?? [words]);
  }

  // Signed out or unknown: what is on the screen stays, and stays on this device.
  stopped(answer) {
    this.view.say("", false);
    if (!this.card) this.view.heading.textContent = "Your charters";
    this.view.tell(answer.problems?.join(" ") ?? "");
  }

  close() {
    this.gone = true;
    this.saving.end();
  }
}

export default function (component) {
  const root = component.parentElement.querySelector("#review");
  if (!root.review) root.review = new Review(root);
  return () => { root.review?.close(); root.review = null; };
}
