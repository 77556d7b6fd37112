// The draft in other formats, its title, and the way to links and pictures.

import { html } from "../core/elements.js";
import { button, t } from "../core/words.js";

const FORMATS = ["line", "json", "fpuzzles", "sudokupad", "sudokuwiki"];

export class ExportPanel {
  /** @param {import("./draft.js").Draft} draft */
  constructor(draft) {
    this.draft = draft;
    this.app = draft.app;
    this.title = html("input", {
      type: "text",
      placeholder: t("set.title_help"),
      "aria-label": t("set.title"),
      oninput: () => this.draft.rename(this.title.value, this.title),
    });
    const options = FORMATS.map((name) => html("option", { value: name }, t(`set.format.${name}`)));
    this.format = html("select", { "aria-label": t("set.format") }, ...options);
    this.text = html("textarea", {
      rows: 4,
      readonly: true,
      class: "set-exported",
      "aria-label": t("set.exported"),
      hidden: true,
    });
    this.element = html(
      "details",
      { class: "learn-part" },
      html("summary", {}, t("set.export")),
      this.title,
      html(
        "div",
        { class: "row" },
        this.format,
        button("set.write", () => this.#write()),
        button("set.copy", () => this.#copy()),
        button("set.share", () => document.getElementById("share")?.click()),
      ),
      this.text,
    );
  }

  draw() {
    if (document.activeElement !== this.title) this.title.value = this.draft.current.title;
  }

  async #write() {
    this.text.hidden = false;
    try {
      const { text } = await this.app.ask("write", { puzzle: this.draft.puzzle, form: this.format.value });
      this.text.value = text;
      this.text.select();
    } catch (error) {
      this.text.value = this.app.describeError(error);
    }
  }

  async #copy() {
    if (this.text.hidden || !this.text.value) return;
    await navigator.clipboard.writeText(this.text.value);
    this.app.announce(t("set.copied"));
  }
}
