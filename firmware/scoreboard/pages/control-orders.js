// What is asked of the table, what it answers, and the code that it wants for that.

import { shown } from "./live.js";
import { sentence } from "./words.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);

export function say(text) {
  byId("answer").textContent = sentence(text);
}

// The table is there again, so that it could not be reached is no longer true.
export function back() {
  if (byId("answer").textContent === sentence(words.away)) say("");
}

// What the browser itself refuses is not sent; the answer to what was sent before would look like one to that.
document.addEventListener("invalid", () => say(""), true);

function allow(isAllowed) {
  byId("login").hidden = isAllowed;
  byId("desk").hidden = !isAllowed;
}

export async function send(path, body, headers = {}) {
  try {
    const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
    const response = await fetch(path, init);
    const answer = await response.json();
    if (response.status === 401 || (response.status === 403 && path !== "/api/login")) allow(false);
    say(response.ok ? answer.text || words.done : answer.error);
    return response.ok ? answer : null;
  } catch {
    say(words.away);
    return null;
  }
}

// The table's answer, or null when it did not do what was asked; either way it is told to people.
export async function order(body) {
  const answer = await send("/api/control", { ...body, revision: shown.revision });
  if (answer !== null) shown.revision = answer.revision;
  return answer;
}

async function logIn(code) {
  const hadFocus = byId("login").contains(document.activeElement);
  if (await send("/api/login", {}, { "X-Pop10-Code": code }) === null) return;
  allow(true);
  // What had the focus is gone; the next key goes on from here rather than from the top of the page.
  if (hadFocus) byId("desk").focus();
  say("");
  try {
    sessionStorage.setItem("allowed", "yes");
  } catch {
    // Without storage the code is asked for again after a reload; nothing else is lost.
  }
}

function wasAllowed() {
  try {
    return sessionStorage.getItem("allowed") === "yes";
  } catch {
    return false;
  }
}

export function connect() {
  byId("login").addEventListener("submit", (event) => {
    event.preventDefault();
    logIn(new FormData(event.target).get("code"));
  });
  const given = new URLSearchParams(location.hash.slice(1)).get("code");
  if (given !== null) {
    history.replaceState(null, "", location.pathname);
    logIn(given).then(() => { if (byId("desk").hidden) allow(false); });
  } else {
    // Whether the cookie still holds is told by the first thing that is asked for.
    allow(wasAllowed());
  }
}
