// What is on the screen: the response beside the axes, how far the work is, and the three small windows.
import { button, dialog, make } from "./dom.js";
import { setSingleKeys, singleKeys } from "./keys.js";
import { KEYS, PLACES } from "./words.js";

export class View {
  constructor(root, ballot) {
    this.root = root;
    this.heading = make("h1", { tabindex: -1 }, "Loading your responses …");
    this.bar = make("progress", { max: 1, value: 0, "aria-label": "Responses scored" });
    this.done = make("span", { class: "done" });
    this.status = make("p", { class: "status", role: "status" });
    this.back = button("‹ Back", () => ballot.go(-1));
    this.forward = button("Forward ›", () => ballot.go(1));
    this.notice = make("div", { class: "notice", role: "alert", hidden: true });
    this.module = make("p", { class: "module", hidden: true });
    this.prompt = make("div", { class: "prompt text", dir: "auto" });
    this.referenceTitle = make("h2", {}, "The answer to grade against");
    this.reference = make("div", { class: "reference text", dir: "auto" });
    this.response = make("div", { class: "response text", dir: "auto" });
    this.passages = make("div", { class: "passages", hidden: true });
    this.charter = ballot.charter;
    this.step = make("p", { class: "step", hidden: true });
    this.reading = make("section", { class: "reading", "aria-label": "Question and response", tabindex: 0 },
      this.module, make("h2", {}, "The question"), this.prompt, this.referenceTitle, this.reference,
      make("h2", {}, "The response"), this.response, this.passages);
    this.axes = make("div", { class: "axes" });
    this.change = button("Change my answer", () => ballot.unlock(), { hidden: true });
    this.submit = button("Submit and go on", () => ballot.submit(), { class: "submit" });
    this.missing = make("div", { class: "missing", role: "alert", hidden: true });
    this.scores = make("div", { class: "scores", role: "group", "aria-label": "Your scores" }, this.step, this.axes, this.missing,
      make("div", { class: "end" }, this.submit, this.change));
    this.reread = button("Read the response", () => this.showAgain(), { class: "reread" });
    this.again = dialog("The response");
    this.buildKeys(ballot);
    this.buildFlag(ballot);
    this.passage = dialog("Scripture");
    this.flagging = button("Flag", () => this.flag.showModal(), {
      title: "Tell the study's owner that something is wrong here", disabled: true,
    });
    const tools = make("nav", { "aria-label": "Your queue" }, this.back, this.forward,
      this.charter.toggle, this.flagging,
      button("Keys", () => this.keys.showModal(), { title: "List of keys (?)" }));
    this.work = make("div", { class: "columns" },
      make("div", { class: "left" }, this.reading, this.charter.node), this.scores);
    this.charter.onturn = () => this.work.classList.toggle("folded", this.charter.isHidden);
    this.charter.onturn();
    root.replaceChildren(
      make("header", {}, make("div", { class: "where" }, this.heading, this.bar, this.done), tools),
      this.notice, this.work, make("footer", {}, this.reread, this.charter.reread, this.status),
      this.keys, this.flag, this.passage, this.again, this.charter.again);
    this.work.hidden = this.reread.hidden = true;
    this.watch = new IntersectionObserver(([seen]) => { this.reread.hidden = seen.isIntersecting || this.work.hidden; });
    this.watch.observe(this.reading);
  }

