// Every sentence the review says by itself, in one place.

export const AGREEMENTS = [
  ["agree", "I agree"],
  ["agree_with_notes", "I agree, with notes"],
  ["disagree", "I disagree"],
  ["outside_competence", "Outside my competence"],
];

export const DECISIONS = [
  ["approved", "Approved", "I approve this text as it stands."],
  ["approved_with_notes", "Approved with notes", "I approve it, and ask that my notes be looked at."],
  ["changes_requested", "Changes requested", "I cannot approve it before something is changed. My reasons will stand beside the charter."],
  ["declined", "Declined", "I do not approve it. My reasons will stand beside the charter."],
];

export const OUTCOMES = {
  taken_up: "Taken up",
  taken_up_in_part: "Taken up in part",
  not_taken_up: "Not taken up",
  answered: "Answered",
};

export const KINDS = { changed: "Changed", added: "New", removed: "Taken out" };

export const HOW = "Please read the charter clause by clause and say of each whether you agree. You can stop at any "
  + "time: everything is kept as you write. Nobody sees it before you sign, and you do not see what other reviewers "
  + "write.";

export const SAY = {
  saving: "Saving …",
  offline: "Not saved yet: the server cannot be reached. Your words are kept on this device; trying again.",
  offlineHere: "Not saved yet: the server cannot be reached, and this device keeps nothing. "
    + "Please leave this page open; trying again.",
  signing: "Signing …",
  unsigned: "Not signed yet: the server cannot be reached. Please leave this page open; trying again.",
  away: "The server cannot be reached just now. Please try again in a moment.",
  begun: "Everything you write is saved by itself",
  none: "You have not been asked to review a charter yet. You will find it here as soon as you are.",
  noText: "There is no text of this charter yet. You will find it here as soon as there is.",
  outdated: "This text was changed while you were reading it. What you have written is kept.",
  conflict: "This was also changed in another window.",
  settleFirst: "Something you wrote could not be saved. Please settle the places that are marked, then sign.",
  sure: "Your signature is kept with its date and goes to those who run this study. When the study is published, your "
    + "decision, your reasons and what you disagree with stand beside the charter, without your name unless you allow "
    + "it. It cannot be taken back, but you can sign again at any time; the later signature counts.",
};

export const dated = (iso) => new Date(iso).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });

export const clock = (iso) => new Date(iso).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

export const counted = (number, one, many) => (number === 1 ? `1 ${one}` : `${number} ${many}`);

export const decisionName = (decision) => DECISIONS.find(([id]) => id === decision)?.[1] ?? decision;
