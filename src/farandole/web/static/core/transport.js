// Calls of farandole.web.protocol. They are carried to the server; where there is none, to Python in a Worker.

import { CallError } from "./errors.js";
import { PYTHON, callPython } from "./python.js";

/**
 * @typedef {{event: string, [key: string]: any}} Event An event of a call, as farandole.web.protocol defines it.
 * @typedef {{signal?: AbortSignal}} Options
 */

/**
 * Call a method; yield its events. Leaving the loop, or aborting the signal, stops the search.
 * @param {string} method
 * @param {Object<string, any>} params
 * @param {Options} [options]
 * @returns {AsyncGenerator<Event, void, void>}
 */
export async function* call(method, params, { signal } = {}) {
  const own = new AbortController();
  const abort = () => own.abort();
  if (signal?.aborted) own.abort();
  signal?.addEventListener("abort", abort);
  try {
    yield* PYTHON ? callPython(method, params, own.signal) : callServer(method, params, own.signal);
  } finally {
    signal?.removeEventListener("abort", abort);
    own.abort();
  }
}

/**
 * Call a method and wait for its result. `onEvent` gets the events before it.
 * @param {string} method
 * @param {Object<string, any>} params
 * @param {Options & {onEvent?: (event: Event) => void}} [options]
 * @returns {Promise<Event>}
 */
export async function ask(method, params, { signal, onEvent } = {}) {
  for await (const event of call(method, params, { signal })) {
    if (event.event === "result") return event;
    if (event.event === "error") throw new CallError(event.code, event.message, event.fields);
    onEvent?.(event);
  }
  throw new CallError("offline", "the answer ended early");
}

/**
 * Whether an error is only a cancelled call.
 * @param {unknown} error
 */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * @param {string} method
 * @param {Object<string, any>} params
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Event, void, void>}
 */
async function* callServer(method, params, signal) {
  const response = await send(method, params, signal);
  yield* readEvents(response);
}

/**
 * @param {string} method
 * @param {Object<string, any>} params
 * @param {AbortSignal} signal
 */
async function send(method, params, signal) {
  const body = JSON.stringify(params);
  let response;
  try {
    const headers = { "Content-Type": "application/json" };
    response = await fetch(new URL(`../../call/${method}`, import.meta.url), { method: "POST", headers, body, signal });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new CallError("offline", String(error));
  }
  if (response.ok) return response;
  const kind = { 413: "large", 429: "busy" }[response.status] ?? "refused";
  const answer = await response.json().catch(() => ({}));
  throw new CallError(kind, answer.message ?? response.statusText);
}

/**
 * @param {Response} response
 * @returns {AsyncGenerator<Event, void, void>}
 */
async function* readEvents(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + value).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const data = part.split("\n").filter((line) => line.startsWith("data:"));
        if (data.length) yield JSON.parse(data.map((line) => line.slice(5)).join("\n"));
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {number} milliseconds */
export function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
