// The page itself: one board, four views of it, and what they share.

import { BoardView } from "./board.js";
import { Game } from "./game.js";
import { kindOf } from "./labels.js";
import { sharedIn } from "./link.js";
import { DRAFT, games, nameOf, settings } from "./saved.js";
import { html } from "./svg.js";
import { CallError, ask, call, isAbort } from "./transport.js";
import { faultSaid } from "../words/faults.js";
import { language, setLanguage, t, translate } from "./words.js";

/**
 * @typedef {{name: string, mount(panel: HTMLElement, app: App): void, show?(): void, hide?(): void}} View
 * @typedef {{title?: string, game?: any, digits?: string, fresh?: boolean, draft?: boolean}} Beginning
 *   What is written on it; `fresh` begins anew where a saved game would go on; a `draft` of a setter has one place among
 *   the games, whatever it becomes.
 */

const FIRST = "..7...934.........4....38.75......7..7...8391..3..12...2.8..6..159.6....6...9....";
const VIEWS = ["play", "learn", "watch", "set"];

export class App {
  game = new Game();
  ask = ask;
  call = call;
  /** @type {Record<string, View>} */ views = {};
  current = "play";
  /** Whether the board is a draft of a setter. */ isDraft = false;
  /** @type {((event: KeyboardEvent) => boolean | void)[]} Asked first at each key; true if it was theirs. */ keys = [];
  /** @type {boolean} Whether taps add to the cells chosen. */ isAdding = false;
  /** @type {AbortController} Ends what is asked of a puzzle when another one comes. */ asking = new AbortController();
  /** @type {import("./board.js").Drawn | null} */ #drawn = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #saving;

