// The card of pieces on a board: one draws the board and chooses pieces; dancing links fill it, or we say why not.

import { html, svg } from "../core/elements.js";
import { settings } from "../core/storage.js";
import { language, t } from "../core/words.js";
import { PiecePicture } from "./boards.js";
import { Card } from "./card.js";
import { DrawnBoard, MAX_SIDE } from "./drawn_board.js";
import { Film } from "./films.js";
import { TreePicture } from "./tree.js";

/**
 * @typedef {import("./films.js").Matrix} Matrix
 * @typedef {import("./films.js").Move} Move
 * @typedef {"once" | "optional" | "any"} Times
 * @typedef {{rows: string[], size: number, kind: "free" | "one-sided", off: string[], times: Times, turns: boolean,
 *   mirrors: boolean}} Choice  The board and the pieces; `off` are the names of those that are left out.
 * @typedef {{name: string, drawing: string}} Piece
 */

const SETTING = "tiling";
/** @type {Record<Times, number | [number, number] | null>} */
const TIMES = { once: 1, optional: [0, 1], any: null };
const COUNT_SECONDS = 20;
const SIZES = [1, 2, 3, 4, 5, 6];

/**
 * @param {number} rows
 * @param {number} columns
 * @param {[number, number][]} [holes]
 */
function draw(rows, columns, holes = []) {
  const has = new Set(holes.map(String));
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => (has.has(`${row},${column}`) ? "#" : ".")).join(""),
  );
}

/** @type {Choice} */
const START = { rows: draw(6, 10), size: 5, kind: "free", off: [], times: "once", turns: true, mirrors: true };
/** @type {Record<string, Partial<Choice>>} */
const EXAMPLES = {
  pentominoes: {},
  hole: { rows: draw(8, 8, [[3, 3], [3, 4], [4, 3], [4, 4]]) }, // prettier-ignore
  chessboard: { rows: draw(8, 8, [[0, 0], [7, 7]]), size: 2, times: "any" }, // prettier-ignore
  tetrominoes: { rows: draw(4, 5), size: 4 },
};

/**
 * @param {Choice} choice
 * @returns {string} The example that it is, or "own".
 */
function findExample(choice) {
  const isSame = (/** @type {string} */ name) =>
    Object.entries({ ...START, ...EXAMPLES[name] }).every(
      ([key, value]) => JSON.stringify(value) === JSON.stringify(choice[/** @type {keyof Choice} */ (key)]),
    );
  return Object.keys(EXAMPLES).find(isSame) ?? "own";
}

export class TilingCard extends Card {
  /** @type {Map<string, Promise<Piece[]>>} The pieces of each size and kind. */ #known = new Map();
  /** @type {Piece[]} The pieces to choose from. */ #pieces = [];
  /** @type {Matrix | null} */ #matrix = null;
  /** @type {PiecePicture | null} */ #picture = null;

