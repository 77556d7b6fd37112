// The board: the drawing of a puzzle, what the player has entered over it, and the grid for keys and screen readers.

import { drawCell, drawColors, makePatterns, outlineCells } from "./cell_drawing.js";
import { CellGrid } from "./cell_grid.js";
import { html, parseLayer, parseSvg, setStyleSheet, svg } from "./elements.js";
import { findTotals } from "./houses.js";
import { InkLayer } from "./ink_drawing.js";
import { labelCell, labelRules } from "./labels.js";
import { LightLayers } from "./lights.js";
import { Minimap } from "./minimap.js";
import { Pointer } from "./pointer.js";
import { settings } from "./storage.js";
import { t } from "./words.js";
import { Zoom } from "./zoom.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./lights.js").Lights} Lights
 * @typedef {[x: number, y: number, width: number, height: number]} Box in units of 100 a cell
 * @typedef {{layers: {below: string, above: string}, view_box: Box, class: string, style: string}} Drawing
 * @typedef {{cell: number | null, x: number, y: number, event: PointerEvent}} BoardPoint x and y in units of 100 a cell
 * @typedef {{name: string, down: (point: BoardPoint) => void, move?: (point: BoardPoint) => void,
 *   up?: (point: BoardPoint) => void, cancel?: () => void, press?: (digit: string) => void, erase?: () => boolean,
 *   escape?: () => boolean}} Tool `press`, `erase` and `escape` are for keys; false if there is nothing to do.
 */

const LAYERS = /** @type {const} */ ([
  "ground",
  "colors",
  "houses",
  "peers",
  "lit",
  "below",
  "selection",
  "above",
  "fog",
  "cells",
  "pen",
  "links",
]);

const ZOOM_STEP = 1.5;

export class BoardView {
  /** @type {Box} */ box = [-20, -20, 940, 940];
  /** @type {Tool | null} What the pointer does instead of selecting cells. */ tool = null;
  /** @type {Map<Game, {wrong: Set<number>, broken: Set<number>}>} Cells that are wrong, or break a rule. */
  #faults = new Map();
  /** @type {SVGGElement[]} */ #cells = [];
  /** @type {SVGGElement[]} */ #colors = [];
  /** @type {Map<string, number>} The cell at "row,column". */ #cellsByPlace = new Map();
  /** @type {Map<number, string[]>} The rules at each cell, for its label. */ #rules = new Map();
  /** @type {Set<number>} Cells with a total in their corner. */ #totals = new Set();
  /** @type {Set<number>} Cells whose digit is repeated in a house. */ #repeats = new Set();
  /** @type {(string | undefined)[] | null} The candidates shown instead of notes. */ #candidates = null;

