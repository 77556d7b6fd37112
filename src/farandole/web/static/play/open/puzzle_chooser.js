// A choice among the puzzles of a text that has several.

import { html } from "../../core/elements.js";
import { t } from "../../core/words.js";

export class PuzzleChooser {
  /** @param {import("../../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.element = html("div", { class: "row several", hidden: true });
    app.played.addEventListener("puzzle", () => (this.element.hidden = true));
    app.played.addEventListener("several", (event) => this.#show(/** @type {CustomEvent} */ (event).detail.puzzles));
  }

  /** @param {any[]} puzzles events of `parse` */
  #show(puzzles) {
    this.element.hidden = puzzles.length < 2;
    const names = puzzles.map((_, index) => t("open.number", { number: index + 1 }));
    const onchange = () => this.#open(puzzles[choice.selectedIndex].document, names[choice.selectedIndex]);
    const options = names.map((name) => html("option", {}, name));
    const choice = html("select", { "aria-label": t("open.which"), onchange }, ...options);
    this.element.replaceChildren(choice);
  }

  /**
   * @param {any} puzzle
   * @param {string} title
   */
  async #open(puzzle, title) {
    try {
      await this.app.opener.openDocument(puzzle, { title });
      this.element.hidden = false;
    } catch (error) {
      this.app.reportError(error);
    }
  }
}
