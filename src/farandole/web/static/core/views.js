// The four views of the page. The module of a view is loaded when it is first shown.

import { html } from "./elements.js";
import { settings } from "./storage.js";
import { translate } from "./words.js";

/**
 * @typedef {import("./puzzle_opener.js").OpenOptions} OpenOptions
 * @typedef {import("./puzzle_opener.js").ParsedPuzzle} ParsedPuzzle
 * @typedef {{name: string, mount(panel: HTMLElement, app: import("./app.js").App): void, show?(): void, hide?(): void,
 *   hint?(): void, openPuzzle?(parsed: ParsedPuzzle, options: OpenOptions): Promise<void>}} View
 *   A view with `openPuzzle` gets the puzzles that are opened while it is shown. In other views they are played.
 */

export const VIEWS = ["play", "learn", "watch", "set"];

/** Dispatches "view" when another view is shown. */
export class ViewSwitcher extends EventTarget {
  /** @type {Record<string, View>} */ #views = {};
  /** The view that was chosen last. Its module may still be loading. */ #chosen = "";
  /** Whether the first game is on the board, so that a view can be shown. */ #isStarted = false;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    super();
    this.app = app;
  }

  /** @returns {string} The view that is shown; "" until there is a game. */
  get current() {
    return this.app.store.view;
  }

  /** @returns {View | undefined} */
  get currentView() {
    return this.#views[this.current];
  }

  /**
   * Show the first view: the one that is chosen already, or else that of the last visit.
   * @param {boolean} isSent whether a link brought the puzzle; it is opened in Play, not in Set
   */
  async start(isSent) {
    const last = settings.get("view");
    const isEmbedded = new URLSearchParams(location.search).get("embed") === "1";
    document.body.classList.toggle("is-embedded", isEmbedded);
    const isPlay = isEmbedded || !VIEWS.includes(last) || (isSent && last === "set");
    this.#isStarted = true;
    await this.show(this.#chosen || (isPlay ? "play" : last));
  }

  /** @param {string} name */
  async show(name) {
    if (!VIEWS.includes(name)) return;
    this.#chosen = name;
    try {
      await this.mount(name);
    } catch (error) {
      return this.app.reportError(error);
    }
    // Before the start, the view waits for the game. Another one may have been chosen meanwhile, or this one twice.
    if (!this.#isStarted || this.#chosen !== name || name === this.current) return;
    const before = this.app.game;
    this.currentView?.hide?.();
    this.app.store.view = name;
    if (this.app.game !== before) this.#showGame();
    this.#showPanel();
    if (!document.body.classList.contains("is-embedded")) settings.set("view", name);
    this.dispatchEvent(new Event("view"));
    this.app.board.fit();
    this.#views[name].show?.();
  }

  /**
   * Load the module of a view, and make its panel.
   * @param {string} name
   */
  async mount(name) {
    const { default: view } = await import(`../${name}/${name}.js`);
    if (this.#views[name]) return;
    const panels = /** @type {HTMLElement} */ (document.getElementById("panels"));
    const look = { id: `panel-${name}`, class: "panel", "data-t-label": `view.${name}`, hidden: true };
    const panel = html("section", look);
    panels.append(panel);
    view.mount(panel, this.app);
    translate(panels);
    this.#views[name] = view;
  }

  /** Show the game of the view on the board. */
  #showGame() {
    const { app } = this;
    app.announce(""); // the message was about the other game
    app.board.show();
    if (app.game.document) app.showDrawing(app.game, app.drawings.get(app.game));
  }

  #showPanel() {
    document.body.dataset.view = this.current;
    for (const panel of document.querySelectorAll("#panels > *")) {
      panel.toggleAttribute("hidden", panel.id !== `panel-${this.current}`);
    }
    for (const button of document.querySelectorAll("#views button")) {
      if (button.getAttribute("data-view") === this.current) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
  }
}
