// A new puzzle: which kind, how hard, how its givens lie; and a way out while it is being made.

import { html } from "../../core/elements.js";
import { isAbort } from "../../core/transport.js";
import { t } from "../../core/words.js";

/** @typedef {import("../../core/app.js").App} App */

const SECONDS = 20;
/** @type {[string, any][]} The key of its name, and what `make` is asked for. */
const KINDS = [
  ["new.classic", {}],
  ["shape.jigsaw", { shape: "jigsaw" }],
  ["shape.killer", { rules: ["killer"] }],
  ["new.thermo", { rules: ["thermo"] }],
  ["new.sandwich", { rules: ["sandwich"] }],
  ["shape.mini", { shape: "6x6" }],
  ["shape.samurai", { shape: "samurai" }],
];
const LEVELS = ["easy", "medium", "hard", "unfair", "extreme"];
const SYMMETRIES = ["none", "rotate180", "rotate90", "mirror", "flip", "diagonal", "mirrors", "dihedral"];

export class GenerateForm {
  /** @type {AbortController} What ends the puzzle that is being made. */ #asking = new AbortController();
  #knowsTechniques = false;

  /**
   * @param {App} app
   * @param {(error: unknown) => void} reportError
   */
  constructor(app, reportError) {
    this.app = app;
    this.reportError = reportError;
    this.kind = choice(
      "new.kind",
      KINDS.map(([key], n) => option(key, String(n))),
    );
    this.techniques = html("optgroup", { "data-t-option": "new.needs" });
    this.level = choice("new.level", [
      option("new.any", ""),
      ...LEVELS.map((name) => option(`new.${name}`, name)),
      this.techniques,
    ]);
    this.symmetry = choice(
      "set.symmetry",
      SYMMETRIES.map((name) => option(`set.symmetry.${name}`, name)),
    );
    this.go = html("button", { type: "submit", class: "main", "data-t": "new.make" });
    this.cancel = html("button", {
      type: "button",
      "data-t": "new.cancel",
      hidden: true,
      onclick: () => this.giveUp(),
    });
    this.said = html("p", { class: "soft generate-status" });
    this.form = html(
      "form",
      { class: "generate-form", onsubmit: (event) => this.#make(event) },
      html("div", { class: "row" }, this.kind, this.level, this.symmetry, this.go, this.cancel),
      this.said,
    );
    document.addEventListener("language", () => (this.#knowsTechniques = false));
  }

  /** Fill in what only Python knows: the names of the techniques that a puzzle may need. */
  async learn() {
    if (this.#knowsTechniques) return;
    const { lang } = this.app;
    try {
      const { techniques } = await this.app.ask("techniques", { lang });
      const chosen = this.level.value;
      this.techniques.replaceChildren(
        ...techniques.map((/** @type {any} */ { technique, name }) =>
          html("option", { value: `needs ${technique}` }, name),
        ),
      );
      this.level.value = chosen;
      this.#knowsTechniques = true;
    } catch {
      // Nobody to ask: the levels are there.
    }
  }

  /** Stop; nothing has changed. */
  giveUp() {
    this.#asking.abort();
  }

  /** @param {Event} event */
  async #make(event) {
    event.preventDefault();
    this.giveUp();
    const { signal } = (this.#asking = new AbortController());
    const [key, kind] = KINDS[Number(this.kind.value)];
    const level = this.level.value;
    const hard = level.startsWith("needs ") ? { techniques: [level.slice(6)] } : level ? { rating: level } : {};
    const wish = { ...kind, ...hard, symmetry: this.symmetry.value, seconds: SECONDS, lang: this.app.lang };
    this.#isMaking(true);
    this.app.announce(t("open.making"));
    try {
      const onEvent = (/** @type {any} */ made) =>
        made.event === "progress" && made.tries && (this.said.textContent = t("new.tried", { n: made.tries }));
      const made = await this.app.ask("make", wish, { signal, onEvent });
      const title = [t(key), this.level.selectedOptions[0].value && this.level.selectedOptions[0].text]
        .filter(Boolean)
        .join(" · ");
      await this.app.opener.openDocument(made.document, { title });
      this.app.announce("");
      if (made.falls_short.length)
        this.app.announce(t("new.falls_short", { why: made.falls_short.join(t("board.comma")) }));
    } catch (error) {
      if (!isAbort(error)) this.reportError(error);
    } finally {
      if (!signal.aborted || signal === this.#asking.signal) this.#isMaking(false);
    }
  }

  /** @param {boolean} isMaking */
  #isMaking(isMaking) {
    this.said.textContent = isMaking ? t("open.making") : "";
    if (!isMaking && document.activeElement === this.cancel) this.go.focus();
    this.cancel.hidden = !isMaking;
    this.go.disabled = isMaking;
  }
}

/**
 * @param {string} key of its label
 * @param {Node[]} options
 */
function choice(key, options) {
  return html("select", { "data-t-label": key }, ...options);
}

/**
 * @param {string} key
 * @param {string} value
 */
function option(key, value) {
  return html("option", { value, "data-t": key });
}
