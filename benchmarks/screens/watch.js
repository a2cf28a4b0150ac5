// Run in the page: wait for the click on `button`, then for the frame in which the heading says `expected` and a click on
// the middle of `target` would reach it. Resolves with the milliseconds from the click to the end of that frame.
({ button, heading, target, expected }) => {
  const scopes = [document];
  for (const node of document.querySelectorAll("*")) if (node.shadowRoot) scopes.push(node.shadowRoot);
  const scope = scopes.find((one) => one.querySelector(heading) && one.querySelector(target));

  function reachable(node) {
    const box = node.getBoundingClientRect();
    const hit = scope.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return Boolean(hit) && (node.contains(hit) || node.closest("label")?.contains(hit)) && !node.disabled;
  }

  function usable() {
    const title = scope.querySelector(heading);
    const first = scope.querySelector(target);
    return title?.textContent.trim() === expected && first && reachable(first);
  }

  window.measured = new Promise((done) => {
    scope.querySelector(button).addEventListener("click", (event) => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => done(performance.now() - event.timeStamp);
      const look = () => { if (usable()) painted.port2.postMessage(0); else requestAnimationFrame(look); };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
}
