// The card of human logic: the board, and the last steps.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { SudokuPicture } from "./boards.js";
import { Card } from "./card.js";
import { Logic } from "./films.js";

/**
 * @typedef {import("./boards.js").Content} Content
 * @typedef {import("../core/position.js").Board} Board
 */

export class LogicCard extends Card {
  /**
   * @param {Board} board
   * @param {any} drawing
   * @param {string[]} candidates
   */
  constructor(board, drawing, candidates) {
    const film = new Logic(candidates);
    super("logic", film);
    this.logic = film;
    this.board = board;
    this.picture = new SudokuPicture(board, drawing);
    this.list = html("ol", { class: "watch-steps" });
    this.pictures.append(this.picture.element, this.list);
    this.shown = -1;
  }

  canvases() {
    return [this.picture.canvas];
  }

  draw() {
    const { logic: film, board } = this;
    const n = Math.min(film.at, film.length);
    /** @type {{name: string, notation: string, places: [number, number][], removes: [number, number][]} | null} */
    const step = n ? film.moves[n - 1][2] : null;
    /** @type {Content[]} */
    const contents = board.cells.map((_, cell) => {
      if (board.givens[cell] !== ".") return { digit: board.givens[cell], look: "given" };
      const digit = film.digits[cell];
      if (digit)
        return { digit: board.digits[digit - 1], look: step?.places.some(([one]) => one === cell) ? "now" : "found" };
      const eliminated = (step?.removes ?? [])
        .filter(([one]) => one === cell)
        .map(([, gone]) => board.digits[gone - 1])
        .join("");
      return { candidates: film.candidates[cell], eliminated };
    });
    this.picture.draw(contents, film.isSolved && film.at > film.length ? -1 : (step?.places[0]?.[0] ?? -1), false);
    const open = film.digits.reduce((sum, digit, cell) => sum + (digit || board.givens[cell] !== "." ? 0 : 1), 0);
    this.showCounters([
      ["watch.steps", n],
      ["watch.open", open],
    ]);
    this.caption.textContent = step ? `${step.name}: ${withoutName(step)}` : t("watch.move.begin");
    this.showSteps(n);
  }

  /** @param {number} n the number of steps; the last ones are listed, the newest at the end */
  showSteps(n) {
    if (n === this.shown) return;
    this.shown = n;
    const from = Math.max(0, n - 40);
    const steps = this.logic.moves.slice(from, n).filter(([kind]) => kind === "step");
    this.list.start = from + 1;
    this.list.replaceChildren(
      ...steps.map(([, , step], at) =>
        html(
          "li",
          at === steps.length - 1 ? { class: "watch-now" } : {},
          html("b", {}, step.name),
          ` ${withoutName(step)}`,
        ),
      ),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/**
 * @param {{notation: string}} step
 * @returns {string} Its notation without the name of the technique, which is English.
 */
function withoutName({ notation }) {
  return notation.split(": ").slice(1).join(": ");
}
