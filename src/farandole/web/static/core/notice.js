// What must not be missed: what an import left out, or why a link was not opened. It stays until it is dismissed.

import { html } from "./elements.js";
import { t } from "./words.js";

export class Notice {
  /** A fault that belongs to no game. */ #fault = "";

  /**
   * @param {HTMLElement} host
   * @param {import("./app.js").App} app
   */
  constructor(host, app) {
    this.host = host;
    this.app = app;
    for (const game of [app.played, app.draft]) game.addEventListener("puzzle", () => this.#draw());
    app.views.addEventListener("view", () => this.#draw());
    document.addEventListener("language", () => this.#draw());
  }

  /**
   * Show what the import of the puzzle on the board left out, also when its game is opened again.
   * @param {string} key
   * @param {string} what
   */
  show(key, what) {
    this.app.game.notice = { key, what };
    this.app.save();
    this.#draw();
  }

  /** @param {string} text */
  showFault(text) {
    this.#fault = text;
    this.#draw();
  }

  #dismiss() {
    if (this.#fault) this.#fault = "";
    else this.app.game.notice = null;
    this.app.save();
    this.#draw();
  }

  #draw() {
    const { notice } = this.app.game;
    const text = this.#fault || (notice ? t(notice.key, { what: notice.what }) : "");
    this.host.hidden = !text;
    this.host.classList.toggle("is-fault", Boolean(this.#fault));
    const look = { type: "button", class: "quiet", "aria-label": t("core.dismiss"), onclick: () => this.#dismiss() };
    this.host.replaceChildren(html("span", {}, text), html("button", look, "×"));
  }
}
