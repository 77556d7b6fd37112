// Why a digit is impossible in the selected cell.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { DetailsPanel } from "./details_panel.js";
import { makeLinkedText } from "./linked_text.js";
import { getPosition } from "./questions.js";

export class WhyPanel extends DetailsPanel {
  /** @param {import("./learn.js").LearnView} view */
  constructor(view) {
    super(view.app, "learn.why_not");
    this.overlay = view.overlay;
  }

  fill() {
    this.cancel(); // the answer would be about another cell, or an earlier board
    const { played: game } = this.app;
    const [cell] = game.selection;
    if (game.selection.size !== 1 || game.digits[cell]) {
      this.content.replaceChildren(html("p", { class: "empty" }, t("learn.why_choose")));
      return;
    }
    const { name } = game.board.cells[cell];
    const question = t("learn.why_digits", { cell: name });
    const answer = html("div", { class: "learn-text" });
    const buttons = [...game.board.digits].map((sign, index) =>
      html("button", { type: "button", class: "learn-digit", onclick: () => this.#ask(name, index + 1, answer) }, sign),
    );
    const digits = html("div", { class: "row learn-digits", role: "group", "aria-label": question }, ...buttons);
    this.content.replaceChildren(html("p", {}, question), digits, answer);
  }

  /**
   * @param {string} cell
   * @param {number} digit
   * @param {HTMLElement} place
   */
  async #ask(cell, digit, place) {
    const { puzzle, digits, lang } = getPosition(this.app);
    place.replaceChildren(html("p", { class: "soft" }, t("learn.searching")));
    const answer = await this.questions.ask("why_not", { puzzle, digits, cell, digit, lang });
    if (!answer) return place.replaceChildren();
    this.overlay.showLights(answer.lights ?? { candidates: [{ cell, digit, role: "strike" }] });
    place.replaceChildren(makeLinkedText(answer.why, this.overlay));
    this.app.announce(answer.why, { quiet: true });
  }
}
