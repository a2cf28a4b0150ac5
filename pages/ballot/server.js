// Talking to the server. A refusal is an answer; only silence throws (no network, one that swallows
// everything, a server that is restarting).

const PATIENCE = 10_000;

export class Silence extends Error {}

async function call(path, options) {
  let answer;
  try {
    const signal = AbortSignal.timeout?.(PATIENCE);
    answer = await fetch(path, { credentials: "same-origin", cache: "no-store", signal, ...options });
  } catch {
    throw new Silence(path);
  }
  if (answer.status >= 500) throw new Silence(path);
  let body;
  try {
    body = await answer.json();
  } catch {
    throw new Silence(path);
  }
  return { ok: answer.ok, status: answer.status, ...body };
}

export const read = (path) => call(path, { method: "GET" });

export const send = (path, body) =>
  call(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

// The last word of a page that is being left: the browser delivers it even when the page is gone.
export const leave = (path, body) =>
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: "application/json" }));
