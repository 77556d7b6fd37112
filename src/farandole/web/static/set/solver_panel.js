// What the solver can do for the draft: complete it, minimize it, find needless clues, rate it.

import { html } from "../core/elements.js";
import { describeRating } from "../core/ratings.js";
import { button, t } from "../core/words.js";
import { removeGivens } from "./document.js";

const SECONDS = 20;
const SYMMETRIES = ["none", "rotate180", "rotate90", "mirror", "flip", "diagonal", "mirrors", "dihedral"];

export class SolverPanel {
  /**
   * @param {import("./draft.js").Draft} draft
   * @param {import("./rule_panel.js").RulePanel} rules
   * @param {import("./overlay.js").Overlay} overlay
   */
  constructor(draft, rules, overlay) {
    this.draft = draft;
    this.app = draft.app;
    this.rules = rules;
    this.overlay = overlay;
    const options = SYMMETRIES.map((name) => html("option", { value: name }, t(`set.symmetry.${name}`)));
    const symmetry = html("select", { "aria-label": t("set.symmetry") }, ...options);
    this.answer = html("p", { class: "set-answer", role: "status" });
    this.element = html(
      "details",
      { class: "learn-part" },
      html("summary", {}, t("set.help")),
      html(
        "div",
        { class: "row" },
        symmetry,
        button("set.complete", () => this.#changeGivens("complete", symmetry.value)),
        button("set.minimize", () => this.#changeGivens("minimize", symmetry.value)),
        button("set.needless", () => this.#findNeedless()),
        button("set.rate", () => this.#rate()),
      ),
      this.answer,
    );
  }

  /**
   * Add the givens that are missing, or remove those that aren't needed.
   * @param {"complete" | "minimize"} method
   * @param {string} symmetry
   */
  async #changeGivens(method, symmetry) {
    this.answer.textContent = t("learn.searching");
    if (await this.draft.loaded) return void (this.answer.textContent = "");
    const { current, puzzle } = this.draft;
    try {
      const answer = await this.app.ask(method, { puzzle, symmetry, seconds: SECONDS });
      if (this.draft.current !== current) return void (this.answer.textContent = t("set.changed"));
      const key = { complete: "set.completed", minimize: "set.minimized" }[method];
      const n = answer.clues.length;
      this.answer.textContent = n ? t(key, { n }) : t(`${key}_none`);
      await this.draft.change(removeGivens(answer.document), { digits: answer.board.givens });
    } catch (error) {
      this.#showError(error);
    }
  }

  async #findNeedless() {
    const { cells } = this.app.draft.board;
    this.answer.textContent = t("learn.searching");
    /** @type {number[]} */
    const givens = [];
    const needless = new Set();
    try {
      const params = { puzzle: this.draft.puzzle, seconds: SECONDS };
      const result = await this.app.ask("needless", params, {
        onEvent: (event) => {
          if (event.event !== "clue") return;
          if (event.clue === "given") givens.push(cells.findIndex(({ name }) => name === event.cells));
          else needless.add(event.cells);
          this.overlay.showNeedlessGivens(givens);
        },
      });
      const n = result.count;
      if (!result.unique) this.answer.textContent = t("set.needless_not_unique");
      else this.answer.textContent = n ? t("set.needless_found", { n }) : t("set.needless_none");
      this.rules.markNeedless(needless);
    } catch (error) {
      this.#showError(error);
    }
  }

  async #rate() {
    this.answer.textContent = t("learn.searching");
    /** @type {string[]} */
    const ratings = [];
    try {
      await this.app.ask(
        "rate",
        { puzzle: this.draft.puzzle },
        {
          onEvent: (event) => {
            if (event.scale && event.scale !== "search") ratings.push(describeRating(event));
            this.answer.textContent = ratings.join(" · ");
          },
        },
      );
      if (!ratings.length) this.answer.textContent = t("set.no_rating");
    } catch (error) {
      this.#showError(error);
    }
  }

  /** @param {unknown} error */
  #showError(error) {
    this.answer.textContent = this.app.describeError(error);
  }
}
