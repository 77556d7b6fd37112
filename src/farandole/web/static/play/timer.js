// The time of a game. It stops while the page is hidden, while Set is shown, when it is paused (until the next move),
// and at the end.

/**
 * @param {number} seconds
 * @returns {string} 1:02:03
 */
export function formatTime(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

export class Timer {
  isPaused = false;
  #last = performance.now();

  /**
   * @param {import("../core/app.js").App} app
   * @param {() => void} onTick
   */
  constructor(app, onTick) {
    const { played: game } = app;
    this.app = app;
    this.game = game;
    this.onTick = onTick;
    setInterval(() => this.#tick(), 1000);
    document.addEventListener("visibilitychange", () => this.#tick(document.hidden));
    game.addEventListener("puzzle", () => {
      this.isPaused = false;
      this.#last = performance.now();
      this.onTick();
    });
    game.addEventListener("change", (event) => {
      const { cells } = /** @type {CustomEvent} */ (event).detail;
      if (this.isPaused && cells.size) this.toggle(); // a move on a hidden board would cost no time
    });
  }

  /** @param {boolean} wasVisible whether the time until now counts, although the page is hidden now */
  #tick(wasVisible = false) {
    const now = performance.now();
    const counts = (!document.hidden || wasVisible) && !this.isPaused && !this.game.end && this.app.game === this.game;
    if (counts) this.game.seconds += Math.min(2, (now - this.#last) / 1000);
    this.#last = now;
    if (!document.hidden) this.onTick();
  }

  /** Pause or resume. */
  toggle() {
    this.#tick();
    this.isPaused = !this.isPaused;
    this.onTick();
  }
}
