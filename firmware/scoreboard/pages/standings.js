import { fill } from "./words.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const evening = new URLSearchParams(location.search).get("evening");

function cell(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  if (kind === "th") made.scope = "row";
  return made;
}

function row(name, tally) {
  const broken = Object.values(tally.violations).reduce((sum, times) => sum + times, 0);
  const numbers = [tally.games, tally.wins, tally.draws, tally.losses, tally.points, tally.longest_run, broken];
  const made = document.createElement("tr");
  made.append(cell("th", name), ...numbers.map((number) => cell("td", number)));
  return made;
}

function table(rows) {
  const made = byId("table").content.cloneNode(true);
  made.querySelector("tbody").append(...rows);
  return made;
}

function link(address, text, isHere) {
  const item = document.createElement("li");
  const made = document.createElement("a");
  made.href = address;
  made.textContent = text;
  if (isHere) made.setAttribute("aria-current", "page");
  item.append(made);
  return item;
}

function show(found) {
  const { games, unfinished } = found;
  byId("answer").textContent = fill(unfinished ? words.unfinished : words.games, { evening: evening ?? words.all, games, unfinished });
  byId("no-players").hidden = found.players.length > 0;
  byId("players").hidden = found.players.length === 0;
  byId("players").replaceChildren(table(found.players.map((player) => row(player.name, player))));
  byId("colours").replaceChildren(table(found.colours.map((colour) => row(words[colour.name], colour))));
  byId("broken").hidden = found.violations.length === 0;
  byId("violations").replaceChildren(...found.violations.map(({ text, times }) => cell("li", fill(words.broken, { times, rule: text }))));
  byId("evenings").replaceChildren(
    link("standings", words.all, evening === null),
    ...found.evenings.map(({ date, games }) =>
      link(`standings?evening=${date}`, fill(words.evening, { date, games }), evening === date)),
  );
}

const response = await fetch(`/api/standings${location.search}`);
if (response.ok) show(await response.json());
else byId("answer").textContent = response.status === 404 ? words.none : (await response.json()).error;
