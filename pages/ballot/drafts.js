// Saving while somebody works: at once on this device, a moment later in the store, again and again until it is there.
import { forgetDraft, keepDraft } from "./kept.js";
import { leave, send } from "./server.js";
import { SAY, clock } from "./words.js";

const PAUSE = 400;
const SLOWEST = 10_000;

export class Drafts {
  constructor({ say, refused }) {
    this.say = say;
    this.refused = refused;
    this.tab = "";
    this.sequence = 0;
    this.form = null;
    this.leaving = () => this.flushAway();
    this.again = () => { if (this.form && !this.sending) this.flush(); };
    addEventListener("pagehide", this.leaving);
    addEventListener("online", this.again);
    this.hidden = () => { if (document.visibilityState === "hidden") this.flushAway(); else this.again(); };
    document.addEventListener("visibilitychange", this.hidden);
  }

  begin(place) {
    clearTimeout(this.timer);
    this.form = null;
    this.stopped = false;
    this.key = place.key;
    this.version = place.version;
    this.revision = place.draft?.revision ?? 0;
    this.wait = PAUSE;
  }

  note(entries) {
    this.stopped = false;
    this.sequence = Math.max(this.sequence + 1, Date.now());
    this.form = {
      key: this.key, tab: this.tab, sequence: this.sequence, revision: this.revision, version: this.version, entries,
    };
    keepDraft(this.form);
    this.say(SAY.saving);
    this.later(PAUSE);
  }

  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), pause);
  }

  async flush() {
    clearTimeout(this.timer);
    if (this.sending || !this.form) return;
    const form = { ...this.form, revision: this.revision };
    this.sending = true;
    try {
      const answer = await send("/ballot/draft", form);
      if (answer.ok) this.saved(form, answer);
      else if (form.key === this.key && !this.stopped) { this.form = null; this.refused(answer); }
      this.wait = PAUSE;
    } catch {
      if (form.key === this.key) this.say(SAY.offline, true);
      this.wait = Math.min(this.wait * 2, SLOWEST);
    }
    this.sending = false;
    if (this.form) this.later(this.wait);
  }

  saved(form, answer) {
    forgetDraft(form.key, form.sequence);
    if (form.key !== this.key) return;
    this.revision = answer.revision;
    if (this.form?.sequence === form.sequence) {
      this.form = null;
      this.say(`Saved ${clock(answer.savedAt)}`);
    }
  }

  // After a conflict: go on from what the store has, with what is here.
  insist(stored, entries) {
    this.revision = stored?.revision ?? this.revision;
    this.note(entries);
  }

  flushAway() {
    if (this.form) leave("/ballot/draft", { ...this.form, revision: this.revision });
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
    removeEventListener("pagehide", this.leaving);
    removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.hidden);
  }
}
