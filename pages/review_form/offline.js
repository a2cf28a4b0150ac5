// Working offline: the charter as a file to take along, and the file that comes back. What is in it is shown first, with
// everything that was not understood; nothing is taken in before the reviewer says so, and nothing is signed by it.
import { button, make } from "../secondreader.ballot/dom.js";
import { SAY, counted } from "./words.js";

const MOST = 4_000_000;
const FORMS = [["word", "Word file"], ["pdf", "PDF to print"], ["csv", "Spreadsheet (CSV)"]];
const TYPES = ".docx,.csv,.xlsx,application/vnd.openxmlformats-officedocument.wordprocessingml.document,text/csv";

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

// Without the patience of a save: a file takes its time on a slow line.
async function post(path, form) {
  const answer = await fetch(path, { method: "POST", credentials: "same-origin", cache: "no-store",
    headers: { "content-type": "application/json" }, body: JSON.stringify(form) });
  return { ok: answer.ok, ...await answer.json() };
}

const saidNode = (said) => make("dl", {}, ...said.flatMap(([question, words]) =>
  [make("dt", {}, question), make("dd", { dir: "auto" }, words)]));

export class Offline {
  // `settle` waits until everything typed is stored; `taken` shows the review as it is then.
  constructor({ key, before, settle, taken }) {
    Object.assign(this, { key, before, settle, taken, chosen: new Map() });
    this.said = make("div", { class: "returned", role: "status" });
    this.file = make("input", { type: "file", id: "returned-file", accept: TYPES, onchange: () => this.look() });
    this.node = make("details", { class: "offline" }, make("summary", {}, "Work offline"),
      make("p", {}, "Take the charter along, with what you have written so far: fill it in without a network or by hand. "
        + "A Word file or a spreadsheet can be given back here; you then see everything once more and sign as usual."),
      make("p", { class: "row" }, ...FORMS.map(([form, label]) => button(label, () => this.give(form)))),
      make("p", { class: "row" }, make("label", { for: this.file.id }, "Give a filled-in file back"), this.file),
      this.said);
  }

  tell(...nodes) {
    this.said.replaceChildren(...nodes);
  }

  async give(form) {
    this.tell(make("p", {}, "Making the file …"));
    try {
      await this.settle();
      const answer = await fetch(`/review/packet/${this.key}/${form}`, { credentials: "same-origin", cache: "no-store" });
      if (!answer.ok) return this.tell(...(await this.problems(answer)));
      const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "charter";
      const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      return this.tell(make("p", {}, `${name} is among your downloads.`));
    } catch {
      return this.tell(make("p", { class: "alarm" }, SAY.away));
    }
  }

  async problems(answer) {
    const { problems } = await answer.json();
    return problems.map((one) => make("p", { class: "alarm" }, one));
  }

  async look() {
    const [file] = this.file.files;
    if (!file) return;
    this.chosen.clear();
    this.tell(make("p", {}, `Reading ${file.name} …`));
    if (file.size > MOST) {
      this.file.value = "";
      return this.tell(make("p", { class: "alarm" }, `${file.name} has ${(file.size / 1e6).toFixed(1)} MB; at most 4 MB `
        + "can be read. Please take pictures out of it."));
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.form = { key: this.key, name: file.name, content: base64(bytes) };
    this.file.value = "";
    await this.settle();
    return this.ask("/review/returned", this.form, ({ returned }) => this.show(returned));
  }

  async ask(path, form, then) {
    let answer;
    try {
      answer = await post(path, form);
    } catch {
      return this.tell(make("p", { class: "alarm" }, SAY.away), button("Try again", () => this.ask(path, form, then)));
    }
    if (answer.ok) return then(answer);
    return this.tell(...answer.problems.map((one) => make("p", { class: "alarm" }, one)));
  }

  show(found) {
    const { fresh, otherwise, same } = found;
    const nodes = [make("h3", { tabindex: -1 }, `What is in ${this.form.name}`)];
    if (fresh.length || otherwise.length) {
      nodes.push(make("p", {}, "Nothing is kept yet. Please look through it; at its end you say whether it is taken in."));
    }
    nodes.push(...this.wrong(found));
    if (fresh.length) {
      nodes.push(make("p", { class: "label" }, `New, from the file: ${counted(fresh.length, "place", "places")}`),
        ...fresh.map((one) => make("section", { class: "entry" }, make("h4", {}, one.title), saidNode(one.said))));
    }
    if (otherwise.length) {
      nodes.push(make("p", { class: "label" }, "You have written something else on this page. It stays, unless you choose "
        + "the file's words:"), ...otherwise.map((one) => this.beside(one)));
    }
    if (same) nodes.push(make("p", {}, `${counted(same, "place is", "places are")} on your page already.`));
    if (fresh.length || otherwise.length) {
      nodes.push(make("p", {}, button("Take these in as drafts", () => this.take(), { class: "submit" }), " ",
        button("Take nothing in", () => this.tell())));
    } else if (found.readable) nodes.push(make("p", {}, "There is nothing new to take in."));
    this.tell(...nodes);
    this.said.querySelector("h3").focus({ preventScroll: false });
  }

  wrong({ problems, notes }) {
    const list = (words, kind) => make("ul", { class: kind }, ...words.map((one) => make("li", { dir: "auto" }, one)));
    return [
      problems.length && make("p", { class: "label" }, `Not understood: ${counted(problems.length, "thing", "things")}. `
        + "All else that it says is below. Put these right in the file and give it back again, or on this page."),
      problems.length && list(problems, "faults"),
      notes.length && list(notes, "notes"),
    ].filter(Boolean);
  }

  beside(one) {
    const tick = make("input", { type: "checkbox", onchange: () => {
      if (tick.checked) this.chosen.set(one.title, [one.part, one.clause, one.revision]);
      else this.chosen.delete(one.title);
    } });
    return make("section", { class: "entry" }, make("h4", {}, one.title),
      make("p", { class: "label" }, "On this page"), saidNode(one.here),
      make("p", { class: "label" }, "In the file"), saidNode(one.said),
      make("label", { class: "tick" }, tick, make("span", {}, `Use the file's words: ${one.title}`)));
  }

  async take() {
    await this.settle();
    const form = { ...this.form, before: this.before, over: [...this.chosen.values()] };
    return this.ask("/review/returned/take", form, (answer) => this.taken(answer));
  }

  // Said on the page that is shown afterwards.
  outcome({ taken, left }) {
    this.node.open = true;
    const stays = left.length ? ` Left as they are on this page: ${left.join(", ")}.` : "";
    this.tell(make("p", { tabindex: -1 }, `${counted(taken, "place was", "places were")} taken in as drafts.${stays} `
      + "Please look through them below, then sign."));
    this.said.firstChild.focus({ preventScroll: true });
    this.said.scrollIntoView({ block: "center", behavior: "instant" });
  }
}
