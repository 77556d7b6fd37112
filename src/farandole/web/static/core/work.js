// Work in progress: a call that takes longer than a moment is shown in the status row, with a button that cancels it.

import { ask } from "./transport.js";

const DELAY = 300; // milliseconds

export class Work {
  /** @type {Set<AbortController>} The calls that are shown. */ #shown = new Set();

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    host.querySelector("button")?.addEventListener("click", () => this.cancel());
  }

  /**
   * Call a method, and wait for its result. A `quiet` call is never shown, because the page doesn't wait for it.
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {{signal?: AbortSignal, onEvent?: (event: any) => void, quiet?: boolean}} [options]
   * @returns {Promise<any>}
   */
  async ask(method, params, { signal, onEvent, quiet } = {}) {
    if (quiet) return ask(method, params, { signal, onEvent });
    const own = new AbortController();
    const timer = setTimeout(() => this.#show(own), DELAY);
    try {
      const either = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
      return await ask(method, params, { signal: either, onEvent });
    } finally {
      clearTimeout(timer);
      this.#shown.delete(own);
      this.host.hidden = !this.#shown.size;
    }
  }

  /** Cancel the calls that are shown. */
  cancel() {
    for (const call of this.#shown) call.abort();
  }

  /** @param {AbortController} call */
  #show(call) {
    this.#shown.add(call);
    this.host.hidden = false;
  }
}
