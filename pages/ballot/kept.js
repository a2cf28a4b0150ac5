// What this device keeps until the store has confirmed it: unsaved drafts and unsent submissions.

const DRAFT = "second-reader-draft:";
const UNSENT = "second-reader-unsent:";

function write(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* storage full or forbidden: the store has it soon */ }
}

function fetchKept(name) {
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}

export const keepDraft = (draft) => write(DRAFT + draft.key, draft);
export const keptDraft = (key) => fetchKept(DRAFT + key);
export const keepUnsent = (form) => write(UNSENT + form.key, form);
export const forgetUnsent = (key) => localStorage.removeItem(UNSENT + key);

export function forgetDraft(key, sequence = Infinity) {
  const kept = keptDraft(key);
  if (kept && kept.sequence <= sequence) localStorage.removeItem(DRAFT + key);
}

export function everyUnsent() {
  return Object.keys(localStorage).filter((name) => name.startsWith(UNSENT)).map(fetchKept).filter(Boolean);
}

// A tab's own name. A duplicated tab inherits it, notices the other and takes a new one.
export function tabName(onchange) {
  let name = sessionStorage.getItem("second-reader-tab") ?? crypto.randomUUID();
  const hello = crypto.randomUUID();
  const channel = new BroadcastChannel("second-reader-tabs");
  channel.onmessage = ({ data }) => {
    if (data.name !== name || data.hello === hello) return;
    if (data.taken) { name = crypto.randomUUID(); keep(); } else channel.postMessage({ name, hello, taken: true });
  };
  const keep = () => { sessionStorage.setItem("second-reader-tab", name); onchange(name); };
  keep();
  channel.postMessage({ name, hello });
  return () => channel.close();
}
