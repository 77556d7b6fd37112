// The games that are saved in the browser, to continue them.

import { html } from "../../core/elements.js";
import { nameKindKey } from "../../core/labels.js";
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
    const list = (await this.app.store.library.list()).filter(({ when }) => when);
    const isHidden = list.length < 2;
    this.element.previousElementSibling?.toggleAttribute("hidden", isHidden);
    this.element.hidden = isHidden;
    this.element.replaceChildren(...list.slice(0, MAX_SHOWN).map((entry) => html("li", {}, this.#makeButton(entry))));
  }

  /** @param {import("../../core/library.js").Entry} entry */
  #makeButton({ id, title, kind, when, seconds, filled, cells, solved }) {
    const progress = solved ? t("open.done") : t("open.filled", { filled, cells });
    const date = new Date(when).toLocaleString(this.app.lang, DATE);
    return html(
      "button",
      { type: "button", class: "recent-game", onclick: () => this.app.opener.openSaved(id) },
      html("span", {}, title || nameKindKey(kind)),
      html("span", { class: "soft" }, `${progress} · ${formatTime(seconds)} · ${date}`),
    );
  }
}
