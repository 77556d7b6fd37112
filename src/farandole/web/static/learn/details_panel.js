// A panel that is closed at first, and is filled when it is opened.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { Questions } from "./questions.js";

export class DetailsPanel {
  /**
   * @param {import("../core/app.js").App} app
   * @param {string} key of its summary
   */
  constructor(app, key) {
    this.app = app;
    this.questions = new Questions(app);
    this.content = html("div", {});
    this.element = html("details", { class: "learn-part" }, html("summary", {}, t(key)), this.content);
    this.element.addEventListener("toggle", () => this.refresh());
  }

  /** Fill the panel if it is open. */
  refresh() {
    if (this.element.open) this.fill();
  }

  fill() {}

  /** Empty and close the panel. */
  close() {
    this.cancel();
    this.content.replaceChildren();
    this.element.open = false;
  }

  cancel() {
    this.questions.cancel();
  }
}
