// How a puzzle gets on the board: from a text, a document, the address, or a game saved in the browser.

import { CallError } from "./errors.js";
import { decodeLink } from "./link.js";
import { hashPuzzle } from "./library.js";
import { t } from "./words.js";

/**
 * @typedef {{title?: string, game?: any, digits?: string, fresh?: boolean, reading?: number,
 *   name?: string, about?: Partial<import("./library.js").Entry>}} OpenOptions
 *   The game, or only its digits, that a link holds. `fresh` starts with an empty board even if a game is saved.
 *   `reading` is the number of a reading of a drawing, from 1. `name` is that of a
 *   collection, `about` is for the library.
 * @typedef {{document: any, board: import("./position.js").Board}} ParsedPuzzle An event of `parse`.
 */

// farandole make --rating easy --symmetry rotate180 --seed 13. Backtracking solves it in 168 tries, as Watch shows.
const FIRST = "8.2.69...41.7..3....54..2..........4.5.....9.2..........1..36....7..2.13...94.8.7";

export class PuzzleOpener {
  /** @type {((text: string, options: OpenOptions, error: CallError) => void) | null} Asks for the reading of a drawing. */
  askReading = null;
  /** Why the last text was not opened. */ #failure = "";

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * Open a text in any format: a puzzle, a link, a file of many.
   * @param {string} text
   * @param {OpenOptions} [options]
   * @returns {Promise<boolean>} Whether there was a puzzle.
   */
  async open(text, options = {}) {
    const open = this.#getReceiver();
    try {
      const [link] = text.trim().match(/#p=\d+\.[\w-]+$/) ?? [];
      const shared = link && (await decodeLink(link).catch(() => null)); // if it is damaged, the server says why
      if (shared) {
        const { title, state } = shared.game ?? {};
        const game = state && typeof state === "object" ? { state } : undefined;
        const parsed = await this.parse(shared.puzzle);
        await open(parsed, { ...options, title: String(title ?? ""), digits: shared.digits, game });
        return true;
      }
      await this.#openForeign(text, options, open);
      return true;
    } catch (error) {
      if (error instanceof CallError && error.code === "several_readings" && this.askReading) {
        this.askReading(text, options, error);
        return false;
      }
      this.app.reportError(error);
      this.#failure = this.app.describeError(error);
      return false;
    }
  }

  /**
   * @param {string} text
   * @param {OpenOptions} options
   * @param {(parsed: ParsedPuzzle, options: OpenOptions) => Promise<void>} open
   */
  async #openForeign(text, options, open) {
    const { app } = this;
    /** @type {any[]} */
    const puzzles = [];
    const onEvent = (/** @type {any} */ event) => event.event === "puzzle" && puzzles.push(event);
    const { reading } = options;
    const { lang } = app;
    const result = await app.ask("parse", { text, lenient: true, reading, lang }, { onEvent });
    if (!puzzles.length) throw new CallError("no_puzzle");
    if (puzzles.length > 1 && !app.views.currentView?.openPuzzle) {
      const { importFew } = await import("../library/importing.js");
      const isKept = await importFew(app, text, puzzles, options.name || t("library.pasted"));
      if (isKept) return;
    }
    await open(puzzles[0], options);
    if (result.unknowns?.length) app.notice.show("open.unknowns", result.unknowns.join(", "));
    else if (result.drawing) app.notice.show("open.taken_for", result.drawing);
    else if (puzzles.length > 1) app.announce(t("open.several", { count: puzzles.length }));
  }

  /**
   * Open a document.
   * @param {any} puzzle
   * @param {OpenOptions} [options]
   */
  async openDocument(puzzle, options = {}) {
    const open = this.#getReceiver();
    await open(await this.parse(puzzle), options);
  }

  /**
   * Open the puzzle of the address, and remove it from the address, so that a reload goes on with the game.
   * @returns {Promise<boolean>} Whether there was a puzzle.
   */
  async openAddress() {
    const { hash, search, pathname } = location;
    const text = hash.startsWith("#p=") ? hash : restoreLink(new URLSearchParams(search));
    if (!text) return false;
    history.replaceState(null, "", pathname);
    if (this.app.game !== this.app.played) await this.app.views.show("play");
    this.#failure = "";
    const isOpen = await this.open(text);
    if (this.#failure) this.app.notice.showFault(this.#failure);
    return isOpen;
  }

  /** Open the game that was played last, or else a first puzzle. */
  async openLast() {
    const isOpen = await this.#openLastSaved().catch(() => false); // what is saved may be damaged
    if (!isOpen) await this.open(FIRST, { title: t("open.first") });
  }

  async #openLastSaved() {
    const [last] = await this.app.store.library.latest(1);
    return last ? this.openSaved(last.id) : false;
  }

