// The page itself: one board, four views of it, and what they share. Play, Learn and Watch show one game, Set another.

import { BoardView } from "./board.js";
import { Game } from "./game.js";
import { nameKind } from "./labels.js";
import { decodeLink } from "./link.js";
import { games, hashPuzzle, settings } from "./storage.js";
import { html } from "./elements.js";
import { CallError, ask, call, isAbort } from "./transport.js";
import { translateFault } from "../words/faults.js";
import { language, setLanguage, t, translate } from "./words.js";

/**
 * @typedef {{title?: string, game?: any, digits?: string, fresh?: boolean}} OpenOptions
 *   What is written on it; `fresh` begins anew where a saved game would go on.
 * @typedef {{document: any, board: import("./game.js").Board}} ParsedPuzzle A puzzle as `parse` tells it.
 * @typedef {{name: string, mount(panel: HTMLElement, app: App): void, show?(): void, hide?(): void,
 *   take?(read: ParsedPuzzle, beginning: OpenOptions): Promise<void>}} View
 *   A view that has `take` gets the puzzles that are opened while it is shown. Otherwise they are played.
 */

const FIRST = "..7...934.........4....38.75......7..7...8391..3..12...2.8..6..159.6....6...9....";
const VIEWS = ["play", "learn", "watch", "set"];

export class App {
  /** What is played: the game of Play, Learn and Watch. */ played = new Game();
  /** What is set: the puzzle of Set, whose givens are digits that can be changed. */ draft = new Game();
  ask = ask;
  call = call;
  /** @type {Record<string, View>} */ views = {};
  /** The view that is shown; none before there is a game. */ current = "";
  /** @type {((event: KeyboardEvent) => boolean | void)[]} Asked first at each key; true if it was theirs. */ keys = [];
  /** @type {boolean} Whether taps add to the cells chosen. */ selectsSeveral = false;
  /** @type {AbortController} Ends what is asked of the puzzle that is played when another one comes. */ puzzleController =
    new AbortController();
  /** @type {Map<Game, import("./board.js").Drawing | null>} What the rules of each look like. */ #drawn = new Map();
  /** The view that was chosen last; its module may still be on its way. */ #wanted = "";
  /** Whether the page has begun with a game, or nobody could bring one. */ #hasGame = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #saving;