  buildKeys(ballot) {
    const box = make("input", { type: "checkbox", onchange: (event) => setSingleKeys(event.target.checked) });
    box.checked = singleKeys();
    this.keys = dialog("Keys", make("table", {}, make("tbody", {}, ...KEYS.map(([key, does]) =>
      make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, does))))),
    make("label", { class: "choice" }, box, make("span", {}, "Use the single keys (none of them acts while you type)")));
  }

  buildFlag(ballot) {
    this.flagged = new Map();
    this.flagWords = make("textarea", { rows: 3, maxlength: 1000, dir: "auto", id: "flag-words" });
    this.flagSaid = make("p", { role: "status" });
    this.flag = dialog("Flag this response",
      make("label", { for: "flag-words" }, "What is wrong with it? The study's owner will read this."), this.flagWords,
      button("Send", () => ballot.flag(this.flagWords.value), { class: "submit" }), this.flagSaid);
  }

  // Words to the owner belong to the response they were written on.
  turnFlag(key) {
    if (key !== this.flagKey) {
      this.flagged.set(this.flagKey, this.flagWords.value);
      this.flagWords.value = this.flagged.get(key) ?? "";
      this.flagSaid.textContent = "";
    }
    this.flagKey = key;
    this.flagging.disabled = false;
  }

  flagTaken(key) {
    this.flagged.delete(key);
    if (key === this.flagKey) this.flagWords.value = "";
  }

  showPlace(place, standing) {
    this.turnFlag(place.key);
    this.work.hidden = false;
    const [what, end] = PLACES[place.stage];
    this.heading.textContent = `${what} ${place.position} of ${standing.total}${end}`;
    this.showStanding(standing);
    this.module.textContent = place.module ? `Judge it from the standpoint of ${place.module}.` : "";
    this.module.hidden = !place.module;
    this.prompt.innerHTML = place.prompt;
    this.reference.innerHTML = place.reference;
    this.reference.hidden = this.referenceTitle.hidden = !place.reference;
    this.response.innerHTML = place.response;
    this.back.disabled = place.position <= 1;
    this.forward.disabled = place.position >= standing.total;
    this.passages.hidden = place.passages.length === 0;
    this.passages.replaceChildren(make("h2", {}, "Scripture named here"), ...place.passages.map((label, number) =>
      button(label, () => this.onpassage(place.position, number))));
    this.charter.show(place);
    this.work.classList.toggle("chartered", !this.charter.node.hidden);
    this.showMissing([]);
    this.toTop();
  }

  showStep(words) {
    this.step.textContent = words;
    this.step.hidden = !words;
  }

  showStanding({ total, done }) {
    this.bar.max = Math.max(total, 1);
    this.bar.value = done;
    this.done.textContent = `${done} of ${total} submitted`;
  }

  toTop() {
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    scrollTo(0, 0);
    this.reading.scrollTop = 0;
    this.heading.focus({ preventScroll: true });
  }

  lock(locked, { version, stage }) {
    this.axes.inert = locked;
    this.submit.hidden = locked;
    this.submit.textContent = version ? "Submit the changed answer" : "Submit and go on";
    this.change.hidden = !locked || stage === "own";
  }

  busy(on, locked = false) {
    this.axes.inert = on || locked;
    this.submit.disabled = on;
  }

  say(words, alarm = false) {
    this.status.textContent = words;
    this.status.classList.toggle("alarm", alarm);
  }

  // Said again, the same words are not announced again, and nothing moves under the hands of who is typing.
  tell(words, ...choices) {
    if (words && !this.notice.hidden && words === this.told) return;
    this.told = words;
    this.notice.hidden = !words;
    this.notice.replaceChildren(...(words ? [make("p", {}, words), make("p", {}, ...choices)] : []));
  }

  showMissing(lines) {
    this.missing.hidden = lines.length === 0;
    this.missing.replaceChildren(...(lines.length ? [make("p", {}, "Before you can submit:"),
      make("ul", {}, ...lines.map((line) => make("li", {}, line)))] : []));
  }

  showAgain() {
    const copy = make("div", { class: "text" });
    copy.append(...[this.prompt, this.reference, this.response].map((part) => part.cloneNode(true)));
    this.again.querySelector(".text")?.remove();
    this.again.querySelector("h2").after(copy);
    this.again.showModal();
  }

  showPassage({ label, verses, translation }) {
    const copy = make("div", { class: "verses" }, ...verses.map(([number, text]) =>
      make("p", {}, make("sup", {}, number), ` ${text}`)), make("p", { class: "source" }, translation));
    this.passage.querySelector("h2").textContent = label;
    this.passage.querySelector(".verses")?.remove();
    this.passage.querySelector("h2").after(copy);
    this.passage.showModal();
  }

  showEmpty(words) {
    this.heading.textContent = "Your responses";
    this.tell(words);
  }

  showFinish(standing, review) {
    this.work.hidden = this.reread.hidden = this.charter.reread.hidden = this.charter.toggle.hidden = true;
    this.showStanding(standing);
    this.back.disabled = this.forward.disabled = this.flagging.disabled = true;
    this.heading.textContent = "Thank you";
    this.tell(`You have scored all ${standing.total} responses. Every answer is stored. You may close this page, or look
      through your answers and change them until the study closes.`, button("Look through my answers", review));
    this.toTop();
  }
}
