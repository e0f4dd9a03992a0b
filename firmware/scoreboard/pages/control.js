import { back, connect, order, say } from "./control-orders.js";
import { showRules } from "./control-rules.js";
import { showBoard } from "./control-board.js";
import { showTurns } from "./control-turns.js";
import { watch } from "./live.js";
import { fill, paragraph } from "./words.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const ASK_AGAIN_MILLISECONDS = 4000;

function stopAsking(button) {
  button.classList.remove("asking");
  button.textContent = button.dataset.label;
}

// What ends a game is asked for twice.
function ask(button) {
  if (button.classList.contains("asking")) {
    stopAsking(button);
    return true;
  }
  button.dataset.label = button.textContent;
  button.textContent = words.sure;
  button.classList.add("asking");
  setTimeout(() => { if (button.classList.contains("asking")) stopAsking(button); }, ASK_AGAIN_MILLISECONDS);
  return false;
}

for (const button of document.querySelectorAll("button[data-action]")) {
  button.addEventListener("click", () => {
    if ("ask" in button.dataset && !ask(button)) return;
    const { action, player, part } = button.dataset;
    order({ action, player, part });
  });
}

// A field that somebody is at is not written over until what is in it was sent.
const touched = new Set();

function onSubmit(id, deed) {
  byId(id).addEventListener("input", () => touched.add(id));
  byId(id).addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await deed(new FormData(event.target)) !== null) touched.delete(id);
  });
}

onSubmit("set-score", (form) => order({ action: "score", red: Number(form.get("red")), yellow: Number(form.get("yellow")) }));
onSubmit("names", (form) => order({ action: "names", red: form.get("red"), yellow: form.get("yellow") }));

function write(id, values) {
  if (touched.has(id)) return;
  for (const [name, value] of Object.entries(values)) byId(id).elements[name].value = value;
}

byId("sound").addEventListener("change", () => order({ action: "sound", on: byId("sound").checked }));

function showPercent() {
  const percent = `${byId("brightness").value} %`;
  byId("percent").textContent = percent;
  byId("brightness").setAttribute("aria-valuetext", percent);
}

// While the slider is drawn, one brightness at a time is on its way, and the last one always arrives.
let isDimming = false;
byId("brightness").addEventListener("input", async () => {
  showPercent();
  if (isDimming) return;
  isDimming = true;
  let sent = null;
  while (sent !== byId("brightness").value) {
    sent = byId("brightness").value;
    await order({ action: "brightness", percent: Number(sent) });
  }
  isDimming = false;
});

function showDifference(state) {
  byId("differs").hidden = state.differs.length === 0 || state.violation !== null;
  byId("differs").textContent = fill(words.differs, { cells: [...state.differs].sort().join(", ") });
}

function show(state) {
  back();
  byId("score").textContent = `${state.score.red}–${state.score.yellow}`;
  byId("due").textContent = state.violation === null ? paragraph(state.due) : (state.fault ?? state.violation).message;
  showDifference(state);
  write("set-score", state.score);
  write("names", state.given_names);
  byId("sound").checked = state.sound;
  byId("sound").disabled = state.silenced;
  byId("silenced").hidden = !state.silenced;
  document.querySelector("[data-part=sounder]").disabled = state.silenced;
  if (!isDimming) {
    byId("brightness").value = state.brightness;
    showPercent();
  }
  showBoard(state);
  showTurns(state);
  showRules(state);
}

connect();
watch(show, () => say(words.away));
