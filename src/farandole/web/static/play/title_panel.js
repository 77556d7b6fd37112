// The title of the puzzle, and the time of the game.

import { html } from "../core/elements.js";
import { nameKind } from "../core/labels.js";
import { settings } from "../core/storage.js";
import { t } from "../core/words.js";
import { Timer, formatTime } from "./timer.js";

export class TitlePanel {
  /**
   * @param {import("../core/app.js").App} app
   * @param {() => void} showEnd
   */
  constructor(app, showEnd) {
    this.game = app.played;
    this.title = html("h2", {});
    this.author = html("p", { class: "soft" });
    this.time = html("span", { class: "time", role: "timer" });
    this.timer = new Timer(app, () => this.#showTime());
    this.pause = html("button", { type: "button", class: "quiet", onclick: () => this.timer.toggle() });
    this.result = html("button", { type: "button", class: "quiet", "data-t": "end.show", onclick: showEnd });
    const row = html("span", { class: "row" }, this.time, this.pause, this.result);
    this.element = html("div", { class: "play-head" }, html("div", {}, this.title, this.author), row);
    for (const name of ["puzzle", "title"]) {
      this.game.addEventListener(name, () => {
        this.title.textContent = this.game.title || nameKind(this.game.document);
        this.author.textContent = String(this.game.document?.about?.author ?? "");
        this.#showTime();
      });
    }
    this.game.addEventListener("change", () => this.#showTime());
    for (const name of ["language", "setting"]) document.addEventListener(name, () => this.#showTime());
  }

  #showTime() {
    const isShown = settings.get("clock", true);
    this.time.hidden = !isShown;
    this.pause.hidden = !isShown || Boolean(this.game.end);
    this.result.hidden = !this.game.end;
    this.time.textContent = formatTime(this.game.seconds);
    this.pause.textContent = t(this.timer.isPaused ? "play.resume" : "play.pause");
    document.body.classList.toggle("is-paused", this.timer.isPaused);
  }
}
