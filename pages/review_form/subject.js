// One clause, one scenario, or the charter as a whole: what is to be read, and what its reviewer says of it.
import { button, make } from "../secondreader.ballot/dom.js";
import { added, difference, earlier } from "./difference.js";
import { AGREEMENTS, SAY } from "./words.js";

const MOST = 5000;
const well = (text) => text.toWellFormed?.() ?? text; // half an emoji could not be sent
let names = 0;

export class Subject {
  constructor(card, classes, onchange) {
    Object.assign(this, { card, onchange, revision: card.revision, speaker: null, radios: [] });
    this.part = card.part;
    this.clause = card.clause;
    this.whole = card.part === "clause" && !card.clause;
    this.id = `subject-${names += 1}`;
    this.title = this.whole ? "The charter as a whole"
      : card.part === "scenario" ? `Scenario ${card.clause}: ${card.title}` : `Clause ${card.clause}`;
    this.hint = make("div", { class: "hint", role: "alert", hidden: true });
    this.node = make("article", { "data-subject": `${card.part} ${card.clause}`.trim(), "aria-label": this.title },
      make("h3", { dir: "auto" }, this.title),
      make("div", { class: "pair" }, this.reading(card), this.form(card, classes)));
    this.fill(card.entry);
  }

  reading(card) {
    const parts = [
      card.intro && make("div", { class: "text intro", html: card.intro }),
      ...this.wording(card),
      ...(card.expected ? this.expected(card) : []),
      card.sources?.length && make("p", { class: "sources" }, make("b", {}, "Sources: "),
        ...card.sources.flatMap((one, at) => [at ? "; " : null, make("bdi", {}, one)])),
      card.earlier && earlier(card.earlier),
    ];
    return make("div", { class: "reading" }, ...parts.filter(Boolean));
  }

  // The text; where it has changed since it was signed or written on, what is new in it comes first.
  wording({ change, html }) {
    const text = html && make("div", { class: "text", html });
    if (!change) return [text];
    if (change.kind === "added") return [added(), text];
    return [difference(change), text && make("details", {}, make("summary", {}, "The whole clause as it stands"), text)];
  }

  expected(card) {
    return [
      make("p", { class: "label" }, "An answer is expected to weigh"),
      make("ul", { class: "text" }, ...card.expected.map((one) => make("li", { dir: "auto" }, one))),
      card.classified && make("p", {}, make("b", {}, "Classified as: "), card.classified),
    ];
  }

  form(card, classes) {
    const changed = () => this.onchange(this);
    this.comment = this.box("Comment", 2);
    this.proposal = this.box("Other wording that you propose", 4);
    this.propose = button("Propose other wording", () => this.showProposal(true));
    if (this.whole) return make("div", { class: "form" }, this.comment.node, this.hint);
    const choices = make("div", { class: "choices", role: "radiogroup", "aria-label": `${this.title}: do you agree?` },
      ...AGREEMENTS.map(([value, label]) => this.radio(value, label, changed)));
    this.select = classes.length ? make("select", { id: `${this.id}-class`, onchange: changed },
      make("option", { value: "" }, "Not classified by me"),
      ...classes.map(({ id, label }) => make("option", { value: id }, label))) : null;
    this.checked = card.sources?.length ? make("input", { type: "checkbox", onchange: changed }) : null;
    return make("div", { class: "form" }, choices,
      this.select && make("p", { class: "row" },
        make("label", { for: this.select.id }, "How firmly is it held?"), this.select),
      this.checked && make("label", { class: "tick" }, this.checked, make("span", {}, "I have looked up the sources")),
      this.comment.node, this.proposal.node, this.propose, this.hint);
  }

  radio(value, label, onchange) {
    const input = make("input", { type: "radio", name: this.id, value, onchange });
    this.radios.push(input);
    return make("label", { class: "choice" }, input, make("span", {}, label));
  }

  box(label, rows) {
    const area = make("textarea", { id: `${this.id}-${rows}`, rows, maxlength: MOST, dir: "auto",
      oninput: () => this.onchange(this) });
    return { area, node: make("div", { class: "box" }, make("label", { for: area.id }, label), area) };
  }

  // The wording begins with the clause's own, to be changed.
  showProposal(byHand) {
    if (byHand && !this.proposal.area.value) this.proposal.area.value = this.card.text ?? "";
    this.proposal.node.hidden = false;
    this.propose.hidden = true;
    if (byHand) this.proposal.area.focus();
  }

  read() {
    const proposed = well(this.proposal.area.value);
    return {
      classification: this.select?.value || null,
      agreement: this.radios.find((one) => one.checked)?.value ?? null,
      comment: well(this.comment.area.value),
      proposed: proposed.trim() === (this.card.text ?? "").trim() ? "" : proposed,
      source_checked: this.checked ? this.checked.checked || null : null,
    };
  }

  fill(entry) {
    for (const radio of this.radios) radio.checked = radio.value === entry.agreement;
    if (this.select) this.select.value = entry.classification ?? "";
    if (this.checked) this.checked.checked = entry.source_checked === true;
    this.comment.area.value = entry.comment ?? "";
    this.proposal.area.value = entry.proposed ?? "";
    this.proposal.node.hidden = !entry.proposed;
    this.propose.hidden = Boolean(entry.proposed);
  }

  // What is missing before it can be signed, as the end of a sentence; "" when nothing is.
  open() {
    const { agreement, comment, proposed } = this.read();
    if (this.whole) return "";
    if (!agreement) return "no answer yet";
    const said = /\p{L}/u.test(comment + proposed);
    if (agreement === "agree_with_notes" && !said) return "you agree with notes, but there is no note yet";
    return agreement === "disagree" && !said ? "you disagree; please say why, or propose other words" : "";
  }

  complain(lines, ...choices) {
    this.conflicted = false;
    this.marked = lines.length > 0;
    this.hint.hidden = !lines.length;
    this.hint.replaceChildren(...lines.map((one) => make("p", {}, one)), make("p", {}, ...choices));
  }

  // Another window has written something else here; its author chooses.
  conflict(stored, keep, giveWay) {
    this.complain([SAY.conflict],
      button("Use the other window's words", () => { this.complain([]); this.fill(stored.entry); giveWay(); }),
      button("Keep what is here", () => { this.complain([]); keep(); }));
    this.conflicted = true;
  }

  enter() {
    this.node.scrollIntoView({ block: "start", behavior: "instant" });
    (this.radios[0] ?? this.comment.area).focus({ preventScroll: true });
  }
}
