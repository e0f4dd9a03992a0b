// The turns of the game, one after the other, and a past one put right act by act.

import { describe, draw } from "./board.js";
import { order, say } from "./control-orders.js";
import { fill } from "./words.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
let turns = [];
let at = -1;
let called = { red: words.red, yellow: words.yellow };
let known = null;
let begun = [];
const asked = { turns: 0, ways: 0 };

// An answer that was overtaken by a later question of its kind counts no more.
async function ask(kind, path) {
  asked[kind] += 1;
  const mine = asked[kind];
  try {
    const response = await fetch(path);
    const answer = await response.json();
    if (mine !== asked[kind]) return null;
    if (response.ok) return answer;
    say(answer.error);
  } catch {
    say(words.away);
  }
  return null;
}

function paintBoard(position, name) {
  const board = position.split(" ")[0];
  byId("turn-board").replaceChildren(draw(board));
  byId("turn-board").setAttribute("aria-label", `${name}. ${describe(board, words)}`);
}

function paint() {
  const turn = turns[at];
  byId("earlier").disabled = at <= 0;
  byId("later").disabled = at >= turns.length - 1;
  byId("turn-board").hidden = turn === undefined;
  // A pass has nothing in it to be played otherwise.
  byId("otherwise").hidden = turn === undefined || turn.turn === "--" || !byId("maker").hidden;
  byId("turn-text").textContent = turn === undefined ? "" : turn.text;
  byId("turn-number").textContent = turn === undefined ? words.nothing
    : fill(words.turn, { number: turn.number, all: turns.length, name: called[turn.player] });
  if (turn !== undefined) paintBoard(turn.after, words.after);
}

function go(to) {
  at = Math.min(Math.max(to, 0), turns.length - 1);
  leave();
}

function leave() {
  byId("maker").hidden = true;
  begun = [];
  paint();
}

// The acts that are chosen are kept as the texts that the turn had after each of them.
async function make() {
  const turn = turns[at];
  const text = begun.at(-1) ?? "";
  const told = await ask("ways", `/api/turns/${turn.number}/choices?begun=${encodeURIComponent(text)}`);
  if (told === null) return;
  byId("maker").hidden = false;
  byId("made").textContent = begun.length === 0 ? "" : told.text;
  byId("ways").replaceChildren(...told.choices.map((way) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = way.text;
    button.addEventListener("click", () => { begun.push(way.turn); make(); });
    return button;
  }));
  const isLast = at === turns.length - 1;
  // Only the last turn may break off: play goes on from there.
  byId("correct").hidden = !(told.whole || (isLast && begun.length > 0));
  byId("back").hidden = begun.length === 0;
  paint();
  paintBoard(told.position, words.choose);
}

async function load() {
  const told = await ask("turns", "/api/turns");
  if (told === null) return;
  const wasLast = at === turns.length - 1;
  const isSame = at >= 0 && JSON.stringify(told[at]) === JSON.stringify(turns[at]);
  turns = told;
  if (byId("maker").hidden) go(wasLast ? turns.length - 1 : at);
  else if (!isSame) leave();
}

byId("turns").addEventListener("toggle", () => { if (byId("turns").open) load(); });
byId("earlier").addEventListener("click", () => { byId("corrected").textContent = ""; go(at - 1); });
byId("later").addEventListener("click", () => { byId("corrected").textContent = ""; go(at + 1); });
byId("otherwise").addEventListener("click", () => { byId("corrected").textContent = ""; make(); });
byId("back").addEventListener("click", () => { begun.pop(); make(); });
byId("leave").addEventListener("click", leave);
byId("correct").addEventListener("click", async () => {
  const answer = await order({ action: "correct", number: turns[at].number, turn: begun.at(-1) });
  if (answer === null) return;
  byId("corrected").textContent = answer.text;
  leave();
});

export function showTurns(state) {
  called = state.called;
  const news = [state.game, state.position, state.rulings.at(-1)?.number].join(" ");
  if (news === known) return;
  known = news;
  if (byId("turns").open) load();
}
