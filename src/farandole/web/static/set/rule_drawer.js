// Rules drawn with a tool: by mouse, by fingers, or by keys from the cells that are selected.

import { t } from "../core/words.js";
import { findRule, toggleRule } from "./document.js";
import { listFigures, toggleColor, toggleLine } from "./figures.js";
import { extendPath, findCorner, findEdge, findLine, listLine } from "./drawn_places.js";
import { toggleCenter } from "./layer.js";
import { OutsideMargin } from "./outside_margin.js";
import { RegionEditor } from "./region_editor.js";
import { makeRule } from "./rule_maker.js";
import { nameRule } from "./rule_names.js";
import { ALL_TOOLS } from "./tools.js";

/**
 * @typedef {import("./document.js").Rule} Rule
 * @typedef {import("./tools.js").Tool} Tool
 * @typedef {import("../core/board.js").BoardPoint} BoardPoint
 */

const REACH = 42; // how far from the middle of a cell a line still reaches it, so that diagonals can be drawn

/** Dispatches "tool" when another tool is taken, and "value" (detail: {rule, cells}) when a rule needs a value. */
export class RuleDrawer extends EventTarget {
  /** @type {Tool | null} */ tool = null;
  /** @type {import("./figures.js").Paint} The color of what stands for no rule. */ paint = "blue";
  /** @type {number[]} The cells drawn over so far. */ #path = [];

  /**
   * @param {import("./draft.js").Draft} draft
   * @param {import("./overlay.js").Overlay} overlay
   */
  constructor(draft, overlay) {
    super();
    this.draft = draft;
    this.app = draft.app;
    this.overlay = overlay;
    this.margin = new OutsideMargin(draft.app);
    this.regions = new RegionEditor(draft, overlay);
  }

  /** @param {Tool | null} tool */
  setTool(tool) {
    const wasOutside = this.isOutside;
    this.tool = tool;
    this.#path = [];
    this.overlay.showPath([], "cells");
    this.regions.show(this.#isRegion);
    this.app.board.tool = tool && {
      name: tool.name,
      down: (point) => this.#start(point),
      move: (point) => this.#continue(point),
      up: () => this.#finish(),
    };
    if (wasOutside !== this.isOutside) this.margin.show(this.isOutside);
    this.dispatchEvent(new Event("tool"));
  }

  /** Whether the tool draws clues outside of the grid. */
  get isOutside() {
    return this.tool?.shape === "outside" || this.tool?.shape === "diagonal";
  }

  get #isRegion() {
    return this.tool?.shape === "region";
  }

