// Puzzles read from photos. Cells that are hard to read can be corrected before their digits become givens.

import { CallError } from "../../core/errors.js";
import { isAbort } from "../../core/transport.js";
import { t } from "../../core/words.js";

/** @typedef {import("../../core/app.js").App} App */

const MAX_BYTES = 9_000_000;

export class PhotoReader {
  /**
   * @param {App} app
   * @param {import("./photo_view.js").PhotoView} view
   * @param {{showFault: () => void, close: () => void}} dialog
   */
  constructor(app, view, dialog) {
    this.app = app;
    this.view = view;
    this.dialog = dialog;
  }

  /**
   * Read a photo, and open its puzzle.
   * @param {File} file
   * @param {number} [index] of a puzzle, from 1, if there are several
   */
  async read(file, index) {
    const { app } = this;
    try {
      if (file.size > MAX_BYTES) throw new CallError("large_photo");
      app.announce(t("open.reading"));
      const reading = await app.ask("read", { photo: await encodeBase64(file), index });
      if (reading.several) {
        this.dialog.close();
        app.announce("");
        return this.view.choose(file, reading.several, (chosen) => this.read(file, chosen));
      }
      const advice = await this.#open(reading);
      const caption = `${describeConfidence(reading)} ${advice}`.trim();
      if (app.game === app.played) await this.view.show(file, /** @type {any} */ (reading), caption);
    } catch (error) {
      if (isAbort(error)) return;
      app.reportError(error);
      this.dialog.showFault();
    }
  }

  /**
   * @param {any} reading the result of `read`
   * @returns {Promise<string>} What the player should check, or "".
   */
  async #open(reading) {
    const { app } = this;
    const { document, board, doubtful } = reading;
    const { givens, ...empty } = document;
    const mayCorrect = doubtful.length > 0 && !document.rules?.length;
    const title = t("open.photo");
    if (mayCorrect) await app.opener.openDocument(empty, { title, digits: joinDigits(reading), fresh: true });
    else await app.opener.openDocument(document, { title, game: makeGame(reading) });
    if (!doubtful.length) return "";
    const cells = doubtful.map((/** @type {string} */ name) => app.game.cellNamed(name));
    app.game.select(cells, cells[0]);
    const advice = t(mayCorrect ? "open.correct" : "open.doubtful", { count: doubtful.length });
    app.announce(advice);
    return advice;
  }
}

/**
 * @param {any} reading the result of `read`
 * @returns {string} How sure the givens are, and the digits entered and the notes, if there are any.
 */
function describeConfidence({ confidence, entered_confidence, entered, candidates }) {
  const floor = (/** @type {number} */ share) => Math.floor(100 * share);
  const sure = [t("open.sure", { givens: floor(confidence) })];
  if (Object.keys({ ...entered, ...candidates }).length)
    sure.push(t("open.sure_rest", { rest: floor(entered_confidence) }));
  return sure.join(" ");
}

/**
 * @param {any} reading the result of `read`
 * @returns {string} The givens, and the digits that clash with them.
 */
function joinDigits({ board, dropped }) {
  const seen = board.cells.map((/** @type {{name: string}} */ { name }, /** @type {number} */ i) =>
    dropped[name] ? board.digits[dropped[name] - 1] : board.givens[i],
  );
  return seen.join("");
}

/**
 * @param {any} reading the result of `read`
 * @returns {any} The digits and notes that were entered by hand; undefined without any.
 */
function makeGame({ board, digits, candidates }) {
  const cells = board.cells.map((/** @type {{name: string}} */ { name }, /** @type {number} */ cell) => {
    const center = (candidates[name] ?? []).map((/** @type {number} */ digit) => board.digits[digit - 1]).join("");
    return [cell, { digit: digits[cell].replace(".", ""), center }];
  });
  const entered = cells.filter((/** @type {[number, any]} */ [, { digit, center }]) => digit || center);
  if (!entered.length) return undefined;
  return { state: { cells: Object.fromEntries(entered), pen: [], auto: false } };
}

/** @param {Blob} file */
async function encodeBase64(file) {
  const CHUNK = 32768; // as many arguments as every browser takes
  const bytes = new Uint8Array(await file.arrayBuffer());
  let letters = "";
  for (let at = 0; at < bytes.length; at += CHUNK) letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(letters);
}
