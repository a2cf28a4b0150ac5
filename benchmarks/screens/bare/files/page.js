// The bare page: the same choices and boxes, one request for each submit, the next response when it is answered.
const OTHER = [
  ["not_applicable", "Does not apply to this response"],
  ["cannot_assess", "I cannot assess this"],
  ["rubric_unclear", "The rubric is unclear to me here"],
];
const find = (selector) => document.querySelector(selector);
const form = find("form");
let axes = [];
let place = null;

function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function choice(axis, value, ...label) {
  return make("label", { class: "choice" }, make("input", { type: "radio", name: axis.id, value }), ...label);
}

function fieldset(axis) {
  const other = OTHER.filter(([kind]) => kind !== "not_applicable" || axis.mayNotApply);
  return make("fieldset", { "data-axis": axis.id },
    make("legend", {}, axis.name), make("p", {}, axis.question),
    ...axis.choices.map(([value, text]) => choice(axis, value, make("b", {}, value), make("span", {}, text ?? ""))),
    ...other.map(([kind, text]) => choice(axis, kind, make("span", {}, text))),
    make("label", { for: `${axis.id}-why` }, "Why? One sentence"),
    make("textarea", { id: `${axis.id}-why`, name: `${axis.id}-why`, rows: 2, maxlength: 1000 }));
}

function entry(axis) {
  const said = form.elements[axis.id].value;
  const other = OTHER.some(([kind]) => kind === said);
  return { kind: other ? said : "value", value: other || said === "" ? null : Number(said), why: form.elements[`${axis.id}-why`].value };
}

function show({ place: next, total, done }) {
  place = next;
  find("h1").textContent = next ? `Response ${next.position} of ${total}` : "Thank you";
  find("progress").max = total;
  find("progress").value = done;
  find("#done").textContent = `${done} of ${total} submitted`;
  find("#prompt").innerHTML = next?.prompt ?? "";
  find("#response").innerHTML = next?.response ?? "";
  form.reset();
  scrollTo(0, 0);
  find("section").scrollTop = 0;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  find(".submit").disabled = true;
  const entries = Object.fromEntries(axes.map((axis) => [axis.id, entry(axis)]));
  const answer = await fetch("/submit", {
    method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: place.key, submission: crypto.randomUUID(), entries }),
  });
  const said = await answer.json();
  find(".submit").disabled = false;
  find("#problems").hidden = answer.ok;
  find("#problems").textContent = said.problems?.join(" ") ?? "";
  if (!answer.ok) return;
  show(said);
  find("[role=status]").textContent = `Stored ${said.savedAt}`;
});

fetch("/open").then((answer) => answer.json()).then((opened) => {
  axes = opened.axes;
  find("#axes").replaceChildren(...axes.map(fieldset));
  show(opened);
});
