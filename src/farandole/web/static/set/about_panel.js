// What a puzzle has beside its rules: title, author, rules in words, and a message for who solves it.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";

const LINES = ["title", "author"];
const TEXTS = ["rules", "message"];

export class AboutPanel {
  /** @param {import("./draft.js").Draft} draft */
  constructor(draft) {
    this.draft = draft;
    this.fields = [...LINES, ...TEXTS].map((name) => this.#makeField(name));
    const labels = this.fields.map((field) =>
      html("label", { class: "set-about" }, html("span", {}, t(`set.about.${field.name}`)), field),
    );
    this.element = html(
      "details",
      { class: "learn-part" },
      html("summary", {}, t("set.about")),
      html("div", { class: "set-abouts" }, ...labels),
    );
  }

  /**
   * @param {string} name
   * @returns {HTMLInputElement | HTMLTextAreaElement}
   */
  #makeField(name) {
    const limits = { name, autocomplete: "off", maxlength: LINES.includes(name) ? 300 : 10_000 };
    const field = LINES.includes(name)
      ? html("input", { type: "text", ...limits })
      : html("textarea", { rows: 3, ...limits });
    field.addEventListener("input", () => this.draft.describe(name, field.value, field));
    return field;
  }

  draw() {
    const { document: puzzle, current } = this.draft;
    for (const field of this.fields) {
      if (field === document.activeElement) continue;
      field.value = field.name === "title" ? current.title : String(puzzle.about?.[field.name] ?? "");
    }
  }
}