  constructor() {
    this.board = new BoardView(element("drawing"), element("grid"), this);
    this.played.addEventListener("change", () => this.#saveSoon());
    for (const end of ["pagehide", "visibilitychange"]) document.addEventListener(end, () => this.save());
    addEventListener("pagehide", () => this.save());
    addEventListener("hashchange", () => this.#openAddress());
  }

  /** @returns {Game} The game on the board: that of the view. */
  get game() {
    return this.current === "set" ? this.draft : this.played;
  }

  /**
   * Say something in the one polite live region, which everybody sees, too.
   * @param {string} text
   * @param {{fault?: boolean, quiet?: boolean}} [how] Quiet is what those who see the board see there.
   */
  announce(text, { fault = false, quiet = false } = {}) {
    const status = element("status");
    status.classList.toggle("is-fault", fault);
    status.classList.toggle("is-quiet", quiet);
    status.textContent = text;
  }

  /**
   * Say what went wrong; a call given up is none.
   * @param {unknown} error
   */
  reportError(error) {
    if (isAbort(error)) return;
    this.announce(this.describeError(error), { fault: true });
  }

  /**
   * @param {unknown} error
   * @returns {string} What went wrong, in the player's language.
   */
  describeError(error) {
    const kind = error instanceof CallError ? error.kind : "";
    const known = t(`fault.${kind}`);
    return known === `fault.${kind}`
      ? translateFault(error instanceof Error ? error.message : String(error), t)
      : known;
  }

  /** @returns {"light" | "dark"} What the page looks like now. */
  get theme() {
    const chosen = settings.get("theme");
    if (chosen === "light" || chosen === "dark") return chosen;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }

  /** @returns {"en" | "zh"} */
  get lang() {
    return language();
  }

  /**
   * Open a text of any form: a puzzle, a link, a file of many.
   * @param {string} text
   * @param {OpenOptions} [beginning]
   * @returns {Promise<boolean>} Whether a puzzle was found.
   */
  async open(text, beginning = {}) {
    const take = this.#taker();
    try {
      const mark = text.trim().match(/#p=\d+\.[\w-]+$/);
      const shared = mark && (await decodeLink(mark[0]).catch(() => null)); // Python says what is wrong with it
      if (shared) {
        const { title, state } = shared.game ?? {};
        const game = state && typeof state === "object" ? { state } : undefined;
        await take(await this.read(shared.puzzle), {
          ...beginning,
          title: String(title ?? ""),
          digits: shared.digits,
          game,
        });
        return true;
      }
      /** @type {any[]} */
      const found = [];
      const result = await ask(
        "parse",
        { text, lenient: true },
        { onEvent: (event) => event.event === "puzzle" && found.push(event) },
      );
      if (!found.length) throw new CallError("empty", t("open.none"));
      await take(found[0], beginning);
      if (this.game === this.played)
        this.played.dispatchEvent(new CustomEvent("several", { detail: { puzzles: found } }));
      if (result.unknowns?.length) this.announce(t("open.unknowns", { what: result.unknowns.join(", ") }));
      else if (found.length > 1) this.announce(t("open.several", { count: found.length }));
      return true;
    } catch (error) {
      this.reportError(error);
      return false;
    }
  }

  /**
   * Open a puzzle by its document.
   * @param {any} puzzle
   * @param {OpenOptions} [beginning]
   */
  async openDocument(puzzle, beginning = {}) {
    const take = this.#taker();
    await take(await this.read(puzzle), beginning);
  }

  /**
   * Play a puzzle, whichever view is shown.
   * @param {any} puzzle
   * @param {OpenOptions} [beginning]
   */
  async play(puzzle, beginning = {}) {
    await this.#play(await this.read(puzzle), beginning);
    await this.view("play");
  }

  /** @returns {(read: ParsedPuzzle, beginning: OpenOptions) => Promise<void>} Who takes a puzzle that is opened now. */
  #taker() {
    const view = this.views[this.current];
    return (read, beginning) => (view?.take ? view.take(read, beginning) : this.#play(read, beginning));
  }

  /**
   * Have a document read: what it is in our own form, and its board.
   * @param {any} puzzle
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<ParsedPuzzle>}
   */
  async read(puzzle, { signal } = {}) {
    /** @type {any} */
    let found;
    await ask("parse", { text: JSON.stringify(puzzle) }, { signal, onEvent: (event) => (found ??= event) });
    return found;
  }

  /**
   * Have the rules of a puzzle drawn. Its givens aren't among what is drawn.
   * @param {any} puzzle
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<import("./board.js").Drawing>}
   */
  async drawing(puzzle, { signal } = {}) {
    const { layers, view_box, class: look, style } = await ask("draw", { puzzle }, { signal });
    return { layers, view_box, class: look, style };
  }

  /**
   * Open a game of those saved here, to go on playing; needs nobody to ask.
   * @param {string} id
   * @returns {Promise<boolean>}
   */
  async openSaved(id) {
    const puzzle = games.puzzle(id);
    if (!puzzle?.document || !puzzle.board) return false;
    if (this.game !== this.played) await this.view("play");
    this.save();
    this.#renew();
    this.#drawn.set(this.played, puzzle.drawn ?? null);
    this.played.start(puzzle.document, puzzle.board);
    this.played.fromJSON(games.get(id));
    await this.#paint();
    return true;
  }

  /**
   * @param {ParsedPuzzle} read
   * @param {OpenOptions} beginning
   */
  async #play({ document: puzzle, board }, { title = "", game, digits, fresh }) {
    this.save(); // first, because the game that goes on may be the one on the board
    const id = hashPuzzle(puzzle);
    const saved = games.get(id);
    this.#renew();
    this.#drawn.set(this.played, games.puzzle(id)?.drawn ?? null);
    this.played.start(puzzle, board, title || puzzle.title || "");
    if (saved) this.played.fromJSON(saved);
    // What comes with a link, or an empty board, is a move: undo goes back to what was there.
    if (fresh && saved) this.played.restart();
    if (game) this.played.restore(game);
    else if (digits) this.#enter(digits);
    await this.#paint();
    this.save();
  }

  /** @param {string} digits */
  #enter(digits) {
    const { played } = this;
    for (const [cell, digit] of [...String(digits)].entries()) {
      const isNew = cell < played.nCells && played.digits[cell] !== digit; // to enter a digit again would remove it
      if (isNew && played.board.digits.includes(digit)) played.enter(digit, [cell]);
    }
  }

  #renew() {
    this.announce("");
    this.puzzleController.abort();
    this.puzzleController = new AbortController();
  }

