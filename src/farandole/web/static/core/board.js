// The board: what Python draws of a puzzle, what the player writes over it, and a real grid for keys and screen readers.

import { drawCell, drawColors, drawPen, makePatterns, locateNote, outlineCells } from "./cell_drawing.js";
import { getRules } from "./game.js";
import { labelCell, labelRules } from "./labels.js";
import { Minimap } from "./minimap.js";
import { Pointer } from "./pointer.js";
import { parseSvg, html, svg, parseLayer, setStyleSheet } from "./elements.js";
import { t } from "./words.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {{cell: string, digit: number | string, role: string}} LitCandidate
 * @typedef {{from: [string, number | string], to: [string, number | string], strong: boolean}} Link
 * @typedef {{houses?: string[][], candidates?: LitCandidate[], links?: Link[], cells?: string[] | Record<string, string>}} Lights
 *   Cells are a list, or each has its role, which is an ink.
 * @typedef {{layers: {below: string, above: string}, view_box: [number, number, number, number], class: string, style: string}} Drawing
 * @typedef {{cell: number | null, x: number, y: number, event: PointerEvent}} At x and y in units of 100 a cell
 * @typedef {{name: string, down: (at: At) => void, move?: (at: At) => void, up?: (at: At) => void}} Tool
 */

const LAYERS = /** @type {const} */ ([
  "colors",
  "houses",
  "peers",
  "below",
  "selection",
  "lit",
  "above",
  "cells",
  "pen",
  "links",
]);
const MOST_ZOOM = 6;

export class BoardView {
  /** @type {[number, number, number, number]} */ box = [-20, -20, 940, 940];
  /** @type {Tool | null} What the pointer does in place of choosing cells. */ tool = null;
  /** @type {Map<Game, {wrong: Set<number>, broken: Set<number>}>} The cells of each game whose digits a check found wrong, or break a rule. */ #faulty =
    new Map();
  /** @type {SVGGElement[]} */ #cells = [];
  /** @type {SVGGElement[]} */ #colors = [];
  /** @type {HTMLElement[]} */ #squares = [];
  /** @type {Map<number, string[]>} */ #rules = new Map();
  /** @type {Set<number>} */ #totals = new Set();
  /** @type {Set<number>} */ #clashes = new Set();
  /** @type {Set<number>} Cells whose notes stand each at its place, for lights. */ #raster = new Set();
  /** @type {(string | undefined)[] | null} */ #shown = null;
  #zoom = 1;
  #cursor = -1;

