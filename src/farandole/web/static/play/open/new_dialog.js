// The dialog of new puzzles: those of the day, one made to order, an empty board, an example of each shape.

import { html } from "../../core/elements.js";
import { isAbort } from "../../core/transport.js";
import { makeDialog } from "../dialog.js";
import { Daily } from "./daily.js";
import { EmptyBoards } from "./empty_boards.js";
import { Gallery } from "./gallery.js";
import { GenerateForm } from "./generate_form.js";

export class NewDialog {
  /** @param {import("../../core/app.js").App} app */
  constructor(app) {
    this.fault = html("p", { class: "why", role: "alert", hidden: true });
    const reportError = (/** @type {unknown} */ error) => {
      if (!isAbort(error)) this.#showFault(app.describeError(error));
    };
    this.daily = new Daily(app, reportError);
    this.generator = new GenerateForm(app, reportError);
    this.gallery = new Gallery(app, reportError);
    this.dialog = makeDialog(
      "open.new",
      this.fault,
      html("h3", { "data-t": "daily.title" }),
      this.daily.element,
      html("h3", { "data-t": "new.order" }),
      this.generator.form,
      html("h3", { "data-t": "open.blank" }),
      html("p", { class: "soft", "data-t": "open.blank_how" }),
      new EmptyBoards(app, reportError).element,
      html("h3", { "data-t": "open.examples" }),
      this.gallery.element, // last, because it is filled later, and nothing should move under a finger
    );
    this.dialog.classList.add("open-dialog");
    this.dialog.addEventListener("close", () => {
      this.generator.cancel();
      this.daily.cancel();
    });
    document.getElementById("new")?.addEventListener("click", () => this.show());
    for (const game of [app.played, app.draft]) game.addEventListener("puzzle", () => this.dialog.close());
  }

  show() {
    this.#showFault("");
    this.dialog.showModal();
    this.daily.show();
    this.generator.loadTechniques();
    this.gallery.load();
  }

  /** @param {string} text "" hides it */
  #showFault(text) {
    this.fault.textContent = text;
    this.fault.hidden = !text;
  }
}
