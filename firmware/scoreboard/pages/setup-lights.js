// The strip tried: in which order its LEDs shine, and in which order they take their colours.

import { say, send } from "./control-orders.js";
import { look, set } from "./setup.js";
import { fill } from "./words.js";

const byId = (id) => document.getElementById(id);
const words = document.querySelector("[data-step=lights]").dataset;
const PAUSE_MILLISECONDS = 200;
const order = (body) => send("/api/setup", body);
let settings = {};
let isTried = false;
let red = null;

// While LEDs are lit one by one, which one it is.
async function follow() {
  isTried = true;
  while (isTried) {
    const response = await fetch("/api/setup/try").catch(() => null);
    const now = response?.ok ? await response.json() : { part: null };
    if (now.part !== "leds") break;
    byId("led").textContent = fill(words.lit, { led: now.led_name });
    await new Promise((resolve) => { setTimeout(resolve, PAUSE_MILLISECONDS); });
  }
  byId("led").textContent = "";
  isTried = false;
}

byId("leds").addEventListener("click", async () => {
  byId("looks").hidden = true;
  if (await order({ action: "try", part: "leds" }) === null) return;
  say("");
  if (!isTried) follow();
});

byId("from-red").addEventListener("click", () => set({ "strip.is_reversed": settings["strip.is_reversed"] }));
byId("from-yellow").addEventListener("click", () => set({ "strip.is_reversed": !settings["strip.is_reversed"] }));

async function ask(part) {
  if (await order({ action: "try", part }) === null) return;
  say("");
  byId("looks").hidden = false;
  byId("looks").dataset.part = part;
}

byId("colours").addEventListener("click", () => {
  red = null;
  byId("colour-order").textContent = "";
  ask("red");
});

async function conclude(looks) {
  byId("looks").hidden = true;
  const answer = await order({ action: "looks", ...looks });
  if (answer === null) {
    await order({ action: "stop" });
    return;
  }
  say("");
  byId("colour-order").textContent = fill(answer.again ? words.again : words.order, answer);
  await look();
  red = null;
  if (answer.again) await ask("red");
}

for (const button of document.querySelectorAll("[data-looks]")) {
  button.addEventListener("click", () => {
    const { looks } = button.dataset;
    if (red === null && looks !== "several") {
      red = looks;
      ask("green");
    } else {
      conclude(red === null ? { red: looks } : { red, green: looks });
    }
  });
}

byId("strip-order").addEventListener("submit", (event) => {
  event.preventDefault();
  set({ "strip.order": new FormData(event.target).get("order").trim() });
});

byId("strip-limits").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  set({ "strip.brightness_percent": Number(form.get("brightness")), "strip.first_led": Number(form.get("first")) });
});

export function showLights(now) {
  settings = now;
  byId("strip-order").elements.order.value = now["strip.order"];
  byId("strip-limits").elements.brightness.value = now["strip.brightness_percent"];
  byId("strip-limits").elements.first.value = now["strip.first_led"];
}

export function leaveLights() {
  const isOn = isTried || !byId("looks").hidden;
  isTried = false;
  byId("looks").hidden = true;
  byId("colour-order").textContent = "";
  if (isOn) order({ action: "stop" }).then(() => say(""));
}
