// The three ways beside each other, each with its picture, its counters and a line that says what happens.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { PiecePicture, SudokuPicture, findSquares } from "./boards.js";
import { Backtracking, Links, Logic } from "./films.js";
import { MatrixPicture } from "./matrix.js";
import { DepthPicture, TreePicture } from "./tree.js";

/**
 * @typedef {import("./films.js").Film} Film
 * @typedef {import("./films.js").Matrix} Matrix
 * @typedef {import("./boards.js").Content} Content
 * @typedef {{cells: {name: string, at: [number, number]}[], digits: string, givens: string, size: [number, number]}} Board
 */

/** What cards share: a heading, counters, and the film. */
export class Card {
  /**
   * @param {string} way
   * @param {Film} film
   */
  constructor(way, film) {
    this.film = film;
    this.counters = html("dl", { class: "watch-counters" });
    this.said = html("p", { class: "watch-caption" });
    this.note = html("p", { class: "watch-note", hidden: true });
    this.pictures = html("div", { class: "watch-pictures" });
    const heading = html("h2", {}, t(`watch.${way}`));
    this.head = html("div", { class: "watch-card-head" }, heading, this.counters);
    this.element = html(
      "section",
      { class: `watch-card watch-card-${way}` },
      this.head,
      this.said,
      this.pictures,
      this.note,
    );
    this.way = way;
    /** Whether each link is a step, or each try. */
    this.isFine = false;
  }

  /** @returns {string} What happens now. */
  say() {
    const moves = this.isFine && this.film.last ? [this.film.last] : this.film.gist;
    const isDead = moves.some(([kind]) => kind === "dead end");
    const told = moves.filter(([kind]) => !(isDead && kind === "choose")).slice(-2);
    return told.length ? told.map((move) => this.sentence(move)).join(t("watch.said.and")) : t("watch.said.begin");
  }

  /**
   * @param {import("./films.js").Move} _move
   * @returns {string}
   */
  sentence(_move) {
    return "";
  }

  /** @param {[string, number | string][]} counted */
  count(counted) {
    if (this.counters.childElementCount !== 2 * counted.length) {
      this.counters.replaceChildren(...counted.flatMap(([key]) => [html("dt", {}, t(key)), html("dd", {})]));
    }
    counted.forEach(([, value], at) => {
      const shown = typeof value === "number" ? value.toLocaleString() : value;
      this.counters.children[2 * at + 1].textContent = shown;
    });
  }

  /** Say that a way can't go, or that it was cut. @param {string} text */
  remark(text) {
    this.note.textContent = text;
    this.note.hidden = !text;
  }

  draw() {}

  /** Look inks up anew, and draw. */
  redraw() {
    this.canvases().forEach((canvas) => canvas.forget());
    this.draw();
  }

  /** @returns {import("./canvas.js").Canvas[]} */
  canvases() {
    return [];
  }
}

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
    this.count([
      ["watch.tried", film.counts.try ?? 0],
      ["watch.dead_ends", film.counts["dead end"] ?? 0],
      ["watch.depth", film.branch ? film.tree[film.branch].level : 0],
    ]);
    this.said.textContent = this.say();
  }

  /** @param {import("./films.js").Move} move */
  sentence([kind, , what]) {
    const [cell, digit] = Array.isArray(what) ? what : [what, 0];
    const values = { cell: this.board.cells[cell]?.name ?? "", digit: this.board.digits[digit - 1] ?? "" };
    return t(`watch.said.${kind.replace(" ", "_")}`, values);
  }
}

export class LinksCard extends Card {
  /**
   * @param {Matrix} matrix
   * @param {{board: Board, drawing: any} | null} puzzle null for a cover that is none
   */
  constructor(matrix, puzzle) {
    const film = new Links(matrix);
    super("links", film);
    this.links = film;
    this.puzzle = puzzle;
    this.sudoku = puzzle ? new SudokuPicture(puzzle.board, puzzle.drawing) : null;
    this.pieces = puzzle ? null : new PiecePicture(matrix);
    this.matrix = new MatrixPicture();
    this.tree = new TreePicture();
    /** @type {[number, string][]} For each option of a puzzle, its cell and its digit. */
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
    this.matrix.element.addEventListener("pointermove", (event) => this.point(event));
    this.matrix.element.addEventListener("pointerleave", () => this.pointed.replaceChildren());
  }

  canvases() {
    return [this.matrix.canvas, this.tree.canvas, (this.sudoku ?? this.pieces)?.canvas].filter(
      (one) => one !== undefined,
    );
  }

  /** @param {PointerEvent} event */
  point(event) {
    const found = this.matrix.at(event.offsetX, event.offsetY);
    this.pointed.textContent = found ? t("watch.pointed", found) : "";
  }

  draw() {
    const { links: film } = this;
    this.matrix.draw(film);
    this.tree.draw(film);
    if (this.sudoku && this.puzzle) this.drawBoard(this.sudoku, this.puzzle.board);
    this.pieces?.draw(film.taken.map(([, , option]) => option));
    const hidden = (film.counts.hide ?? 0) - (film.counts.show ?? 0);
    /** @type {[string, number][]} */
    const counted = [
      ["watch.tried", film.counts.try ?? 0],
      ["watch.dead_ends", film.counts["dead end"] ?? 0],
      ["watch.hidden", hidden],
    ];
    if (!this.puzzle) counted.push(["watch.solutions", film.counts.solution ?? 0]);
    this.count(counted);
    this.said.textContent = this.say();
    this.matrix.canvas.name(this.said.textContent ?? "");
    this.tree.canvas.name(t("watch.tree"));
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
      if (film.away[option] === 0 && "candidates" in content) content.candidates += digit;
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

  /** @param {import("./films.js").Move} move */
  sentence([kind, , what, more]) {
    const { items, options } = this.links.matrix;
    const key = `watch.said.links_${kind.replace(" ", "_")}`;
    if (kind === "choose") return t(key, { item: items[what], size: more });
    if (kind === "hide" || kind === "show") return t(key, { option: options[what][0], item: items[more] });
    if (kind === "try") return t(key, { option: options[what][0] });
    if (kind === "solution") return t(key, { n: what.length });
    return t(key, { item: items[what] });
  }

  /** Whether options lie on a board. */
  get hasBoard() {
    const { items, options } = this.links.matrix;
    return options.some(([, held]) => findSquares(held.map((item) => items[item])).length > 0);
  }
}

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
      const away = (step?.removes ?? [])
        .filter(([one]) => one === cell)
        .map(([, gone]) => board.digits[gone - 1])
        .join("");
      return { candidates: film.candidates[cell], away };
    });
    this.picture.draw(contents, film.isSolved && film.at > film.length ? -1 : (step?.places[0]?.[0] ?? -1), false);
    const open = film.digits.reduce((sum, digit, cell) => sum + (digit || board.givens[cell] !== "." ? 0 : 1), 0);
    this.count([
      ["watch.steps", n],
      ["watch.open", open],
    ]);
    this.said.textContent = step ? step.notation : t("watch.said.begin");
    this.listed(n);
  }

  /** @param {number} n The last steps, the newest below. */
  listed(n) {
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
          ` ${step.notation.split(": ").slice(1).join(": ")}`,
        ),
      ),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
}
