// What is on the screen around the clauses: which charter, how far, what has changed, and what is stored.
import { button, make } from "../secondreader.ballot/dom.js";
import { answer, difference, earlier } from "./difference.js";
import { HOW, SAY, clock, counted, dated, decisionName } from "./words.js";

export class View {
  constructor(root, review) {
    this.root = root;
    this.heading = make("h1", { tabindex: -1, dir: "auto" }, "Loading the charter …");
    this.where = make("p", { class: "where" });
    this.charters = make("nav", { "aria-label": "Your charters", hidden: true });
    this.notice = make("div", { class: "notice", role: "alert", hidden: true });
    this.work = make("div", { class: "work" });
    this.status = make("p", { class: "status", role: "status" });
    this.done = make("p", { class: "done" });
    this.next = button("Next open clause", () => review.goOn(), { hidden: true });
    root.replaceChildren(make("header", {}, this.heading, this.where, this.charters), this.notice, this.work,
      make("footer", {}, this.next, this.done, this.status));
  }

  showList(lines, key, open) {
    this.charters.hidden = lines.length < 2;
    this.charters.replaceChildren(...lines.map((line) => {
      const node = button(line.module, () => open(line.key), { dir: "auto" });
      if (line.key === key) node.setAttribute("aria-current", "page");
      node.append(make("small", {}, standing(line)));
      return node;
    }));
  }

  showCharter(card, parts, only) {
    const { charter } = card;
    this.heading.textContent = charter.title;
    const module = card.module === charter.title ? "" : `${card.module} · `;
    this.where.replaceChildren(make("span", { dir: "auto" }, module), `Version ${charter.version}, `
      + `${dated(charter.addedAt)}`, ...(charter.status ? [" · ", make("span", { dir: "auto" }, charter.status)] : []));
    this.work.replaceChildren(...[this.lead(card, only), this.unplaced(card.unplaced), ...parts].filter(Boolean));
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  }

  lead(card, only) {
    const { last, since } = card;
    if (last?.now) return this.signed(last);
    if (!since) return make("div", { class: "lead" }, make("p", {}, HOW));
    const changed = card.clauses.filter((one) => one.change).length + card.gone.length + (card.whole.change ? 1 : 0);
    const kept = card.clauses.filter((one) => !one.change && one.entry.agreement).length;
    return make("div", { class: "lead since" },
      make("h2", {}, "What has changed since you signed"),
      make("p", {}, `You signed version ${last.version} on ${dated(last.at)} (${decisionName(last.decision)}). `
        + `${counted(changed, "place has", "places have")} changed since. Your answers on the other `
        + `${counted(kept, "clause", "clauses")} stand. Please look at what has changed, and sign again.`),
      since.note && make("blockquote", { dir: "auto" }, since.note),
      last.reasons && make("div", { class: "earlier" }, make("p", { class: "label" }, "Your reasons, as you signed them"),
        make("blockquote", { dir: "auto" }, last.reasons), answer(last.reply)),
      card.whole.change && difference(card.whole.change),
      ...card.gone.map((one) => make("div", {}, make("h3", {}, `Clause ${one.clause}`), difference(one),
        one.earlier && earlier(one.earlier))),
      make("p", {}, only));
  }

  // Unsigned words on clauses that are not in this text any more, to be used elsewhere.
  unplaced(words) {
    if (!words.length) return null;
    return make("div", { class: "lead" }, make("h2", {}, "What you wrote on clauses that are gone"),
      ...words.map(({ clause, comment, proposed }) => make("div", {}, make("p", { class: "label" }, `Clause ${clause}`),
        make("blockquote", { dir: "auto" }, [comment, proposed].filter(Boolean).join("\n\n")))));
  }

  signed(last) {
    return make("div", { class: "lead signed", role: "status" },
      make("h2", {}, `You have signed this text: ${decisionName(last.decision)}`),
      make("p", {}, `On ${dated(last.at)}, ${clock(last.at)}. Thank you. You may close this page. If you change `
        + "something below, your signature counts as it is until you sign again."),
      last.reply && make("div", { class: "earlier" }, make("p", { class: "label" }, "The answer to your reasons"),
        answer(last.reply)));
  }

  showDone(answered, total, open) {
    this.done.textContent = `${answered} of ${total} clauses answered`;
    this.next.hidden = !open;
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

  showNothing(words) {
    this.heading.textContent = "Your charters";
    this.where.textContent = "";
    this.work.replaceChildren(make("div", { class: "lead" }, make("p", {}, words)));
    this.done.textContent = "";
    this.next.hidden = true;
  }
}

function standing(line) {
  if (line.signedNow) return "signed";
  if (line.signed) return "changed since you signed";
  return line.answered ? `${line.answered} of ${line.clauses} clauses` : "not begun";
}
