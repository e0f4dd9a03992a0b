// The last seconds before a ruling, picture by picture.

import { Film } from "./film.js";

const byId = (id) => document.getElementById(id);

export class Replay {
  constructor(gone) {
    this.gone = gone;
    this.known = new Set();
    this.film = new Film(
      (address, place, at) => {
        byId("replay-picture").src = address;
        byId("moment").value = place;
        byId("moment").setAttribute("aria-valuetext", `${at.toFixed(1)} s`);
      },
      () => { byId("run").textContent = byId("run").dataset.play; },
    );
    byId("run").addEventListener("click", () => (this.film.runs ? this.film.stop() : this.play()));
    byId("moment").addEventListener("input", () => {
      this.film.stop();
      this.film.draw(Number(byId("moment").value));
    });
  }

  // The clips that there are now; one that is new is shown at once.
  offer(clips) {
    const isFirst = this.known.size === 0;
    const newest = clips.at(-1);
    const isNew = newest !== undefined && !this.known.has(newest.replay);
    clips.forEach((clip) => this.known.add(clip.replay));
    byId("replays").hidden = clips.length === 0;
    byId("clips").replaceChildren(...clips.toReversed().map((clip) => this.button(clip)));
    if (isNew) this.choose(newest, { plays: !isFirst && !matchMedia("(prefers-reduced-motion: reduce)").matches });
    else this.mark();
  }

  button(clip) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = clip.text;
    button.dataset.replay = clip.replay;
    button.addEventListener("click", () => this.choose(clip, { plays: true }));
    return button;
  }

  mark() {
    for (const button of byId("clips").children) button.setAttribute("aria-pressed", button.dataset.replay === this.chosen);
  }

  async choose(clip, { plays }) {
    this.chosen = clip.replay;
    this.mark();
    byId("clip-text").textContent = clip.text;
    const isKept = await this.film.load(clip);
    if (isKept === null) return;
    if (!isKept) {
      byId("clip-text").textContent = this.gone;
      return;
    }
    byId("moment").max = clip.pictures.length - 1;
    this.film.draw(clip.pictures.length - 1);
    if (plays) this.play();
  }

  play() {
    byId("run").textContent = byId("run").dataset.stop;
    this.film.play(() => byId("slowly").checked);
  }
}
