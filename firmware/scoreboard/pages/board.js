// Draws a board text such as ".../..." as SVG. Red carries a diamond and yellow a ring, so that no colour is needed.

const NAMESPACE = "http://www.w3.org/2000/svg";
export const COLUMNS = "abcdefg";
export const ROWS = 6;
const STEP = 100;
const MARGIN = 50;
const RADIUS = 42;
// Room under the grid for the columns' names, the tail of g and a bar under it included.
const LABELS = 92;
const KIND = { R: "red", Y: "yellow", ".": "none" };
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function cells(board) {
  const found = new Map();
  board.split("/").forEach((line, top) => [...line].forEach((cell, column) => found.set(COLUMNS[column] + (ROWS - top), cell)));
  return found;
}

// The shapes that every disc on a page is drawn with.
function addShapes() {
  const symbol = (kind, ...shapes) => element("symbol", { id: `disc-${kind}`, viewBox: "-50 -50 100 100" }, ...shapes);
  document.body.prepend(element("svg", { class: "marks", "aria-hidden": "true", width: 0, height: 0 },
    symbol("red", element("circle", { class: "disc red", r: RADIUS }), element("path", { class: "mark red-mark", d: "M0-24 24 0 0 24-24 0Z" })),
    symbol("yellow", element("circle", { class: "disc yellow", r: RADIUS }), element("circle", { class: "mark yellow-mark", r: 19 })),
    element("path", { id: "crown", d: "M8 92 0 22 38 52 65 6 92 52 130 22 122 92Z" }),
    symbol("none", element("circle", { class: "hole", r: RADIUS }))));
}
addShapes();

const place = (cell) => [COLUMNS.indexOf(cell[0]) * STEP + MARGIN, (ROWS - Number(cell[1])) * STEP + MARGIN];

export function disc(kind, attributes = {}) {
  return element("use", { href: `#disc-${kind}`, width: STEP, height: STEP, ...attributes });
}

// A disc by the letter of a board text, to stand alone.
export function sign(letter) {
  const svg = element("svg", { viewBox: `0 0 ${STEP} ${STEP}`, "aria-hidden": "true" });
  svg.append(disc(KIND[letter]));
  return svg;
}

function stack(found, column) {
  const discs = [];
  for (let row = 1; row <= ROWS && found.get(column + row) !== "."; row += 1) discs.push(found.get(column + row));
  return discs;
}

// How many discs left a column at the bottom, if that and drops from above explain it all.
function popped(old, now) {
  for (let count = 0; count < Math.max(old.length, 1); count += 1) {
    const left = old.slice(count);
    if (left.length <= now.length && left.every((letter, row) => letter === now[row])) return count;
  }
  return null;
}

// From how many rows above its place each disc of a column comes, bottom first, and what fell out.
function fall(old, now) {
  const count = popped(old, now);
  if (count === null) return { rows: now.map((letter, row) => (letter === old[row] ? 0 : ROWS - row)), out: [] };
  const kept = old.length - count;
  return { rows: now.map((_, row) => (row < kept ? count : ROWS - row)), out: old.slice(0, count) };
}

function moving(use, name, rows) {
  use.setAttribute("class", name);
  use.style.setProperty("--rows", `${rows * STEP}px`);
  return use;
}

function frame() {
  const hole = (column, row) => `M${column * STEP + MARGIN - RADIUS} ${row * STEP + MARGIN}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0`;
  const holes = Array.from({ length: 7 * ROWS }, (_, number) => hole(number % 7, Math.floor(number / 7))).join("");
  const [width, height, corner] = [7 * STEP, ROWS * STEP, 30];
  const outline = `M${corner} 0H${width - corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}V${height - corner}a${corner} ${corner} 0 0 1 ${-corner} ${corner}H${corner}a${corner} ${corner} 0 0 1 ${-corner} ${-corner}V${corner}a${corner} ${corner} 0 0 1 ${corner} ${-corner}`;
  return element("path", { class: "grid", "fill-rule": "evenodd", d: outline + holes });
}

// options: due = columns where something may happen, lit = cells in a bright ring, before = the board shown until now,
// isDim = whether all but the lit cells stand back
export function draw(board, { due = [], lit = [], before = null, isDim = false } = {}) {
  const svg = element("svg", { viewBox: `0 0 ${7 * STEP} ${ROWS * STEP + LABELS}`, "aria-hidden": "true" });
  svg.append(element("rect", { class: "behind", x: 5, y: 5, width: 7 * STEP - 10, height: ROWS * STEP - 10, rx: 25 }));
  const [found, old] = [cells(board), before === null ? null : cells(before)];
  for (const column of COLUMNS) {
    const x = COLUMNS.indexOf(column) * STEP;
    const way = old === null || isStill.matches ? null : fall(stack(old, column), stack(found, column));
    for (let row = 1; row <= ROWS; row += 1) {
      const letter = found.get(column + row);
      if (letter === ".") continue;
      const shown = disc(KIND[letter], { x, y: (ROWS - row) * STEP });
      const rows = way?.rows[row - 1] ?? 0;
      if (rows > 0) moving(shown, "falling", -rows);
      if (isDim && !lit.includes(column + row)) shown.setAttribute("class", "dim");
      svg.append(shown);
    }
    (way?.out ?? []).forEach((letter, row) => {
      const gone = moving(disc(KIND[letter], { x, y: (ROWS - 1 - row) * STEP }), "leaving", row + 1.6);
      gone.addEventListener("animationend", () => gone.remove());
      svg.append(gone);
    });
  }
  svg.append(frame());
  for (const cell of lit) {
    const [x, y] = place(cell);
    svg.append(element("circle", { class: "lit", cx: x, cy: y, r: 43 }));
  }
  [...COLUMNS].forEach((column, number) => {
    const isDue = due.includes(column);
    const x = number * STEP + MARGIN;
    svg.append(element("text", { class: isDue ? "label due" : "label", x, y: ROWS * STEP + 54 }, column));
    // A line of its own: one that comes with the text leaves out the tail of g, which is nearly all of it.
    if (isDue) svg.append(element("rect", { class: "due-bar", x: x - 28, y: ROWS * STEP + 76, width: 56, height: 11, rx: 4 }));
  });
  return svg;
}

// The board before a disc was popped out of a column.
export function beforePop(board, column, player) {
  const rows = board.split("/").map((line) => [...line]);
  const at = COLUMNS.indexOf(column);
  for (let top = 0; top < ROWS - 1; top += 1) rows[top][at] = rows[top + 1][at];
  rows[ROWS - 1][at] = player === "red" ? "R" : "Y";
  return rows.map((line) => line.join("")).join("/");
}

// In words, for those who hear the page: column by column from the bottom.
export function describe(board, words) {
  const found = cells(board);
  return [...COLUMNS].map((column) => {
    const discs = [];
    for (let row = 1; row <= ROWS; row += 1) {
      const letter = found.get(column + row);
      if (letter !== ".") discs.push(letter === "R" ? words.red : words.yellow);
    }
    return `${column}: ${discs.join(" ") || words.empty}`;
  }).join(". ");
}
