// The seconds before the last ruling, watched once more on the scoreboard as long as they are kept.

import { Film } from "./film.js";

const byId = (id) => document.getElementById(id);
// The seconds are kept just after a ruling is announced.
const KEPT_MILLISECONDS = 400;
let seen = null;
let clip = null;
let timer = 0;
let arrange = () => {};

function showFilm(isShown) {
  byId("last").classList.toggle("replaying", isShown);
  byId("film").hidden = !isShown;
  byId("again").textContent = isShown ? byId("again").dataset.stop : byId("again").dataset.play;
  arrange();
}

const film = new Film((address) => { byId("film").src = address; }, () => showFilm(false));

function withdraw() {
  film.stop();
  clip = null;
  byId("again").hidden = true;
}

async function look(game, last) {
  const response = await fetch("/api/replays/last").catch(() => null);
  const newest = response?.ok ? await response.json() : null;
  // Nothing is offered that shows something else than what is read above it.
  if (seen !== last.number || newest === null || newest.game !== game || newest.position !== last.position) return;
  clip = newest;
  byId("again").hidden = false;
  arrange();
}

byId("again").addEventListener("click", async () => {
  if (film.runs) {
    film.stop();
    return;
  }
  const asked = clip;
  const isKept = await film.load(asked).catch(() => false);
  if (isKept === null || clip !== asked) return;
  if (!isKept) {
    withdraw();
    return;
  }
  showFilm(true);
  film.play(() => false);
});

// A pop without a point is not over: its disc is still to go back.
// What is shown or withdrawn later takes room; the page then sees to it that all is still in sight.
export function offer(state, last, rearrange) {
  arrange = rearrange;
  if (last?.number === seen) return;
  seen = last?.number;
  withdraw();
  clearTimeout(timer);
  if (!state.kept || last === undefined || (last.ruling === "pop" && !last.scored)) return;
  timer = setTimeout(() => look(state.game, last), KEPT_MILLISECONDS);
}
