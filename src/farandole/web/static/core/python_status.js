// Says how far Python is loaded, while a call waits for it.

import { html } from "./elements.js";
import { t } from "./words.js";

const DELAY = 300; // milliseconds of waiting before it is said
const MEGABYTE = 1e6;

export class PythonStatus {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /** @param {import("./python.js").pool} pool */
  constructor(pool) {
    this.pool = pool;
    this.element = html("p", { id: "python", role: "status", hidden: "" });
    pool.addEventListener("progress", () => this.#show());
    document.addEventListener("language", () => this.#show());
  }

  #show() {
    const { nReady, isAwaited, loaded, total } = this.pool.progress;
    if (nReady || !isAwaited) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.element.hidden = true;
      return;
    }
    this.#timer ??= setTimeout(() => (this.element.hidden = false), DELAY);
    const [now, all] = [loaded, total].map((bytes) => Math.round(bytes / MEGABYTE));
    const isLoaded = total > 0 && loaded >= total;
    this.element.textContent = t(isLoaded ? "python.starting" : "python.loading", { now, all });
  }
}
