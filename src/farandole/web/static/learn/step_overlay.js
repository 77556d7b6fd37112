// A step on the board itself: houses, cells, candidates and links, and the digits that it stands on.

import { svg } from "../core/elements.js";

/**
 * @typedef {{houses: string[][], cells: Record<string, string>, candidates: {cell: string, digit: number, role: string}[],
 *   links: {from: [string, number], to: [string, number], strong: boolean}[]}} Lights
 * @typedef {{technique: string, name: string, notation: string, proof?: string, places: [string, number][], removes: [string, number][],
 *   lights: Lights, digits: string, candidates: string[], svg?: string}} Step As farandole.web.answers tells it.
 */

const SINGLES = new Set(["Full House", "Naked Single", "Hidden Single"]);

/** What a step looks like on the board of the page. */
export class StepOverlay {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.ghosts = svg("g", { class: "layer-ghosts" });
    /** @type {import("../core/board.js").Lights} */
    this.lit = {};
    this.isOn = false;
  }

  /**
   * Show a step as far as a level of a hint tells it.
   * @param {Step} step
   * @param {number} [level] 1 to 4
   */
  show(step, level = 4) {
    const { board } = this.app;
    this.isOn = true;
    const { houses, cells, candidates, links } = step.lights;
    this.lit = {
      houses: level > 1 ? houses : [],
      cells: level > 2 ? cells : {},
      candidates: level > 3 ? candidates : [],
      links: level > 3 ? links : [],
    };
    const needsNotes = level > 3 && !SINGLES.has(step.technique);
    const isAhead = [...step.digits].some((digit, cell) => digit !== "." && !this.app.played.digits[cell]);
    board.showCandidates(needsNotes || isAhead ? step.candidates : null);
    this.haunt(step.digits);
    board.showLights(this.lit);
  }

  /** @param {string} digits those that stand there before the step, where the player hasn't written them yet */
  haunt(digits) {
    const { board, played: game } = this.app;
    const size = game.board.digits.length <= 9 ? 66 : 60;
    /** @type {Element[]} */
    const texts = [];
    [...digits].forEach((digit, cell) => {
      if (digit === "." || game.digits[cell]) return;
      const [row, column] = game.board.cells[cell].at;
      texts.push(
        svg(
          "text",
          { x: column * 100 + 50, y: row * 100 + 50 + 0.355 * size, "font-size": size, class: "ghost" },
          digit,
        ),
      );
    });
    this.ghosts.replaceChildren(...texts);
    if (!this.ghosts.parentNode) board.layers.cells.after(this.ghosts);
  }

  /**
   * Light up what words name, over what is lit.
   * @param {string[]} cells
   */
  point(cells) {
    const { board } = this.app;
    const roles = Array.isArray(this.lit.cells) ? {} : (this.lit.cells ?? {});
    board.showLights({
      ...this.lit,
      cells: { ...roles, ...Object.fromEntries(cells.map((cell) => [cell, "pointed"])) },
    });
  }

  unpoint() {
    this.app.board.showLights(this.lit);
  }

  /** Show the player's own board again. */
  clear() {
    this.lit = {};
    if (!this.isOn) return;
    this.isOn = false;
    const { board } = this.app;
    this.ghosts.replaceChildren();
    board.clearLights();
    board.showCandidates(null);
    board.showPicture(null);
  }
}
