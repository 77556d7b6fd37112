// Python in the browser: the carrier of calls where there is no server. Each call runs in a Worker that has Python.
//
// A Worker answers one call at a time. To cancel a call, its Worker is ended, so one more stands ready. The page's
// first puzzle and the gallery need no Python, because their answers were prepared when the site was built.

import { CallError } from "./errors.js";

/**
 * @typedef {import("./transport.js").Event} Event
 * @typedef {{folder: string, files: Record<string, number>, packages: string}} Site
 *   The folder of Python, the sizes of its files in bytes, and where NumPy and Pillow are.
 * @typedef {{nReady: number, isAwaited: boolean, loaded: number, total: number, memory: number}} Progress
 *   How many Workers are ready, whether a call waits; in bytes, what is loaded, of how much, and the memory of a Worker.
 */

const MAX_WORKERS = 3; // they take some 80 MB each, so the third is only started when two are busy
const MAX_SECONDS = 60; // the time limit of a search
const MAX_MEMORY = 400e6; // bytes; a Worker that has more is replaced after its call
const GRACE = 5; // more seconds for calls that ignore their time limit

const folder = document.querySelector('meta[name="farandole-python"]')?.getAttribute("content");

/** The folder of Python, where the page is served without a server that answers; null elsewhere. */
export const PYTHON = folder ? new URL(folder, document.baseURI).href : null;

/** A Worker with Python, and the call that it answers. */
class PythonWorker {
  isReady = false;
  isBusy = false;
  /** Bytes of the files that it has loaded. */ loaded = 0;
  /** Bytes. It never shrinks. */ memory = 0;
  /** @type {(message: any) => void} Gets the messages of the call. */ onMessage = () => {};

  /**
   * @param {Site} site
   * @param {boolean} isSpare whether no call waits for it, so that it can answer a first one for practice
   * @param {(worker: PythonWorker, error?: string) => void} onChange when it is ready, has loaded more, or has failed
   */
  constructor(site, isSpare, onChange) {
    this.worker = new Worker(new URL("./python_worker.js", import.meta.url), { type: "module" });
    this.worker.onerror = (event) => onChange(this, event.message || "the Worker could not be started");
    this.worker.onmessage = ({ data }) => {
      if (data.failed) return onChange(this, data.failed);
      this.memory = data.memory ?? this.memory;
      if ("loaded" in data) this.loaded = data.loaded;
      else if (data.ready) this.isReady = true;
      else return this.onMessage(data);
      onChange(this);
    };
    this.worker.postMessage({ site, isSpare });
  }
}

/** Dispatches "progress" while Python is loading. */
class PythonPool extends EventTarget {
  /** @type {PythonWorker[]} */ #workers = [];
  /** @type {{resolve: (worker: PythonWorker) => void, reject: (error: unknown) => void}[]} */ #waiting = [];
  /** @type {Promise<Site> | null} */ #site = null;
  #total = 0;

