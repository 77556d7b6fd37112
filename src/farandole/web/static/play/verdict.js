// How many solutions the puzzle has: one, several or none. Playing doesn't wait for it.

import { findConflict } from "../core/conflict.js";
import { isAbort } from "../core/transport.js";
import { t } from "../core/words.js";

/**
 * @typedef {{kind: "unknown" | "asking" | "one" | "several" | "none", text: string, cells: string[],
 *   why: string}} Result The cells in which solutions differ, or that make one impossible.
 */

const SECONDS = 10;

/** Dispatches "ask" when the server is asked, and "verdict" when the result has changed. */
export class Verdict extends EventTarget {
  /** @type {Result} */ result = { kind: "unknown", text: "", cells: [], why: "" };
  /** Whether the server was asked about the puzzle that is played. */ #isAsked = false;

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    super();
    this.app = app;
    this.game = app.played;
    this.game.addEventListener("puzzle", () => {
      this.#isAsked = false;
      this.#askOnce();
    });
    app.views.addEventListener("view", () => this.#askOnce());
    document.addEventListener("language", () => this.#ask());
  }

  /** Ask about the puzzle when it is on the board. In Set, the server is busy with the draft. */
  #askOnce() {
    const isOnBoard = this.app.views.current && this.app.game === this.game && this.game.document;
    if (this.#isAsked || !isOnBoard) return;
    this.#isAsked = true;
    this.#ask();
  }

  async #ask() {
    const { app, game } = this;
    const puzzle = game.document;
    this.dispatchEvent(new Event("ask"));
    this.#setResult({ kind: "asking", text: t("verdict.asking"), cells: [], why: "" });
    /** @type {string[]} */
    const solutions = [];
    try {
      const onEvent = (/** @type {any} */ event) => solutions.push(event.digits);
      const params = { puzzle, limit: 2, seconds: SECONDS };
      const answer = await app.ask("solve", params, {
        signal: app.puzzleController.signal,
        onEvent,
        quiet: true,
      });
      if (puzzle !== game.document) return;
      this.#setResult(describeAnswer(answer));
      if (this.result.kind === "none") this.#addConflict(puzzle);
      if (answer.count === 1 && answer.exhausted && game.solution !== solutions[0]) {
        game.solution = solutions[0];
        app.save();
      }
    } catch (error) {
      if (isAbort(error) || puzzle !== game.document) return;
      const text = t(game.solution ? "verdict.one" : "verdict.unknown");
      this.#setResult({ kind: "unknown", text, cells: [], why: "" });
    }
  }

  /**
   * Say which clues conflict, and show them.
   * @param {any} puzzle without a solution
   */
  async #addConflict(puzzle) {
    try {
      const { cells, text } = await findConflict(this.app, puzzle, this.app.puzzleController.signal);
      if (puzzle !== this.game.document || !cells.length) return;
      this.#setResult({
        ...this.result,
        cells,
        why: [this.result.why, text].filter(Boolean).join(t("verdict.between")),
      });
    } catch {
      // the verdict stands without it
    }
  }

  /** @param {Result} result */
  #setResult(result) {
    this.result = result;
    this.dispatchEvent(new Event("verdict"));
  }
}

/**
 * @param {any} answer of `solve`
 * @returns {Result}
 */
function describeAnswer({ count, exhausted, differ, why, seconds }) {
  if (count > 1) {
    return { kind: "several", text: t("verdict.several", { count: differ.length }), cells: differ, why: "" };
  }
  if (!exhausted) return { kind: "unknown", text: t("verdict.late"), cells: [], why: "" };
  if (!count) return { kind: "none", text: t("verdict.none"), cells: findCellNames(why), why: why ?? "" };
  return { kind: "one", text: t("verdict.proved", { time: formatDuration(seconds) }), cells: [], why: "" };
}

/**
 * @param {string | null} text
 * @returns {string[]} The names of cells in a sentence.
 */
function findCellNames(text) {
  return [...(text ?? "").matchAll(/\br(\d+)c(\d+)\b/g)].map(([name]) => name);
}

/** @param {number} seconds */
function formatDuration(seconds) {
  if (seconds >= 1) return `${seconds.toFixed(1)} s`;
  return seconds >= 0.001 ? `${Math.round(seconds * 1000)} ms` : `${Math.max(1, Math.round(seconds * 1e6))} µs`;
}
