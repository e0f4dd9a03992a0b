// The board as the camera sees it, to be tapped until it shows what is really there.

import { COLUMNS, ROWS, cells, sign } from "./board.js";
import { order } from "./control-orders.js";
import { fill } from "./words.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const NEXT = { R: "Y", Y: ".", ".": "R" };
const NAME = { R: words.red, Y: words.yellow, ".": words.empty };
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const buttons = new Map();
let seen = new Map();
let tapped = null;

function paint() {
  const shown = tapped ?? seen;
  for (const [cell, button] of buttons) {
    const letter = shown.get(cell) ?? ".";
    if (button.dataset.letter !== letter) {
      button.dataset.letter = letter;
      button.replaceChildren(sign(letter));
      button.setAttribute("aria-label", fill(words.cell, { cell, disc: NAME[letter] }));
    }
    button.classList.toggle("changed", tapped !== null && seen.get(cell) !== letter);
  }
  byId("declare").disabled = byId("forget").disabled = tapped === null;
}

function tap(cell) {
  tapped ??= new Map(seen);
  tapped.set(cell, NEXT[tapped.get(cell) ?? "."]);
  paint();
}

// One stop for the tab key; the arrow keys go from cell to cell.
function move(event, cell) {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const next = buttons.get(`${COLUMNS[COLUMNS.indexOf(cell[0]) + step[0]]}${Number(cell[1]) + step[1]}`);
  event.preventDefault();
  if (next === undefined) return;
  buttons.get(cell).tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function board(found) {
  const row = (number) => [...COLUMNS].map((column) => found.get(column + number)).join("");
  return Array.from({ length: ROWS }, (_, top) => row(ROWS - top)).join("/");
}

function forget() {
  tapped = null;
  paint();
}

for (let row = ROWS; row >= 1; row -= 1) {
  for (const column of COLUMNS) {
    const cell = column + row;
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = cell === "a1" ? 0 : -1;
    button.addEventListener("click", () => tap(cell));
    button.addEventListener("keydown", (event) => move(event, cell));
    buttons.set(cell, button);
    byId("cells").append(button);
  }
}
document.querySelector(".columns").append(...[...COLUMNS].map((column) => Object.assign(document.createElement("span"), { textContent: column })));
byId("forget").addEventListener("click", forget);
byId("declare").addEventListener("click", async () => {
  if (await order({ action: "board", board: board(tapped) }) !== null) forget();
});

export function showBoard(state) {
  seen = cells(state.board);
  paint();
}
