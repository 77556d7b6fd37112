// The draft: a puzzle that is being set, with its history. It is on the board of Set, and saved in the browser.

import { CallError } from "../core/errors.js";
import { hashPuzzle } from "../core/library.js";
import { wait } from "../core/transport.js";
import { addGivens, isSame, joinEntries, removeGivens, setAbout, splitEntries } from "./document.js";
import { History } from "./history.js";

/**
 * @typedef {import("./document.js").Document} Document
 * @typedef {import("./history.js").State} State
 * @typedef {import("../core/position.js").Board} Board
 * @typedef {import("../core/board.js").Drawing} Drawing
 */

const UNLOAD_TIME = 300; // milliseconds in which a page that goes away is gone

/** Dispatches "board" when the board was made anew, then "change". */
export class Draft extends EventTarget {
  #history = new History({ document: { farandole: 1, grid: { size: 9 } }, digits: "", title: "" });
  /** The hash of the puzzle of Play that the clean state of the history is. */ #source = "";
  /** @type {Document | null} The document on the board. That of the current state may still be loading. */ #shown =
    null;
  #loading = new AbortController();

  /** @type {Promise<unknown>} Resolves when the board is loaded: to the error that prevented it, or to null. */
  loaded = Promise.resolve(null);

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    super();
    this.app = app;
    this.game = app.draft;
    this.game.addEventListener("change", () => this.#readEntries());
    // A page that goes away cancels its calls. Its document is still valid, and is loaded again by pageshow.
    addEventListener("pagehide", () => this.#loading.abort());
    addEventListener("pageshow", () => this.isOnBoard && this.resume());
  }

  /** Whether the view is Set, so that the board shows the draft. */
  get isOnBoard() {
    return this.app.game === this.game;
  }

  /** Whether the board of the current document isn't there yet. */
  get isLoading() {
    return !isSame(this.current.document, this.#shown);
  }

  /** Whether the puzzle came from Play, with givens or rules. Its true candidates would give it away. */
  get isFromPlay() {
    const { isTaken, document, digits } = this.current;
    return Boolean(isTaken) && Boolean(document.rules?.length || /[^.]/.test(digits));
  }

  /** @returns {State} */
  get current() {
    return this.#history.current;
  }

  /** @returns {Document} */
  get document() {
    return this.current.document;
  }

  /** @returns {Document} The document with the entered digits as its givens. */
  get puzzle() {
    const { document, digits, title } = this.current;
    return addGivens(setAbout(document, "title", title), digits, this.game.board);
  }

  get canUndo() {
    return this.#history.at > 0;
  }

  get canRedo() {
    return this.#history.at < this.#history.states.length - 1;
  }

  // ── Between Play, the browser's storage, and Set ────────────────────────────────────────────────────────────────

  /**
   * Open the draft as it was left. If nothing was changed in it, open the puzzle of Play.
   * @returns {boolean} Whether it is a draft with changes.
   */
  open() {
    if (!this.#shown) this.#restore();
    const { document } = this.app.played;
    const isClean = !this.#shown || (this.#history.isClean && this.#source !== hashPuzzle(document));
    if (document && isClean) {
      this.takePlayed();
      return false;
    }
    this.#refresh();
    this.resume();
    return !this.#history.isClean;
  }

  /** Load the current document if loading was interrupted. */
  resume() {
    if (this.isLoading) this.#load();
  }

  /** Set the puzzle of Play. Undo goes back to the draft before. */
  takePlayed() {
    const { played } = this.app;
    const digits = played.givens.map((digit) => digit || ".").join("");
    const state = { document: removeGivens(played.document), digits, title: played.title, isTaken: true };
    if (this.#shown) this.#history.push(state);
    else this.#history = new History(state);
    this.#history.markClean();
    this.#source = hashPuzzle(played.document);
    this.#show(this.document, clearGivens(played.board), this.app.drawings.get(played));
  }

  /**
   * Set a puzzle that was opened. Undo goes back to the draft before.
   * @param {import("../core/puzzle_opener.js").ParsedPuzzle} parsed
   * @param {import("../core/puzzle_opener.js").OpenOptions} options
   */
  async openPuzzle({ document, board }, { title = "", digits = "", fresh }) {
    const isEntered = fresh && digits.length === board.cells.length; // digits entered on an empty board are its givens
    const drawing = await this.app.drawings.fetch(document);
    this.#history.push({
      document: removeGivens(document),
      digits: isEntered ? digits : board.givens,
      title: title || String(document.title ?? ""),
    });
    this.app.announce("");
    this.#show(removeGivens(document), clearGivens(board), drawing);
  }

  /** Play the draft. It also stays in Set. */
  async play() {
    if (await this.loaded) return; // the last change is invalid, which was announced
    try {
      await this.app.opener.play(this.puzzle, { title: this.current.title });
      this.#history.markClean();
      this.#source = hashPuzzle(this.app.played.document);
      this.#save();
    } catch (error) {
      this.app.reportError(error);
    }
  }

  /** Restore the draft that is saved in the browser, if there is one. */
  #restore() {
    const saved = this.app.store.library.draft;
    const history = History.fromJSON(saved?.history);
    if (!history || !saved.laid?.grid) return;
    const blank = this.#history;
    try {
      this.#history = history;
      this.#source = String(saved.source ?? "");
      this.#show(saved.laid, saved.board, saved.drawn ?? null);
    } catch {
      [this.#history, this.#shown] = [blank, null]; // it is damaged
    }
  }

  #save() {
    if (!this.#shown) return;
    const { board } = this.game;
    const drawn = this.app.drawings.get(this.game);
    const { library } = this.app.store;
    library.saveDraft({ history: this.#history, source: this.#source, laid: this.#shown, board, drawn });
  }

  // ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Change the draft. An invalid document is announced and undone.
   * @param {Document} document
   * @param {Partial<State>} [others]
   * @param {unknown} [source] what changes it; changes of one source are one step for undo
   * @returns {Promise<unknown>} The error, or null.
   */
  async change(document, others = {}, source = null) {
    if (!this.#history.push({ ...this.current, ...others, document }, source)) return null;
    if (!this.isLoading) this.#loading.abort();
    const done = this.isLoading ? this.#load() : null;
    this.#refresh();
    return done;
  }

  /**
   * Change what the puzzle has beside its rules.
   * @param {string} name "title", "author", "rules" or "message"
   * @param {string} text
   * @param {HTMLElement} field where it is typed
   */
  describe(name, text, field) {
    const document = setAbout(this.document, name, text);
    if (name !== "title") return void this.change(document, {}, field);
    if (this.#history.push({ ...this.current, title: text }, field)) this.#refresh();
  }

  /** @param {-1 | 1} direction -1 for undo, 1 for redo */
  step(direction) {
    const { at } = this.#history;
    const state = this.#history.step(direction);
    if (!state) return;
    if (this.isLoading) {
      this.#load(() => (this.#history.at = at));
      return;
    }
    this.#loading.abort();
    this.game.restore({ state: joinEntries(state, this.game.nCells) });
    this.dispatchEvent(new Event("board"));
    this.#refresh();
  }

  /** Take over digits, marks and colors that have changed on the board. */
  #readEntries() {
    if (this.current.digits.length !== this.game.nCells) return; // the board of another document is loading
    const { digits, notes } = splitEntries(this.game);
    if (this.#history.push({ ...this.current, digits, notes })) this.#refresh();
  }

  /**
   * Load the board of the current document. If the document is invalid, announce it and go back.
   * @param {() => void} [goBack]
   * @returns {Promise<unknown>} The error, or null.
   */
  #load(goBack = () => this.#shown && this.#history.revertTo(this.#shown)) {
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    const { document } = this;
    const load = async () => {
      try {
        const parsing = this.app.opener.parse(document, { signal });
        const [{ board }, drawing] = await Promise.all([parsing, this.app.drawings.fetch(document, { signal })]);
        if (!signal.aborted) this.#show(document, board, drawing);
        return null;
      } catch (error) {
        // A page that goes away fails its calls before pagehide cancels them. Then the document isn't invalid.
        const isRefused = error instanceof CallError && error.code !== "offline";
        if (!isRefused) await wait(UNLOAD_TIME);
        if (signal.aborted) return null; // something newer was drawn meanwhile
        goBack();
        this.#refresh();
        this.app.reportError(error);
        return error;
      }
    };
    return (this.loaded = load());
  }

  /**
   * Show the board of a document, with the digits and notes of the current state.
   * @param {Document} document
   * @param {Board} board
   * @param {Drawing | null} drawing
   */
  #show(document, board, drawing) {
    const { game, app } = this;
    const { selection, cursor } = game;
    const hasSameCells = isSame(game.board.cells, board.cells);
    const hadFocus = app.board.hasFocus;
    this.#loading.abort();
    this.#shown = document;
    game.start(document, board, this.current.title);
    this.current.digits ||= game.line;
    game.restore({ state: joinEntries(this.current, game.nCells) });
    if (hasSameCells) game.select(selection, cursor);
    app.showDrawing(game, drawing);
    if (hadFocus && this.isOnBoard) app.board.focus();
    this.dispatchEvent(new Event("board"));
    this.#refresh();
  }

  #refresh() {
    this.game.title = this.current.title;
    if (!this.isLoading) this.game.document = this.puzzle; // so that it is shared with its givens
    this.#save();
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * @param {Board} board
 * @returns {Board} The board without its givens.
 */
function clearGivens(board) {
  const all = [...board.digits].map((_, digit) => digit + 1);
  const marks = board.marks.map((digits, cell) => (board.givens[cell] === "." ? digits : all));
  return { ...board, givens: ".".repeat(board.givens.length), marks };
}
