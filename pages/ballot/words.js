// Every sentence the ballot says by itself, in one place.

export const KINDS = [
  ["not_applicable", "Does not apply to this response", "n"],
  ["cannot_assess", "I cannot assess this", "a"],
  ["rubric_unclear", "The rubric is unclear to me here", "u"],
];

export const KEYS = [
  ["0 … 9", "choose the score with that number"],
  ["n  a  u", "does not apply · cannot assess · rubric unclear"],
  ["↑  ↓", "move between the choices"],
  ["j  k", "next axis · previous axis"],
  ["w", "write the reason (Esc leaves the box)"],
  ["Ctrl + Enter", "submit and go on"],
  ["c", "show or hide the charter, where there is one"],
  ["b  f", "back to the response before · forward"],
  ["?", "this list"],
];

// How a place of the queue is called: before its number, and behind it.
export const PLACES = {
  first: ["Response", ""],
  own: ["Step", ": your own scores"],
  final: ["Step", ": settle it"],
};

export const SAY = {
  saving: "Saving …",
  offline: "Not saved yet: the server cannot be reached. Your words are kept on this device; trying again.",
  offlineHere: "Not saved yet: the server cannot be reached, and this device keeps nothing. "
    + "Please leave this page open; trying again.",
  sending: "Sending …",
  unsent: "Not sent yet: the server cannot be reached. Your answer is kept on this device and will be sent by itself.",
  unsentHere: "Not sent yet: the server cannot be reached, and this device keeps nothing. "
    + "Please leave this page open; trying again.",
  away: "The server cannot be reached just now. Please try again in a moment.",
  started: "Nothing written yet",
  locked: "Submitted",
  beside: "Described beside the scores; it does not change them",
};

export function clock(iso) {
  return new Date(iso).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

export function savedWords(iso, version) {
  const change = "; not submitted yet: your earlier answer counts until you submit this one";
  return `Saved ${clock(iso)}${version ? change : ""}`;
}
