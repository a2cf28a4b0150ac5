// One axis: its question, every anchor as a choice, and the sentence why. Built once, filled anew for each response.
import { make } from "./dom.js";
import { KINDS } from "./words.js";

const LONGEST = 1000;
const MOST = 5000;

export class AxisForm {
  constructor(axis, onchange) {
    this.axis = axis;
    this.onchange = onchange;
    this.radios = [];
    const id = `axis-${axis.id}`;
    this.hint = make("p", { class: "hint", id: `${id}-hint`, hidden: true });
    this.why = make("textarea", {
      id: `${id}-why`, rows: 2, maxlength: MOST, dir: "auto", "aria-describedby": `${id}-hint`,
      oninput: () => this.onchange(this),
    });
    this.said = make("div", { class: "said", hidden: true });
    this.clause = make("select", { id: `${id}-clause`, onchange: () => this.onchange(this) });
    this.unclear = make("div", { class: "unclear", hidden: true },
      make("label", { class: "why", for: `${id}-clause` }, "Which clause? The owner of the study will see it and your reason, not your name."),
      this.clause);
    this.node = make("fieldset", { id, "data-axis": axis.id, class: axis.apart ? "beside" : null },
      make("legend", { dir: "auto" }, axis.name),
      make("p", { class: "question", dir: "auto" }, axis.question), this.said,
      ...(axis.choices ? axis.choices.map((one) => this.choice(one)) : this.range()),
      make("div", { class: "apart" }, ...KINDS.filter(([kind]) => kind !== "not_applicable" || axis.mayNotApply)
        .map(([kind, label]) => this.radio(kind, null, make("span", {}, label))), this.unclear),
      make("label", { class: "why", for: `${id}-why` }, "Why? One sentence"), this.why, this.hint);
  }

  choice({ value, text }) {
    return this.radio("value", value, make("b", {}, String(value)), text ? make("span", { dir: "auto" }, text) : null);
  }

  radio(kind, value, ...label) {
    const input = make("input", {
      type: "radio", name: this.axis.id, value: value ?? kind,
      onchange: () => { this.showClause(); this.onchange(this); },
    });
    this.radios.push({ input, kind, value });
    return make("label", { class: "choice" }, input, ...label);
  }

  range() {
    const { lowest, highest, step, bands, id } = this.axis;
    this.number = make("input", {
      type: "number", inputmode: "decimal", min: lowest, max: highest, step, id: `axis-${id}-number`,
      "aria-label": `Score from ${lowest} to ${highest}`,
      oninput: () => { this.radios[0].input.checked = this.number.value !== ""; this.onchange(this); },
    });
    const list = make("ul", { class: "bands" }, ...bands.map((band) =>
      make("li", { "data-low": band.low, "data-high": band.high, dir: "auto" },
        make("b", {}, `${band.low}–${band.high} ${band.label}. `), band.criteria)));
    this.bands = [...list.children];
    const given = this.radio("value", null, make("span", {}, `A score from ${lowest} to ${highest}`));
    return [list, make("div", { class: "given" }, given, this.number)];
  }

  read() {
    const why = this.why.value.toWellFormed?.() ?? this.why.value; // half an emoji could not be sent
    const chosen = this.radios.find((one) => one.input.checked);
    if (!chosen) return { kind: null, value: null, why };
    let value = chosen.value;
    if (this.number && chosen.kind === "value") value = this.number.value === "" ? null : Number(this.number.value);
    const clause = chosen.kind === "rubric_unclear" && this.clause.value ? { clause: this.clause.value } : {};
    return { kind: chosen.kind, value: chosen.kind === "value" ? value : null, why, ...clause };
  }

  // The clauses that may be unclear; what was named before stays named when they arrive late.
  offer(clauses) {
    this.clauses = clauses;
    this.clause.replaceChildren(make("option", { value: "" }, "No clause in particular"), ...clauses.map(
      ({ number, heading }) => make("option", { value: number }, heading ? `${number}. ${heading}` : `Clause ${number}`)));
    this.clause.value = clauses.some(({ number }) => number === this.named) ? this.named : "";
    this.showClause();
  }

  showClause() {
    const unclear = this.radios.some((one) => one.kind === "rubric_unclear" && one.input.checked);
    this.unclear.hidden = !unclear || !this.clauses?.length;
  }

  fill(entry) {
    const { kind = null, value = null, why = "", clause = "" } = entry ?? {};
    this.named = clause;
    for (const one of this.radios) {
      one.input.checked = one.kind === kind && (kind !== "value" || Boolean(this.number) || one.value === value);
    }
    if (this.number) this.number.value = kind === "value" && value != null ? value : "";
    this.why.value = why;
    this.offer(this.clauses ?? []);
    this.showBand();
    this.complain("");
  }

  showBand() {
    const value = this.number?.value === "" ? null : Number(this.number?.value);
    for (const one of this.bands ?? []) {
      one.classList.toggle("here", value != null && value >= Number(one.dataset.low) && value <= Number(one.dataset.high));
    }
  }

  // What is missing, in words; "" when nothing is.
  missing(reasonDue) {
    const unsaid = reasonDue && !/\p{L}/u.test(this.why.value);
    return this.tooLong() || this.missingScore() || (unsaid ? "no reason in words yet" : "");
  }

  missingScore() {
    const { kind, value } = this.read();
    if (!kind || (kind === "value" && value == null)) return "no score yet";
    return kind === "value" && !this.allows(value) ? `${value} is not one of its scores` : "";
  }

  tooLong() {
    const length = [...this.why.value.trim()].length;
    return length > LONGEST ? `the reason has ${length} characters; please shorten it to ${LONGEST}` : "";
  }

  allows(value) {
    const { choices, lowest, highest, step } = this.axis;
    if (choices) return choices.some((one) => one.value === value);
    const steps = (value - lowest) / step;
    return value >= lowest && value <= highest && Math.abs(steps - Math.round(steps)) < 1e-9;
  }

  complain(words) {
    this.hint.textContent = words;
    this.hint.hidden = !words;
    this.node.classList.toggle("incomplete", Boolean(words));
  }

  choose(kind, value) {
    const one = this.radios.find((radio) => radio.kind === kind && (kind !== "value" || radio.value === value));
    if (!one) return false;
    one.input.checked = true;
    one.input.focus();
    this.showClause();
    this.onchange(this);
    return true;
  }

  enter() {
    (this.radios.find((one) => one.input.checked) ?? this.radios[0]).input.focus();
    this.node.scrollIntoView({ block: "nearest" });
  }
}
