// Keys for everything; none acts while somebody is typing, and single keys can be switched off.
import { device } from "./shelf.js";
import { KINDS } from "./words.js";

const SWITCH = "second-reader-single-keys";
const TWO_DIGITS = 800;
const BURST = 700;

export const singleKeys = () => device.get(SWITCH) !== "off";
export const setSingleKeys = (on) => device.set(SWITCH, on ? "on" : "off");

const typing = (node) => node.matches?.("textarea, select, [contenteditable], input:not([type=radio]):not([type=checkbox])");

export function listen(ballot) {
  let digits = "";
  let last = 0;
  let before = null;
  let unheard = -Infinity;

  function digit(key) {
    const now = performance.now();
    const axis = ballot.axisHere();
    const both = axis === before && now - last < TWO_DIGITS ? digits + key : key;
    digits = both;
    last = now;
    before = axis;
    return axis.choose("value", Number(both)) || axis.choose("value", Number(key));
  }

  const actions = {
    j: () => ballot.step(1),
    k: () => ballot.step(-1),
    w: () => ballot.axisHere().why.focus(),
    b: () => ballot.go(-1),
    f: () => ballot.go(1),
    c: () => ballot.charter.press(),
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
    if (target.closest?.("dialog") || typedOn(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      before = null;
      return act(event, () => { if (!event.repeat) ballot.submit(); });
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !singleKeys()) return;
    if (event.key.startsWith("Arrow") && target.type === "radio") return;
    if (/^[0-9]$/.test(event.key)) return act(event, () => digit(event.key));
    before = null;
    const action = actions[event.key];
    if (action) act(event, action);
  }

  // While a response is on its way no key acts. Who types on without looking must not choose on the next one.
  function typedOn(event) {
    const now = performance.now();
    const waiting = ballot.busy();
    const single = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    if (!waiting && !(single && now - unheard < BURST)) return false;
    if (single) unheard = now;
    return true;
  }

  function act(event, action) {
    event.preventDefault();
    event.stopImmediatePropagation();
    action();
  }

  window.addEventListener("keydown", onkey, true);
  return () => window.removeEventListener("keydown", onkey, true);
}
