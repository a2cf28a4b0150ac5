// The charter beside the answer: its clauses to read, what the scenario's authors expect, and which clause is unclear.
import { button, dialog, make } from "./dom.js";
import { read } from "./server.js";
import { device } from "./shelf.js";

const HIDDEN = "second-reader-charter-hidden";
const AGAIN = 3000;
const WIDE = 864;
// The first letter decides; what stands inside says its own direction, so that the browser cannot tell for the whole.
const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

const list = (items) => make("ul", {}, ...items.map((one) => make("li", { dir: "auto" }, one)));

export class Charter {
  constructor() {
    this.known = new Map();
    this.wanted = "";
    const open = innerWidth >= WIDE; // on a phone the answer comes first
    this.title = make("h2", { dir: "auto" });
    this.expected = make("details", { class: "expected", open, hidden: true });
    this.clauses = make("div", { class: "clauses" });
    this.fold = make("details", { class: "charter-text", open }, make("summary", {}, this.title), this.clauses);
    this.node = make("section", { class: "charter", "aria-label": "The charter", tabindex: 0, hidden: true },
      this.expected, this.fold);
    this.again = dialog("The charter");
    this.toggle = button("Hide the charter", () => this.turn(), { class: "toggle", hidden: true });
    this.reread = button("Read the charter", () => this.showAgain(), { class: "reread-charter", hidden: true });
    this.onclauses = () => {};
    this.showHidden(device.get(HIDDEN) === "yes");
  }

  // Wide enough for three columns the charter is shown or hidden; else it opens in a window of its own.
  press() {
    if (this.toggle.checkVisibility?.()) this.turn();
    else if (!this.node.hidden) this.showAgain();
  }

  turn() {
    device.set(HIDDEN, this.isHidden ? "no" : "yes");
    this.showHidden(!this.isHidden);
  }

  showHidden(hidden) {
    this.isHidden = hidden;
    this.node.classList.toggle("folded", hidden);
    this.toggle.textContent = hidden ? "Show the charter" : "Hide the charter";
    this.toggle.setAttribute("aria-pressed", String(hidden));
    this.onturn?.();
  }

  show(place) {
    this.wanted = place.charter;
    this.showExpected(place.expected);
    const there = Boolean(place.charter || place.expected);
    this.node.hidden = this.toggle.hidden = !there;
    this.fold.hidden = !place.charter;
    this.reread.hidden = !there;
    this.node.scrollTop = 0;
    if (!place.charter) return this.onclauses([]);
    if (this.known.has(place.charter)) return this.write(this.known.get(place.charter));
    this.title.textContent = "The charter";
    this.clauses.replaceChildren(make("p", { role: "status" }, "Loading …"));
    this.onclauses([]);
    this.fetch(place);
  }

  async fetch(place) {
    const answer = await read(`/ballot/charter/${place.position}`).catch(() => null);
    if (this.wanted !== place.charter || this.ended) return;
    if (!answer) setTimeout(() => this.fetch(place), AGAIN);
    else if (answer.ok) this.keep(place, answer);
    else this.clauses.replaceChildren(make("p", {}, answer.problems?.join(" ") ?? ""));
  }

  keep(place, charter) {
    this.known.set(place.charter, charter);
    this.write(charter);
  }

  write(charter) {
    this.hash = charter.hash;
    this.title.textContent = `${charter.title} (${charter.clauses.length} clauses)`;
    const outside = (html, title) => (html ? make("details", {}, make("summary", {}, title),
      make("div", { class: "outside", dir: "auto", html })) : null);
    this.clauses.replaceChildren(
      ...[charter.status && make("p", { class: "source", dir: "auto" }, charter.status),
        outside(charter.preamble, "Before the clauses")].filter(Boolean),
      ...charter.clauses.map((one) => this.clause(one)), ...[outside(charter.closing, "After the clauses")].filter(Boolean));
    this.onclauses(charter.clauses);
  }

  clause({ number, heading, intro, html, sources, answers }) {
    const text = make("div", { class: "clause", html });
    return make("article", { "data-clause": number, dir: RIGHT_TO_LEFT.test(text.textContent) ? "rtl" : "ltr" },
      intro ? make("div", { class: "outside", html: intro }) : null,
      make("h3", {}, heading ? `${number}. ${heading}` : `${number}.`),
      text,
      sources.length ? make("p", { class: "source", dir: "auto" }, `Sources: ${sources.join("; ")}`) : null,
      ...answers.map((words) => make("p", { class: "answer", dir: "auto" },
        `You asked about this. The study's owner: ${words}`)));
  }

  showExpected(expected) {
    this.expected.hidden = !expected;
    if (!expected) return;
    const { classification, considerations, sources } = expected;
    this.expected.replaceChildren(
      make("summary", {}, make("h2", {}, "Expected here by the scenario's authors")),
      ...[classification && make("p", {}, `Held to be: ${classification}`), list(considerations),
        sources.length > 0 && make("p", { class: "source", dir: "auto" }, `Sources: ${sources.join("; ")}`)]
        .filter(Boolean));
  }

  showAgain() {
    const copy = make("div", { class: "charter" });
    if (!this.expected.hidden) copy.append(this.expected.cloneNode(true));
    if (!this.fold.hidden) copy.append(make("h2", { dir: "auto" }, this.title.textContent), this.clauses.cloneNode(true));
    this.again.querySelector(".charter")?.remove();
    this.again.querySelector("h2").after(copy);
    this.again.showModal();
  }

  end() { this.ended = true; }
}
