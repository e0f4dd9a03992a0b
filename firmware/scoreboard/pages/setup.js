// The steps of the set-up: one is shown, any can be gone back to, and what was skipped can be done later.

import { connect, say, send } from "./control-orders.js";
import { leaveCamera, showCamera } from "./setup-camera.js";
import { leaveLights, showLights } from "./setup-lights.js";
import { leaveButtons, listButtons, showSound } from "./setup-parts.js";
import { fill, sentence } from "./words.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const links = [...document.querySelectorAll("#steps a")];
const STEPS = links.map((link) => link.hash.slice(1));
const WITH_PICTURE = ["camera", "board"];
const NO_ANSWER = 503;
const AGAIN_MILLISECONDS = 1000;
let told = null;
let isAway = false;
let again = 0;
let isBegun = false;
let isShown = false;

const stepNow = () => (STEPS.includes(location.hash.slice(1)) ? location.hash.slice(1) : STEPS[0]);

// What has become of each step; kept while the browser's window is open, as another language loads the page anew.
function states() {
  try {
    return JSON.parse(sessionStorage.getItem("steps") ?? "{}");
  } catch {
    return {};
  }
}

function mark(step, state) {
  try {
    sessionStorage.setItem("steps", JSON.stringify({ ...states(), [step]: state }));
  } catch {
    // Without storage the steps are not marked; nothing else is lost.
  }
}

function showStep() {
  const [step, marked] = [stepNow(), states()];
  for (const section of document.querySelectorAll("[data-step]")) section.hidden = section.dataset.step !== step;
  for (const link of links) {
    const state = marked[link.hash.slice(1)];
    if (link.hash.slice(1) === step) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
    link.nextElementSibling.textContent = state === undefined ? "" : `(${words[state]})`;
  }
  byId("back").disabled = step === STEPS[0];
  byId("skip").hidden = byId("next").hidden = step === STEPS.at(-1);
  byId("view").hidden = !WITH_PICTURE.includes(step);
  if (WITH_PICTURE.includes(step)) showCamera(step);
  else leaveCamera();
  if (step !== "lights") leaveLights();
  if (step !== "buttons") leaveButtons();
  if (isShown) byId(document.querySelector(`[data-step=${step}] h2`).id).focus();
  isShown = true;
}

function go(way, state) {
  const step = stepNow();
  if (state !== undefined) mark(step, state);
  location.hash = STEPS[STEPS.indexOf(step) + way];
}

byId("back").addEventListener("click", () => go(-1));
byId("skip").addEventListener("click", () => go(1, "skipped"));
byId("next").addEventListener("click", () => go(1, "ready"));
window.addEventListener("hashchange", () => { say(""); showStep(); });

// Writes settings, says what came of it and shows what counts now.
export async function set(settings) {
  const answer = await send("/api/setup", { action: "set", settings });
  if (answer !== null) say(answer.trouble || (answer.later.length > 0 ? words.later : words.written));
  await look();
  return answer;
}

for (const field of document.querySelectorAll("input[data-key]")) {
  field.addEventListener("change", () => set({ [field.dataset.key]: field.type === "checkbox" ? field.checked : field.value }));
}

byId("language").addEventListener("change", async () => {
  if (await set({ "people.language": byId("language").value }) !== null) location.reload();
});

byId("end").addEventListener("click", async () => {
  if (await send("/api/setup", { action: "finish" }) === null) return;
  mark("finish", "ready");
  byId("finished").textContent = words.finished;
  await look();
  showStep();
});

function item(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

function show() {
  const { settings } = told;
  for (const field of document.querySelectorAll("input[data-key]")) {
    const value = settings[field.dataset.key];
    field.checked = field.type === "checkbox" ? value : field.value === value;
  }
  const languages = [{ code: "", name: words.system }, ...told.languages];
  byId("language").replaceChildren(...languages.map(({ code, name }) => new Option(name, code, false, code === settings["people.language"])));
  byId("devices").replaceChildren(...told.devices.map((device) => item(sentence(device))));
  byId("file").textContent = told.lasts ? fill(words.file, told) : words.temporary;
  showLights(settings);
  showSound(told.silence);
  listButtons(told.buttons, told.can_press);
  if (!isBegun) showStep();
  isBegun = true;
}

export async function look() {
  const response = await fetch("/api/setup").catch(() => null);
  if (response === null || !response.ok) {
    const isForgotten = response !== null && [401, 403].includes(response.status);
    if (isForgotten) [byId("login").hidden, byId("desk").hidden] = [false, true];
    else say(response === null ? words.away : (await response.json()).error);
    // A table that is still starting answers later; nobody should have to load the page anew for that.
    if (!isForgotten && (response === null || response.status === NO_ANSWER)) {
      isAway = true;
      clearTimeout(again);
      again = setTimeout(look, AGAIN_MILLISECONDS);
    }
    return;
  }
  if (isAway) say("");
  isAway = false;
  told = await response.json();
  show();
}

function begin() {
  isBegun = false;
  look();
}

// Whoever has given the code sees the desk; only then is there anything to ask for.
new MutationObserver(() => { if (!byId("desk").hidden) begin(); }).observe(byId("desk"), { attributes: true, attributeFilter: ["hidden"] });
connect();
