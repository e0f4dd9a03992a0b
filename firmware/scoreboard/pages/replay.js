// The last seconds before a ruling, picture by picture.

import { Film } from "./film.js";

const byId = (id) => document.getElementById(id);

export class Replay {
  constructor(gone) {
    this.gone = gone;
    this.clips = [];
    this.film = new Film(
      (address, place, at) => {
        byId("replay-picture").src = address;
        byId("moment").value = place;
        byId("moment").setAttribute("aria-valuetext", `${at.toFixed(1)} s`);
      },
      () => { byId("run").textContent = byId("run").dataset.play; },
    );
    byId("run").addEventListener("click", () => (this.film.runs ? this.film.stop() : this.run()));
    byId("moment").addEventListener("input", () => {
      this.film.stop();
      this.film.draw(Number(byId("moment").value));
    });
  }

  // The clips that there are now. None is fetched before somebody wants to see it: each has more than the whole page.
  offer(clips) {
    const newest = clips.at(-1);
    const isNew = newest !== undefined && newest.replay !== this.clips.at(-1)?.replay;
    this.clips = clips;
    byId("replays").hidden = clips.length === 0;
    byId("clips").replaceChildren(...clips.toReversed().map((clip) => this.button(clip)));
    // What somebody is looking at stays.
    if (isNew && this.loaded === undefined) this.choose(newest);
    else this.mark();
  }

  button(clip) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = clip.text;
    button.dataset.replay = clip.replay;
    button.addEventListener("click", () => {
      this.choose(clip);
      this.run();
    });
    return button;
  }

  mark() {
    for (const button of byId("clips").children) button.setAttribute("aria-pressed", button.dataset.replay === this.chosen);
  }

  choose(clip) {
    this.film.stop();
    this.chosen = clip.replay;
    this.mark();
    byId("clip-text").textContent = clip.text;
  }

  // Fetches the pictures of the chosen clip, unless they are there, and plays them.
  async run() {
    const clip = this.clips.find((each) => each.replay === this.chosen);
    if (this.loading === this.chosen) return;
    if (this.loaded !== this.chosen) {
      this.loading = this.chosen;
      const isKept = clip === undefined ? false : await this.film.load(clip).catch(() => false);
      if (isKept === null) return;
      this.loading = undefined;
      this.loaded = isKept ? clip.replay : undefined;
      if (!isKept) {
        byId("clip-text").textContent = this.gone;
        return;
      }
      byId("moment").max = clip.pictures.length - 1;
      byId("moment").disabled = byId("replay-picture").hidden = false;
    }
    this.play();
  }

  play() {
    byId("run").textContent = byId("run").dataset.stop;
    this.film.play(() => byId("slowly").checked);
  }
}
