// The conflicts on the board: repeated digits, which the page sees itself, and broken rules, which the server finds.

import { getRules } from "../core/houses.js";
import { nameHouse } from "../core/labels.js";
import { t } from "../core/words.js";

/** @typedef {{cells: string[], text: string}} Conflict */

const WAIT = 250; // milliseconds without a move before the server is asked

/** Dispatches "conflicts" when the broken rules have changed. */
export class Conflicts extends EventTarget {
  /** @type {{cells: string[], said: string}[]} The broken rules, as `conflicts` answers. */ #broken = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #waiting;
  #asking = new AbortController();

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    super();
    this.app = app;
    this.game = app.played;
    this.game.addEventListener("change", () => this.#askSoon());
  }

  /** Ask again, about another puzzle or in another language. */
  restart() {
    this.#setBroken([]);
    this.#askSoon();
  }

  /** @returns {Conflict[]} */
  list() {
    if (this.#broken.length) return this.#broken.map(({ cells, said }) => ({ cells, text: capitalize(said) }));
    return this.game.findRepeats().repeats.map(({ cells, digit, house }) => ({
      cells: cells.map((cell) => this.game.board.cells[cell].name),
      text: capitalize(t("verdict.twice", { house: nameHouse(house), digit })),
    }));
  }

  #askSoon() {
    clearTimeout(this.#waiting);
    this.#asking.abort();
    if (getRules(this.game.document).length) this.#waiting = setTimeout(() => this.#ask(), WAIT);
  }

  async #ask() {
    const { game, app } = this;
    const { signal } = (this.#asking = new AbortController());
    try {
      const params = { puzzle: game.document, digits: game.line, lang: app.lang };
      const { conflicts } = await app.ask("conflicts", params, { signal, quiet: true });
      this.#setBroken(conflicts);
    } catch {
      // Without the server, repeated digits are still seen.
    }
  }

  /** @param {{cells: string[], said: string}[]} broken */
  #setBroken(broken) {
    if (!broken.length && !this.#broken.length) return;
    this.#broken = broken;
    const cells = broken.flatMap((rule) => rule.cells.map((name) => this.game.cellNamed(name)));
    this.app.board.showBroken(this.game, cells);
    this.dispatchEvent(new Event("conflicts"));
  }
}

/** @param {string} text */
function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
