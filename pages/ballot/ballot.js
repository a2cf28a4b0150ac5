// The ballot: one response at a time, from the first choice to "the store has it". Streamlit calls the default
// function at every run of the page; the ballot is built at the first and goes on by itself.
import { AxisForm } from "./axis.js";
import { Charter } from "./charter.js";
import { button, make } from "./dom.js";
import { Drafts } from "./drafts.js";
import { everyUnsent, forgetDraft, forgetUnsent, keepUnsent, keptDraft, newName, onlyInPage, tabName } from "./kept.js";
import { listen } from "./keys.js";
import { Silence, read, send } from "./server.js";
import { SentenceForm, beginning, showSayings, stepWords } from "./settling.js";
import { View } from "./view.js";
import { SAY, clock, savedWords } from "./words.js";

const AGAIN = 1500;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const unsentWords = () => (onlyInPage() ? SAY.unsentHere : SAY.unsent);
// Where nothing can be kept on the device, closing the page would lose what the store does not have yet.
function guard() {
  const ask = (event) => { if (onlyInPage()) event.preventDefault(); };
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

class Ballot {
  constructor(root) {
    this.charter = new Charter();
    this.charter.onclauses = (clauses) => this.axes?.forEach((form) => form.offer(clauses));
    this.view = new View(root, this);
    this.view.onpassage = (position, number) => this.passage(position, number);
    this.drafts = new Drafts({ say: (...words) => this.view.say(...words), refused: (answer) => this.refused(answer) });
    this.closers = [tabName((name) => { this.drafts.tab = name; }), listen(this), guard(), () => this.drafts.end(),
      () => this.charter.end()];
    this.forms = [];
    this.late = [];
    this.start();
  }

  async start() {
    await this.sendKept();
    const opened = await this.insist(() => read("/ballot/open"), SAY.offline);
    if (this.gone) return;
    if (!opened.ok) return this.stopped(opened);
    this.reasonDue = opened.reasonDue;
    this.standing = opened.standing;
    this.ready = opened.ready;
    this.build(opened.axes);
    if (this.standing.total === 0) return this.view.showEmpty(opened.nothing);
    if (opened.place) this.show(opened.place);
    else this.finish();
    if (this.late.length) this.tellLate(`An answer from an earlier visit could not be stored. ${this.late.join(" ")}`);
  }

  // What is only described stands apart from what makes the score.
  build(axes) {
    this.axes = axes.map((axis) => new AxisForm(axis, (form) => this.changed(form)));
    this.sentence = new SentenceForm((form) => this.changed(form));
    this.forms = this.axes;
    const [main, beside] = [false, true].map((apart) =>
      this.axes.filter((form) => form.axis.apart === apart).map((form) => form.node));
    if (beside.length) beside.unshift(make("h2", { class: "beside" }, SAY.beside));
    this.view.axes.replaceChildren(...main, ...beside, this.sentence.node);
  }

  tellLate(words) {
    if (this.place) this.view.tell(words);
    else this.view.say(words, true);
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

  // Ask once; silence leaves everything as it is, and is said.
  async attempt(ask) {
    try {
      return await ask();
    } catch (problem) {
      if (!(problem instanceof Silence)) throw problem;
      return { ok: false, silent: true };
    }
  }

  // Submissions that an earlier visit could not deliver.
  async sendKept() {
    for (const form of everyUnsent()) {
      const answer = await this.insist(() => send("/ballot/submit", form), unsentWords());
      if (this.gone) return;
      if (answer.status === 409 || answer.why === "closed") this.late.push(...answer.problems);
      if (answer.ok || answer.status === 409 || answer.status === 422) forgetUnsent(form.key);
      if (answer.ok) forgetDraft(form.key);
    }
  }

  show(place) {
    this.place = place;
    this.drafts.begin(place);
    this.view.tell("");
    this.forms = place.settling ? [...this.axes, this.sentence] : this.axes;
    this.sentence.node.hidden = !place.settling;
    this.view.showPlace(place, this.standing);
    this.view.showStep(stepWords(place, this.axes));
    showSayings(place, this.axes);
    const kept = keptDraft(place.key);
    const unsaved = kept && kept.version === place.version ? kept : null;
    const draft = unsaved?.entries ?? place.draft?.entries;
    this.fill(draft ?? (place.version ? place.submitted : beginning(place)));
    this.lock(place.version > 0 && !draft);
    if (unsaved) this.drafts.resume(unsaved);
    else if (place.draft) this.view.say(savedWords(place.draft.savedAt, place.version));
    else this.view.say(place.version ? SAY.locked : SAY.started);
    this.here = this.forms[0];
  }

  fill(entries) {
    for (const form of this.forms) form.fill(entries?.[form.axis.id]);
  }

  lock(locked) {
    this.locked = locked;
    this.view.lock(locked, this.place);
  }

  unlock() {
    if (this.busy()) return;
    this.lock(false);
    this.forms[0].enter();
  }

  entries() {
    return Object.fromEntries(this.forms.map((form) => [form.axis.id, form.read()]));
  }

  changed(form) {
    this.here = form;
    form.showBand();
    if (!form.hint.hidden || form.tooLong()) form.complain(this.said(form));
    if (!this.view.missing.hidden) this.view.showMissing(this.lines());
    this.drafts.note(this.entries());
  }

  said(form) {
    const words = form.missing(this.reasonDue);
    return words && `${form.axis.name}: ${words}.`;
  }

  lines() {
    return this.forms.map((form) => this.said(form)).filter(Boolean);
  }

  async submit() {
    if (this.busy() || this.locked) return;
    for (const form of this.forms) form.complain(this.said(form));
    const lines = this.lines();
    this.view.showMissing(lines);
    if (lines.length) {
      const form = this.forms.find((one) => !one.hint.hidden);
      return form.missingScore() ? form.enter() : form.why.focus();
    }
    this.drafts.stop();
    const form = {
      key: this.place.key, submission: newName(), version: this.place.version, entries: this.entries(),
      holding: this.ready?.key ?? null, charter: this.place.charter, seen: this.place.settling?.seen ?? "",
    };
    keepUnsent(form);
    this.sending = true;
    this.view.busy(true);
    this.view.say(SAY.sending);
    const answer = await this.insist(() => send("/ballot/submit", form), unsentWords());
    this.sending = false;
    if (this.gone) return;
    this.view.busy(false);
    if (answer.status !== 401) forgetUnsent(form.key);
    if (answer.ok) this.stored(form, answer);
    else {
      this.view.submit.focus({ preventScroll: true });
      this.refused(answer);
    }
  }

  stored(form, answer) {
    forgetDraft(form.key);
    this.standing = answer.standing;
    const next = answer.place ?? (this.ready?.key === answer.next ? this.ready : null);
    this.ready = answer.ready;
    if (next) this.show(next);
    else this.finish();
    if (next) this.view.say(`Stored ${clock(answer.savedAt)}. Here is the next response.`);
  }

  finish() {
    this.place = null;
    this.view.showFinish(this.standing, () => this.visit(1));
    this.view.say("");
  }

  refused(answer) {
    this.view.say("Not saved", true);
    const words = answer.problems?.join(" ") || "The server did not take this.";
    this.other = answer.stored;
    const here = answer.why === "elsewhere" && [
      button("Use the other window's words", () => this.giveWay()),
      button("Keep what is here", () => { this.view.tell(""); this.drafts.insist(this.other, this.entries()); }),
    ];
    if (answer.why === "changed") {
      this.drafts.note(this.entries());
      return this.view.tell(words, button("Show what they say now", () => this.visit(this.place.position)));
    }
    const newer = answer.why === "submitted" && [button("Show what was submitted", () => this.giveWay())];
    if (answer.why === "incomplete") {
      this.view.showMissing(answer.problems);
      this.drafts.note(this.entries());
    } else if (here || newer) this.view.tell(words, ...(here || newer));
    else this.view.tell(answer.why === "closed" ? `This answer was not stored. ${words}` : words);
  }

  // Show what the store has instead of what is here.
  async giveWay() {
    this.drafts.stop();
    forgetDraft(this.place.key);
    await this.visit(this.place.position);
  }

  // Signed out, closed or unknown: what is on the screen stays, and stays on this device.
  stopped(answer) {
    this.view.say("", false);
    if (!this.place) this.view.heading.textContent = "Your responses";
    this.view.tell(answer.problems?.join(" ") ?? "");
  }

  async go(step) {
    if (this.place && !this.busy()) await this.visit(this.place.position + step);
  }

  async visit(position) {
    if (this.moving || position < 1 || position > this.standing.total) return;
    const focused = this.view.root.getRootNode().activeElement;
    this.moving = true;
    this.view.busy(true);
    await this.drafts.settle();
    const answer = await this.attempt(() => read(`/ballot/place/${position}`));
    this.moving = false;
    if (this.gone) return;
    this.view.busy(false, this.locked);
    if (answer.ok) return this.show(answer.place);
    focused?.focus({ preventScroll: true });
    if (answer.silent) this.view.say(this.drafts.form ? (onlyInPage() ? SAY.offlineHere : SAY.offline) : SAY.away, true);
    else this.stopped(answer);
  }

  async passage(position, number) {
    const answer = await this.attempt(() => read(`/ballot/passage/${position}/${number}`));
    if (answer.ok) this.view.showPassage(answer);
    else this.view.say(answer.silent ? SAY.away : answer.problems.join(" "), true);
  }

  async flag(reason) {
    const { key } = this.place;
    const say = (words) => { if (this.place?.key === key) this.view.flagSaid.textContent = words; };
    say(SAY.sending);
    const answer = await this.attempt(() => send("/ballot/flag", { key, reason }));
    say(answer.ok ? "Thank you. The study's owner will see it." : answer.silent ? SAY.away : answer.problems.join(" "));
    if (answer.ok) this.view.flagTaken(key);
  }

  axisHere() {
    const focused = this.view.root.getRootNode().activeElement;
    return this.forms.find((form) => form.node.contains(focused)) ?? this.here ?? this.forms[0];
  }

  step(by) {
    const next = this.forms[this.forms.indexOf(this.axisHere()) + by];
    if (next) { this.here = next; next.enter(); }
  }

  holds(node) { return this.view.axes.contains(node); }
  busy() { return Boolean(this.sending || this.moving) || !this.place; }
  showKeys() { this.view.keys.showModal(); }

  close() {
    this.gone = true;
    for (const close of this.closers) close();
  }
}

export default function (component) {
  const root = component.parentElement.querySelector("#ballot");
  if (!root.ballot) root.ballot = new Ballot(root);
  return () => { root.ballot?.close(); root.ballot = null; };
}
