// The puzzle before and the one after in the collection of the puzzle that is played.

import { html } from "../core/elements.js";
import { nameEntry } from "../core/labels.js";
import { t } from "../core/words.js";

export class CollectionRow {
  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.name = html("button", { type: "button", class: "quiet", onclick: () => this.#showLibrary() });
    this.before = this.#makeStep("‹", "library.before", -1);
    this.after = this.#makeStep("›", "library.after", 1);
    this.element = html("div", { class: "row collection-row", hidden: true }, this.before, this.name, this.after);
    app.played.addEventListener("puzzle", () => this.#update());
    app.store.library.addEventListener("change", () => this.#update());
  }

  /**
   * @param {string} sign
   * @param {string} key
   * @param {1 | -1} direction
   */
  #makeStep(sign, key, direction) {
    const onclick = () => this.#step(direction);
    return html("button", { type: "button", class: "sign", "data-t-label": key, onclick }, sign);
  }

  async #update() {
    const { entry, library } = this.app.store;
    this.element.hidden = !entry?.collection;
    if (!entry?.collection) return;
    const [collections, before, after] = await Promise.all([
      library.collections(),
      library.neighbor(entry, -1),
      library.neighbor(entry, 1),
    ]);
    if (entry.id !== this.app.store.entry?.id) return; // another one was opened meanwhile
    this.name.textContent = nameEntry({ ...entry, title: "" }, new Map(collections.map((one) => [one.id, one])));
    this.name.title = t("library.title");
    this.before.disabled = !before;
    this.after.disabled = !after;
  }

  /** @param {1 | -1} direction */
  async #step(direction) {
    const { store, opener } = this.app;
    const next = store.entry && (await store.library.neighbor(store.entry, direction));
    try {
      if (next) await opener.openSaved(next.id);
    } catch (error) {
      this.app.reportError(error);
    }
  }

  async #showLibrary() {
    const { getLibrary } = await import("../library/library_dialog.js");
    getLibrary(this.app).show(this.app.store.entry?.collection);
  }
}
