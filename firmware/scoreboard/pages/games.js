const words = document.body.dataset;
const list = document.getElementById("games");

const response = await fetch("/api/games");
const games = response.ok ? await response.json() : [];
if (games.length === 0) document.getElementById("answer").textContent = words.none;
list.replaceChildren(...games.map((game) => {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/game/${game.game}`;
  const names = `${game.red || words.red} – ${game.yellow || words.yellow}`;
  link.textContent = `${game.game}: ${game.date.slice(0, 16).replace("T", " ")}, ${names}, ${game.score.red}–${game.score.yellow}`;
  item.append(link);
  return item;
}));
