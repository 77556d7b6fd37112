// Drawings of puzzles: the server draws the rules, and the page draws digits over them.

import { ask } from "./transport.js";

/**
 * @typedef {import("./board.js").Drawing} Drawing
 * @typedef {import("./game.js").Game} Game
 */

/** The drawing of each game. */
export class Drawings {
  /** @type {Map<Game, Drawing | null>} */ #drawings = new Map();

  /**
   * @param {Game} game
   * @returns {Drawing | null} null if it isn't there yet
   */
  get(game) {
    return this.#drawings.get(game) ?? null;
  }

  /**
   * @param {Game} game
   * @param {Drawing | null} drawing
   */
  set(game, drawing) {
    this.#drawings.set(game, drawing);
  }

  /**
   * Have the rules of a puzzle drawn, without its givens.
   * @param {any} puzzle
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<Drawing>}
   */
  async fetch(puzzle, { signal } = {}) {
    const { layers, view_box, class: look, style } = await ask("draw", { puzzle }, { signal });
    return { layers, view_box, class: look, style };
  }
}
