// The rules of the puzzle in words, if they are more than rows, columns and boxes.

import { html } from "../core/elements.js";
import { getRules } from "../core/houses.js";

export class RulesPanel {
  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.list = html("ul", { class: "rules" });
    const look = { open: true, hidden: true, class: "rules-part" };
    this.element = html("details", look, html("summary", { "data-t": "play.rules" }), this.list);
    app.played.addEventListener("puzzle", () => this.#refresh());
    document.addEventListener("language", () => this.#refresh());
  }

  async #refresh() {
    const { played: game, puzzleController, lang } = this.app;
    const puzzle = game.document;
    this.element.hidden = true;
    if (!getRules(puzzle).length && game.board.classic) return;
    try {
      const { told } = await this.app.ask("rules", { puzzle, lang }, { signal: puzzleController.signal });
      if (puzzle !== game.document) return;
      this.list.replaceChildren(...told.map((/** @type {string} */ rule) => html("li", {}, rule)));
      this.element.hidden = !told.length;
    } catch {
      // Without the server, the drawing shows most rules.
    }
  }
}