  /**
   * @param {import("../core/app.js").App} app
   * @param {{onEdit: () => void, onFill: () => void, onJump: (tick: number) => void}} callbacks
   */
  constructor(app, { onEdit, onFill, onJump }) {
    super("tiling", new Film());
    this.app = app;
    this.onEdit = onEdit;
    /** How often the board or the pieces changed. */
    this.version = 0;
    /** @type {Choice} */
    this.choice = { ...START, ...settings.get(SETTING, {}) };
    this.board = new DrawnBoard(() => this.#edit({ rows: this.board.rows }));
    this.tree = new TreePicture();
    this.answer = html("p", { class: "tile-answer" });
    this.next = html(
      "button",
      { type: "button", hidden: true, onclick: () => onJump(this.#findNext()) },
      t("tile.next"),
    );
    const fill = html("button", { type: "button", class: "main", onclick: onFill }, t("tile.fill"));
    this.palette = html("div", { class: "tile-palette", role: "group", "aria-label": t("tile.palette") });
    this.form = html("div", { class: "tile-form" });
    this.pictures.append(
      html(
        "div",
        { class: "tile-left" },
        html("p", { class: "soft" }, t("tile.help")),
        this.board.element,
        this.answer,
        html("div", { class: "row" }, fill, this.next),
      ),
      html("div", { class: "tile-right" }, this.form, this.palette),
      html("figure", {}, this.tree.element, html("figcaption", {}, t("watch.tree"))),
    );
    this.board.rows = this.choice.rows;
    this.#fillForm();
    this.loadPieces();
  }

  #fillForm() {
    const { choice } = this;
    const select = (
      /** @type {string} */ label,
      /** @type {[string | number, string][]} */ options,
      /** @type {string | number} */ value,
      /** @type {(value: string) => void} */ change,
    ) => {
      const element = html("select", {}, ...options.map(([name, text]) => html("option", { value: name }, text)));
      element.value = String(value);
      element.addEventListener("change", () => change(element.value));
      return html("label", {}, html("span", {}, t(label)), element);
    };
    const check = (/** @type {"turns" | "mirrors"} */ name) => {
      const element = html("input", { type: "checkbox", checked: choice[name] });
      element.addEventListener("change", () => this.#edit({ [name]: element.checked }));
      return html("label", {}, element, html("span", {}, t(`tile.${name}`)));
    };
    const side = (/** @type {"rows" | "columns"} */ name) => {
      const value = this.board.size[name === "rows" ? 0 : 1];
      const element = html("input", { type: "number", min: 1, max: MAX_SIDE, value });
      element.addEventListener("change", () => this.#resize(name, Number(element.value)));
      return html("label", {}, html("span", {}, t(`tile.${name}`)), element);
    };
    const example = select(
      "tile.example",
      ["own", ...Object.keys(EXAMPLES)].map((name) => [name, t(`tile.example.${name}`)]),
      findExample(choice),
      (name) => EXAMPLES[name] && this.#set({ ...START, ...EXAMPLES[name] }),
    );
    this.example = /** @type {HTMLSelectElement} */ (example.querySelector("select"));
    this.form.replaceChildren(
      example,
      side("rows"),
      side("columns"),
      select(
        "tile.pieces",
        SIZES.map((size) => [size, t(`tile.size.${size}`)]),
        choice.size,
        (size) => this.#set({ ...this.choice, size: Number(size), off: [] }),
      ),
      select(
        "tile.kind",
        ["free", "one-sided"].map((kind) => [kind, t(`tile.kind.${kind}`)]),
        choice.kind,
        (kind) =>
          this.#set({ ...this.choice, kind: kind === "free" ? kind : "one-sided", off: [], mirrors: kind === "free" }),
      ),
      select(
        "tile.times",
        Object.keys(TIMES).map((times) => [times, t(`tile.times.${times}`)]),
        choice.times,
        (times) => this.#edit({ times: /** @type {Times} */ (times) }),
      ),
      check("turns"),
      check("mirrors"),
    );
  }

  /**
   * Change the board or the pieces, and forget the film.
   * @param {Partial<Choice>} change
   */
  #edit(change) {
    this.choice = { ...this.choice, ...change };
    settings.set(SETTING, this.choice);
    if (this.example) this.example.value = findExample(this.choice);
    this.version++;
    this.film = new Film();
    this.#picture?.canvas.element.remove();
    this.#matrix = this.#picture = null;
    this.board.mark([]);
    this.#markPieces([]);
    this.next.hidden = true;
    this.showNote("");
    this.#describeChoice();
    this.draw();
    this.onEdit();
  }

  /** @param {Choice} choice a new one, also for the form */
  #set(choice) {
    const isNew = choice.rows !== this.choice.rows;
    this.#edit(choice);
    if (isNew) this.board.rows = choice.rows;
    this.#fillForm();
    this.loadPieces();
  }

  /**
   * @param {"rows" | "columns"} name
   * @param {number} value
   */
  #resize(name, value) {
    const n = Math.max(1, Math.min(MAX_SIDE, Math.round(value) || 1));
    const { rows } = this.choice;
    const resized =
      name === "rows"
        ? Array.from({ length: n }, (_, row) => rows[row] ?? ".".repeat(rows[0].length))
        : rows.map((row) => row.slice(0, n).padEnd(n, "."));
    this.#set({ ...this.choice, rows: resized });
  }

  /** Load the pieces to choose from. */
  async loadPieces() {
    const { size, kind } = this.choice;
    const name = `${size} ${kind}`;
    if (!this.#known.has(name)) this.#known.set(name, this.#askPieces(size, kind));
    try {
      this.#pieces = (await this.#known.get(name)) ?? [];
    } catch (error) {
      this.#known.delete(name);
      this.answer.textContent = this.app.describeError(error);
      return;
    }
    this.palette.replaceChildren(...this.#pieces.map((piece) => this.#makePieceButton(piece)));
    if (!this.#matrix) this.#describeChoice();
  }

  /**
   * @param {number} size
   * @param {string} kind
   */
  async #askPieces(size, kind) {
    /** @type {Piece[]} */
    const pieces = [];
    await this.app.ask(
      "pieces",
      { size, kind },
      { onEvent: (/** @type {any} */ event) => event.event === "piece" && pieces.push(event) },
    );
    return pieces;
  }

  /** @param {Piece} piece */
  #makePieceButton({ name, drawing }) {
    const rows = drawing.split("/");
    const squares = rows.flatMap((row, y) =>
      [...row].flatMap((sign, x) => (sign === "X" ? [svg("rect", { x, y, width: 1, height: 1 })] : [])),
    );
    const picture = svg(
      "svg",
      { viewBox: `-0.1 -0.1 ${rows[0].length + 0.2} ${rows.length + 0.2}`, "aria-hidden": "true" },
      ...squares,
    );
    picture.style.width = `${rows[0].length * 0.6}rem`;
    const button = html(
      "button",
      { type: "button", "data-piece": name, "aria-label": t("tile.piece", { name }), title: name },
      picture,
    );
    const isOn = () => !this.choice.off.includes(name);
    button.setAttribute("aria-pressed", String(isOn()));
    button.addEventListener("click", () => {
      const { off } = this.choice;
      this.#edit({ off: isOn() ? [...off, name] : off.filter((one) => one !== name) });
      button.setAttribute("aria-pressed", String(isOn()));
    });
    return button;
  }

  /** Say how many cells the board has, and the pieces. */
  #describeChoice() {
    const { rows, size, times } = this.choice;
    const n = rows.join("").replaceAll("#", "").length;
    const pieces = this.#chosen.length;
    const key = times === "once" ? "tile.sum" : "tile.sum_any";
    this.answer.textContent = t(key, { n, pieces, size, total: pieces * size });
    this.answer.classList.remove("is-found", "is-none");
  }

  /** The pieces that are chosen. */
  get #chosen() {
    return this.#pieces.filter(({ name }) => !this.choice.off.includes(name));
  }

