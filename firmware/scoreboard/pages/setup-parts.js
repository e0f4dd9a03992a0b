// The sounder and the buttons tried.

import { say, send } from "./control-orders.js";
import { fill } from "./words.js";

const byId = (id) => document.getElementById(id);
const sound = document.querySelector("[data-step=sound]").dataset;
const words = document.querySelector("[data-step=buttons]").dataset;
const PAUSE_MILLISECONDS = 300;
const order = (body) => send("/api/setup", body);
let isListening = false;

byId("tune").addEventListener("click", async () => {
  const answer = await order({ action: "try", part: "sounder" });
  if (answer !== null) showSound(answer.silence);
});

// Why nothing is to be heard, if nothing is.
export function showSound(silence) {
  byId("silence").textContent = silence === "" ? "" : sound[silence];
}

const inWords = (name) => words[name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())] ?? name;

export function listButtons(buttons, canPress) {
  const nothing = document.createElement("li");
  nothing.textContent = words.none;
  const lines = buttons.map(({ name, pin }) => {
    const [line, label, count] = ["li", "b", "span"].map((tag) => document.createElement(tag));
    line.dataset.button = name;
    label.textContent = `${inWords(name)} (${fill(words.pin, { pin })})`;
    count.textContent = words.untouched;
    line.append(label, count);
    if (canPress) {
      const press = document.createElement("button");
      press.textContent = words.press;
      press.setAttribute("aria-label", `${words.press}: ${inWords(name)}`);
      press.addEventListener("click", () => order({ action: "press", button: name }));
      line.append(press);
    }
    return line;
  });
  if (!isListening) byId("presses").replaceChildren(...(lines.length > 0 ? lines : [nothing]));
}

function showPresses(presses) {
  for (const line of document.querySelectorAll("#presses [data-button]")) {
    const count = presses.filter((name) => name === line.dataset.button).length;
    const said = line.querySelector("span");
    const now = count === 0 ? words.untouched : fill(words.pressed, { count });
    if (said.textContent !== now) said.textContent = now;
    said.classList.toggle("pressed", count > 0);
  }
}

function showListening(isOn) {
  isListening = isOn;
  byId("listen").disabled = isOn;
  byId("unlisten").disabled = !isOn;
}

byId("listen").addEventListener("click", async () => {
  if (await order({ action: "try", part: "buttons" }) === null) return;
  say("");
  showListening(true);
  while (isListening) {
    const response = await fetch("/api/setup/try").catch(() => null);
    const now = response?.ok ? await response.json() : { part: null };
    if (now.part !== "buttons") break;
    showPresses(now.presses);
    await new Promise((resolve) => { setTimeout(resolve, PAUSE_MILLISECONDS); });
  }
  showListening(false);
});

byId("unlisten").addEventListener("click", () => leaveButtons());

export function leaveButtons() {
  if (isListening) order({ action: "stop" }).then(() => say(""));
  showListening(false);
}
