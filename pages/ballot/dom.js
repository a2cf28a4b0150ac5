// Small pieces to build the page with.

export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "html") node.innerHTML = value;
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

export function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

export function dialog(title, ...content) {
  const box = make("dialog", { "aria-label": title });
  box.append(make("h2", {}, title), ...content, make("p", { class: "close" }, button("Close", () => box.close())));
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  return box;
}