  /** The board was made anew. */
  resetBoard() {
    this.margin.forget();
    this.margin.show(this.isOutside);
    this.regions.show(this.#isRegion);
  }

  /**
   * Take the tool of a rule that is drawn, and ask for its value.
   * @param {Rule} rule
   */
  editRule(rule) {
    const tool = ALL_TOOLS.find((one) => one.rule === rule.rule && one.value);
    if (!tool) return;
    if (this.tool !== tool) this.setTool(tool);
    this.#askValue(rule.rule, rule.cells ?? "");
  }

  /** Draw with the cells that are selected. */
  drawSelection() {
    const { tool } = this;
    const cells = [...this.app.draft.selection];
    if (!tool || !cells.length) return;
    if (this.#isRegion) return this.regions.mergeCells(cells);
    if (this.isOutside) return this.app.announce(t("set.choose_side"));
    const needed = { edge: 2, corner: 4 }[/** @type {string} */ (tool.shape)];
    if (needed && cells.length !== needed) {
      return this.app.announce(t("set.choose_n", { n: needed }), { fault: true });
    }
    const isOrdered = !needed || tool.rule === "greater";
    this.#drawPath(isOrdered ? cells : cells.sort((a, b) => a - b));
  }

  /**
   * Draw a clue outside of the row, column or diagonal of the selected cell.
   * @param {number} down the direction in which it looks
   * @param {number} right
   */
  drawFromSide(down, right) {
    const { draft: game } = this.app;
    let [row, column] = game.board.cells[game.cursor].at;
    while (this.#cellAt(row, column) !== null) [row, column] = [row - down, column - right];
    this.#drawPath(listLine(row, column, [down, right], this.#cellAt));
  }

  // ── Strokes ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @param {number} row @param {number} column */
  #cellAt = (row, column) => this.app.board.cellAt(row, column);

  /** @param {BoardPoint} point */
  #start({ cell, x, y }) {
    const { tool } = this;
    if (!tool) return;
    const { board } = this.app.draft;
    if (tool.shape === "edge") this.#path = findEdge(x, y, this.#cellAt) ?? [];
    else if (tool.shape === "corner") this.#path = findCorner(x, y, this.#cellAt) ?? [];
    else if (this.isOutside) this.#path = findLine(x, y, board.size, tool.shape === "diagonal", this.#cellAt);
    else this.#path = cell === null ? [] : [cell];
    if (this.#isRegion) this.regions.start(cell);
    this.overlay.showPath(this.#path, tool.shape);
  }

  /** @param {BoardPoint} point */
  #continue({ cell, x, y }) {
    const { tool } = this;
    if (!tool || cell === null || !["cells", "line", "region"].includes(tool.shape)) return;
    const { cells } = this.app.draft.board;
    const [row, column] = cells[cell].at;
    if (tool.shape === "line" && Math.hypot(x - column * 100 - 50, y - row * 100 - 50) > REACH) return;
    if (this.#isRegion) this.regions.extend(cell);
    this.#path = extendPath(this.#path, cell, cells, tool.shape === "line");
    if (!this.#isRegion) this.overlay.showPath(this.#path, tool.shape);
  }

  #finish() {
    if (this.#isRegion) this.regions.finish();
    else this.#drawPath(this.#path);
  }

  /**
   * Draw the rule of a path, or ask for the value that it needs.
   * @param {number[]} path
   */
  #drawPath(path) {
    const { tool } = this;
    const { cells } = this.app.draft.board;
    if (!tool || !path.length) return;
    this.#path = [];
    if (path.length < (tool.least ?? 1)) {
      this.overlay.showPath([], tool.shape);
      return this.app.announce(t("set.choose_least", { n: tool.least ?? 1 }), { fault: true });
    }
    if (tool.paints) return void this.#commitFigure(path, tool.paints);
    const names = path.map((cell) => cells[cell].name);
    if (tool.rule === "galaxies") return void this.#commitCenter(names);
    if (tool.value?.isNumbers) return this.#askValue(tool.rule, names[0]);
    const rule = makeRule(tool, names, "", this.app.draft.board);
    if (rule) this.#commit(rule);
    else if (tool.value) this.#askValue(tool.rule, names.join(" "));
    else this.#refuse(tool);
  }

  /** @param {Tool} tool */
  #refuse(tool) {
    this.overlay.showPath([], tool.shape);
    this.app.announce(t(`set.refused.${tool.maker}`), { fault: true });
  }

  /** @param {Rule} rule */
  async #commit(rule) {
    const document = toggleRule(this.draft.document, rule);
    const isAdded = findRule(document, rule.rule, rule.cells ?? "", true) >= 0;
    this.overlay.showPath([], "cells");
    const changing = this.draft.change(document);
    // Now, because the value may be typed before the board is loaded.
    if (this.tool?.value) this.#askValue(rule.rule, isAdded ? (rule.cells ?? "") : "");
    const error = await changing;
    if (!error && isAdded) this.app.announce(t("set.drawn", { rule: nameRule(rule) }));
  }

  /**
   * @param {number[]} path
   * @param {"line" | "color"} kind
   */
  async #commitFigure(path, kind) {
    const { document } = this.draft;
    const places = path.map((cell) => this.app.draft.board.cells[cell].at);
    const changed = (kind === "line" ? toggleLine : toggleColor)(document, places, this.paint);
    const isAdded = listFigures(changed).length >= listFigures(document).length;
    this.overlay.showPath([], "cells");
    const error = await this.draft.change(changed);
    if (!error) this.app.announce(t(`set.${kind}_${isAdded ? "drawn" : "removed"}`));
  }

  /** @param {string[]} names of the cells around the center of a galaxy */
  async #commitCenter(names) {
    this.overlay.showPath([], "cells");
    if (await this.draft.loaded) return;
    const layered = toggleCenter(this.draft.current, names, this.draft.game.board);
    if (!layered) return this.app.announce(t("set.no_layer"), { fault: true });
    const error = await this.draft.change(layered.document, layered);
    if (!error) this.app.announce(t("set.drawn", { rule: t("rule.galaxies") }));
  }

  /**
   * @param {string} rule
   * @param {string} cells of the rule, or "" if it was removed
   */
  #askValue(rule, cells) {
    this.dispatchEvent(new CustomEvent("value", { detail: { rule, cells } }));
  }
}
