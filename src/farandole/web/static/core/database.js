// The browser's database: records by key, in stores. A browser may forbid it; then records last as long as the page.

const NAME = "farandole";
const VERSION = 1;

/** @typedef {"entries" | "games" | "puzzles" | "drafts" | "results"} StoreName */
/** @typedef {[store: StoreName, key: string, value: any]} Change undefined removes the record */

/** @type {StoreName[]} */
const STORES = ["entries", "games", "puzzles", "drafts", "results"];

export class Database {
  /** @type {Map<string, any>} The records, if there is no database. */ #records = new Map();

  /** @param {IDBDatabase | null} db */
  constructor(db) {
    this.db = db;
    // A newer page in another tab wants to change the stores.
    if (db) db.onversionchange = () => db.close();
  }

  /** @returns {Promise<Database>} */
  static async open() {
    try {
      const opening = indexedDB.open(NAME, VERSION);
      opening.onupgradeneeded = () => {
        for (const name of STORES) opening.result.createObjectStore(name);
        opening.transaction?.objectStore("entries").createIndex("when", "when");
      };
      return new Database(await settle(opening));
    } catch {
      return new Database(null);
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

  /** @returns {Promise<any>} The entry that was played last. */
  async last() {
    if (!this.db) return (await this.list("entries")).sort((a, b) => b.when - a.when)[0];
    const cursor = await settle(
      this.db.transaction("entries").objectStore("entries").index("when").openCursor(null, "prev"),
    );
    return cursor?.value;
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
    for (const [store, key, value] of changes) {
      if (value === undefined) work.objectStore(store).delete(key);
      else work.objectStore(store).put(value, key);
    }
    await new Promise((resolve, reject) => {
      work.oncomplete = () => resolve(null);
      work.onabort = work.onerror = () => reject(work.error);
    });
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
