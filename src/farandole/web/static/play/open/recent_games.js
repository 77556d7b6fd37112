// The games that are saved in the browser, to continue them.

import { html } from "../../core/elements.js";
import { nameEntry } from "../../core/labels.js";
import { t } from "../../core/words.js";
import { formatTime } from "../timer.js";

const MAX_SHOWN = 8;
const DATE = /** @type {const} */ ({ month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });

export class RecentGames {
  /** @param {import("../../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.element = html("ul", { class: "recent" });
  }

  /** List the games; with only one, which is on the board, there is nothing to choose. */
  async refresh() {
    const list = await this.app.store.library.latest(MAX_SHOWN);
    const isHidden = list.length < 2;
    this.element.previousElementSibling?.toggleAttribute("hidden", isHidden);
    this.element.hidden = isHidden;
    this.element.replaceChildren(...list.map((entry) => html("li", {}, this.#makeButton(entry))));
  }

  /** @param {import("../../core/library.js").Entry} entry */
  #makeButton(entry) {
    const { id, when, seconds, filled, cells, solved } = entry;
    const progress = solved ? t("open.done") : t("open.filled", { filled, cells });
    const date = new Date(when).toLocaleString(this.app.lang, DATE);
    return html(
      "button",
      { type: "button", class: "recent-game", onclick: () => this.app.opener.openSaved(id) },
      html("span", {}, nameEntry(entry)),
      html("span", { class: "soft" }, `${progress} · ${formatTime(seconds)} · ${date}`),
    );
  }
}
