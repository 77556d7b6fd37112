// The digits of the draft as keys, so that givens are entered by touch too.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";

export class DigitRow {
  #digits = "";

  /** @param {import("./draft.js").Draft} draft */
  constructor(draft) {
    this.app = draft.app;
    this.game = draft.game;
    this.keys = html("div", { class: "set-keys", role: "group", "aria-label": t("set.keys") });
    this.element = this.keys;
    // A key must not take the focus from the cell that it writes in.
    this.keys.addEventListener("pointerdown", (event) => event.preventDefault());
    this.draw();
  }

  draw() {
    const { digits } = this.game.board;
    if (digits === this.#digits) return;
    this.#digits = digits;
    const keys = [...digits].map((digit) =>
      this.#makeKey(digit, t("set.key", { digit }), () => this.game.write("digit", digit)),
    );
    const several = this.#makeKey("▣", t("pad.several"), () => {
      this.app.selectsSeveral = !this.app.selectsSeveral;
      several.setAttribute("aria-pressed", String(this.app.selectsSeveral));
    });
    several.setAttribute("aria-pressed", String(this.app.selectsSeveral));
    const remove = this.#makeKey("⌫", t("pad.remove"), () => this.game.remove());
    this.keys.replaceChildren(...keys, remove, several);
  }

  /**
   * @param {string} face
   * @param {string} label
   * @param {() => void} onclick
   */
  #makeKey(face, label, onclick) {
    return html("button", { type: "button", class: "set-key", "aria-label": label, title: label, onclick }, face);
  }
}
