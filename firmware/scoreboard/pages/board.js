// Draws a board text such as ".../..." as SVG. Red carries a diamond and yellow a ring, so that no colour is needed.

const NAMESPACE = "http://www.w3.org/2000/svg";
export const COLUMNS = "abcdefg";
const ROWS = 6;
const STEP = 100;
const MARGIN = 50;

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

const place = (cell) => [COLUMNS.indexOf(cell[0]) * STEP + MARGIN, (ROWS - Number(cell[1])) * STEP + MARGIN];
const KIND = { R: "red", Y: "yellow", ".": "none" };

export function disc(kind, attributes = {}) {
  return element("use", { href: `#disc-${kind}`, width: STEP, height: STEP, ...attributes });
}

// options: due = columns where something may happen, lit = cells in a bright ring, before = the board shown until now
export function draw(board, { due = [], lit = [], before = null } = {}) {
  const svg = element("svg", { viewBox: `0 0 ${7 * STEP} ${ROWS * STEP + 70}`, "aria-hidden": "true" });
  svg.append(element("rect", { class: "grid", width: 7 * STEP, height: ROWS * STEP, rx: 30 }));
  const old = before === null ? null : cells(before);
  for (const [cell, letter] of cells(board)) {
    const [x, y] = place(cell);
    const corner = { x: x - STEP / 2, y: y - STEP / 2 };
    svg.append(disc("none", corner));
    if (letter === ".") continue;
    const shown = disc(KIND[letter], corner);
    if (old !== null && old.get(cell) !== letter) {
      // It fell in from above, or one place when the disc below it was popped.
      const rows = old.get(cell[0] + (Number(cell[1]) + 1)) === letter && old.get(cell) !== "." ? 1 : ROWS - Number(cell[1]) + 1;
      shown.setAttribute("class", "falling");
      shown.style.setProperty("--from", `${-rows * STEP}px`);
    }
    svg.append(shown);
  }
  for (const cell of lit) {
    const [x, y] = place(cell);
    svg.append(element("circle", { class: "lit", cx: x, cy: y, r: 43 }));
  }
  [...COLUMNS].forEach((column, number) => {
    const isDue = due.includes(column);
    const attributes = { class: isDue ? "label due" : "label", x: number * STEP + MARGIN, y: ROWS * STEP + 58 };
    svg.append(element("text", attributes, column));
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
