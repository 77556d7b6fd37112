// How hard the puzzle is, on several scales.

import { html } from "../core/elements.js";
import { describeRating } from "../core/ratings.js";
import { language, t } from "../core/words.js";
import { Questions } from "./questions.js";

export class RatingPanel {
  /** The puzzle and the language that the ratings are of, as JSON; "" without ratings. */ #subject = "";

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.questions = new Questions(app);
    this.scales = html("div", { class: "learn-scales" });
    this.element = html("div", { class: "learn-rating" }, this.scales);
  }

  /** Rate the puzzle that is played, unless its ratings are shown. */
  refresh() {
    const subject = JSON.stringify([this.app.played.document, language()]);
    if (subject !== this.#subject) this.#ask(subject);
  }

  clear() {
    this.#subject = "";
    this.scales.replaceChildren();
  }

  cancel() {
    this.questions.cancel();
  }

  /** @param {string} subject */
  async #ask(subject) {
    this.#subject = subject;
    /** @type {Map<string, HTMLElement>} */
    const ratings = new Map();
    this.scales.replaceChildren(makeScale(t("learn.rating")));
    const result = await this.questions.ask("rate", { puzzle: this.app.played.document }, (event) => {
      if (event.event !== "scale") return;
      ratings.set(event.scale, makeScale(describeRating(event)));
      this.scales.replaceChildren(...ratings.values());
    });
    if (!result) {
      if (subject === this.#subject) this.clear(); // not if another puzzle is being rated
      return;
    }
    const key = ["learn.no_solution", "learn.one_solution", "learn.many_solutions"][Math.min(2, result.n_solutions)];
    this.scales.replaceChildren(makeScale(t(key)), ...ratings.values());
  }
}

/** @param {string} text */
function makeScale(text) {
  return html("span", { class: "learn-scale" }, text);
}
