// The list of savepoints. Going back to one is a move, which can be undone.

import { html } from "../core/elements.js";
import { t } from "../core/words.js";
import { formatTime } from "./timer.js";

export class SavepointList {
  /** @type {import("../core/game.js").Savepoint[] | null} The savepoints that are listed. */ #listed = null;

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.list = html("ol", { class: "savepoints", "data-t-label": "play.savepoints" });
    for (const name of ["puzzle", "change"]) app.played.addEventListener(name, () => this.#show());
    document.addEventListener("language", () => this.#show(true));
  }

  add() {
    this.app.played.addSavepoint();
    this.app.announce(t("play.saved", { number: this.app.played.savepoints.length }));
  }

  #show(anew = false) {
    const { savepoints } = this.app.played;
    this.list.hidden = !savepoints.length;
    if (!anew && this.list.children.length === savepoints.length && this.#listed === savepoints) return;
    this.#listed = savepoints;
    this.list.replaceChildren(
      ...savepoints.map((point, i) =>
        html(
          "li",
          {},
          html(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => {
                this.app.played.restore(point);
                this.app.announce(t("play.went_back", { number: i + 1 }));
              },
            },
            t("play.point", { number: i + 1, filled: point.filled, time: formatTime(point.seconds) }),
          ),
        ),
      ),
    );
  }
}
