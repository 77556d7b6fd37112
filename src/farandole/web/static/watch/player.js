// The time line of several films: play, pause, step, speed. It doesn't know the films.

import { html, svg } from "../core/elements.js";
import { t } from "../core/words.js";

const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000, 5000];
/** @type {Record<string, string>} */
const ICONS = {
  start: "M5 4v16M19 4L9 12l10 8z",
  back: "M19 4v16M15 4L5 12l10 8z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 4v16M16 4v16",
  step: "M5 4v16M9 4l10 8-10 8z",
  end: "M19 4v16M5 4l10 8-10 8z",
};
const PLACES = 1000; // of the range input
const MIN_LOGARITHMIC = 1000; // ticks of a film whose time line has a logarithmic scale

/** @param {string} name */
function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "watch-icon", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}

export class Player {
  /**
   * @param {(tick: number) => void} show
   * @param {{onEnd: () => void, onFine: (fine: boolean) => void, onPlay: (isPlaying: boolean) => void}} callbacks
   */
  constructor(show, callbacks) {
    this.show = show;
    this.callbacks = callbacks;
    this.tick = 0;
    this.length = 0;
    this.isPlaying = false;
    this.isFine = false;
    this.frame = 0;
    this.due = 0;
    this.before = 0;
    const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => void} */ act) => {
      return html(
        "button",
        { type: "button", class: "watch-button", "aria-label": t(key), title: t(key), onclick: act },
        icon(sign),
      );
    };
    this.playButton = button("watch.play", "play", () => this.toggle());
    this.playButton.classList.add("watch-play", "main");
    this.range = html("input", {
      type: "range",
      min: 0,
      max: PLACES,
      value: 0,
      class: "watch-range",
      "aria-label": t("watch.time"),
    });
    this.range.addEventListener("input", () => {
      this.pause();
      this.go(this.toTick(Number(this.range.value)));
    });
    this.range.addEventListener("keydown", (event) => this.handleKey(event));
    this.speed = html("input", { type: "range", min: 0, max: SPEEDS.length - 1, value: 3, class: "watch-speed" });
    this.speedText = html("output", {});
    this.speed.addEventListener("input", () => this.showSpeed());
    this.fine = html("input", { type: "checkbox" });
    this.fine.addEventListener("change", () => {
      this.isFine = this.fine.checked;
      this.callbacks.onFine(this.isFine);
    });
    this.fineLabel = html("label", { class: "watch-fine" }, this.fine, html("span", {}, t("watch.fine")));
    this.time = html("span", { class: "watch-time" });
    this.lanes = html("div", { class: "watch-lanes", "aria-hidden": "true" });
    this.scale = html("div", { class: "watch-scale", "aria-hidden": "true" });
    const buttons = html(
      "div",
      { class: "watch-buttons", role: "group", "aria-label": t("watch.controls") },
      button("watch.start", "start", () => this.jump(0)),
      button("watch.back", "back", () => this.jump(this.tick - 1)),
      this.playButton,
      button("watch.step", "step", () => this.jump(this.tick + 1)),
      button("watch.end", "end", () => this.jump(this.length)),
    );
    const settings = html(
      "div",
      { class: "watch-settings" },
      html("label", { class: "watch-speed-label" }, html("span", {}, t("watch.speed")), this.speed, this.speedText),
      this.fineLabel,
    );
    this.element = html(
      "div",
      { class: "watch-player" },
      html("div", { class: "watch-controls" }, buttons, this.time, settings),
      html("div", { class: "watch-line" }, this.range, this.lanes, this.scale),
    );
    this.showSpeed();
  }

  /**
   * Offer to show every link, or not, where the film has only tries.
   * @param {boolean} isOffered
   */
  offerFine(isOffered) {
    this.fineLabel.hidden = !isOffered;
    if (!isOffered) this.isFine = this.fine.checked = false;
  }

  showSpeed() {
    const speed = SPEEDS[Number(this.speed.value)];
    this.speedText.textContent = t("watch.a_second", { n: speed.toLocaleString() });
    this.speed.setAttribute("aria-valuetext", this.speedText.textContent);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (event.key === " ") this.toggle();
    else if (steps) this.jump(this.tick + steps);
    else return;
    event.preventDefault();
  }

  /**
   * Set the length of the films.
   * @param {number} length
   * @param {{name: string, length: number, end: "solution" | "done" | "cut" | ""}[]} lanes
   */
  setLength(length, lanes) {
    this.length = length;
    this.lanes.replaceChildren(
      ...lanes.map(({ name, length: own, end }) => {
        const bar = html("div", { class: `watch-lane watch-lane-${end || "open"}`, title: name });
        bar.style.width = `${this.toPlace(own) / (PLACES / 100)}%`;
        return bar;
      }),
    );
    this.scale.replaceChildren(
      ...this.listMarks().map((tick) => {
        const mark = html("span", {}, tick.toLocaleString());
        mark.style.left = `${this.toPlace(tick) / (PLACES / 100)}%`;
        return mark;
      }),
    );
    this.go(Math.min(this.tick, length));
  }

  listMarks() {
    if (this.length > MIN_LOGARITHMIC)
      return [0, 1, 10, 100, 1000, 10000, 100000]
        .filter((tick) => this.toPlace(tick) < PLACES * 0.92)
        .concat(this.length);
    const step = [1, 2, 5, 10, 20, 50, 100, 200].find((one) => this.length / one <= 8) ?? 200;
    return Array.from({ length: Math.floor(this.length / step) + 1 }, (_, n) => n * step);
  }

  /** @param {number} tick */
  toPlace(tick) {
    if (!this.length) return 0;
    return PLACES * (this.length > MIN_LOGARITHMIC ? Math.log1p(tick) / Math.log1p(this.length) : tick / this.length);
  }

  /** @param {number} place */
  toTick(place) {
    const part = place / PLACES;
    return Math.round(this.length > MIN_LOGARITHMIC ? Math.expm1(part * Math.log1p(this.length)) : part * this.length);
  }

  /** @param {number} tick */
  go(tick) {
    this.tick = Math.max(0, Math.min(this.length, tick));
    this.range.value = String(this.toPlace(this.tick));
    const text = t(this.isFine ? "watch.at_move" : "watch.at_try", {
      at: this.tick.toLocaleString(),
      of: this.length.toLocaleString(),
    });
    this.range.setAttribute("aria-valuetext", text);
    this.time.textContent = text;
    this.show(this.tick);
  }

  /** @param {number} tick */
  jump(tick) {
    this.pause();
    this.go(tick);
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (this.tick >= this.length) this.go(0);
    this.isPlaying = true;
    this.due = 0;
    this.before = performance.now();
    this.showState();
    this.frame = requestAnimationFrame((now) => this.advance(now));
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    cancelAnimationFrame(this.frame);
    this.showState();
  }

  showState() {
    const key = this.isPlaying ? "watch.pause" : "watch.play";
    this.playButton.setAttribute("aria-label", t(key));
    this.playButton.title = t(key);
    this.playButton.replaceChildren(icon(this.isPlaying ? "pause" : "play"));
    this.callbacks.onPlay(this.isPlaying);
  }

  /** @param {number} now */
  advance(now) {
    if (!this.isPlaying) return;
    this.due += (Math.min(now - this.before, 250) / 1000) * SPEEDS[Number(this.speed.value)];
    this.before = now;
    const ticks = Math.floor(this.due);
    if (ticks) {
      this.due -= ticks;
      this.go(this.tick + ticks);
    }
    if (this.tick >= this.length) {
      this.pause();
      this.callbacks.onEnd();
    } else this.frame = requestAnimationFrame((then) => this.advance(then));
  }
}
