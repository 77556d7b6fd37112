// How many solutions the puzzle has, in a line.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";

export class VerdictPanel {
  /**
   * @param {import("../core/app.js").App} app
   * @param {import("./verdict.js").Verdict} verdict
   */
  constructor(app, verdict) {
    this.app = app;
    this.verdict = verdict;
    this.element = html("p", { class: "verdict" });
    verdict.addEventListener("verdict", () => this.#show());
  }

  #show() {
    const { kind, text, why, cells } = this.verdict.result;
    this.element.replaceChildren(html("span", { class: `verdict-sign is-${kind}`, "aria-hidden": "true" }), text);
    if (why) this.element.append(html("span", { class: "why" }, why));
    if (cells.length) {
      const onclick = () => this.app.played.selectNamed(cells);
      this.element.append(" ", html("button", { type: "button", class: "quiet", onclick }, t("verdict.show")));
    }
    const isFault = kind === "none" || kind === "several";
    if (isFault && this.app.game === this.app.played) {
      this.app.announce(`${text} ${why}`.trim(), { fault: kind === "none" });
    }
  }
}
