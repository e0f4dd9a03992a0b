// The live picture with the grid drawn over it, how well it fits, and what is wrong, looked at again and again.

import { describe, draw, element } from "./board.js";
import { back } from "./control-orders.js";
import { fill, sentence } from "./words.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const PAUSE_MILLISECONDS = 500;
let step = null;
let isLooking = false;
let shownPicture = null;
let shownBoard = "";

function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

async function showPicture() {
  const response = await fetch("/api/setup/picture");
  if (!response.ok) return;
  const address = URL.createObjectURL(await response.blob());
  byId("picture").src = address;
  byId("picture").alt = words.picture;
  byId("picture").hidden = false;
  if (shownPicture !== null) URL.revokeObjectURL(shownPicture);
  shownPicture = address;
}

function showAim(aim) {
  text(byId("verdict"), aim.verdict);
  const advice = byId("advice");
  if ([...advice.children].map((line) => line.textContent).join() !== aim.advice.join()) {
    advice.replaceChildren(...aim.advice.map((line) => {
      const made = document.createElement("li");
      made.textContent = line;
      return made;
    }));
  }
  const hundredths = (share) => Math.round(share * 100);
  byId("fit-line").hidden = step !== "camera";
  byId("fit").low = aim.least_fit;
  byId("fit").high = (1 + aim.least_fit) / 2;
  byId("fit").optimum = 1;
  byId("fit").value = aim.fit;
  text(byId("fit-text"), fill(words.fit, { fit: hundredths(aim.fit) }));
  text(byId("least"), fill(words.least, { least: hundredths(aim.least_fit) }));
  byId("taken").hidden = step !== "board" || aim.board === null;
  if (aim.board !== null && aim.board !== shownBoard) {
    shownBoard = aim.board;
    byId("taken").replaceChildren(draw(aim.board));
    byId("taken").setAttribute("aria-label", describe(aim.board, words));
  }
  byId("discs").hidden = aim.looks.red === null || aim.looks.yellow === null;
  for (const swatch of document.querySelectorAll(".swatch")) {
    const colour = aim.looks[swatch.dataset.player] ?? "none";
    if (swatch.getAttribute("aria-label") === colour) continue;
    swatch.setAttribute("aria-label", colour);
    swatch.replaceChildren(element("rect", { width: 10, height: 10, fill: colour }));
  }
}

async function look() {
  isLooking = true;
  while (step !== null) {
    try {
      const response = await fetch("/api/setup/aim");
      const aim = await response.json();
      if (step === null) break;
      back();
      if (response.ok) {
        showAim(aim);
        await showPicture();
      } else {
        byId("picture").hidden = byId("fit-line").hidden = byId("taken").hidden = true;
        byId("advice").replaceChildren();
        text(byId("verdict"), sentence(aim.error));
      }
    } catch {
      text(byId("verdict"), words.away);
    }
    await new Promise((resolve) => { setTimeout(resolve, PAUSE_MILLISECONDS); });
  }
  isLooking = false;
}

export function showCamera(name) {
  step = name;
  if (!isLooking) look();
}

export function leaveCamera() {
  step = null;
}
