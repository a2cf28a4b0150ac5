// Keys for everything; none acts while somebody is typing, and single keys can be switched off.
import { KINDS } from "./words.js";

const SWITCH = "second-reader-single-keys";
const TWO_DIGITS = 800;

export const singleKeys = () => localStorage.getItem(SWITCH) !== "off";
export const setSingleKeys = (on) => localStorage.setItem(SWITCH, on ? "on" : "off");

const typing = (node) => node.matches?.("textarea, select, [contenteditable], input:not([type=radio]):not([type=checkbox])");

export function listen(ballot) {
  let digits = "";
  let last = 0;

  function digit(key) {
    const now = performance.now();
    const axis = ballot.axisHere();
    const both = now - last < TWO_DIGITS ? digits + key : key;
    digits = both;
    last = now;
    return axis.choose("value", Number(both)) || axis.choose("value", Number(key));
  }

  const actions = {
    j: () => ballot.step(1),
    k: () => ballot.step(-1),
    w: () => ballot.axisHere().why.focus(),
    b: () => ballot.go(-1),
    f: () => ballot.go(1),
    "?": () => ballot.showKeys(),
    ArrowDown: () => ballot.axisHere().enter(),
    ArrowUp: () => ballot.axisHere().enter(),
  };
  for (const [kind, , key] of KINDS) actions[key] = () => ballot.axisHere().choose(kind);

  function onkey(event) {
    const target = event.composedPath()[0];
    if (event.isComposing || event.defaultPrevented) return;
    if (typing(target)) {
      if (event.key === "Escape" && ballot.holds(target)) ballot.axisHere().enter();
      return;
    }
    if (ballot.busy() || target.closest?.("dialog")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return act(event, () => ballot.submit());
    if (event.ctrlKey || event.metaKey || event.altKey || !singleKeys()) return;
    if (event.key.startsWith("Arrow") && target.type === "radio") return;
    if (/^[0-9]$/.test(event.key)) return act(event, () => digit(event.key));
    const action = actions[event.key];
    if (action) act(event, action);
  }

  function act(event, action) {
    event.preventDefault();
    event.stopImmediatePropagation();
    action();
  }

  window.addEventListener("keydown", onkey, true);
  return () => window.removeEventListener("keydown", onkey, true);
}