  constructor() {
    this.board = new BoardView(element("drawing"), element("grid"), this);
    this.game.addEventListener("change", () => this.#saveSoon());
    for (const end of ["pagehide", "visibilitychange"]) document.addEventListener(end, () => this.save());
    addEventListener("pagehide", () => this.save());
    addEventListener("hashchange", () => this.#openAddress());
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
  complain(error) {
    if (isAbort(error)) return;
    const kind = error instanceof CallError ? error.kind : "";
    const known = t(`fault.${kind}`);
    const said = error instanceof Error ? error.message : String(error);
    this.announce(known === `fault.${kind}` ? faultSaid(said, t) : known, { fault: true });
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
   * @param {Beginning} [beginning]
   * @returns {Promise<boolean>} Whether a puzzle was found.
   */
  async open(text, beginning = {}) {
    try {
      const mark = text.trim().match(/#p=\d+\.[\w-]+$/);
      const shared = mark && (await sharedIn(mark[0]).catch(() => null)); // Python says what is wrong with it
      if (shared) {
        const { title, state } = shared.game ?? {};
        const game = state && typeof state === "object" ? { state } : undefined;
        await this.openDocument(shared.puzzle, { ...beginning, title: String(title ?? ""), digits: shared.digits, game });
        return true;
      }
      /** @type {any[]} */
      const found = [];
      const result = await ask("parse", { text, lenient: true }, { onEvent: (event) => event.event === "puzzle" && found.push(event) });
      if (!found.length) throw new CallError("empty", t("open.none"));
      await this.#load(found[0].document, found[0].board, beginning);
      this.game.dispatchEvent(new CustomEvent("several", { detail: { puzzles: found } }));
      if (result.unknowns?.length) this.announce(t("open.unknowns", { what: result.unknowns.join(", ") }));
      else if (found.length > 1) this.announce(t("open.several", { count: found.length }));
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /**
   * Open a puzzle by its document.
   * @param {any} puzzle
   * @param {Beginning} [beginning]
   */
  async openDocument(puzzle, beginning = {}) {
    /** @type {any} */
    let found;
    await ask("parse", { text: JSON.stringify(puzzle) }, { onEvent: (event) => (found ??= event) });
    await this.#load(found.document, found.board, beginning);
  }

  /**
   * Open a game of those saved here; needs nobody to ask.
   * @param {string} id
   * @returns {Promise<boolean>}
   */
  async openSaved(id) {
    const puzzle = games.puzzle(id);
    if (!puzzle?.document || !puzzle.board) return false;
    this.save();
    this.isDraft = id === DRAFT;
    this.#renew();
    this.#drawn = puzzle.drawn ?? null;
    this.game.start(puzzle.document, puzzle.board);
    this.game.fromJSON(games.get(id));
    await this.#paint();
    return true;
  }

  /**
   * @param {any} puzzle
   * @param {import("./game.js").Board} board
   * @param {Beginning} beginning
   */
  async #load(puzzle, board, { title = "", game, digits, fresh, draft }) {
    const saved = draft ? null : games.get(nameOf(puzzle));
    this.save();
    this.isDraft = Boolean(draft);
    this.#renew();
    this.#drawn = (draft ? null : games.puzzle(nameOf(puzzle))?.drawn) ?? null;
    this.game.start(puzzle, board, title || puzzle.title || "");
    if (saved) this.game.fromJSON(saved);
    // What comes with a link, or an empty board, is a move: undo goes back to what was there.
    if (fresh && saved) this.game.restart();
    if (game) this.game.goBack(game);
    else if (digits) this.#enter(digits);
    await this.#paint();
    this.save();
  }

  /** @param {string} digits */
  #enter(digits) {
    for (const [cell, digit] of [...String(digits)].entries()) {
      if (digit !== "." && cell < this.game.nCells && this.game.board.digits.includes(digit)) this.game.enter(digit, [cell]);
    }
  }

  #renew() {
    this.announce("");
    this.asking.abort();
    this.asking = new AbortController();
  }

  async #paint() {
    const { document: puzzle } = this.game;
    if (!this.#drawn) {
      try {
        const { layers, view_box, class: look, style } = await ask("draw", { puzzle }, { signal: this.asking.signal });
        this.#drawn = { layers, view_box, class: look, style };
      } catch (error) {
        this.complain(error);
      }
    }
    if (puzzle !== this.game.document) return; // another one came
    if (this.#drawn) this.board.paint(this.#drawn);
    games.putPuzzle(this.#id, { document: puzzle, board: this.game.board, drawn: this.#drawn });
    document.title = `${this.game.title || kindOf(puzzle)} · farandole`;
    document.body.classList.add("is-ready");
  }

  /** @returns {string} Where the game is saved. */
  get #id() {
    return this.isDraft ? DRAFT : nameOf(this.game.document);
  }

  #saveSoon() {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.save(), 250);
  }

  /** Save the game; it is done after each move, too. */
  save() {
    clearTimeout(this.#saving);
    const { game } = this;
    if (!game.document) return;
    const { seconds, filled, nCells: cells, isSolved: solved } = game;
    const title = game.title || kindOf(game.document);
    games.put({ id: this.#id, title, when: Date.now(), seconds, filled, cells, solved }, game);
  }

  /**
   * Show a view of the board; nothing is lost.
   * @param {string} name
   */
  async view(name) {
    if (!VIEWS.includes(name)) return;
    if (!this.views[name]) {
      try {
        const { default: view } = await import(`../${name}/${name}.js`);
        const panel = html("section", { id: `panel-${name}`, class: "panel", "data-t-label": `view.${name}`, hidden: true });
        element("panels").append(panel);
        view.mount(panel, this);
        translate(element("panels"));
        this.views[name] = view;
      } catch (error) {
        return this.complain(error);
      }
    }
    this.views[this.current]?.hide?.();
    this.current = name;
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

  /** Begin: with the puzzle of the address, or the last game, or a first one. */
  async begin() {
    this.#dress();
    document.documentElement.lang = language();
    translate(document.documentElement);
    const chosen = settings.get("view", "play"); // before the first view is shown, and remembered
    await this.view("play");
    if (!(await this.#openAddress())) {
      const [last] = games.list();
      const goesOn = last && (await this.openSaved(last.id).catch(() => false)); // what is saved may be damaged
      if (!goesOn) await this.open(FIRST, { title: t("shape.easy") });
    }
    if (chosen !== "play") await this.view(chosen);
  }

  /** @returns {Promise<boolean>} Whether the address had a puzzle that could be opened. */
  async #openAddress() {
    const { hash, search, pathname } = location;
    const text = hash.startsWith("#p=") ? hash : foreign(new URLSearchParams(search));
    if (!text) return false;
    history.replaceState(null, "", pathname); // so that a reload goes on with the game
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
    element("zoom-in").addEventListener("click", () => this.board.zoom(this.board.zoomed * 1.5));
    element("zoom-out").addEventListener("click", () => this.board.zoom(this.board.zoomed / 1.5));
  }
}

/**
 * Put parameters of other sites' links back into such a link.
 * @param {URLSearchParams} search
 * @returns {string}
 */
function foreign(search) {
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
async function keep() {
  await navigator.serviceWorker.register("/static/worker.js", { scope: "/" });
  if (!navigator.onLine) return;
  await Promise.allSettled(VIEWS.map((name) => import(`../${name}/${name}.js`)));
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const kept = await caches.open("farandole-1");
  await Promise.allSettled(["/", ...loaded.filter((path) => path.startsWith("/static/"))].map((path) => kept.add(path)));
}

new App().begin().then(() => navigator.serviceWorker && keep()).catch(() => {});
