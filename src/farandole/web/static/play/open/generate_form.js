// The form that makes a new puzzle: its kind, its difficulty, its symmetry. Making it can be cancelled.

import { html } from "../../core/elements.js";
import { isAbort } from "../../core/transport.js";
import { t } from "../../core/words.js";
import { LEVELS, SECONDS, findRating } from "./make_puzzle.js";

/** @typedef {import("../../core/app.js").App} App */

/** @type {[string, any][]} The key of each kind's name, and its parameters of `make`. */
const KINDS = [
  ["new.classic", {}],
  ["shape.jigsaw", { shape: "jigsaw" }],
  ["shape.killer", { rules: ["killer"] }],
  ["new.thermo", { rules: ["thermo"] }],
  ["new.sandwich", { rules: ["sandwich"] }],
  ["shape.mini", { shape: "6x6" }],
  ["shape.samurai", { shape: "samurai" }],
];
const SYMMETRIES = ["none", "rotate180", "rotate90", "mirror", "flip", "diagonal", "mirrors", "dihedral"];

export class GenerateForm {
  #asking = new AbortController();
  #knowsTechniques = false;

  /**
   * @param {App} app
   * @param {(error: unknown) => void} reportError
   */
  constructor(app, reportError) {
    this.app = app;
    this.reportError = reportError;
    this.kind = makeChoice(
      "new.kind",
      KINDS.map(([key], n) => makeOption(key, String(n))),
    );
    this.techniques = html("optgroup", { "data-t-option": "new.needs" });
    this.level = makeChoice("new.level", [
      makeOption("new.any", ""),
      ...LEVELS.map((name) => makeOption(`new.${name}`, name)),
      this.techniques,
    ]);
    this.symmetry = makeChoice(
      "set.symmetry",
      SYMMETRIES.map((name) => makeOption(`set.symmetry.${name}`, name)),
    );
    this.go = html("button", { type: "submit", class: "main", "data-t": "new.make" });
    this.cancelButton = html("button", {
      type: "button",
      "data-t": "new.cancel",
      hidden: true,
      onclick: () => this.cancel(),
    });
    this.message = html("p", { class: "soft generate-status" });
    this.form = html(
      "form",
      { class: "generate-form", onsubmit: (event) => this.#make(event) },
      html("div", { class: "row" }, this.kind, this.level, this.symmetry, this.go, this.cancelButton),
      this.message,
    );
    document.addEventListener("language", () => (this.#knowsTechniques = false));
  }

  /** Load the names of the techniques that a puzzle can require. */
  async loadTechniques() {
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
      // Without the server, levels are still there.
    }
  }

  /** Stop making a puzzle. */
  cancel() {
    this.#asking.abort();
  }

  /** @param {Event} event */
  async #make(event) {
    event.preventDefault();
    this.cancel();
    const { signal } = (this.#asking = new AbortController());
    const [key, kind] = KINDS[Number(this.kind.value)];
    const level = this.level.value;
    const target = level.startsWith("needs ") ? { techniques: [level.slice(6)] } : level ? { rating: level } : {};
    const params = { ...kind, ...target, symmetry: this.symmetry.value, seconds: SECONDS, lang: this.app.lang };
    this.#showMaking(true);
    this.app.announce(t("open.making"));
    try {
      const onEvent = (/** @type {any} */ made) =>
        made.event === "progress" && made.tries && (this.message.textContent = t("new.tried", { n: made.tries }));
      const made = await this.app.ask("make", params, { signal, onEvent, quiet: true });
      const title = [t(key), this.level.selectedOptions[0].value && this.level.selectedOptions[0].text]
        .filter(Boolean)
        .join(" · ");
      await this.app.opener.openDocument(made.document, { title, about: findRating(made) });
      this.app.announce("");
      if (made.falls_short.length)
        this.app.announce(t("new.falls_short", { why: made.falls_short.join(t("board.comma")) }));
    } catch (error) {
      if (!isAbort(error)) this.reportError(error);
    } finally {
      if (!signal.aborted || signal === this.#asking.signal) this.#showMaking(false);
    }
  }

  /** @param {boolean} isMaking */
  #showMaking(isMaking) {
    this.message.textContent = isMaking ? t("open.making") : "";
    if (!isMaking && document.activeElement === this.cancelButton) this.go.focus();
    this.cancelButton.hidden = !isMaking;
    this.go.disabled = isMaking;
  }
}

/**
 * @param {string} key of its label
 * @param {Node[]} options
 */
function makeChoice(key, options) {
  return html("select", { "data-t-label": key }, ...options);
}

/**
 * @param {string} key
 * @param {string} value
 */
function makeOption(key, value) {
  return html("option", { value, "data-t": key });
}
