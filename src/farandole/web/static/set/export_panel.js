// The draft in other formats, and the way to links and pictures.

import { html } from "../core/elements.js";
import { isAbort } from "../core/transport.js";
import { button, t } from "../core/words.js";

const FORMATS = ["line", "json", "fpuzzles", "sudokupad", "sudokuwiki"];

export class ExportPanel {
  #writing = new AbortController();

  /** @param {import("./draft.js").Draft} draft */
  constructor(draft) {
    this.draft = draft;
    this.app = draft.app;
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
      html(
        "div",
        { class: "row" },
        this.format,
        button("set.export", () => this.#write()),
        button("set.copy", () => this.#copy()),
        button("set.share", () => document.getElementById("share")?.click()),
      ),
      this.text,
    );
  }

  /** Write the draft as it is, once its last change is known to be valid. */
  async #write() {
    this.#writing.abort();
    const { signal } = (this.#writing = new AbortController());
    this.text.hidden = false;
    this.text.value = "";
    try {
      while (this.draft.isLoading) await this.draft.loaded;
      const { text } = await this.app.ask("write", { puzzle: this.draft.puzzle, form: this.format.value }, { signal });
      this.text.value = text;
      this.text.select();
    } catch (error) {
      if (!isAbort(error)) this.text.value = this.app.describeError(error);
    }
  }

  async #copy() {
    if (this.text.hidden || !this.text.value) return;
    await navigator.clipboard.writeText(this.text.value);
    this.app.announce(t("share.copied"));
  }
}
