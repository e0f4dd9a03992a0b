import { watch } from "./live.js";

const words = document.body.dataset;
const byId = (id) => document.getElementById(id);
const PAUSE_MILLISECONDS = 700;
let shown = null;

async function look() {
  const response = await fetch("/api/camera").catch(() => null);
  if (response !== null && response.ok) {
    const address = URL.createObjectURL(await response.blob());
    byId("picture").src = address;
    byId("picture").alt = words.picture;
    byId("picture").hidden = false;
    if (shown !== null) URL.revokeObjectURL(shown);
    shown = address;
    byId("answer").textContent = words[document.body.dataset.camera ?? "lost"];
  } else {
    byId("picture").hidden = true;
    byId("answer").textContent = response !== null && [401, 403].includes(response.status) ? words.code : words.none;
  }
  setTimeout(look, PAUSE_MILLISECONDS);
}

watch((state) => { document.body.dataset.camera = state.camera; }, () => {});
look();