  /** @returns {Progress} */
  get progress() {
    const loaded = Math.max(0, ...this.#workers.map((worker) => worker.loaded));
    const nReady = this.#workers.filter((worker) => worker.isReady).length;
    const memory = Math.max(0, ...this.#workers.map((worker) => worker.memory));
    return { nReady, isAwaited: this.#waiting.length > 0, loaded, total: this.#total, memory };
  }

  /** @returns {Promise<Site>} */
  site() {
    this.#site ??= fetchJson("files.json").then((site) => ({ ...site, folder: /** @type {string} */ (PYTHON) }));
    return this.#site;
  }

  /** Start loading Python, unless that has begun. */
  async start() {
    const site = await this.site();
    this.#total = Object.values(site.files).reduce((sum, size) => sum + size, 0);
    const isStarting = this.#workers.some(({ isReady }) => !isReady);
    if (isStarting || this.#workers.length === MAX_WORKERS) return;
    const isSpare = this.#workers.length > 0 && !this.#waiting.length;
    this.#workers.push(new PythonWorker(site, isSpare, (worker, error) => this.#changed(worker, error)));
  }

  /**
   * Wait for a Worker that is ready and has nothing to do.
   * @param {AbortSignal} signal
   * @returns {Promise<PythonWorker>}
   */
  async take(signal) {
    /** @type {Promise<PythonWorker>} */
    const taken = new Promise((resolve, reject) => {
      const waiting = { resolve, reject };
      this.#waiting.push(waiting);
      signal.addEventListener("abort", () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason);
        this.#tell();
      });
    });
    this.#serve();
    return taken;
  }

  /** @param {PythonWorker} worker whose call has ended */
  release(worker) {
    if (worker.memory > MAX_MEMORY) return this.end(worker);
    worker.isBusy = false;
    this.#serve();
  }

  /** @param {PythonWorker} worker whose call was cancelled, or that needs too much memory */
  end(worker) {
    worker.worker.terminate();
    this.#workers = this.#workers.filter((other) => other !== worker);
    this.#serve();
  }

  /** Give free Workers to the calls that wait, and keep one more ready. */
  #serve() {
    for (const worker of this.#workers.filter(({ isReady, isBusy }) => isReady && !isBusy)) {
      const next = this.#waiting.shift();
      if (!next) break;
      worker.isBusy = true;
      next.resolve(worker);
    }
    this.#tell();
    const hasFree = this.#workers.some(({ isBusy }) => !isBusy);
    const isNeeded = this.#waiting.length > 0 || this.#workers.length < 2;
    if (!hasFree && isNeeded) this.start().catch((error) => this.#fail(String(error)));
  }

  /**
   * @param {PythonWorker} worker
   * @param {string} [error]
   */
  #changed(worker, error) {
    if (error === undefined) return worker.isReady ? this.#serve() : this.#tell();
    const wasReady = worker.isReady;
    worker.worker.terminate();
    this.#workers = this.#workers.filter((other) => other !== worker);
    if (wasReady) worker.onMessage({ ended: error });
    else if (!this.#workers.length) this.#fail(error);
  }

  /** @param {string} message why Python can't be loaded: now; a later call tries again */
  #fail(message) {
    this.#site = null;
    const failed = this.#waiting.splice(0);
    for (const { reject } of failed) reject(new CallError("no_python", message, { message }));
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("progress"));
  }
}

export const pool = new PythonPool();

/**
 * Call a method in Python; yield its events.
 * @param {string} method
 * @param {Object<string, any>} params
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Event, void, void>}
 */
export async function* callPython(method, params, signal) {
  const prepared = await findPrepared(method, params);
  if (prepared) return yield* prepared;
  signal.throwIfAborted();
  const worker = await pool.take(signal);
  /** @type {any[]} */
  const messages = [];
  let wake = () => {};
  const wakeUp = () => wake();
  worker.onMessage = (message) => {
    messages.push(message);
    wake();
  };
  signal.addEventListener("abort", wakeUp);
  const timer = setTimeout(() => worker.onMessage({ late: true }), (MAX_SECONDS + GRACE) * 1000);
  let isDone = false;
  try {
    worker.worker.postMessage({ method, params: JSON.stringify(params), seconds: MAX_SECONDS });
    for (;;) {
      signal.throwIfAborted();
      const message = messages.shift();
      if (!message) await new Promise((resolve) => (wake = () => resolve(undefined)));
      else if (message.ended) throw new CallError("ended", message.ended);
      else {
        const event = message.late ? TIMED_OUT : JSON.parse(message.event);
        // The caller leaves at the last event, and then the Worker is free.
        const isLast = event.event === "result" || event.event === "error";
        isDone = isLast && !message.late;
        yield event;
        if (isLast) return;
      }
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", wakeUp);
    worker.onMessage = () => {};
    if (isDone) pool.release(worker);
    else pool.end(worker);
  }
}

const TIMED_OUT = { event: "error", kind: "UnfinishedError", code: "timed_out", fields: {}, message: "timed out" };

/** @type {Promise<Record<string, Event[]>> | null} */
let answers = null;

/**
 * Find the answer to a call that was prepared when the site was built.
 * @param {string} method
 * @param {Object<string, any>} params
 * @returns {Promise<Event[] | undefined>}
 */
async function findPrepared(method, params) {
  answers ??= fetchJson("answers.json").catch(() => ({}));
  return (await answers)[`${method} ${JSON.stringify(sortKeys(params))}`];
}

/**
 * @param {any} value
 * @returns {any} The same JSON, with the keys of objects in their order.
 */
function sortKeys(value) {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!value || typeof value !== "object") return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]));
}

/** @param {string} name of a file in the folder of Python */
async function fetchJson(name) {
  const response = await fetch(PYTHON + name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.json();
}
