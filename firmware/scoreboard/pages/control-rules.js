// The house rules, chosen for the next game.

import { order } from "./control-orders.js";
import { fill } from "./words.js";

const words = document.body.dataset;
const form = document.getElementById("choose");
let isTouched = false;

// Rules that mean nothing in the game that is chosen are not shown, and not sent.
function fields() {
  const game = form.elements.game.value;
  for (const label of form.querySelectorAll("[data-game]")) label.hidden = label.dataset.game !== game;
  return [...form.elements].filter((field) => field.name !== "" && field.closest("label").hidden === false);
}

function value(field) {
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" ? Number(field.value) : field.value;
}

const told = (rules) => [rules.name, ...rules.house].join("; ");

form.addEventListener("input", () => {
  isTouched = true;
  fields();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = Object.fromEntries(fields().map((field) => [field.name, value(field)]));
  if (await order({ action: "rules", ...chosen }) !== null) isTouched = false;
});

export function showRules(state) {
  document.getElementById("chosen").textContent = fill(words.rules, { now: told(state.rules), next: told(state.next_rules) });
  if (isTouched) return;
  for (const field of form.elements) {
    if (field.name === "") continue;
    const chosen = state.next_rules.values[field.name];
    if (field.type === "checkbox") field.checked = chosen;
    else field.value = chosen;
  }
  fields();
}
