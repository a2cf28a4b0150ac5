// Saving while somebody works: at once on this device, a moment later in the store, again and again until it is there.
import { everyDraft, forgetDraft, keepDraft, nextSequence, onlyInPage } from "./kept.js";
import { leave, send } from "./server.js";
import { SAY, savedWords } from "./words.js";

const PAUSE = 400;
const SLOWEST = 10_000;

export class Drafts {
  constructor({ say, refused }) {
    this.say = say;
    this.refused = refused;
    this.tab = "";
    this.form = null;
    this.wait = PAUSE;
    // What was left before the store had it, here or in an earlier visit.
    this.left = new Map(everyDraft().map((form) => [form.key, form]));
    this.leaving = () => this.flushAway();
    this.again = () => { if (this.next()) this.flush(); };
    addEventListener("pagehide", this.leaving);
    addEventListener("online", this.again);
    this.hidden = () => { if (document.visibilityState === "hidden") this.flushAway(); else this.again(); };
    document.addEventListener("visibilitychange", this.hidden);
  }

  begin(place) {
    if (this.form) this.left.set(this.key, this.next());
    this.left.delete(place.key);
    this.form = this.speaker = null;
    this.stopped = false;
    this.key = place.key;
    this.version = place.version;
    this.revision = place.draft?.revision ?? 0;
    this.wait = PAUSE;
    if (this.left.size) this.later(PAUSE);
  }

  // Go on from what this device kept. It speaks for the window that wrote it and the revision it grew from, so that
  // the store can tell whether another window has said something else since.
  resume(kept) {
    this.speaker = kept.tab;
    this.revision = kept.revision;
    this.form = kept;
    this.say(SAY.saving);
    this.later(0);
  }

  note(entries) {
    this.stopped = false;
    this.form = {
      key: this.key, tab: this.speaker ?? this.tab, sequence: Math.max(nextSequence(), (this.form?.sequence ?? 0) + 1),
      revision: this.revision, version: this.version, entries,
    };
    keepDraft(this.form);
    this.say(SAY.saving);
    this.later(PAUSE);
  }

  next() {
    if (this.form) return { ...this.form, revision: this.revision };
    return this.left.values().next().value ?? null;
  }

  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), pause);
  }

  flush() {
    clearTimeout(this.timer);
    this.underWay ??= this.deliver(this.next()).finally(() => {
      this.underWay = null;
      if (this.next() && !this.ended) this.later(this.wait);
    });
    return this.underWay;
  }

  // Wait until the store has everything, or does not answer.
  async settle() {
    while (this.underWay || this.next()) {
      await this.flush();
      if (this.wait > PAUSE) return;
    }
  }

  async deliver(form) {
    if (!form) return;
    try {
      const answer = await send("/ballot/draft", form);
      this.wait = PAUSE;
      if (answer.ok) this.saved(form, answer);
      else this.notSaved(form, answer);
    } catch {
      if (form.key === this.key) this.say(onlyInPage() ? SAY.offlineHere : SAY.offline, true);
      this.wait = Math.min(this.wait * 2, SLOWEST);
    }
  }

  saved(form, answer) {
    forgetDraft(form.key, form.sequence);
    if (this.left.get(form.key)?.sequence === form.sequence) this.left.delete(form.key);
    if (form.key !== this.key) return;
    this.revision = answer.revision;
    this.speaker = null;
    if (this.form?.sequence === form.sequence) {
      this.form = null;
      this.say(savedWords(answer.savedAt, this.version));
    }
  }

  // What was left stays on this device and is settled when the person comes back to it.
  notSaved(form, answer) {
    this.left.delete(form.key);
    if (form.key === this.key && !this.stopped) {
      this.form = null;
      this.refused(answer);
    } else if (answer.why === "submitted") forgetDraft(form.key, form.sequence);
  }

  // After a conflict: go on from what the store has, with what is here.
  insist(stored, entries) {
    this.revision = stored?.revision ?? this.revision;
    this.speaker = null;
    this.note(entries);
  }

  flushAway() {
    if (this.form) leave("/ballot/draft", this.next());
  }

  // From here on a submission speaks for the person; a draft still under way says nothing more.
  stop() {
    clearTimeout(this.timer);
    this.form = null;
    this.stopped = true;
  }

  end() {
    this.flushAway();
    this.stop();
    this.ended = true;
    removeEventListener("pagehide", this.leaving);
    removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.hidden);
  }
}
