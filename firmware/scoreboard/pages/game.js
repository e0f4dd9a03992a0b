const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const number = location.pathname.split("/").pop();

function picture(address, text) {
  const image = document.createElement("img");
  image.src = address;
  image.alt = text;
  image.loading = "lazy";
  return image;
}

function show(game) {
  const title = `${words.game} ${game.game}`;
  document.title = title;
  byId("title").textContent = title;
  const names = `${game.names.red || words.red} – ${game.names.yellow || words.yellow}`;
  byId("summary").textContent = `${names}, ${game.score.red}–${game.score.yellow}, ${game.ending}. ${game.date}`;
  byId("record").href = `/api/games/${game.game}/record`;
  byId("account").textContent = game.account;
  byId("no-pictures").hidden = game.pictures.length > 0;
  // A board at rest on which nothing was ruled is only what the next ruling came from.
  byId("pictures").replaceChildren(...game.pictures.flatMap((shot, place) => {
    if (shot.text === "") return [];
    const item = document.createElement("li");
    const caption = document.createElement("p");
    caption.textContent = shot.text;
    item.append(caption);
    if (place > 0) item.append(picture(game.pictures[place - 1].picture, words.before));
    item.append(picture(shot.picture, words.after));
    return [item];
  }));
}

const response = await fetch(`/api/games/${number}`);
if (response.ok) show(await response.json());
else byId("summary").textContent = words.none;