  /**
   * Open a puzzle of the library. One that was played before needs no server.
   * @param {string} id
   * @returns {Promise<boolean>} Whether there is one.
   */
  async openSaved(id) {
    const { app } = this;
    const { entry, puzzle } = await app.store.read(id);
    const isShown = puzzle?.document && puzzle.board;
    if (!entry) return false;
    const parsed = isShown ? puzzle : await this.parse(entry.puzzle);
    if (app.game !== app.played) await app.views.show("play");
    await this.#play(parsed, { about: { id } });
    return true;
  }

  /**
   * Play a puzzle, and show Play.
   * @param {any} puzzle
   * @param {OpenOptions} [options]
   */
  async play(puzzle, options = {}) {
    await this.#play(await this.parse(puzzle), options);
    await this.app.views.show("play");
  }

  /**
   * Have the server read a document, or a text.
   * @param {any} puzzle
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<ParsedPuzzle>}
   */
  async parse(puzzle, { signal } = {}) {
    /** @type {any} */
    let parsed;
    const text = typeof puzzle === "string" ? puzzle : JSON.stringify(puzzle);
    await this.app.ask("parse", { text }, { signal, onEvent: (event) => (parsed ??= event) });
    return parsed;
  }

  /** @returns {(parsed: ParsedPuzzle, options: OpenOptions) => Promise<void>} The opener of the current view. */
  #getReceiver() {
    const view = this.app.views.currentView;
    return (parsed, options) => (view?.openPuzzle ? view.openPuzzle(parsed, options) : this.#play(parsed, options));
  }

  /**
   * @param {ParsedPuzzle} parsed
   * @param {OpenOptions} options
   */
  async #play(parsed, { title = "", game, digits, fresh, about = {} }) {
    const { app } = this;
    const { played } = app;
    const id = about.id ?? hashPuzzle(parsed.document);
    const saved = await app.store.read(id);
    app.cancelPuzzleCalls();
    app.drawings.set(played, saved.puzzle?.drawn ?? null);
    app.store.play(id, parsed, saved, title ? { ...about, title } : about);
    // An empty board, or the game of a link, is a move: undo goes back to the saved game.
    if (fresh && saved.game) played.restart();
    if (game) played.restore(game);
    else if (digits) this.#enter(digits);
    await this.#draw();
    app.save();
  }

  /** @param {string} digits */
  #enter(digits) {
    const { played } = this.app;
    for (const [cell, digit] of [...String(digits)].entries()) {
      const isNew = cell < played.nCells && played.digits[cell] !== digit; // to enter a digit again would remove it
      if (isNew && played.board.digits.includes(digit)) played.enter(digit, [cell]);
    }
  }

  /** Show the drawing of the puzzle that is played, and save both. */
  async #draw() {
    const { app } = this;
    const { document: puzzle, board } = app.played;
    let drawn = app.drawings.get(app.played);
    if (!drawn) {
      try {
        drawn = await app.drawings.fetch(puzzle, { signal: app.puzzleController.signal });
      } catch (error) {
        app.reportError(error);
      }
    }
    if (puzzle !== app.played.document) return; // another one was opened meanwhile
    if (app.store.entry) app.store.library.savePuzzle(app.store.entry.id, { document: puzzle, board, drawn });
    app.showDrawing(app.played, drawn);
  }
}

/**
 * Restore the link of another site whose parameters are in our address.
 * @param {URLSearchParams} search
 * @returns {string}
 */
function restoreLink(search) {
  const value = (/** @type {string} */ name) => encodeURIComponent(search.get(name) ?? "");
  if (search.has("load")) return `https://www.f-puzzles.com/?load=${value("load")}`;
  if (search.has("bd")) return `https://www.sudokuwiki.org/sudoku.htm?bd=${value("bd")}`;
  if (search.has("s")) return `https://sudokuexchange.com/play/?s=${value("s")}`;
  if (search.has("puzzleid")) return `https://sudokupad.app/${value("puzzleid")}`;
  return search.get("p") ?? "";
}
