// A clip as a film: its pictures come as one file when they are asked for, and are shown when they were taken.

const SLOW = 3;

export class Film {
  // Draws a picture by its address and its place, and says when it has come to its end.
  constructor(draw, ended) {
    this.show = draw;
    this.ended = ended;
    this.moments = [];
    this.addresses = [];
    this.timer = 0;
  }

  get runs() {
    return this.timer !== 0;
  }

  // Whether the clip is still kept; another one that is asked for meanwhile takes its place.
  async load(clip) {
    this.stop();
    this.clip = clip.replay;
    const response = await fetch(clip.replay);
    if (this.clip !== clip.replay) return null;
    if (!response.ok) return false;
    const file = await response.blob();
    this.addresses.forEach((address) => URL.revokeObjectURL(address));
    let begin = 0;
    this.addresses = clip.pictures.map(({ bytes }) => {
      begin += bytes;
      return URL.createObjectURL(file.slice(begin - bytes, begin, "image/jpeg"));
    });
    this.moments = clip.pictures.map(({ at }) => at);
    return true;
  }

  play(isSlow) {
    let place = 0;
    const step = () => {
      this.draw(place);
      place += 1;
      if (place >= this.moments.length) {
        this.stop();
        return;
      }
      const pause = 1000 * (this.moments[place] - this.moments[place - 1]);
      this.timer = setTimeout(step, isSlow() ? SLOW * pause : pause);
    };
    step();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.ended();
  }

  draw(place) {
    if (place < this.addresses.length) this.show(this.addresses[place], place, this.moments[place]);
  }
}
