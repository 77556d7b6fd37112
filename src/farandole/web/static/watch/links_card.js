// The card of dancing links: the board, the tree of choices, and the matrix.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { PiecePicture, SudokuPicture } from "./boards.js";
import { Card } from "./card.js";
import { DancingLinks } from "./films.js";
import { MatrixPicture } from "./matrix.js";
import { TreePicture } from "./tree.js";

/**
 * @typedef {import("./films.js").Matrix} Matrix
 * @typedef {import("./boards.js").Content} Content
 * @typedef {import("../core/position.js").Board} Board
 * @typedef {import("./films.js").Move} Move
 */

export class LinksCard extends Card {
  /**
   * @param {Matrix} matrix
   * @param {{board: Board, drawing: any} | null} puzzle null if the cover isn't a Sudoku
   */
  constructor(matrix, puzzle) {
    const film = new DancingLinks(matrix);
    super("links", film);
    this.links = film;
    this.puzzle = puzzle;
    this.sudoku = puzzle ? new SudokuPicture(puzzle.board, puzzle.drawing) : null;
    this.pieces = puzzle ? null : new PiecePicture(matrix);
    this.matrix = new MatrixPicture();
    this.tree = new TreePicture();
    /** @type {[number, string][]} The cell and the digit of each option of a puzzle. */
    this.candidates = [];
    if (puzzle) {
      const cells = new Map(puzzle.board.cells.map(({ name }, cell) => [name, cell]));
      this.candidates = matrix.options.map(([name]) => {
        const [cell, digit] = name.split("=");
        return [cells.get(cell) ?? -1, puzzle.board.digits[Number(digit) - 1] ?? digit];
      });
    }
    const board = this.sudoku?.element ?? (this.pieces?.isEmpty ? null : this.pieces?.element);
    const tree = html(
      "figure",
      { class: "watch-tree-figure" },
      this.tree.element,
      html("figcaption", {}, t("watch.tree")),
    );
    this.pointed = html("output", { class: "watch-pointed" });
    const caption = html(
      "figcaption",
      {},
      t("watch.matrix", {
        options: matrix.options.length.toLocaleString(),
        items: matrix.items.length.toLocaleString(),
      }),
      " ",
      this.pointed,
    );
    const figure = html("figure", { class: "watch-matrix-figure" }, this.matrix.element, caption);
    this.pictures.append(...(board ? [board] : []), tree, figure);
    this.element.classList.toggle("watch-card-alone", !puzzle);
    this.matrix.element.addEventListener("pointermove", (event) => this.#point(event));
    this.matrix.element.addEventListener("pointerleave", () => this.pointed.replaceChildren());
  }

  canvases() {
    return [this.matrix.canvas, this.tree.canvas, (this.sudoku ?? this.pieces)?.canvas].filter(
      (one) => one !== undefined,
    );
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const node = this.matrix.find(event.offsetX, event.offsetY);
    this.pointed.textContent = node ? t("watch.pointed", node) : "";
  }

  draw() {
    const { links: film } = this;
    this.matrix.draw(film);
    this.tree.draw(film);
    if (this.sudoku && this.puzzle) this.drawBoard(this.sudoku, this.puzzle.board);
    this.pieces?.draw(film.taken.map(([, , option]) => option));
    const hidden = (film.counts.hide ?? 0) - (film.counts.show ?? 0);
    /** @type {[string, number][]} */
    const counters = [
      ["watch.tried", film.counts.try ?? 0],
      ["watch.dead_ends", film.counts["dead end"] ?? 0],
      ["watch.hidden", hidden],
    ];
    if (!this.puzzle) counters.push(["watch.solutions", film.counts.solution ?? 0]);
    this.showCounters(counters);
    this.caption.textContent = this.describe();
    this.matrix.canvas.setLabel(this.caption.textContent ?? "");
    this.tree.canvas.setLabel(t("watch.tree"));
  }

  /**
   * @param {SudokuPicture} sudoku
   * @param {Board} board
   */
  drawBoard(sudoku, board) {
    const { links: film, candidates } = this;
    /** @type {Content[]} */
    const contents = board.cells.map((_, cell) =>
      board.givens[cell] === "." ? { candidates: "" } : { digit: board.givens[cell], look: "waiting" },
    );
    candidates.forEach(([cell, digit], option) => {
      const content = contents[cell];
      if (film.hiddenCounts[option] === 0 && "candidates" in content) content.candidates += digit;
    });
    const taken = film.taken;
    taken.forEach(([, , option], at) => {
      const [cell, digit] = candidates[option];
      const look = board.givens[cell] !== "." ? "given" : at === taken.length - 1 ? "now" : "found";
      contents[cell] = { digit, look };
    });
    const item = film.choice ? film.matrix.items[film.choice.item] : "";
    const last = film.last;
    sudoku.draw(
      contents,
      last?.[0] === "solution" ? -1 : board.cells.findIndex(({ name }) => name === item),
      last?.[0] === "dead end",
    );
  }

  /** @param {Move} move */
  describeMove([kind, , what, more]) {
    const { items, options } = this.links.matrix;
    const key = `watch.move.links_${kind.replace(" ", "_")}`;
    if (kind === "choose") return t(key, { item: items[what], size: more });
    if (kind === "hide" || kind === "show") return t(key, { option: options[what][0], item: items[more] });
    if (kind === "try") return t(key, { option: options[what][0] });
    if (kind === "solution") return t(key, { n: what.length });
    return t(key, { item: items[what] });
  }
}
