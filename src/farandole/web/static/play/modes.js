// What the next digit writes: the mode chosen, or another while Shift, Ctrl or Alt is held.

/** @typedef {import("../core/game.js").Mode} Mode */

/** @type {Mode[]} */
export const MODES = ["digit", "corner", "center", "color"];

/** Tells "mode" whenever what is written, or the tool, changes. */
export class Modes extends EventTarget {
  /** @type {Mode} */ chosen = "digit";
  /** @type {Mode | null} */ held = null;
  /** @type {"cells" | "pen"} */ tool = "cells";

  /** @returns {Mode} */
  get now() {
    return this.held ?? this.chosen;
  }

  /** @param {Mode} mode */
  choose(mode) {
    this.chosen = mode;
    this.#tell();
  }

  next() {
    this.choose(MODES[(MODES.indexOf(this.chosen) + 1) % MODES.length]);
  }

  /** @param {"cells" | "pen"} tool */
  take(tool) {
    this.tool = tool;
    this.#tell();
  }

  /** @param {Mode | null} mode */
  hold(mode) {
    if (this.held === mode) return;
    this.held = mode;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("mode"));
  }
}

/**
 * @param {{shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @returns {Mode | null} What these keys make of a digit.
 */
export function modeOf({ shiftKey, ctrlKey, metaKey, altKey }) {
  if (altKey || (shiftKey && (ctrlKey || metaKey))) return "color";
  if (shiftKey) return "corner";
  return ctrlKey || metaKey ? "center" : null;
}
