import { watch } from "./live.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const ASK_AGAIN_MILLISECONDS = 4000;

function say(text) {
  byId("answer").textContent = text;
}

function allow(isAllowed) {
  byId("login").hidden = isAllowed;
  byId("desk").hidden = !isAllowed;
}

async function send(path, body, headers = {}) {
  try {
    const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
    const response = await fetch(path, init);
    const answer = await response.json();
    if (response.status === 401 || (response.status === 403 && path === "/api/control")) allow(false);
    say(response.ok ? words.done : answer.error);
    return response.ok;
  } catch {
    say(words.away);
    return false;
  }
}

const order = (body) => send("/api/control", body);

async function logIn(code) {
  if (await send("/api/login", {}, { "X-Pop10-Code": code })) {
    allow(true);
    say("");
    try {
      sessionStorage.setItem("allowed", "yes");
    } catch {
      // Without storage the code is asked for again after a reload; nothing else is lost.
    }
  }
}

function ask(button) {
  if (button.classList.contains("asking")) {
    button.classList.remove("asking");
    button.textContent = button.dataset.label;
    return true;
  }
  button.dataset.label = button.textContent;
  button.textContent = words.sure;
  button.classList.add("asking");
  setTimeout(() => {
    if (!button.classList.contains("asking")) return;
    button.classList.remove("asking");
    button.textContent = button.dataset.label;
  }, ASK_AGAIN_MILLISECONDS);
  return false;
}

for (const button of document.querySelectorAll("button[data-action]")) {
  button.addEventListener("click", () => {
    if ("ask" in button.dataset && !ask(button)) return;
    const { action, player, part, on } = button.dataset;
    order({ action, player, part, on: on === undefined ? undefined : on === "true" });
  });
}

function onSubmit(id, deed) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    deed(new FormData(event.target));
  });
}

onSubmit("login", (form) => logIn(form.get("code")));
onSubmit("set-score", (form) => order({ action: "score", red: Number(form.get("red")), yellow: Number(form.get("yellow")) }));
onSubmit("names", (form) => order({ action: "names", red: form.get("red"), yellow: form.get("yellow") }));
onSubmit("correct", (form) => order({ action: "correct", number: Number(form.get("number")), turn: form.get("turn") }));

watch((state) => {
  byId("score").textContent = `${state.score.red}–${state.score.yellow}`;
  byId("due").textContent = state.violation === null ? state.due : state.violation.message;
}, () => say(words.away));

const given = new URLSearchParams(location.hash.slice(1)).get("code");
if (given !== null) {
  history.replaceState(null, "", location.pathname);
  logIn(given).then(() => { if (byId("desk").hidden) allow(false); });
} else {
  // Whether the cookie still holds is told by the first thing that is asked for.
  let wasAllowed = false;
  try {
    wasAllowed = sessionStorage.getItem("allowed") === "yes";
  } catch {
    wasAllowed = false;
  }
  allow(wasAllowed);
}
