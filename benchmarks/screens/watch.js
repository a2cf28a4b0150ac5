// Run in the page: wait for the click on `button`, then for the frame in which the heading says `expected` and a click on
// the middle of `target` would reach it. Resolves with milliseconds since the click: `placed`, when the heading was in the
// page, not painted yet; `usable`, the end of that frame.
({ button, heading, target, expected }) => {
  const scopes = [document];
  for (const node of document.querySelectorAll("*")) if (node.shadowRoot) scopes.push(node.shadowRoot);
  const scope = scopes.find((one) => one.querySelector(heading) && one.querySelector(target));
  const there = () => scope.querySelector(heading)?.textContent.trim() === expected;

  function reachable(node) {
    const box = node.getBoundingClientRect();
    const hit = scope.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return Boolean(hit) && (node.contains(hit) || node.closest("label")?.contains(hit)) && !node.disabled;
  }

  window.measured = new Promise((done) => {
    scope.querySelector(button).addEventListener("click", (event) => {
      const passed = () => performance.now() - event.timeStamp;
      let placed = null;
      const changes = new MutationObserver(() => { if (there()) { placed = passed(); changes.disconnect(); } });
      changes.observe(scope, { subtree: true, childList: true, characterData: true });
      const painted = new MessageChannel();
      painted.port1.onmessage = () => done({ placed, usable: passed() });
      const look = () => {
        const node = scope.querySelector(target);
        if (there() && node && reachable(node)) painted.port2.postMessage(0);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
}
