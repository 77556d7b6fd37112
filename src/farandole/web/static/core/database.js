// The browser's database: records by key, in stores. A browser may forbid it; then records last as long as the page.

const NAME = "farandole";
const VERSION = 3;
const INDEXES = ["when", "day"]; // of entries
const SLICE = 500; // records written before the page gets a turn

/** @typedef {"entries" | "games" | "puzzles" | "drafts" | "results" | "collections"} StoreName */
/** @typedef {[store: StoreName, key: string, value: any]} Change undefined removes the record */

/** @type {StoreName[]} */
const STORES = ["entries", "games", "puzzles", "drafts", "results", "collections"];

export class Database {
  /** @type {Map<string, any>} The records, if there is no database. */ #records = new Map();

  /**
   * @param {IDBDatabase | null} db
   * @param {"absent" | "blocked" | ""} lack why there is none
   */
  constructor(db, lack = "") {
    this.db = db;
    this.lack = lack;
    // A newer page in another tab wants to change the stores.
    if (db) db.onversionchange = () => db.close();
  }

  /** @returns {Promise<Database>} */
  static async open() {
    try {
      const opening = indexedDB.open(NAME, VERSION);
      opening.onupgradeneeded = () => {
        const known = opening.result.objectStoreNames;
        for (const name of STORES) if (!known.contains(name)) opening.result.createObjectStore(name);
        const entries = /** @type {IDBTransaction} */ (opening.transaction).objectStore("entries");
        for (const name of INDEXES) if (!entries.indexNames.contains(name)) entries.createIndex(name, name);
      };
      const blocked = new Promise((_, reject) => (opening.onblocked = () => reject(new Error("blocked"))));
      return new Database(await Promise.race([settle(opening), blocked]));
    } catch (error) {
      return new Database(null, error instanceof Error && error.message === "blocked" ? "blocked" : "absent");
    }
  }

  /**
   * @param {StoreName} store
   * @param {string} key
   * @returns {Promise<any>} undefined if there is none
   */
  async get(store, key) {
    if (!this.db) return this.#records.get(`${store} ${key}`);
    return settle(this.db.transaction(store).objectStore(store).get(key));
  }

  /**
   * @param {StoreName} store
   * @returns {Promise<any[]>}
   */
  async list(store) {
    if (this.db) return settle(this.db.transaction(store).objectStore(store).getAll());
    return [...this.#records].filter(([key]) => key.startsWith(`${store} `)).map(([, value]) => value);
  }

  /**
   * @param {number} most
   * @returns {Promise<any[]>} The entries that were played last, the latest first.
   */
  async latest(most) {
    if (!this.db) return (await this.list("entries")).sort((a, b) => b.when - a.when).slice(0, most);
    const request = this.db.transaction("entries").objectStore("entries").index("when").openCursor(null, "prev");
    const found = [];
    for (let cursor = await settle(request); cursor && found.length < most; cursor = await settle(request)) {
      found.push(cursor.value);
      cursor.continue();
    }
    return found;
  }

  /**
   * @param {string} day such as "2026-12-31"
   * @returns {Promise<any[]>} The entries of its puzzles.
   */
  async ofDay(day) {
    if (!this.db) return (await this.list("entries")).filter((entry) => entry.day?.startsWith(day));
    const range = IDBKeyRange.bound(`${day} `, `${day} \uffff`);
    return settle(this.db.transaction("entries").objectStore("entries").index("day").getAll(range));
  }

  /**
   * Find the next entry in the order of the keys.
   * @param {string} key
   * @param {string} prefix of the keys that count
   * @param {1 | -1} direction
   * @returns {Promise<any>} undefined if there is none
   */
  async neighbor(key, prefix, direction) {
    const isOn = direction > 0;
    if (!this.db) {
      const keys = [...this.#records.keys()].filter((name) => name.startsWith(`entries ${prefix}`)).sort();
      const others = keys.filter((name) => (isOn ? name > `entries ${key}` : name < `entries ${key}`));
      return this.#records.get(others.at(isOn ? 0 : -1) ?? "");
    }
    const range = isOn
      ? IDBKeyRange.bound(key, `${prefix}\uffff`, true, true)
      : IDBKeyRange.bound(prefix, key, true, true);
    const request = this.db
      .transaction("entries")
      .objectStore("entries")
      .openCursor(range, isOn ? "next" : "prev");
    return (await settle(request))?.value;
  }

  /**
   * Write and remove records, all or none.
   * @param {Change[]} changes
   * @returns {Promise<void>}
   */
  async write(changes) {
    if (!changes.length) return;
    if (!this.db) {
      for (const [store, key, value] of changes) {
        if (value === undefined) this.#records.delete(`${store} ${key}`);
        else this.#records.set(`${store} ${key}`, structuredClone(value));
      }
      return;
    }
    const work = this.db.transaction([...new Set(changes.map(([store]) => store))], "readwrite");
    const done = new Promise((resolve, reject) => {
      work.oncomplete = () => resolve(null);
      work.onabort = work.onerror = () => reject(work.error);
    });
    done.catch(() => {}); // awaited below
    for (const [i, [store, key, value]] of changes.entries()) {
      const records = work.objectStore(store);
      const request = value === undefined ? records.delete(key) : records.put(value, key);
      if (i % SLICE === SLICE - 1) await settle(/** @type {IDBRequest} */ (request)).catch(() => done);
    }
    await done;
  }
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function settle(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
