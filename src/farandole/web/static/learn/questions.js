// The questions of a panel to the server: a new one cancels the one before.

import { language } from "../core/words.js";

export class Questions {
  #controller = new AbortController();

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * Ask the server. An error is shown.
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {(event: any) => void} [onEvent]
   * @returns {Promise<any>} The result; null if the question was cancelled, or failed.
   */
  async ask(method, params, onEvent) {
    this.cancel();
    const { signal } = (this.#controller = new AbortController());
    try {
      const result = await this.app.ask(method, params, {
        signal,
        onEvent: (event) => !signal.aborted && onEvent?.(event),
      });
      return signal.aborted ? null : result;
    } catch (error) {
      if (!signal.aborted) this.app.reportError(error);
      return null;
    }
  }

  cancel() {
    this.#controller.abort();
  }
}

/**
 * @param {import("../core/app.js").App} app
 * @returns The puzzle and what is entered, as parameters of a call.
 */
export function getPosition({ played: game }) {
  return { puzzle: game.document, digits: game.line, notes: game.notesByCell, lang: language() };
}