  /**
   * @param {HTMLElement} drawingHost
   * @param {HTMLElement} gridHost
   * @param {import("./app.js").App} app
   */
  constructor(drawingHost, gridHost, app) {
    this.app = app;
    this.sheet = /** @type {HTMLElement} */ (drawingHost.parentElement);
    this.scroller = /** @type {HTMLElement} */ (this.sheet.parentElement);
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ (
      Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]))
    );
    const look = { class: "board-svg", "aria-hidden": "true" };
    this.svg = svg("svg", look, makePatterns(), ...Object.values(this.layers));
    this.picture = html("div", { class: "board-picture", hidden: true });
    drawingHost.append(this.svg, this.picture);
    this.outline = svg("path", { class: "rim" });
    this.layers.selection.append(this.outline);
    this.fog = svg("path", { class: "fog" });
    this.outlineOverFog = svg("path", { class: "rim" });
    this.linesOverFog = svg("g");
    this.layers.fog.append(this.fog, this.linesOverFog, this.outlineOverFog);
    this.grid = new CellGrid(gridHost);
    this.lights = new LightLayers(this);
    this.ink = new InkLayer(this);
    this.zooming = new Zoom(this);
    this.minimap = new Minimap(/** @type {HTMLElement} */ (document.getElementById("map")), this);
    this.pointer = new Pointer(this);
    for (const game of [app.played, app.draft]) this.#listen(game);
    document.addEventListener("language", () => this.#relabel());
    document.addEventListener("setting", () => {
      this.#relabel();
      this.#showPeers();
    });
    new ResizeObserver(() => this.fit()).observe(this.scroller);
  }

  /** @param {Game} game */
  #listen(game) {
    const isShown = () => game === this.app.game;
    game.addEventListener("puzzle", () => {
      this.#faults.delete(game);
      if (isShown()) this.show();
    });
    game.addEventListener("change", (event) => isShown() && this.#update(/** @type {CustomEvent} */ (event).detail));
    game.addEventListener("select", () => isShown() && this.#showSelection());
  }

  /**
   * Show the drawing of the puzzle: its lines and rules.
   * @param {Drawing} drawing
   */
  showDrawing(drawing) {
    this.sheet.style.setProperty("--aspect", `${drawing.view_box[2]} / ${drawing.view_box[3]}`);
    this.svg.setAttribute("class", `board-svg ${drawing.class}`);
    setStyleSheet("board", drawing.style);
    const below = parseLayer(drawing.layers.below);
    this.layers.ground.replaceChildren(...below.querySelectorAll(".ground")); // below the colors of the player
    this.layers.below.replaceChildren(below);
    this.layers.above.replaceChildren(parseLayer(drawing.layers.above));
    this.#drawFog();
    this.setBox(drawing.view_box);
    this.minimap.draw();
  }

  /** @param {Box} box the part of the drawing to show */
  setBox(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", box.join(" "));
    this.grid.place(this.app.game.board, box);
    this.fit();
  }

  // ── What the views show on it ───────────────────────────────────────────────────────────────────────────────────

  /** @param {Lights} lights */
  showLights(lights) {
    const before = this.lights.cells;
    this.lights.show(lights);
    this.#draw(new Set([...before, ...this.lights.cells]));
  }

  clearLights() {
    const before = this.lights.cells;
    this.lights.clear();
    this.#draw(before);
  }

  /** @param {string | null} text the picture to show instead of the board; null shows the board again */
  showPicture(text) {
    this.picture.replaceChildren(...(text ? [parseSvg(text)] : []));
    this.picture.hidden = !text;
    this.sheet.classList.toggle("has-picture", Boolean(text));
  }

  /** @param {(string | undefined)[] | null} candidates of each cell, instead of notes; null shows the notes again */
  showCandidates(candidates) {
    this.#candidates = candidates;
    this.#draw(this.app.game.digits.keys());
  }

  /**
   * Put all notes at their places, where the player can draw on each of them.
   * @param {boolean} isInking
   * @param {import("./ink_drawing.js").OpenLink | null} [openLink] the link that is being drawn
   */
  showInking(isInking, openLink = null) {
    const isOther = isInking !== this.ink.isOpen;
    this.ink.isOpen = isInking;
    this.ink.draw(openLink);
    if (isOther) this.#draw(this.app.game.digits.keys());
  }

  /**
   * Mark cells whose digits break a rule.
   * @param {Game} game which need not be on the board now
   * @param {Iterable<number>} cells
   */
  showBroken(game, cells) {
    this.#setFaults(game, "broken", cells);
  }

  /**
   * Mark cells whose digits are wrong.
   * @param {Game} game
   * @param {Iterable<number>} cells
   */
  showWrong(game, cells) {
    this.#setFaults(game, "wrong", cells);
  }

  /**
   * @param {Game} game
   * @param {"wrong" | "broken"} kind
   * @param {Iterable<number>} cells
   */
  #setFaults(game, kind, cells) {
    const before = this.#faultsOf(game);
    const now = { ...before, [kind]: new Set(cells) };
    this.#faults.set(game, now);
    if (game === this.app.game) this.#draw(new Set([...before[kind], ...now[kind]]));
  }

  /** @param {Game} game */
  #faultsOf(game) {
    return this.#faults.get(game) ?? { wrong: new Set(), broken: new Set() };
  }

  /**
   * Move a wave over the digits.
   * @param {number} from the cell where it begins
   * @param {number} time in milliseconds
   */
  wave(from, time) {
    const places = this.app.game.board.cells.map(({ at }) => at);
    const [row, column] = places[from] ?? [0, 0];
    const distances = places.map(([r, c]) => Math.hypot(r - row, c - column));
    const longest = Math.max(1, ...distances);
    for (const [cell, group] of this.#cells.entries()) {
      group.style.animationDelay = `${((distances[cell] / longest) * time) / 2}ms`;
    }
    this.layers.cells.classList.add("is-waving");
    setTimeout(() => this.layers.cells.classList.remove("is-waving"), time);
  }

  // ── Size, places and focus ──────────────────────────────────────────────────────────────────────────────────────

  fit() {
    const wasSmall = this.zooming.isSmall;
    this.zooming.fit();
    if (this.zooming.isSmall !== wasSmall) this.#draw(this.app.game.digits.keys());
    this.minimap.show();
  }

  /** @returns {number} How many times larger the board is than its place. */
  get zoomFactor() {
    return this.zooming.factor;
  }

  /** Zoom in by a step, the first time at least until notes are readable. */
  zoomIn() {
    this.zoom(Math.max(this.zoomFactor * ZOOM_STEP, this.zooming.readableFactor));
  }

  zoomOut() {
    this.zoom(this.zoomFactor / ZOOM_STEP);
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [point] in the window, which stays where it is
   */
  zoom(factor, point) {
    this.zooming.zoom(factor, point);
    this.minimap.show();
  }

  /**
   * Find what is at a point of the window.
   * @param {PointerEvent} event
   * @returns {BoardPoint}
   */
  locate(event) {
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
    return this.#cellsByPlace.get(`${row},${column}`) ?? null;
  }

  /**
   * @param {number} cell
   * @returns {string} a path around it
   */
  squareOf(cell) {
    const place = this.app.game.board.cells[cell];
    return place ? `M${place.at[1] * 100} ${place.at[0] * 100}h100v100h-100z` : "";
  }

  /** @param {number} cell */
  hasTotal(cell) {
    return this.#totals.has(cell);
  }

  /** Focus the cell with the cursor. */
  focus() {
    this.grid.focus(this.app.game.cursor);
  }

  get hasFocus() {
    return this.grid.hasFocus;
  }

  // ── The game ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Show the game of the view. */
  show() {
    const { game } = this.app;
    this.#cellsByPlace = new Map(game.board.cells.map(({ at }, cell) => [at.join(), cell]));
    this.#rules = labelRules(game);
    this.#totals = findTotals(game);
    this.#candidates = null;
    this.#repeats = game.findRepeats().cells;
    this.zooming.factor = 1;
    this.showPicture(null);
    this.lights.clear();
    this.layers.peers.replaceChildren();
    this.#cells = game.board.cells.map(() => svg("g"));
    this.#colors = game.board.cells.map(() => svg("g"));
    this.layers.cells.replaceChildren(...this.#cells);
    this.layers.colors.replaceChildren(...this.#colors);
    this.grid.build(game.board);
    this.grid.place(game.board, this.box);
    this.ink.draw();
    this.#draw(game.digits.keys());
    this.#drawFog();
    this.#showSelection();
  }

  /** @param {{cells: Set<number>}} change the cells that look different now */
  #update({ cells }) {
    const { game } = this.app;
    const repeats = game.findRepeats().cells;
    const changed = new Set(cells);
    for (const cell of new Set([...repeats, ...this.#repeats])) {
      if (repeats.has(cell) !== this.#repeats.has(cell)) changed.add(cell);
    }
    this.#repeats = repeats;
    if (game.document?.about?.fog) this.#rules = labelRules(game); // totals become visible
    for (const cell of cells) this.#faults.get(game)?.wrong.delete(cell);
    this.#draw(new Set([...changed, ...this.ink.draw()]));
    this.#drawFog();
    this.#showPeers();
    if (cells.size && this.hasFocus) this.#announceSelection();
  }

  /** Tell screen readers what the selected cells hold now. */
  #announceSelection() {
    const { game } = this.app;
    const [first] = game.selection;
    const count = game.selection.size;
    const text = count > 1 ? t("play.cells", { count }) : this.grid.getLabel(first ?? game.cursor);
    this.app.announce(text, { quiet: true });
  }

  /** @param {Iterable<number>} cells */
  #draw(cells) {
    const { game } = this.app;
    const { wrong, broken } = this.#faultsOf(game);
    const showsConflicts = settings.get("conflicts", true);
    for (const cell of cells) {
      if (!this.#cells[cell]) continue;
      const isConflict = showsConflicts && (this.#repeats.has(cell) || broken.has(cell));
      const isWrong = wrong.has(cell);
      const look = {
        candidates: this.#candidates && [...(this.#candidates[cell] ?? "")],
        inGrid: this.ink.has(cell) || this.lights.cells.has(cell),
        hasTotal: this.#totals.has(cell) && !game.hidden.has(cell),
        isSmall: this.zooming.isSmall,
        isConflict,
        isWrong,
      };
      this.#cells[cell].replaceChildren(...drawCell(game, cell, look));
      this.#colors[cell].replaceChildren(...drawColors(game, cell));
      const faults = [...(isConflict ? [t("board.clash")] : []), ...(isWrong ? [t("board.wrong")] : [])];
      const rules = game.hidden.has(cell) ? [t("board.fog")] : (this.#rules.get(cell) ?? []);
      this.grid.setLabel(cell, labelCell(game, cell, [...rules, ...faults]));
    }
  }

  #drawFog() {
    const { hidden } = this.app.game;
    this.fog.setAttribute("d", [...hidden].map((cell) => this.squareOf(cell)).join(""));
    this.outlineOverFog.setAttribute("visibility", hidden.size ? "visible" : "hidden");
    const lines = hidden.size ? this.layers.above.querySelectorAll("path[stroke-linecap=square]") : [];
    this.linesOverFog.replaceChildren(...[...lines].map((line) => line.cloneNode()));
  }

  #relabel() {
    this.#rules = labelRules(this.app.game);
    this.#draw(this.app.game.digits.keys());
  }

  #showSelection() {
    const { game } = this.app;
    const outline = outlineCells(game, game.selection);
    this.outline.setAttribute("d", outline);
    this.outlineOverFog.setAttribute("d", outline);
    this.grid.select(game.selection);
    if (this.grid.setCursor(game.cursor) && !this.pointer.isDown) this.zooming.reveal(game.cursor);
    this.#showPeers();
  }

  /** Shade the peers of the selected cell, and the cells with the same digit. */
  #showPeers() {
    const { game } = this.app;
    if (game.selection.size !== 1 || !settings.get("seen", true)) return this.layers.peers.replaceChildren();
    const [cell] = game.selection;
    const digit = game.digits[cell];
    const equal = digit
      ? [...game.digits.keys()].filter((other) => other !== cell && game.digits[other] === digit)
      : [];
    const path = (/** @type {Iterable<number>} */ cells) => [...cells].map((one) => this.squareOf(one)).join("");
    this.layers.peers.replaceChildren(
      svg("path", { d: path(game.peers(cell)), class: "peer-cell" }),
      svg("path", { d: path(equal), class: "same-digit" }),
    );
  }
}
