// Drawing: what mouse, fingers and keys draw with a tool on the board, until it is a rule.

import { t } from "../core/words.js";
import { placeOf, toggleRule } from "./draft.js";
import { findCorner, extendPath, findEdge, listLine, writeRegions, makeRule, findLine } from "./tools.js";

/**
 * @typedef {import("./draft.js").Rule} Rule
 * @typedef {import("./tools.js").Tool} Tool
 * @typedef {import("../core/board.js").At} At
 * @typedef {import("./set.js").Setting} Setting
 */

export class Pencil {
  /** @type {Tool | null} */ tool = null;
  /** @type {number[]} The cells drawn over so far. */ path = [];
  /** @type {number[] | null} The region of each cell, while they are drawn. */ regionOf = null;

  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.app = setting.app;
    this.overlay = setting.overlay;
  }

  get beside() {
    return this.setting.beside;
  }

  /** @param {Tool | null} tool */
  take(tool) {
    const wasOutside = this.isOutside;
    this.tool = tool;
    this.path = [];
    this.beside.chosen = null;
    this.overlay.draw([], "cells");
    this.paintRegions();
    this.beside.press(tool);
    this.app.board.tool = tool
      ? {
          name: tool.name,
          down: (/** @type {At} */ at) => this.down(at),
          move: (/** @type {At} */ at) => this.move(at),
          up: () => this.up(),
        }
      : null;
    if (wasOutside !== this.isOutside) this.roomOutside();
    this.beside.drawDetail();
  }

  get isOutside() {
    return this.tool?.shape === "outside" || this.tool?.shape === "diagonal";
  }

  /** The board was made anew. */
  laid() {
    if (!this.setting.isShown) return;
    this.drawn = null;
    this.roomOutside();
    this.paintRegions();
  }

  /** Show the regions with the tool that draws them: those that are drawn so far, or those that there are. */
  paintRegions() {
    this.regionOf = this.tool?.shape === "region" ? [...(this.setting.history.now.regions ?? this.regionsNow())] : null;
    this.overlay.paint(this.regionOf, this.app.draft.board.digits.length);
  }

  /** Make room around the board for clues outside. */
  roomOutside() {
    const { board, draft: game } = this.app;
    const [height, width] = game.board.size;
    if (!this.isOutside) {
      if (this.drawn) {
        board.box = this.drawn;
        this.drawn = null;
        this.rebox();
      }
      return;
    }
    const [x, y, wide, high] = (this.drawn ??= board.box);
    const left = Math.min(x, -110),
      top = Math.min(y, -110);
    board.box = [left, top, Math.max(x + wide, width * 100 + 110) - left, Math.max(y + high, height * 100 + 110) - top];
    this.rebox();
  }

  /** @type {[number, number, number, number] | null} The box of the board without room outside. */
  drawn = null;

  rebox() {
    const { board } = this.app;
    board.svg.setAttribute("viewBox", board.box.join(" "));
    board.fit();
    board.place();
  }

  /** @param {number} row @param {number} column */
  cellAt = (row, column) => this.app.board.cellAt(row, column);

  /** @param {At} at */
  down(at) {
    const { tool } = this;
    if (!tool) return;
    const { board } = this.app.draft;
    if (tool.shape === "edge") this.path = findEdge(at.x, at.y, this.cellAt) ?? [];
    else if (tool.shape === "corner") this.path = findCorner(at.x, at.y, this.cellAt) ?? [];
    else if (this.isOutside) this.path = findLine(at.x, at.y, board.size, tool.shape === "diagonal", this.cellAt);
    else this.path = at.cell === null ? [] : [at.cell];
    if (tool.shape === "region") this.region = at.cell === null ? -1 : (this.regionOf?.[at.cell] ?? -1);
    this.overlay.draw(this.path, tool.shape);
  }

  region = -1;

  /** @param {At} at */
  move(at) {
    const { tool } = this;
    if (!tool || at.cell === null || !["cells", "line", "region"].includes(tool.shape)) return;
    const { cells } = this.app.draft.board;
    const [row, column] = cells[at.cell].at;
    if (tool.shape === "line" && Math.hypot(at.x - column * 100 - 50, at.y - row * 100 - 50) > 42) return;
    if (tool.shape === "region" && this.regionOf && this.region >= 0) {
      this.regionOf[at.cell] = this.region;
      this.overlay.paint(this.regionOf, this.app.draft.board.digits.length);
    }
    this.path = extendPath(this.path, at.cell, cells, tool.shape === "line");
    if (tool.shape !== "region") this.overlay.draw(this.path, tool.shape);
  }

  up() {
    if (this.tool?.shape === "region") this.regionsDrawn();
    else this.finish(this.path);
  }

  /** Draw with the cells chosen: what keys do. */
  drawSelection() {
    const { tool } = this;
    const { draft: game } = this.app;
    const cells = [...game.selection];
    if (!tool || !cells.length) return;
    if (tool.shape === "region") return this.regionFromSelection(cells);
    if (this.isOutside) return this.app.announce(t("set.choose_side"));
    const wanted = { edge: 2, corner: 4 }[/** @type {string} */ (tool.shape)];
    if (wanted && cells.length !== wanted) return this.app.announce(t("set.choose_n", { n: wanted }), { fault: true });
    this.finish(wanted ? (tool.rule === "greater" ? cells : cells.sort((one, other) => one - other)) : cells);
  }

  /**
   * A clue outside of the row, column or diagonal of the cell chosen.
   * @param {number} down
   * @param {number} right
   */
  fromSide(down, right) {
    const { draft: game } = this.app;
    let [row, column] = game.board.cells[game.cursor].at;
    while (this.cellAt(row, column) !== null) [row, column] = [row - down, column - right];
    this.finish(listLine(row, column, [down, right], this.cellAt));
  }

  /**
   * A shape is drawn: make its rule, or ask for its value first.
   * @param {number[]} path
   */
  finish(path) {
    const { tool } = this;
    const { cells, digits } = this.app.draft.board;
    if (!tool || !path.length) return;
    if (path.length < (tool.least ?? 1)) {
      this.path = [];
      this.overlay.draw([], tool.shape);
      return this.app.announce(t("set.choose_least", { n: tool.least ?? 1 }), { fault: true });
    }
    const names = path.map((cell) => cells[cell].name);
    this.path = [];
    const rule = makeRule(tool, names, "", digits.length);
    if (rule) this.commit(rule);
    else this.beside.choose(tool.rule, names.join(" "));
  }

  /** @param {Rule} rule */
  async commit(rule) {
    const document = toggleRule(this.setting.history.now.document, rule);
    const isThere = placeOf(document, rule.rule, rule.cells ?? "", true) >= 0;
    this.overlay.draw([], "cells");
    const done = this.setting.become(document);
    // At once, because a value may be typed before the board is there.
    if (this.tool?.value) this.beside.choose(rule.rule, isThere ? (rule.cells ?? "") : "");
    if (!(await done) && isThere) this.app.announce(t("set.drawn", { rule: this.beside.named(rule) }));
  }

  // ── Regions ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @returns {number[]} The region of each cell as it is now. */
  regionsNow() {
    const { cells, houses, digits } = this.app.draft.board;
    const regionOf = cells.map(() => 0);
    let count = 0;
    for (const house of houses) {
      const rows = new Set(house.cells.map((/** @type {number} */ cell) => cells[cell].at[0])),
        columns = new Set(house.cells.map((/** @type {number} */ cell) => cells[cell].at[1]));
      if (rows.size === 1 || columns.size === 1 || house.cells.length !== digits.length || /diagonal/.test(house.name))
        continue;
      house.cells.forEach((/** @type {number} */ cell) => (regionOf[cell] = count));
      count++;
    }
    return regionOf;
  }

  regionsDrawn() {
    if (!this.regionOf) return;
    const { board } = this.app.draft;
    const n = board.digits.length;
    const sizes = Array(n).fill(0);
    this.regionOf.forEach((region) => sizes[region]++);
    this.beside.drawDetail();
    const { document } = this.setting.history.now;
    if (!sizes.every((size) => size === n)) {
      this.setting.become(document, { regions: [...this.regionOf] });
      return this.app.announce(t("set.regions_unfinished", { n: sizes.filter((size) => size !== n).length }));
    }
    const { houses } = document.grid;
    this.setting.become(
      {
        ...document,
        grid: { size: board.size[0], regions: writeRegions(this.regionOf, board), ...(houses ? { houses } : {}) },
      },
      { regions: undefined },
    );
  }

  /** @param {number[]} cells */
  regionFromSelection(cells) {
    if (!this.regionOf) return;
    const region = this.regionOf[cells[0]];
    for (const cell of cells) this.regionOf[cell] = region;
    this.overlay.paint(this.regionOf, this.app.draft.board.digits.length);
    this.regionsDrawn();
  }
}
