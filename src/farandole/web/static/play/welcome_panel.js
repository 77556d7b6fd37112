// What a first visitor can begin with: a gallery of shapes below the first puzzle, until one is begun.

import { html } from "../core/elements.js";
import { Gallery } from "./open/gallery.js";

const AFTER_PAINT = 300; // milliseconds: the first picture comes before the gallery

export class WelcomePanel {
  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.gallery = new Gallery(app, (error) => app.reportError(error));
    this.element = html(
      "section",
      { class: "welcome", hidden: true },
      html("h3", { "data-t": "play.welcome" }),
      this.gallery.element,
    );
    for (const name of ["puzzle", "change"]) app.played.addEventListener(name, () => this.#refresh());
  }

  /** Show the gallery while nothing was entered here, and no other puzzle was played before. */
  async #refresh() {
    const { played: game, store } = this.app;
    const puzzle = game.document;
    if (game.canUndo || (await store.library.latest(2)).some(({ id }) => id !== store.entry?.id)) {
      this.element.hidden = true;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, AFTER_PAINT));
    await this.gallery.load();
    if (puzzle === game.document && !game.canUndo) this.element.hidden = false;
  }
}
