import { offer } from "./again.js";
import { beforePop, describe, disc, draw, element } from "./board.js";
import { watch } from "./live.js";
import { fill, paragraph, sentence } from "./words.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];
let shownBoard = null;
let shownKey = "";
let spoken = 0;
let wasLost = false;

function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

function showWhen(node, condition) {
  node.hidden = !condition;
}

function showPlayer(id, state) {
  const hasWon = winner(state) === id;
  const panel = byId(id);
  const points = state.score[id];
  text(panel.querySelector(".name"), state.names[id]);
  text(panel.querySelector(".points"), String(points));
  const places = panel.querySelector(".places");
  const label = fill(words.places, { points, all: state.points_to_win });
  if (places.getAttribute("aria-label") !== label) places.replaceChildren(...Array.from({ length: state.points_to_win }, (_, place) => {
    const svg = element("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
    svg.append(disc(place < points ? id : "none"));
    return svg;
  }));
  places.setAttribute("aria-label", label);
  // The games of lines have no score.
  showWhen(places, state.rules.game === "pop10");
  showWhen(panel.querySelector(".points"), state.rules.game === "pop10");
  const isTurn = state.turn === id;
  panel.classList.toggle("to-play", isTurn);
  showWhen(panel.querySelector(".turn"), isTurn);
  panel.classList.toggle("won", hasWon);
  showWhen(panel.querySelector(".prize"), hasWon);
}

// By points, by a line, or because the other gave up.
const winner = (state) => state.winner ?? (["red", "yellow"].includes(state.result) ? state.result : null);

// Whether the board shows something else than the game and somebody has to see to that; after the end it may.
const isOther = (state) => state.violation === null && !state.unclear && state.phase !== "over" && state.differs.length > 0;

// Whether the game cannot go on because nothing is seen of it; what is due is of no use then.
const isLost = (state) => state.camera === "lost" && state.phase !== "over" && state.result === "*";

// What is wrong with the board as it stands now; a further wrong act is not called, but it is to be put right as well.
const wrong = (state) => state.violation && (state.fault ?? state.violation);

function showBoard(state) {
  const lit = wrong(state)?.cells ?? (isOther(state) ? state.differs : state.line);
  const due = state.violation === null ? state.columns : [];
  const key = [state.board, ...lit, ...due].join(" ");
  if (key === shownKey) return;
  shownKey = key;
  byId("board").replaceChildren(draw(state.board, { due, lit, before: shownBoard }));
  byId("board").setAttribute("aria-label", describe(state.board, words));
  shownBoard = state.board;
}

// What is done after the end, as to accept the board, does not take the place of what ended the game.
const ends = (ruling) => ["win", "draw"].includes(ruling.ruling);

function decisive(state) {
  const all = state.rulings;
  const end = state.result === "*" ? -1 : all.map(ends).lastIndexOf(true);
  return end === -1 ? all.length - 1 : end;
}

function showLast(state) {
  const place = decisive(state);
  const last = state.rulings[place];
  showWhen(byId("last"), last !== undefined && state.violation === null);
  if (last === undefined) return;
  text(byId("last").querySelector(".text"), last.text);
  text(byId("last").querySelector(".why"), last.why);
  // A win follows the pop that brought it; its line is what people want to see.
  const pop = last.ruling === "win" ? state.rulings[place - 1] : last;
  const isLine = pop !== undefined && pop.ruling === "pop" && pop.scored;
  showWhen(byId("line"), isLine);
  byId("last").classList.toggle("lined", isLine);
  if (isLine) {
    const after = pop.position.split(" ")[0];
    byId("line").setAttribute("aria-label", `${words.line}: ${pop.line.join(" ")}`);
    byId("line").replaceChildren(draw(beforePop(after, pop.column, pop.player), { lit: pop.line, isDim: true }));
  }
  byId("story").replaceChildren(...state.rulings.filter((ruling) => ruling !== last).reverse().slice(0, 6).map((ruling) => {
    const item = document.createElement("li");
    item.value = ruling.number;
    item.textContent = ruling.text;
    return item;
  }));
}

function ending(state) {
  const name = winner(state);
  if (name === null) return state.result === "draw" ? words.draw : "";
  const other = name === "red" ? "yellow" : "red";
  const names = { name: state.called[name], other: state.called[other] };
  if (state.winner === null) return fill(words.resigned, names);
  if (state.rules.game !== "pop10") return fill(words.lines, names);
  // A score is not torn apart at the end of a line, whatever stands between its numbers.
  const wins = words.wins.replace(/\{won\}.*\{lost\}|\{lost\}.*\{won\}/, (score) => score.replaceAll(" ", "\u00a0"));
  return fill(wins, { ...names, won: state.score[name], lost: state.score[other] });
}

// Whose act it was, by the name that was given: the message itself knows colours alone.
function showViolation(state) {
  const panel = byId("violation");
  showWhen(panel, state.violation !== null);
  if (state.violation === null) return;
  const { message, player, remedy } = wrong(state);
  showWhen(panel.querySelector(".who"), state.given_names[player] !== "");
  text(panel.querySelector(".called"), state.called[player]);
  panel.querySelector("use").setAttribute("href", `#disc-${player}`);
  text(panel.querySelector(".message"), message);
  text(panel.querySelector(".remedy"), remedy);
}

// The headline: what is due, or that nothing is seen; then what is due stands below.
function showDue(state) {
  const [due, then, camera] = ["due", "then", "camera"].map(byId);
  const lost = isLost(state);
  showWhen(due, lost || state.violation === null);
  text(due, lost ? camera.dataset.lost : paragraph(state.due));
  due.classList.toggle("lost", lost);
  due.classList.toggle("differs", !lost && isOther(state));
  showWhen(then, lost && state.violation === null && state.due !== "");
  text(then, lost ? paragraph(state.due) : "");
  showWhen(camera, state.camera !== "ok" && !lost);
  if (state.camera !== "ok") text(camera, camera.dataset[state.camera]);
}

function showEnd(state) {
  const end = ending(state);
  showWhen(byId("winner"), end !== "");
  text(byId("winner"), end);
}

function speak(state) {
  const news = state.rulings.filter((ruling) => ruling.number > spoken);
  const lost = isLost(state);
  if (news.length === 0 && lost === wasLost) return;
  if (news.length > 0) spoken = news.at(-1).number;
  wasLost = lost;
  const headline = lost ? byId("camera").dataset.lost : state.due;
  // What is wrong is spoken by the alert itself.
  if (state.violation === null) text(byId("spoken"), [...news.map((ruling) => ruling.text), headline].join(". "));
  else if (lost) text(byId("spoken"), headline);
}

function show(state) {
  document.body.dataset.seen = String(state.rulings.at(-1)?.number ?? 0);
  showPlayer("red", state);
  showPlayer("yellow", state);
  showBoard(state);
  showViolation(state);
  showDue(state);
  showLast(state);
  showEnd(state);
  const troubles = [state.trouble, ...state.failures].filter((trouble) => trouble !== "" && trouble !== state.due).map(sentence);
  showWhen(byId("trouble"), troubles.length > 0);
  text(byId("trouble"), troubles.join(". "));
  text(byId("rules"), [state.rules.name, ...state.rules.house].join("; "));
  showWhen(byId("quiet"), !state.sound);
  showWhen(byId("games"), state.kept);
  showWhen(byId("standings"), state.kept);
  showWhen(byId("evidence"), state.kept && state.position !== null);
  byId("evidence").href = `game/${state.game}`;
  speak(state);
  offer(state, state.rulings[decisive(state)], fit);
  fit();
}

// What must be read shrinks until all of it is on the screen; in a column that may be scrolled there is nothing to do.
function fit() {
  const column = document.querySelector(".words");
  for (const scale of SCALES) {
    document.body.style.setProperty("--fit", scale);
    if (column.scrollHeight <= column.clientHeight) return;
  }
}

window.addEventListener("resize", fit);

watch(show, () => {
  byId("due").hidden = false;
  text(byId("due"), words.connecting);
});
