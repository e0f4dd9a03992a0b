import { watch } from "./live.js";
import { Replay } from "./replay.js";
import { fill } from "./words.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const number = location.pathname.split("/").pop();
// Pictures and seconds are kept just after a ruling is announced.
const KEPT_MILLISECONDS = 400;

const replay = new Replay(words.gone);
const drawn = new Set();
let seen = null;

function figure(address, text) {
  const image = document.createElement("img");
  image.src = address;
  image.alt = text;
  image.loading = "lazy";
  const caption = document.createElement("figcaption");
  caption.textContent = text;
  const shown = document.createElement("figure");
  shown.append(image, caption);
  return shown;
}

// Closed until somebody asks, so that a long game asks for its pictures one by one.
function item(text, before, after) {
  const entry = document.createElement("li");
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = text;
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    if (before) details.append(figure(before.picture, words.before));
    details.append(figure(after.picture, words.after));
  });
  entry.append(details);
  return entry;
}

function show(game) {
  const title = fill(words.game, { number: game.game });
  document.title = title;
  byId("title").textContent = title;
  byId("summary").textContent = fill(words.summary, {
    red: game.names.red || words.red,
    yellow: game.names.yellow || words.yellow,
    score: `${game.score.red}–${game.score.yellow}`,
    ending: game.ending,
    // Records write days with points; people read them in one form on every page.
    date: game.date.replaceAll(".", "-"),
  });
  byId("record").href = `/api/games/${game.game}/record`;
  byId("archive").href = `/api/games/${game.game}/archive`;
  byId("account").textContent = game.account;
  byId("no-pictures").hidden = game.pictures.length > 0;
  const isFirst = drawn.size === 0;
  // The newest on top; what is there already stays as it is, opened or not.
  game.pictures.forEach((shot, place) => {
    // A board at rest on which nothing was ruled is only what the next ruling came from.
    if (drawn.has(shot.picture) || shot.text === "") return;
    drawn.add(shot.picture);
    byId("pictures").prepend(item(shot.text, game.pictures[place - 1], shot));
  });
  if (isFirst && drawn.size > 0) byId("pictures").querySelector("details").open = true;
  replay.offer(game.replays);
}

async function load() {
  const response = await fetch(`/api/games/${number}`);
  byId("downloads").hidden = byId("content").hidden = !response.ok;
  if (response.ok) show(await response.json());
  else byId("summary").textContent = words.none;
}

// While the game is played, the page goes with it.
watch((state) => {
  const last = state.rulings.at(-1)?.number ?? 0;
  if (state.game !== number || last === seen) return;
  if (seen !== null) setTimeout(load, KEPT_MILLISECONDS);
  seen = last;
}, () => {});
await load();
