// A step on the board: its houses, cells, candidates and links, and the digits that are entered before it.

import { html, svg } from "../core/elements.js";
import { settings } from "../core/storage.js";

/**
 * @typedef {{houses: string[][], cells: Record<string, string>,
 *   candidates: {cell: string, digit: number, role: string}[],
 *   links: {from: [string, number], to: [string, number], strong: boolean}[], rules: number[],
 *   numbers: [string, number][]}} StepLights
 * @typedef {{technique: string, name: string, notation: string, proof?: string,
 *   places: [string, number][], removes: [string, number][], lights: StepLights,
 *   digits: string, candidates: string[], svg?: string,
 *   combinations?: import("./combinations.js").Combinations}} Step An event of the server.
 * @typedef {import("../core/lights.js").Lights} Lights
 */

const N_LEVELS = 4;
const SINGLES = new Set(["Full House", "Naked Single", "Hidden Single"]);

export class StepOverlay {
  /** @type {Step | null} The step that was chosen in a list. */ #selected = null;
  /** @type {{step: Step, level: number} | null} */ #hint = null;
  /** @type {Lights} What is lit, beside the words that are pointed at. */ #lights = {};
  /** Whether the board shows something of ours. */ #isOn = false;

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.ghosts = svg("g", { class: "layer-ghosts" });
  }

  /**
   * Choose a step, and show it.
   * @param {Step} step
   */
  select(step) {
    this.#selected = step;
    this.show(step);
  }

  deselect() {
    this.#selected = null;
    this.clear();
  }

  /**
   * @param {Step} step
   * @param {number} level how much of it to show
   */
  showHint(step, level) {
    this.#hint = { step, level };
    this.show(step, level);
  }

  /** Don't come back to the hint. */
  dropHint() {
    this.#hint = null;
  }

  /** Show the chosen step again, or else the hint, after another step was pointed at. */
  showSelected() {
    if (this.#selected) this.show(this.#selected);
    else if (this.#hint) this.show(this.#hint.step, this.#hint.level);
    else this.clear();
  }

  /**
   * Show a step, or as much of it as a level of a hint reveals.
   * @param {Step} step
   * @param {number} [level] from 1
   */
  show(step, level = N_LEVELS) {
    const { houses, cells, candidates, links, rules, numbers } = step.lights;
    const isWhole = level === N_LEVELS;
    const needsNotes = isWhole && !SINGLES.has(step.technique);
    const isAhead = [...step.digits].some((digit, cell) => digit !== "." && !this.app.played.digits[cell]);
    this.app.board.showCandidates(needsNotes || isAhead ? step.candidates : null);
    this.#showGhosts(step.digits);
    this.showLights({
      houses: level > 1 ? houses : [],
      cells: level > 2 ? cells : {},
      candidates: isWhole ? candidates : [],
      links: isWhole ? links : [],
      rules: level > 2 ? rules : [],
      numbers: isWhole ? numbers : [],
    });
  }

  /** @param {Lights} lights */
  showLights(lights) {
    this.#isOn = true;
    this.#lights = lights;
    this.app.board.showLights(lights);
  }

  /**
   * Light up cells that a word names, over what is lit.
   * @param {string[]} cells
   */
  point(cells) {
    const roles = Array.isArray(this.#lights.cells) ? {} : this.#lights.cells;
    const pointed = Object.fromEntries(cells.map((cell) => [cell, "pointed"]));
    this.app.board.showLights({ ...this.#lights, cells: { ...roles, ...pointed } });
  }

  unpoint() {
    this.app.board.showLights(this.#lights);
  }

  /** Show the player's board again. */
  clear() {
    this.#lights = {};
    if (!this.#isOn) return;
    this.#isOn = false;
    const { board } = this.app;
    this.ghosts.replaceChildren();
    board.clearLights();
    board.showCandidates(null);
    board.showPicture(null);
  }

  /** Clear the board, and forget the hint and the chosen step. */
  reset() {
    this.#selected = null;
    this.#hint = null;
    this.clear();
  }

  /**
   * Show the digits that are entered before the step, where the player's board has none.
   * @param {string} digits
   */
  #showGhosts(digits) {
    const { board, played: game } = this.app;
    const size = game.board.digits.length <= 9 ? 66 : 60;
    /** @type {Element[]} */
    const texts = [];
    [...digits].forEach((digit, cell) => {
      if (digit === "." || game.digits[cell]) return;
      const [row, column] = game.board.cells[cell].at;
      const look = { x: column * 100 + 50, y: row * 100 + 50 + 0.355 * size, "font-size": size, class: "ghost" };
      texts.push(svg("text", look, digit));
    });
    this.ghosts.replaceChildren(...texts);
    if (!this.ghosts.parentNode) board.layers.cells.after(this.ghosts);
  }
}

/**
 * @param {{notation: string}} step
 * @param {string} words
 * @returns {string} The step as the player likes it: in words or in notation.
 */
export function wordStep({ notation }, words) {
  return settings.get("wording") === "notation" ? notation : words;
}

/**
 * @param {Step} step
 * @param {() => void} onclick
 * @returns {HTMLElement} Its entry in a list.
 */
export function makeStepButton(step, onclick) {
  const text = step.notation.split(": ").slice(1).join(": ");
  const look = { type: "button", class: "learn-step", onclick };
  return html("button", look, html("b", {}, step.name), " ", html("span", {}, text));
}