  /**
   * @param {HTMLElement} svgHost
   * @param {HTMLElement} gridHost
   * @param {import("./app.js").App} app
   */
  constructor(svgHost, gridHost, app) {
    this.app = app;
    this.grid = gridHost;
    this.sheet = /** @type {HTMLElement} */ (svgHost.parentElement);
    this.scroller = /** @type {HTMLElement} */ (this.sheet.parentElement);
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ (
      Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]))
    );
    this.svg = svg("svg", { class: "board-svg", "aria-hidden": "true" }, makePatterns(), ...Object.values(this.layers));
    this.picturePlace = html("div", { class: "board-picture", hidden: true });
    svgHost.append(this.svg, this.picturePlace);
    this.rim = svg("path", { class: "rim" });
    this.layers.selection.append(this.rim);
    this.map = new Minimap(/** @type {HTMLElement} */ (document.getElementById("map")), this);
    this.pointer = new Pointer(this);
    for (const game of [app.played, app.draft]) {
      game.addEventListener("puzzle", () => {
        this.#faulty.delete(game);
        if (game === app.game) this.show();
      });
      game.addEventListener(
        "change",
        (event) => game === app.game && this.#change(/** @type {CustomEvent} */ (event).detail),
      );
      game.addEventListener("select", () => game === app.game && this.#select());
    }
    document.addEventListener("language", () => this.#relabel());
    new ResizeObserver(() => this.fit()).observe(this.scroller);
  }

  /**
   * Show what the rules and lines of the puzzle look like.
   * @param {Drawing} drawn
   */
  paint(drawn) {
    this.box = drawn.view_box;
    this.svg.setAttribute("viewBox", drawn.view_box.join(" "));
    this.sheet.style.setProperty("--aspect", `${drawn.view_box[2]} / ${drawn.view_box[3]}`);
    this.svg.setAttribute("class", `board-svg ${drawn.class}`);
    setStyleSheet("board", drawn.style);
    this.layers.below.replaceChildren(parseLayer(drawn.layers.below));
    this.layers.above.replaceChildren(parseLayer(drawn.layers.above));
    this.place();
    this.fit();
    this.map.draw();
  }

  // ── What steps are about ────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Light up what a step, or a word, is about.
   * @param {Lights} lights
   */
  light({ houses = [], candidates = [], links = [], cells = [] }) {
    this.unlight();
    const { game } = this.app;
    for (const [i, house] of houses.entries()) {
      const path = house.map((name) => this.#squareOf(game.cellNamed(name))).join("");
      this.layers.houses.append(svg("path", { d: path, class: `lit-house lit-house-${i % 3}` }));
    }
    for (const [name, role] of Array.isArray(cells) ? cells.map((name) => [name, ""]) : Object.entries(cells)) {
      this.layers.lit.append(
        svg("path", { d: this.#squareOf(game.cellNamed(name)), class: `lit-cell ${role}`.trim() }),
      );
    }
    for (const { cell, digit, role } of candidates)
      this.#lightCandidate(game.cellNamed(cell), this.#digit(digit), role);
    for (const link of links) this.#lightLink(link);
    this.#draw(this.#raster);
  }

  unlight() {
    const before = this.#raster;
    this.#raster = new Set();
    for (const name of /** @type {const} */ (["houses", "lit", "links"])) this.layers[name].replaceChildren();
    this.#draw(before);
  }

  /**
   * Show a drawing in place of the board; null shows the board again.
   * @param {string | null} text
   */
  picture(text) {
    this.picturePlace.replaceChildren(...(text ? [parseSvg(text)] : []));
    this.picturePlace.hidden = !text;
    this.sheet.classList.toggle("has-picture", Boolean(text));
  }

  /**
   * Show candidates in place of notes; null shows the notes again.
   * @param {(string | undefined)[] | null} perCell digits of each cell
   */
  showCandidates(perCell) {
    this.#shown = perCell;
    this.#draw(this.app.game.digits.keys());
  }

  /**
   * Mark cells whose digits break a rule.
   * @param {Game} game that may come back to the board later
   * @param {Iterable<number>} cells
   */
  showBroken(game, cells) {
    this.#mark(game, "broken", cells);
  }

  /**
   * Mark cells whose digits are wrong.
   * @param {Game} game
   * @param {Iterable<number>} cells
   */
  showWrong(game, cells) {
    this.#mark(game, "wrong", cells);
  }

  /**
   * @param {Game} game
   * @param {"wrong" | "broken"} fault
   * @param {Iterable<number>} cells
   */
  #mark(game, fault, cells) {
    const before = this.#faultsOf(game);
    const now = { ...before, [fault]: new Set(cells) };
    this.#faulty.set(game, now);
    if (game === this.app.game) this.#draw(new Set([...before[fault], ...now[fault]]));
  }

  /** @param {Game} game */
  #faultsOf(game) {
    return this.#faulty.get(game) ?? { wrong: new Set(), broken: new Set() };
  }

  // ── Size ────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Make the board as large as its place. */
  fit() {
    const [, , width, height] = this.box;
    const room = [this.scroller.clientWidth, this.scroller.clientHeight];
    const size = Math.min(room[0] / width, room[1] / height) * this.#zoom;
    this.sheet.style.width = `${Math.floor(width * size)}px`;
    this.sheet.style.height = `${Math.floor(height * size)}px`;
    this.sheet.classList.toggle("is-large", this.app.game.nCells > 100);
    this.map.show();
  }

  /** @returns {number} How many times larger than fitted. */
  get zoomFactor() {
    return this.#zoom;
  }

  /**
   * Zoom; what lies at a point stays there.
   * @param {number} factor 1 fits
   * @param {{x: number, y: number}} [point] in the window; by default the cell chosen, or the middle
   */
  zoom(factor, point) {
    const place = this.scroller.getBoundingClientRect();
    const middle = { x: place.left + place.width / 2, y: place.top + place.height / 2 };
    const square = this.app.game.selection.size ? this.#squares[this.app.game.cursor]?.getBoundingClientRect() : null;
    const from = point ?? (square ? { x: square.left + square.width / 2, y: square.top + square.height / 2 } : middle);
    const before = this.sheet.getBoundingClientRect();
    const share = { x: (from.x - before.left) / before.width, y: (from.y - before.top) / before.height };
    this.#zoom = Math.min(MOST_ZOOM, Math.max(1, factor));
    this.fit();
    const to = point ?? middle;
    this.scroller.scrollLeft = share.x * this.sheet.offsetWidth - (to.x - place.left);
    this.scroller.scrollTop = share.y * this.sheet.offsetHeight - (to.y - place.top);
    this.map.show();
    this.app.game.dispatchEvent(new CustomEvent("zoom"));
  }

  /**
   * Find what lies at a point of the window.
   * @param {PointerEvent} event
   * @returns {At}
   */
  at(event) {
    const place = this.sheet.getBoundingClientRect();
    const [left, top, width, height] = this.box;
    const x = left + ((event.clientX - place.left) / place.width) * width;
    const y = top + ((event.clientY - place.top) / place.height) * height;
    return { cell: this.cellAt(Math.floor(y / 100), Math.floor(x / 100)), x, y, event };
  }

  /**
   * @param {number} row
   * @param {number} column
   * @returns {number | null}
   */
  cellAt(row, column) {
    return this.#places.get(`${row},${column}`) ?? null;
  }

  /** Put the focus on the cell chosen last. */
  focus() {
    this.#squares[this.app.game.cursor]?.focus({ preventScroll: true });
  }

  /**
   * Say what is to be seen in a cell.
   * @param {number} cell
   * @returns {string}
   */
  said(cell) {
    return this.#squares[cell]?.getAttribute("aria-label") ?? "";
  }

  /** @returns {boolean} Whether a cell has the focus. */
  get hasFocus() {
    return this.grid.contains(document.activeElement);
  }

  // ── Inside ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @type {Map<string, number>} */ #places = new Map();

  /** Show the game that is on the board now, from its first cell on. */
  show() {
    const { game } = this.app;
    this.#places = new Map(game.board.cells.map(({ at }, cell) => [at.join(), cell]));
    this.#rules = labelRules(game);
    this.#totals = findTotals(game);
    this.#raster = new Set();
    this.#shown = null;
    this.#clashes = game.findClashes().cells;
    this.#zoom = 1;
    this.#cursor = -1;
    this.picture(null);
    for (const name of /** @type {const} */ (["houses", "lit", "links", "peers"])) this.layers[name].replaceChildren();
    this.#cells = game.board.cells.map(() => svg("g"));
    this.#colors = game.board.cells.map(() => svg("g"));
    this.layers.cells.replaceChildren(...this.#cells);
    this.layers.colors.replaceChildren(...this.#colors);
    this.#makeSquares();
    this.#draw(game.digits.keys());
    this.layers.pen.replaceChildren(...drawPen(game));
    this.#select();
  }

  #makeSquares() {
    const { game } = this.app;
    /** @type {Map<number, HTMLElement>} */
    const rows = new Map();
    this.#squares = game.board.cells.map(({ at: [row, column], name }) => {
      const square = html("div", {
        role: "gridcell",
        tabindex: -1,
        "aria-selected": "false",
        "aria-colindex": column + 1,
        class: "square",
        "data-cell": name,
      });
      if (!rows.has(row)) rows.set(row, html("div", { role: "row", "aria-rowindex": row + 1 }));
      rows.get(row)?.append(square);
      return square;
    });
    this.grid.setAttribute("aria-rowcount", String(game.board.size[0]));
    this.grid.setAttribute("aria-colcount", String(game.board.size[1]));
    this.grid.replaceChildren(...[...rows].sort(([one], [other]) => one - other).map(([, row]) => row));
    this.place();
  }

  /** Put the squares of the grid where the drawing has its cells. */
  place() {
    const [left, top, width, height] = this.box;
    for (const [cell, square] of this.#squares.entries()) {
      const [row, column] = this.app.game.board.cells[cell].at;
      square.style.left = `${((column * 100 - left) / width) * 100}%`;
      square.style.top = `${((row * 100 - top) / height) * 100}%`;
      square.style.width = `${10000 / width}%`;
      square.style.height = `${10000 / height}%`;
    }
  }

  /** @param {{cells: Set<number>, pen: boolean}} detail */
  #change({ cells, pen }) {
    const { game } = this.app;
    const clashes = game.findClashes().cells;
    const changed = new Set(cells);
    for (const cell of new Set([...clashes, ...this.#clashes])) {
      if (clashes.has(cell) !== this.#clashes.has(cell)) changed.add(cell);
    }
    this.#clashes = clashes;
    for (const cell of cells) this.#faulty.get(game)?.wrong.delete(cell);
    this.#draw(changed);
    if (pen) this.layers.pen.replaceChildren(...drawPen(game));
    this.#showPeers();
    if (!cells.size || !this.hasFocus) return;
    const [first] = game.selection;
    const said =
      game.selection.size > 1 ? t("play.cells", { count: game.selection.size }) : this.said(first ?? game.cursor);
    this.app.announce(said, { quiet: true });
  }

  /** @param {Iterable<number>} cells */
  #draw(cells) {
    const { game } = this.app;
    const { wrong, broken } = this.#faultsOf(game);
    for (const cell of cells) {
      if (!this.#cells[cell]) continue;
      const how = {
        shown: this.#shown && [...(this.#shown[cell] ?? "")],
        raster: this.#raster.has(cell),
        spares: this.#totals.has(cell),
        clash: this.#clashes.has(cell) || broken.has(cell),
        wrong: wrong.has(cell),
      };
      this.#cells[cell].replaceChildren(...drawCell(game, cell, how));
      this.#colors[cell].replaceChildren(...drawColors(game, cell));
      const label = labelCell(game, cell, [...(this.#rules.get(cell) ?? []), ...this.#faults(cell)]);
      this.#squares[cell].setAttribute("aria-label", label);
    }
  }

  /**
   * @param {number} cell
   * @returns {string[]}
   */
  #faults(cell) {
    const { wrong, broken } = this.#faultsOf(this.app.game);
    const clashes = this.#clashes.has(cell) || broken.has(cell);
    return [...(clashes ? [t("board.clash")] : []), ...(wrong.has(cell) ? [t("board.wrong")] : [])];
  }

  #relabel() {
    this.#rules = labelRules(this.app.game);
    this.#draw(this.app.game.digits.keys());
  }

  /** @type {Set<number>} */ #chosen = new Set();

  #select() {
    const { game } = this.app;
    this.rim.setAttribute("d", outlineCells(game, game.selection));
    const before = this.#chosen;
    this.#chosen = new Set(game.selection);
    for (const cell of before) if (!this.#chosen.has(cell)) this.#squares[cell]?.setAttribute("aria-selected", "false");
    for (const cell of this.#chosen) if (!before.has(cell)) this.#squares[cell]?.setAttribute("aria-selected", "true");
    if (game.cursor !== this.#cursor) {
      const hadFocus = this.hasFocus;
      this.#squares[this.#cursor]?.setAttribute("tabindex", "-1");
      this.#cursor = game.cursor;
      this.#squares[this.#cursor]?.setAttribute("tabindex", "0");
      if (hadFocus) this.focus();
      if (this.#zoom > 1 && !this.pointer.isDown) this.#reveal(this.#cursor);
    }
    this.#showPeers();
  }

  /** Shade what the cell chosen sees, and the digits that are like its own. */
  #showPeers() {
    const { game } = this.app;
    if (game.selection.size !== 1) return this.layers.peers.replaceChildren();
    const [cell] = game.selection;
    const digit = game.digits[cell];
    const alike = digit
      ? [...game.digits.keys()].filter((other) => other !== cell && game.digits[other] === digit)
      : [];
    const path = (/** @type {Iterable<number>} */ cells) => [...cells].map((one) => this.#squareOf(one)).join("");
    this.layers.peers.replaceChildren(
      svg("path", { d: path(game.peers(cell)), class: "peer-cell" }),
      svg("path", { d: path(alike), class: "same-digit" }),
    );
  }

  /**
   * Scroll a cell into sight, with one more around it.
   * @param {number} cell
   */
  #reveal(cell) {
    const square = this.#squares[cell];
    if (!square) return;
    const { scroller } = this;
    const gap = square.offsetWidth;
    const [x, y] = [square.offsetLeft, square.offsetTop];
    scroller.scrollLeft = Math.min(Math.max(scroller.scrollLeft, x + 2 * gap - scroller.clientWidth), x - gap);
    scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, y + 2 * gap - scroller.clientHeight), y - gap);
  }

  /**
   * @param {number} cell
   * @returns {string} a path around it
   */
  #squareOf(cell) {
    const place = this.app.game.board.cells[cell];
    return place ? `M${place.at[1] * 100} ${place.at[0] * 100}h100v100h-100z` : "";
  }

  /**
   * @param {number | string} digit a number, or its sign
   * @returns {string}
   */
  #digit(digit) {
    return typeof digit === "number" ? this.app.game.board.digits[digit - 1] : digit;
  }

  /**
   * @param {number} cell
   * @param {string} digit
   * @returns {{x: number, y: number, size: number}} where a candidate stands on the board
   */
  #noteAt(cell, digit) {
    const [row, column] = this.app.game.board.cells[cell].at;
    const { x, y, size } = locateNote(this.app.game, digit, this.#totals.has(cell));
    return { x: column * 100 + x, y: row * 100 + y, size };
  }

  /**
   * @param {number} cell
   * @param {string} digit
   * @param {string} role
   */
  #lightCandidate(cell, digit, role) {
    if (cell < 0) return;
    const { x, y, size } = this.#noteAt(cell, digit);
    this.#raster.add(cell);
    const r = (size * 0.66).toFixed(1);
    this.layers.links.append(
      svg("circle", { cx: x, cy: y, r, class: `lit-candidate ${role}` }),
      svg("text", { x, y: y + 0.355 * size, "font-size": size, class: `lit-digit is-${role}` }, digit),
    );
    if (role !== "strike") return;
    const half = size * 0.5;
    this.layers.links.append(
      svg("path", { d: `M${x - half} ${y + half}L${x + half} ${y - half}`, class: "lit-strike" }),
    );
  }

  /** @param {Link} link */
  #lightLink({ from, to, strong }) {
    const [a, b] = [from, to].map(([name, digit]) => this.#noteAt(this.app.game.cellNamed(name), this.#digit(digit)));
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy) || 1;
    const bend = Math.min(40, length * 0.15);
    const short = a.size * 0.7;
    const start = `${a.x + (dx / length) * short} ${a.y + (dy / length) * short}`;
    const end = `${b.x - (dx / length) * short} ${b.y - (dy / length) * short}`;
    const middle = `${(a.x + b.x) / 2 - (dy / length) * bend} ${(a.y + b.y) / 2 + (dx / length) * bend}`;
    this.layers.links.append(
      svg("path", { d: `M${start}Q${middle} ${end}`, class: `lit-link ${strong ? "is-strong" : "is-weak"}` }),
    );
  }
}

/**
 * @param {import("./game.js").Game} game
 * @returns {Set<number>} The cells in whose upper left corner a total is written.
 */
function findTotals(game) {
  const number = new Map(game.board.cells.map(({ name }, cell) => [name, cell]));
  const first = getRules(game.document)
    .filter((rule) => rule.total !== undefined && rule.total !== null && typeof rule.cells === "string")
    .map((rule) =>
      Math.min(...rule.cells.split(" ").map((/** @type {string} */ name) => number.get(name) ?? Infinity)),
    );
  const isCage = getRules(game.document).some((rule) => rule.rule === "cage");
  return isCage && first.length ? new Set(game.digits.keys()) : new Set(first);
}
