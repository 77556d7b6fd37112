// A card of Watch: one method of solving, with its pictures, its counters and a caption.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";

/**
 * @typedef {import("./films.js").Film} Film
 * @typedef {import("./films.js").Move} Move
 */

/** What all cards share: a heading, counters, a caption, pictures and a note. */
export class Card {
  /**
   * @param {string} way
   * @param {Film} film
   */
  constructor(way, film) {
    this.film = film;
    this.counters = html("dl", { class: "watch-counters" });
    this.caption = html("p", { class: "watch-caption" });
    this.note = html("p", { class: "watch-note", hidden: true });
    this.pictures = html("div", { class: "watch-pictures" });
    const heading = html("h2", {}, t(`watch.${way}`));
    this.head = html("div", { class: "watch-card-head" }, heading, this.counters);
    this.element = html(
      "section",
      { class: `watch-card watch-card-${way}` },
      this.head,
      this.caption,
      this.pictures,
      this.note,
    );
    this.way = way;
    /** Whether each link is a step, or each try. */
    this.isFine = false;
  }

  /** @returns {string} The moves that are shown, in words. */
  describe() {
    const moves = this.isFine && this.film.last ? [this.film.last] : this.film.summary;
    const isDead = moves.some(([kind]) => kind === "dead end");
    const shown = moves.filter(([kind]) => !(isDead && kind === "choose")).slice(-2);
    return shown.length
      ? shown.map((move) => this.describeMove(move)).join(t("watch.move.and"))
      : t("watch.move.begin");
  }

  /**
   * @param {Move} _move
   * @returns {string}
   */
  describeMove(_move) {
    return "";
  }

  /** @param {[string, number | string][]} counters keys and values */
  showCounters(counters) {
    if (this.counters.childElementCount !== counters.length) {
      const pairs = counters.map(([key]) => html("div", {}, html("dt", {}, t(key)), html("dd", {})));
      this.counters.replaceChildren(...pairs);
    }
    counters.forEach(([, value], at) => {
      const shown = typeof value === "number" ? value.toLocaleString() : value;
      /** @type {HTMLElement} */ (this.counters.children[at].lastChild).textContent = shown;
    });
  }

  /** @param {string} text why the method can't solve the puzzle, or where its film ends */
  showNote(text) {
    this.note.textContent = text;
    this.note.hidden = !text;
  }

  draw() {}

  /** Draw in the colors of another theme. */
  redraw() {
    this.canvases().forEach((canvas) => canvas.forgetInks());
    this.draw();
  }

  /** @returns {import("./canvas.js").Canvas[]} */
  canvases() {
    return [];
  }
}