  async #paint() {
    const { document: puzzle, board } = this.played;
    let drawn = this.#drawn.get(this.played) ?? null;
    if (!drawn) {
      try {
        drawn = await this.drawing(puzzle, { signal: this.puzzleController.signal });
      } catch (error) {
        this.reportError(error);
      }
    }
    if (puzzle !== this.played.document) return; // another one came
    games.putPuzzle(hashPuzzle(puzzle), { document: puzzle, board, drawn });
    this.paint(this.played, drawn);
  }

  /**
   * Show what the rules of a game look like, now and whenever it is on the board.
   * @param {Game} game
   * @param {import("./board.js").Drawing | null} drawn
   */
  paint(game, drawn) {
    this.#drawn.set(game, drawn);
    if (game !== this.game) return;
    if (drawn) this.board.paint(drawn);
    document.title = `${game.title || nameKind(game.document)} · farandole`;
    document.body.classList.add("is-ready");
  }

  /**
   * @param {Game} game
   * @returns {import("./board.js").Drawing | null} What its rules look like, where that is known.
   */
  getDrawing(game) {
    return this.#drawn.get(game) ?? null;
  }

  #saveSoon() {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.save(), 250);
  }

  /** Save the game that is played; it is done after each move, too. */
  save() {
    clearTimeout(this.#saving);
    const { played } = this;
    if (!played.document) return;
    const { seconds, filled, nCells: cells, isSolved: solved } = played;
    const title = played.title || nameKind(played.document);
    games.put({ id: hashPuzzle(played.document), title, when: Date.now(), seconds, filled, cells, solved }, played);
  }

  /**
   * Show a view of the board; nothing is lost.
   * @param {string} name
   */
  async view(name) {
    if (!VIEWS.includes(name)) return;
    this.#wanted = name;
    try {
      await this.#mount(name);
    } catch (error) {
      return this.reportError(error);
    }
    if (!this.#hasGame || this.#wanted !== name || name === this.current) return; // it comes with the game; or another was chosen, or this one twice
    const before = this.game;
    this.views[this.current]?.hide?.();
    this.current = name;
    if (this.game !== before) {
      this.announce(""); // what was said is of the other one
      this.board.show();
      if (this.game.document) this.paint(this.game, this.getDrawing(this.game));
    }
    document.body.dataset.view = name;
    for (const panel of element("panels").children) panel.toggleAttribute("hidden", panel.id !== `panel-${name}`);
    for (const button of document.querySelectorAll("#views button")) {
      if (button.getAttribute("data-view") === name) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
    settings.set("view", name);
    this.board.fit();
    this.views[name].show?.();
  }

  /** @param {string} name */
  async #mount(name) {
    const { default: view } = await import(`../${name}/${name}.js`);
    if (this.views[name]) return;
    const panel = html("section", {
      id: `panel-${name}`,
      class: "panel",
      "data-t-label": `view.${name}`,
      hidden: true,
    });
    element("panels").append(panel);
    view.mount(panel, this);
    translate(element("panels"));
    this.views[name] = view;
  }

  /** Begin: with the puzzle of the address, or the last game, or a first one. */
  async begin() {
    this.#dress();
    document.documentElement.lang = language();
    translate(document.documentElement);
    await this.#mount("play"); // whose pad, keys and dialogs are for all
    const isSent = await this.#openAddress();
    if (!isSent) {
      const [last] = games.list();
      const goesOn = last && (await this.openSaved(last.id).catch(() => false)); // what is saved may be damaged
      if (!goesOn) await this.open(FIRST, { title: t("shape.easy") });
    }
    const chosen = settings.get("view");
    const isForPlay = !VIEWS.includes(chosen) || (isSent && chosen === "set"); // a link is sent to be played
    this.#hasGame = true;
    await this.view(this.#wanted || (isForPlay ? "play" : chosen));
  }

  /** @returns {Promise<boolean>} Whether the address had a puzzle that could be opened. */
  async #openAddress() {
    const { hash, search, pathname } = location;
    const text = hash.startsWith("#p=") ? hash : restoreLink(new URLSearchParams(search));
    if (!text) return false;
    history.replaceState(null, "", pathname); // so that a reload goes on with the game
    if (this.game !== this.played) await this.view("play");
    return this.open(text);
  }

  #dress() {
    const wear = () => {
      document.documentElement.dataset.theme = settings.get("theme", "auto");
      element("theme").setAttribute("aria-pressed", String(this.theme === "dark"));
    };
    wear();
    element("theme").addEventListener("click", () => {
      settings.set("theme", this.theme === "dark" ? "light" : "dark");
      wear();
    });
    element("language").addEventListener("click", () => setLanguage(language() === "en" ? "zh" : "en"));
    for (const button of document.querySelectorAll("#views button")) {
      button.addEventListener("click", () => this.view(button.getAttribute("data-view") ?? "play"));
    }
    element("zoom-in").addEventListener("click", () => this.board.zoom(this.board.zoomFactor * 1.5));
    element("zoom-out").addEventListener("click", () => this.board.zoom(this.board.zoomFactor / 1.5));
  }
}

/**
 * Put parameters of other sites' links back into such a link.
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

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`expected an element #${id}`);
  return found;
}

/** Keep the page for when nobody answers. A browser may forbid it, and then it isn't kept. */
async function cachePage() {
  await navigator.serviceWorker.register("/static/worker.js", { scope: "/" });
  if (!navigator.onLine) return;
  await Promise.allSettled(VIEWS.map((name) => import(`../${name}/${name}.js`)));
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const kept = await caches.open("farandole-1");
  await Promise.allSettled(
    ["/", ...loaded.filter((path) => path.startsWith("/static/"))].map((path) => kept.add(path)),
  );
}

new App()
  .begin()
  .then(() => navigator.serviceWorker && cachePage())
  .catch(() => {});