  /** @param {string[]} names of pieces that can't be placed */
  #markPieces(names) {
    for (const button of this.palette.querySelectorAll("button"))
      button.classList.toggle("is-why", names.includes(button.dataset.piece ?? ""));
  }

  /**
   * Fill the board: load the film of the search, and count the tilings.
   * @param {AbortSignal} signal
   * @param {number} most moves
   * @param {(moves: Move[]) => void} addMoves
   * @returns {Promise<any>} The end of the film.
   */
  async fill(signal, most, addMoves) {
    await this.loadPieces();
    const { rows, times, turns, mirrors } = this.choice;
    const pieces = Object.fromEntries(this.#chosen.map(({ name, drawing }) => [name, drawing]));
    const packing = { board: rows.join("\n"), pieces, times: TIMES[times], turns, mirrors };
    if (!rows.join("").includes(".") || !this.#chosen.length) {
      this.answer.textContent = t("tile.nothing");
      return null;
    }
    const onEvent = (/** @type {any} */ event) => {
      if (signal.aborted) return;
      if (event.event === "matrix") this.#startFilm(event);
      else if (event.event === "moves") addMoves(event.moves);
    };
    const film = this.app.ask("watch_tiling", { packing, most }, { signal, onEvent });
    const count = this.app.ask("count_tilings", { packing, seconds: COUNT_SECONDS, lang: language() }, { signal });
    const [end, counted] = await Promise.allSettled([film, count]);
    if (signal.aborted) return null;
    if (counted.status === "fulfilled") this.#showAnswer(counted.value);
    else this.answer.textContent = this.app.describeError(counted.reason);
    if (end.status === "rejected") throw end.reason;
    this.next.hidden = !end.value.solved;
    return end.value;
  }

  /** @param {Matrix} matrix */
  #startFilm(matrix) {
    this.#matrix = matrix;
    this.film = new Film();
    this.#picture?.canvas.element.remove();
    this.#picture = new PiecePicture(matrix, this.board.size);
    this.board.element.append(this.#picture.canvas.element);
    this.draw();
  }

  /** @param {{count: string, classes: string | null, exhausted: boolean, why: string, cells: string[],
   *   pieces: string[]}} answer */
  #showAnswer({ count, classes, exhausted, why, cells, pieces }) {
    const shown = (/** @type {string} */ n) => BigInt(n).toLocaleString();
    const isNone = count === "0" && exhausted;
    const key = isNone ? "tile.none" : !exhausted ? "tile.at_least" : classes ? "tile.count" : "tile.count_only";
    const values = { n: shown(count), classes: shown(classes ?? "0"), why: why || t("tile.searched") };
    this.answer.textContent = t(key, values);
    this.answer.classList.toggle("is-found", !isNone);
    this.answer.classList.toggle("is-none", isNone);
    // If nothing of the board fits, marks on all of it would say nothing.
    const all = this.choice.rows.join("").replaceAll("#", "").length;
    this.board.mark(cells.length < all ? cells : []);
    this.#markPieces(pieces);
    if (this.app.views.current === "watch") this.app.announce(this.answer.textContent);
  }

  /** @returns {number} The tick of the next tiling in the film; after the last one, the first again. */
  #findNext() {
    const { tree, tick } = this.film;
    const ends = tree.flatMap(({ end }, at) => (end === "solution" ? [at] : []));
    return ends.find((at) => at > tick) ?? ends[0] ?? 0;
  }

  canvases() {
    return [this.tree.canvas, ...(this.#picture ? [this.#picture.canvas] : [])];
  }

  draw() {
    const { film } = this;
    this.tree.draw(film);
    const kind = film.last?.[0];
    const item = film.choice && kind !== "solution" ? this.#matrix?.items[film.choice.item] : "";
    this.#picture?.draw(
      film.taken.map(([, , option]) => option),
      { isEnd: kind === "solution", dead: kind === "dead end" ? (item ?? "") : "" },
    );
    this.showCounters([
      ["watch.tried", film.counts.try ?? 0],
      ["watch.dead_ends", film.counts["dead end"] ?? 0],
      ["watch.solutions", film.counts.solution ?? 0],
    ]);
    this.caption.textContent = this.#matrix ? this.describe() : t("tile.press");
    this.tree.canvas.setLabel(t("watch.tree"));
  }

  /** @param {Move} move */
  describeMove([kind, , what]) {
    const { items, options } = /** @type {Matrix} */ (this.#matrix);
    if (kind === "choose") return t("watch.move.choose", { cell: items[what] });
    if (kind === "try") return t("watch.move.links_try", { option: options[what][0] });
    if (kind === "solution") return t("tile.move.solution", { n: what.length });
    return t("tile.move.dead_end", { item: items[what] });
  }
}
