// What this device keeps until the store has confirmed it: unsaved drafts and unsent submissions.
import { device, tab } from "./shelf.js";

const DRAFT = "second-reader-draft:";
const UNSENT = "second-reader-unsent:";
const NAME = "second-reader-tab";
const SEQUENCE = "second-reader-sequence";

function fetchKept(name) {
  try { return JSON.parse(device.get(name)); } catch { return null; }
}

const every = (kind) => device.names(kind).map(fetchKept).filter(Boolean);

export const keepDraft = (draft) => device.set(DRAFT + draft.key, JSON.stringify(draft));
export const keptDraft = (key) => fetchKept(DRAFT + key);
export const everyDraft = () => every(DRAFT);
export const keepUnsent = (form) => device.set(UNSENT + form.key, JSON.stringify(form));
export const forgetUnsent = (key) => device.remove(UNSENT + key);
export const everyUnsent = () => every(UNSENT);

export function forgetDraft(key, sequence = Infinity) {
  const kept = keptDraft(key);
  if (kept && kept.sequence <= sequence) device.remove(DRAFT + key);
}

// Whether there are words that closing this page would lose.
export function onlyInPage() {
  return [...device.page.keys()].some((name) => name.startsWith(DRAFT) || name.startsWith(UNSENT));
}

// A name that nobody else has. (crypto.randomUUID is missing on plain http, except on this very machine.)
export const newName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// The number of a draft grows within a tab, also over a reload and when the device's clock is set back.
export function nextSequence() {
  const next = Math.max(Number(tab.get(SEQUENCE)) + 1, Date.now());
  tab.set(SEQUENCE, String(next));
  return next;
}

// A tab's own name. A duplicated tab inherits it, notices the other and takes a new one.
export function tabName(onchange) {
  let name = tab.get(NAME) ?? newName();
  const hello = newName();
  const keep = () => { tab.set(NAME, name); onchange(name); };
  keep();
  let channel;
  try { channel = new BroadcastChannel("second-reader-tabs"); } catch { return () => {}; }
  channel.onmessage = ({ data }) => {
    if (data.name !== name || data.hello === hello) return;
    if (data.taken) { name = newName(); keep(); } else channel.postMessage({ name, hello, taken: true });
  };
  channel.postMessage({ name, hello });
  return () => channel.close();
}
