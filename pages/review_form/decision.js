// What stands below the clauses: the decision, its reasons, what could sway the reviewer, a word to the owner, and what
// they wish to say of themselves. It is a draft like every clause.
import { button, make } from "../secondreader.ballot/dom.js";
import { DECISIONS, SAY } from "./words.js";

const MOST = { reasons: 5000, conflict: 5000, note: 5000, qualification: 1000, tradition: 1000 };

export class Decision {
  constructor({ entry, revision, charter, onchange, onsign }) {
    Object.assign(this, { part: "decision", clause: "", revision, speaker: null, onchange, boxes: {}, ticks: {} });
    this.radios = DECISIONS.map(([value]) => make("input", { type: "radio", name: "decision", value,
      onchange: () => this.changed() }));
    this.still = make("div", { class: "still" });
    this.hint = make("div", { class: "hint", role: "alert", hidden: true });
    this.sign = button(`Sign version ${charter.version}`, onsign, { class: "submit" });
    this.node = make("section", { class: "decision", "aria-label": "Your decision" }, make("h2", {}, "Your decision"),
      this.still,
      make("div", { class: "choices tall", role: "radiogroup", "aria-label": "Your decision" },
        ...DECISIONS.map(([, name, says], at) => make("label", { class: "choice" }, this.radios[at],
          make("span", {}, make("b", {}, name), make("br"), says)))),
      this.box("reasons", "Reasons and general notes"),
      this.box("conflict", "Is there anything that could sway you? For example, a part in writing this charter, or work "
        + "for a maker of AI systems. Leave it empty if there is nothing."),
      this.box("note", "A private note to the study's owner. It is never published."),
      this.aboutYou(),
      make("p", { class: "quiet" }, `You sign version ${charter.version} as it stands above (fingerprint `,
        make("code", {}, charter.hash.slice(0, 12)), `). ${SAY.sure}`),
      this.sign, this.hint);
    this.fill(entry);
  }

  aboutYou() {
    this.about = make("div", { class: "about" },
      this.box("qualification", "Your training or office"), this.box("tradition", "Your tradition"),
      this.tick("publish", "These two may be printed with the charter."));
    return make("fieldset", {}, make("legend", {}, "About you, if you like"),
      make("p", { class: "quiet" }, "Optional, and kept apart from your review. It is printed only if you say so."),
      this.tick("publish_name", "My name may be printed with the charter and my decision."),
      this.tick("consented", "I wish to say something of my training and tradition, and agree that it is kept."),
      this.about);
  }

  box(name, label) {
    const area = make("textarea", { id: `decision-${name}`, rows: 2, maxlength: MOST[name], dir: "auto",
      oninput: () => this.changed() });
    this.boxes[name] = area;
    return make("div", { class: "box" }, make("label", { for: area.id }, label), area);
  }

  tick(name, label) {
    this.ticks[name] = make("input", { type: "checkbox", onchange: () => this.changed() });
    return make("label", { class: "tick" }, this.ticks[name], make("span", {}, label));
  }

  changed() {
    this.about.hidden = !this.ticks.consented.checked;
    this.onchange(this);
  }

  read() {
    const said = Object.fromEntries([
      ...Object.entries(this.boxes).map(([name, area]) => [name, area.value.toWellFormed?.() ?? area.value]),
      ...Object.entries(this.ticks).map(([name, input]) => [name, input.checked]),
    ]);
    const hidden = said.consented ? {} : { qualification: "", tradition: "", publish: false };
    return { decision: this.radios.find((one) => one.checked)?.value ?? null, ...said, ...hidden };
  }

  fill(entry) {
    for (const radio of this.radios) radio.checked = radio.value === entry.decision;
    for (const [name, area] of Object.entries(this.boxes)) area.value = entry[name] ?? "";
    for (const [name, input] of Object.entries(this.ticks)) input.checked = entry[name] === true;
    this.about.hidden = !this.ticks.consented.checked;
  }

  // What is still open, in words; each is a way there.
  showStill(open) {
    const nodes = open.length
      ? [make("p", {}, make("b", {}, `Still open: ${open.length === 1 ? "1 clause" : `${open.length} clauses`}`)),
        make("p", { class: "jumps" }, ...open.map((one) => button(one.clause, () => one.enter(),
          { title: `Clause ${one.clause}: ${one.open()}`, "aria-label": `Clause ${one.clause}: ${one.open()}` })))]
      : [make("p", {}, "Every clause has your answer.")];
    this.still.replaceChildren(...nodes);
  }

  complain(lines, ...choices) {
    this.conflicted = false;
    this.hint.hidden = !lines.length;
    this.hint.replaceChildren(make("ul", {}, ...lines.map((one) => make("li", {}, one))), make("p", {}, ...choices));
    if (lines.length) this.hint.scrollIntoView({ block: "nearest" });
  }

  conflict(stored, keep, giveWay) {
    this.complain([SAY.conflict],
      button("Use the other window's words", () => { this.complain([]); this.fill(stored.entry); giveWay(); }),
      button("Keep what is here", () => { this.complain([]); keep(); }));
    this.conflicted = true;
  }

  enter() { this.node.scrollIntoView({ block: "start", behavior: "instant" }); }
  open() { return ""; }
}
