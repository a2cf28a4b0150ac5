// A link of class sr-open leads to this very page with something opened. It works without us, by loading the page anew;
// here a plain click on it runs the page again instead, which takes a tenth of the time and keeps the place on the page.
export default function ({ setTriggerValue }) {
  const follow = (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.sr-open") : null;
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const there = new URL(link.href);
    if (there.origin !== location.origin || there.pathname !== location.pathname) return;
    event.preventDefault();
    setTriggerValue("went", Object.fromEntries(there.searchParams));
  };
  document.addEventListener("click", follow);
  return () => document.removeEventListener("click", follow);
}
