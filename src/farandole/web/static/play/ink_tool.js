// The pen on candidates: taps color them, drags and pairs of taps link them. Digits do the same at the cursor.

import { colorCandidate, eraseInk, linkCandidates, listOpen } from "../core/ink.js";
import { findCandidate } from "../core/ink_drawing.js";
import { namePlace } from "../core/labels.js";
import { t } from "../core/words.js";

/**
 * @typedef {import("../core/board.js").BoardPoint} BoardPoint
 * @typedef {import("../core/board.js").Tool} Tool
 * @typedef {import("../core/ink.js").Candidate} Candidate
 */

/** @implements {Tool} */
export class InkTool {
  name = "ink";
  /** @type {Candidate | null} The end of the chain: the next tap links from it. */ #end = null;
  /** @type {Candidate | null} */ #pressed = null;

  /**
   * @param {import("../core/app.js").App} app
   * @param {import("./modes.js").Modes} modes
   */
  constructor(app, modes) {
    this.app = app;
    this.game = app.played;
    this.modes = modes;
    this.game.addEventListener("puzzle", () => (this.#end = this.#pressed = null));
  }

  /** @param {BoardPoint} point */
  down(point) {
    this.#pressed = findCandidate(this.app.board, point);
    if (point.cell === null) return;
    this.game.select([point.cell], point.cell);
    this.app.board.focus();
  }

  /** @param {BoardPoint} point */
  move(point) {
    if (!this.#pressed || this.#color) return;
    const isAway = !isSame(findCandidate(this.app.board, point), this.#pressed);
    this.app.board.showInking(true, isAway ? { from: this.#pressed, to: point } : this.#openLink);
  }

  /** @param {BoardPoint} point */
  up(point) {
    const [from, to] = [this.#pressed, findCandidate(this.app.board, point)];
    this.#pressed = null;
    if (from && to && isSame(from, to)) this.#mark(from);
    else if (from && to && !this.#color) {
      this.#end = null;
      this.#link(from, to);
    }
    this.show();
  }

  /**
   * Mark a candidate of the selected cells.
   * @param {string} digit
   */
  press(digit) {
    const n = this.game.board.digits.indexOf(digit) + 1;
    for (const cell of this.game.selection) if (listOpen(this.game, cell).includes(n)) this.#mark([cell, n]);
    this.show();
  }

  /** Show the ink, and the end of the chain. */
  show() {
    if (this.#color) this.#end = null;
    this.app.board.showInking(true, this.#openLink);
  }

  /** Forget the press: a second finger came. */
  cancel() {
    this.#pressed = null;
    this.show();
  }

  /** Stop drawing on candidates. */
  stop() {
    this.#end = this.#pressed = null;
    this.app.board.showInking(false);
  }

  /** @returns {boolean} Whether the selected cells had ink. */
  erase() {
    const strokes = eraseInk(this.game, this.game.selection);
    this.game.draw(strokes);
    return strokes.length > 0;
  }

  /** @returns {boolean} Whether a chain was ended. */
  escape() {
    const isOpen = this.#openLink !== null;
    this.#end = null;
    if (isOpen) this.show();
    return isOpen;
  }

  /** @returns {number} The color that is chosen, or 0. */
  get #color() {
    return Number(this.modes.ink) || 0;
  }

  /** @returns {{from: Candidate} | null} null also if the candidate at the end is gone */
  get #openLink() {
    if (!this.#end || !listOpen(this.game, this.#end[0]).includes(this.#end[1])) return null;
    return { from: this.#end };
  }

  /** @param {Candidate} candidate that is colored, or the next one of the chain; the last one again ends it */
  #mark(candidate) {
    if (this.#color) return this.game.draw(colorCandidate(this.game, candidate, this.#color));
    const from = this.#openLink?.from ?? null;
    this.#end = isSame(from, candidate) ? null : candidate;
    if (from && this.#end) this.#link(from, candidate);
    else if (this.#end) this.app.announce(t("ink.begun", this.#name(candidate)), { quiet: true });
  }

  /** @param {Candidate} candidate */
  #name([cell, digit]) {
    return { digit: this.game.board.digits[digit - 1], place: namePlace(this.game, cell) };
  }

  /**
   * @param {Candidate} from
   * @param {Candidate} to
   */
  #link(from, to) {
    this.game.draw(linkCandidates(this.game, from, to, this.modes.ink === "strong"));
  }
}

/** @type {(a: Candidate | null, b: Candidate | null) => boolean} */
const isSame = (a, b) => String(a) === String(b);
