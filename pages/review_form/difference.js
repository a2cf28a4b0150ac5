// What has changed in a clause, word by word, and what became of what its reviewer wrote.
import { make } from "../secondreader.ballot/dom.js";
import { KINDS, OUTCOMES, dated } from "./words.js";

const TAGS = { same: "span", removed: "del", added: "ins" };

const bare = (text) => text.replace(/\*+(?=\S)|(?<=\S)\*+/g, "");

// The signs of emphasis are left out, unless they are all that has changed.
export function difference({ kind, runs }) {
  const inWords = runs.some(([how, text]) => how !== "same" && bare(text).trim());
  const words = make("div", { class: "text runs", dir: "auto" },
    ...runs.map(([how, text]) => make(TAGS[how], {}, inWords ? bare(text) : text)));
  return make("div", { class: "change", "data-kind": kind },
    make("p", { class: "label" }, KINDS[kind] ?? kind), words);
}

export const added = () => make("div", { class: "change", "data-kind": "added" }, make("p", { class: "label" }, KINDS.added));

export function earlier({ comment, proposed, version, reply }) {
  const said = [comment && ["You wrote", comment], proposed && ["You proposed", proposed]].filter(Boolean);
  return make("div", { class: "earlier" },
    ...said.map(([what, words]) => make("div", {}, make("p", { class: "label" }, `${what}, signing version ${version}`),
      make("blockquote", { dir: "auto" }, words))),
    answer(reply));
}

export function answer(reply) {
  if (!reply) return make("p", { class: "label" }, "Not answered yet");
  return make("div", {}, make("p", { class: "label" }, `${OUTCOMES[reply.outcome] ?? reply.outcome}, ${dated(reply.at)}`),
    make("blockquote", { dir: "auto" }, reply.words));
}
