// The last seconds before a ruling, picture by picture; the pictures come as one file when they are asked for.

const byId = (id) => document.getElementById(id);
const SLOW = 3;

export class Replay {
  constructor(gone) {
    this.gone = gone;
    this.known = new Set();
    this.moments = [];
    this.addresses = [];
    this.timer = 0;
    byId("run").addEventListener("click", () => (this.timer ? this.stop() : this.play()));
    byId("moment").addEventListener("input", () => {
      this.stop();
      this.draw(Number(byId("moment").value));
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
    this.stop();
    this.chosen = clip.replay;
    this.mark();
    byId("clip-text").textContent = clip.text;
    const response = await fetch(clip.replay);
    if (this.chosen !== clip.replay) return;
    if (!response.ok) {
      byId("clip-text").textContent = this.gone;
      return;
    }
    const film = await response.blob();
    this.addresses.forEach((address) => URL.revokeObjectURL(address));
    let begin = 0;
    this.addresses = clip.pictures.map(({ bytes }) => {
      begin += bytes;
      return URL.createObjectURL(film.slice(begin - bytes, begin, "image/jpeg"));
    });
    this.moments = clip.pictures.map(({ at }) => at);
    byId("moment").max = this.moments.length - 1;
    this.draw(this.moments.length - 1);
    if (plays) this.play();
  }

  play() {
    byId("run").textContent = byId("run").dataset.stop;
    let place = 0;
    const step = () => {
      this.draw(place);
      place += 1;
      if (place >= this.moments.length) {
        this.stop();
        return;
      }
      const pause = 1000 * (this.moments[place] - this.moments[place - 1]);
      this.timer = setTimeout(step, byId("slowly").checked ? SLOW * pause : pause);
    };
    step();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    byId("run").textContent = byId("run").dataset.play;
  }

  draw(place) {
    if (place >= this.addresses.length) return;
    byId("replay-picture").src = this.addresses[place];
    byId("moment").value = place;
    byId("moment").setAttribute("aria-valuetext", `${this.moments[place].toFixed(1)} s`);
  }
}
