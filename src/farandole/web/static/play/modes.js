// The mode: what a digit writes. Shift, Ctrl and Alt change it while they are held.

/** @typedef {import("../core/game.js").Mode} Mode */

/** @type {Mode[]} */
export const MODES = ["digit", "corner", "center", "color"];

/** @typedef {"lines" | "strong" | "weak" | "1" | "4" | "2" | "6"} Ink What the pen draws; a number is a color. */

/** @type {Ink[]} */
export const INKS = ["lines", "strong", "weak", "1", "4", "2", "6"];

/** Dispatches "mode" when the mode or the tool changes. */
export class Modes extends EventTarget {
  /** @type {Mode} */ chosen = "digit";
  /** @type {Mode | null} */ held = null;
  /** @type {"cells" | "pen"} */ tool = "cells";
  /** @type {Ink} */ ink = "lines";
  /** The digit that is written where the player taps, if digits come first; "" without. */ stamp = "";

  /** @returns {Mode} */
  get current() {
    return this.held ?? this.chosen;
  }

  /** @param {Mode} mode */
  choose(mode) {
    this.chosen = mode;
    this.#notify();
  }

  /** Choose the next mode, or with the pen the next ink. */
  next() {
    if (this.tool === "pen") this.setInk(INKS[(INKS.indexOf(this.ink) + 1) % INKS.length]);
    else this.choose(MODES[(MODES.indexOf(this.chosen) + 1) % MODES.length]);
  }

  /** @param {"cells" | "pen"} tool */
  setTool(tool) {
    this.tool = tool;
    this.#notify();
  }

  /** @param {Ink} ink */
  setInk(ink) {
    this.ink = ink;
    this.#notify();
  }

  /** @param {string} digit the same one again ends it */
  setStamp(digit) {
    this.stamp = digit === this.stamp ? "" : digit;
    this.#notify();
  }

  /** @param {Mode | null} mode */
  hold(mode) {
    if (this.held === mode) return;
    this.held = mode;
    this.#notify();
  }

  #notify() {
    this.dispatchEvent(new Event("mode"));
  }
}

/**
 * @param {{shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @returns {Mode | null} The mode of the modifier keys.
 */
export function getMode({ shiftKey, ctrlKey, metaKey, altKey }) {
  if (altKey || (shiftKey && (ctrlKey || metaKey))) return "color";
  if (shiftKey) return "corner";
  return ctrlKey || metaKey ? "center" : null;
}
