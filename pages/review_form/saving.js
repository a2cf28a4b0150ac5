// Saving while somebody writes: at once on this device, a moment later in the store, again and again until it is there.
// Every clause, every scenario and the decision is a draft of its own, so that two windows rarely meet.
import { nextSequence, tabName } from "../secondreader.ballot/kept.js";
import { leave, send } from "../secondreader.ballot/server.js";
import { device } from "../secondreader.ballot/shelf.js";
import { SAY, clock } from "./words.js";

const KEPT = "second-reader-review:";
const PAUSE = 400;
const SLOWEST = 10_000;
const nameOf = ({ key, part, clause }) => `${KEPT}${key} ${part} ${clause}`;

export const onlyInPage = () => [...device.page.keys()].some((name) => name.startsWith(KEPT));

function everyKept() {
  return device.names(KEPT).map((name) => {
    try { return JSON.parse(device.get(name)); } catch { return null; }
  }).filter(Boolean);
}

export class Saving {
  // `say` shows a sentence; `saved` and `refused` tell what became of one draft.
  constructor({ say, saved, refused }) {
    Object.assign(this, { say, saved, refused, tab: "", wait: PAUSE });
    this.pending = new Map(everyKept().map((form) => [nameOf(form), form]));
    this.leaving = () => { for (const form of this.pending.values()) leave("/review/draft", form); };
    this.again = () => { if (this.pending.size) this.flush(); };
    this.hidden = () => { if (document.visibilityState === "hidden") this.leaving(); else this.again(); };
    this.guard = (event) => { if (onlyInPage()) event.preventDefault(); };
    this.closers = [tabName((name) => { this.tab = name; })];
    this.listen(addEventListener, document.addEventListener);
  }

  listen(onWindow, onDocument) {
    onWindow.call(window, "pagehide", this.leaving);
    onWindow.call(window, "online", this.again);
    onWindow.call(window, "beforeunload", this.guard);
    onDocument.call(document, "visibilitychange", this.hidden);
  }

  // What this device still keeps of a draft that the store did not take.
  kept(subject) {
    try { return JSON.parse(device.get(nameOf(subject))); } catch { return null; }
  }

  forget(subject) {
    this.pending.delete(nameOf(subject));
    device.remove(nameOf(subject));
  }

  // With `hold` it stays on this device alone, until its author has chosen between two windows.
  note({ key, part, clause, revision, speaker, before, charter, entry }, hold = false) {
    const name = nameOf({ key, part, clause });
    const sequence = Math.max(nextSequence(), (this.pending.get(name)?.sequence ?? 0) + 1);
    const form = { key, part, clause, tab: speaker ?? this.tab, sequence, revision, before, charter, entry };
    device.set(name, JSON.stringify(form));
    if (hold) return;
    this.pending.set(name, form);
    this.say(SAY.saving);
    this.later(PAUSE);
  }

  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), pause);
  }

  flush() {
    clearTimeout(this.timer);
    this.underWay ??= this.deliver().finally(() => {
      this.underWay = null;
      if (this.pending.size && !this.ended) this.later(this.wait);
    });
    return this.underWay;
  }

  // Wait until the store has everything it will take, or does not answer; say which.
  async settle() {
    while (this.underWay || this.pending.size) {
      await this.flush();
      if (this.wait > PAUSE) return false;
    }
    return true;
  }

  async deliver() {
    const [name, form] = this.pending.entries().next().value ?? [];
    if (!form) return;
    let answer;
    try {
      answer = await send("/review/draft", form);
    } catch {
      this.say(onlyInPage() ? SAY.offlineHere : SAY.offline, true);
      this.wait = Math.min(this.wait * 2, SLOWEST);
      return;
    }
    this.wait = PAUSE;
    if (answer.ok) {
      const newest = this.pending.get(name);
      if (newest?.sequence === form.sequence) this.forget(form);
      else if (newest) newest.revision = answer.revision;
      this.saved(form, answer);
      if (!this.pending.size) this.say(`Saved ${clock(answer.savedAt)}`);
    } else {
      // It stays on this device until its author has decided, or comes back with a good link.
      this.pending.delete(name);
      this.refused(form, answer);
    }
  }

  end() {
    this.leaving();
    this.ended = true;
    clearTimeout(this.timer);
    this.listen(removeEventListener, document.removeEventListener);
    for (const close of this.closers) close();
  }
}
