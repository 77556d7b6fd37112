// The page: the board, which shows a game of the store, and four views. Play, Learn and Watch show one game, Set the
// other.

import { BoardView } from "./board.js";
import { Drawings } from "./drawings.js";
import { describeError } from "./errors.js";
import { Header, getTheme } from "./header.js";
import { nameKind } from "./labels.js";
import { Notice } from "./notice.js";
import { cachePage } from "./offline.js";
import { PuzzleOpener } from "./puzzle_opener.js";
import { PYTHON, pool } from "./python.js";
import { PythonStatus } from "./python_status.js";
import { Store } from "./store.js";
import { isAbort } from "./transport.js";
import { ViewSwitcher } from "./views.js";
import { Work } from "./work.js";
import { language, t, translate } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

const SAVE_DELAY = 250; // milliseconds after a move

export class App {
  store = new Store();
  work = new Work(getElement("work"));
  drawings = new Drawings();
  opener = new PuzzleOpener(this);
  views = new ViewSwitcher(this);
  notice = new Notice(getElement("notice"), this);
  /** @type {((event: KeyboardEvent) => boolean | void)[]} Asked first; true if the key is handled. */
  keyHandlers = [];
  /** Whether taps add cells to the selection. */ selectsSeveral = false;
  /** Cancels the calls about the puzzle that is played when another one is opened. */ puzzleController =
    new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #saving;

  constructor() {
    this.board = new BoardView(getElement("drawing"), getElement("grid"), this);
    this.played.addEventListener("change", () => this.#saveSoon());
    for (const end of ["pagehide", "visibilitychange"]) document.addEventListener(end, () => this.save());
    addEventListener("pagehide", () => this.save());
    addEventListener("hashchange", () => {
      this.opener.openAddress();
      this.#answerShortcut();
    });
    this.store.library.addEventListener("full", () => this.announce(t("fault.full"), { fault: true }));
  }

  /** Start: open the puzzle of the address, or the last game, or a first puzzle. */
  async start() {
    new Header(this);
    if (PYTHON) this.#startPython();
    document.documentElement.lang = language();
    translate(document.documentElement);
    await this.views.mount("play"); // it has the pad, the keys and the dialogs of all views
    await this.store.library.open();
    const isSent = await this.opener.openAddress();
    if (!isSent) await this.opener.openLast();
    await this.views.start(isSent);
    this.#answerShortcut();
  }

  /** Show the puzzles of the day if the page was opened by the app's shortcut to them. */
  #answerShortcut() {
    if (location.hash !== "#day") return;
    history.replaceState(null, "", location.pathname + location.search);
    getElement("new").click();
  }

  /** Load Python at once, so that the first call finds it ready. Calls report a failure. */
  #startPython() {
    document.body.append(new PythonStatus(pool).element);
    pool.start().catch(() => {});
  }

  /**
   * Call a method of the server, and wait for its result.
   * @type {Work["ask"]}
   */
  ask(method, params, options) {
    return this.work.ask(method, params, options);
  }

  get played() {
    return this.store.played;
  }

  get draft() {
    return this.store.draft;
  }

  /** @returns {Game} The game on the board. */
  get game() {
    return this.store.game;
  }

  /** @returns {"light" | "dark"} */
  get theme() {
    return getTheme();
  }

  /** @returns {"en" | "zh"} */
  get lang() {
    return language();
  }

  /**
   * Show a message in the live region, which screen readers read.
   * @param {string} text
   * @param {{fault?: boolean, quiet?: boolean}} [look] quiet if the board shows the same
   */
  announce(text, { fault = false, quiet = false } = {}) {
    const status = getElement("status");
    status.classList.toggle("is-fault", fault);
    status.classList.toggle("is-quiet", quiet);
    status.textContent = text;
  }

  /**
   * Show an error. A cancelled call isn't one.
   * @param {unknown} error
   */
  reportError(error) {
    if (!isAbort(error)) this.announce(this.describeError(error), { fault: true });
  }

  /**
   * @param {unknown} error
   * @returns {string} The error in the player's language.
   */
  describeError(error) {
    return describeError(error, t);
  }

  /** Cancel the calls about the puzzle that was played until now. */
  cancelPuzzleCalls() {
    this.announce("");
    this.puzzleController.abort();
    this.puzzleController = new AbortController();
  }

  /**
   * Set the drawing of a game, and show it if the game is on the board.
   * @param {Game} game
   * @param {import("./board.js").Drawing | null} drawing
   */
  showDrawing(game, drawing) {
    this.drawings.set(game, drawing);
    if (game !== this.game) return;
    if (drawing) this.board.showDrawing(drawing);
    document.title = `${game.title || nameKind(game.document)} · farandole`;
    document.body.classList.add("is-ready");
  }

  #saveSoon() {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.save(), SAVE_DELAY);
  }

  /** Save the game that is played. */
  save() {
    clearTimeout(this.#saving);
    this.store.save();
  }
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function getElement(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`expected an element #${id}`);
  return element;
}

new App()
  .start()
  .then(() => navigator.serviceWorker && cachePage())
  .catch(() => {});
