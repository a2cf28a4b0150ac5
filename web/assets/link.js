// The link must not stay in the address bar or the history: take it out at once, and leave no page to go back to.
const form = document.querySelector("form");
const address = form.action;
history.replaceState(null, "", "/welcome");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const answer = await fetch(address, { method: "POST", credentials: "same-origin" });
    if (answer.ok) return location.replace("/");
    document.open();
    document.write(await answer.text());
    document.close();
  } catch {
    button.disabled = false;
    button.textContent = "The server cannot be reached. Try again";
  }
});
