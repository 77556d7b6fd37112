// Examples of puzzles of every shape, as thumbnails.

import { html } from "../../core/elements.js";
import { t } from "../../core/words.js";
import { drawThumbnail } from "./thumbnail.js";

export class Gallery {
  /** @type {{name: string, title?: string, document: any}[]} */ #examples = [];

  /**
   * @param {import("../../core/app.js").App} app
   * @param {(error: unknown) => void} reportError
   */
  constructor(app, reportError) {
    this.app = app;
    this.reportError = reportError;
    this.element = html("div", { class: "gallery", role: "group", "data-t-label": "open.examples" });
    document.addEventListener("language", () => this.#draw());
  }

  /** Load the examples, unless they are loaded. */
  async load() {
    if (this.#examples.length) return;
    try {
      this.#examples = (await this.app.ask("shapes", {})).shapes;
      this.#draw();
    } catch {
      this.element.replaceChildren(html("p", { class: "soft" }, t("fault.offline")));
    }
  }

  #draw() {
    const buttons = this.#examples.map(({ name, title, document: puzzle }) => {
      const key = `shape.${name}`;
      const text = t(key) === key ? (title ?? name) : t(key);
      const look = { type: "button", class: "shape", onclick: () => this.#open(puzzle, text) };
      return html("button", look, drawThumbnail(puzzle), html("span", {}, text));
    });
    this.element.replaceChildren(...buttons);
  }

  /**
   * @param {any} puzzle
   * @param {string} title
   */
  async #open(puzzle, title) {
    try {
      await this.app.opener.openDocument(puzzle, { title });
    } catch (error) {
      this.reportError(error);
    }
  }
}
