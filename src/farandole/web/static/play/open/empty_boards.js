// Empty boards to type a puzzle in. What is entered becomes the givens: see ../givens_button.js.

import { html } from "../../core/elements.js";
import { t } from "../../core/words.js";

const SIZES = [4, 6, 8, 9, 12, 16, 25];

export class EmptyBoards {
  /**
   * @param {import("../../core/app.js").App} app
   * @param {(error: unknown) => void} reportError
   */
  constructor(app, reportError) {
    this.app = app;
    this.reportError = reportError;
    const buttons = SIZES.map((size) => {
      const name = `${size}×${size}`;
      return html("button", { type: "button", onclick: () => this.#open({ size }, name) }, name);
    });
    const openSamurai = () => this.#open({ named: "samurai" }, t("shape.samurai"));
    const samurai = html("button", { type: "button", "data-t": "shape.samurai", onclick: openSamurai });
    this.element = html("div", { class: "row" }, ...buttons, samurai);
  }

  /**
   * @param {any} grid of a document
   * @param {string} title
   */
  async #open(grid, title) {
    try {
      await this.app.opener.openDocument({ farandole: 1, grid }, { title, fresh: true });
      this.app.announce(t("open.enter"));
    } catch (error) {
      this.reportError(error);
    }
  }
}
