// The card of backtracking: the board, and how deep the search is.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { SudokuPicture } from "./boards.js";
import { Card } from "./card.js";
import { Backtracking } from "./films.js";
import { DepthPicture } from "./tree.js";

/**
 * @typedef {import("./boards.js").Content} Content
 * @typedef {import("../core/position.js").Board} Board
 * @typedef {import("./films.js").Move} Move
 */

export class BacktrackCard extends Card {
  /**
   * @param {Board} board
   * @param {any} drawing
   */
  constructor(board, drawing) {
    const film = new Backtracking(board.cells.length);
    super("backtrack", film);
    this.backtracking = film;
    this.board = board;
    this.picture = new SudokuPicture(board, drawing);
    this.depth = new DepthPicture();
    this.pictures.append(
      this.picture.element,
      html("figure", {}, this.depth.element, html("figcaption", {}, t("watch.depth_line"))),
    );
    this.most = [...board.givens].filter((letter) => letter === ".").length;
  }

  canvases() {
    return [this.picture.canvas, this.depth.canvas];
  }

  draw() {
    const { backtracking: film, board } = this;
    const last = film.last;
    const now = last && last[0] === "try" ? last[2][0] : -1;
    const lit = film.choice && last?.[0] !== "solution" ? film.choice.item : now;
    /** @type {Content[]} */
    const contents = board.cells.map((_, cell) => {
      const digit = film.digits[cell];
      if (!digit) return board.givens[cell] === "." ? { candidates: "" } : { digit: board.givens[cell], look: "given" };
      return { digit: board.digits[digit - 1], look: cell === now ? "now" : "found" };
    });
    this.picture.draw(contents, lit, last?.[0] === "dead end");
    this.depth.draw(film, this.most);
    this.showCounters([
      ["watch.tried", film.counts.try ?? 0],
      ["watch.dead_ends", film.counts["dead end"] ?? 0],
      ["watch.depth", film.branch ? film.tree[film.branch].level : 0],
    ]);
    this.caption.textContent = this.describe();
  }

  /** @param {Move} move */
  describeMove([kind, , what]) {
    const [cell, digit] = Array.isArray(what) ? what : [what, 0];
    const values = { cell: this.board.cells[cell]?.name ?? "", digit: this.board.digits[digit - 1] ?? "" };
    return t(`watch.move.${kind.replace(" ", "_")}`, values);
  }
}
