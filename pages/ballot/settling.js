// An adjudicator's work on a response: their own scores first, then what two others said, then what is to count.
import { make } from "./dom.js";
import { KINDS } from "./words.js";

export const SENTENCE = "@sentence";
const LONGEST = 1000;

const STEPS = {
  dropped: "One of the two has changed their answer, and they lie apart no longer. There is nothing to settle here; "
    + "you may go on.",
  own: "Two people lie apart on this response. Please score it yourself first; what they said comes after that.",
  final: "Here is what the two said of the same response.",
  then: "Please give the scores that are to count, and one sentence at the end. Elsewhere your own scores are filled in; "
    + "change what you like.",
};

const inWords = ({ kind, value }) =>
  (kind === "value" ? String(value) : KINDS.find(([name]) => name === kind)?.[1] ?? "no answer");

const said = (entry) => make("li", {}, make("b", {}, inWords(entry)), " ",
  make("span", { dir: "auto" }, entry.why || "no reason given"));

// What others and the adjudicator said on one axis; nothing says whose is whose.
function sayings(place, axis) {
  const { settling } = place;
  if (!settling) return [];
  const others = settling.said.map((one) => one[axis]).filter(Boolean);
  const apart = settling.apart.includes(axis) ? make("p", { class: "apart-here" }, "They lie apart here.") : null;
  const own = settling.own[axis];
  return [
    make("p", { class: "who" }, "What the others said"), make("ul", { class: "others" }, ...others.map(said)),
    ...(apart ? [apart] : []),
    ...(own ? [make("p", { class: "who" }, "What you said before"), make("ul", { class: "own" }, said(own))] : []),
  ];
}

// Where the others lie apart nothing is chosen yet; elsewhere the adjudicator's own scores stand until changed.
export function beginning(place) {
  if (!place.settling) return {};
  return Object.fromEntries(Object.entries(place.settling.own).map(([axis, one]) =>
    [axis, place.settling.apart.includes(axis) ? { kind: null, value: null, why: "" } : one]));
}

export function showSayings(place, forms) {
  for (const form of forms) {
    form.said.replaceChildren(...sayings(place, form.axis.id));
    form.said.hidden = !place.settling;
  }
}

export function stepWords(place, forms) {
  if (place.stage === "first") return "";
  if (!place.needed) return STEPS.dropped;
  if (place.stage === "own") return STEPS.own;
  const names = forms.filter((form) => place.settling.apart.includes(form.axis.id)).map((form) => form.axis.name).join(", ");
  return `${STEPS.final} They lie apart on: ${names}. ${STEPS.then}`;
}

// The one sentence, which is asked for like an axis.
export class SentenceForm {
  constructor(onchange) {
    this.axis = { id: SENTENCE, name: "Your sentence" };
    this.hint = make("p", { class: "hint", id: "sentence-hint", hidden: true });
    this.why = make("textarea", {
      id: "sentence", rows: 2, maxlength: 5000, dir: "auto", "aria-describedby": "sentence-hint",
      oninput: () => onchange(this),
    });
    this.node = make("fieldset", { class: "sentence", hidden: true }, make("legend", {}, "How do you settle it?"),
      make("label", { class: "why", for: "sentence" }, "One sentence on what decides"), this.why, this.hint);
  }

  read() { return { kind: null, value: null, why: this.why.value.toWellFormed?.() ?? this.why.value }; }
  fill(entry) { this.why.value = entry?.why ?? ""; this.complain(""); }
  showBand() {}
  choose() { return false; }
  enter() { this.why.focus(); }
  missingScore() { return ""; }
  missing() { return this.tooLong() || (/\p{L}/u.test(this.why.value) ? "" : "please write how you settle it"); }

  tooLong() {
    const length = [...this.why.value.trim()].length;
    return length > LONGEST ? `it has ${length} characters; please shorten it to ${LONGEST}` : "";
  }

  complain(words) {
    this.hint.textContent = words;
    this.hint.hidden = !words;
    this.node.classList.toggle("incomplete", Boolean(words));
  }
}
