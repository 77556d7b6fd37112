// The library: every puzzle that was played, imported or set in this browser. The module is loaded when it is first
// shown.

import { CallError } from "../core/errors.js";
import { download, html } from "../core/elements.js";
import { nameEntry } from "../core/labels.js";
import { numberName } from "../core/library.js";
import { isAbort } from "../core/transport.js";
import { button, language, t } from "../core/words.js";
import { makeDialog } from "../play/dialog.js";
import { listDraft, makeNameField, makeRow } from "./entry_row.js";
import { Filters } from "./filters.js";
import { MAX_FILE, getName, keepPuzzles, readCollection } from "./importing.js";
import { deleteEntries } from "./removal.js";
import { rateEntries } from "./rating.js";
import { selectEntries, writePuzzles } from "./selection.js";
import { VirtualList } from "./virtual_list.js";

/**
 * @typedef {import("../core/library.js").Entry} Entry
 * @typedef {import("../core/library.js").Collection} Collection
 */

const SHOW_DELAY = 300; // milliseconds until work is shown
const REFRESH_DELAY = 500; // milliseconds after another tab has changed something

class LibraryDialog {
  /** @type {Entry[]} */ #entries = [];
  /** @type {Map<string, Collection>} By id. */ #collections = new Map();
  /** @type {(() => Promise<void>) | null} Brings back what was deleted last. */ #undo = null;
  #working = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #refreshing;

  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.filters = new Filters(() => this.#select(true));
    this.status = html("p", { class: "library-status", role: "status" });
    this.empty = html("p", { class: "empty", hidden: true });
    this.work = html("p", { class: "library-work row", hidden: true });
    this.list = new VirtualList(
      (/** @type {Entry} */ entry) => makeRow(entry, (one) => this.#name(one), this.#acts, this.app.lang),
      (key, entry, row) => this.#handleKey(key, entry, row),
    );
    this.file = html("input", { type: "file", hidden: true, "data-t-label": "library.import" });
    this.file.addEventListener("change", () => this.#importFile(this.file.files?.[0]));
    this.acts = html("div", { class: "row library-acts" });
    this.dialog = makeDialog(
      "library.title",
      this.filters.element,
      this.status,
      this.work,
      this.empty,
      this.list.element,
      this.acts,
      this.file,
    );
    this.dialog.classList.add("library");
    this.#listen();
  }

  /** What the buttons of a row do. */
  #acts = {
    open: (/** @type {Entry} */ entry) => this.#open(entry),
    rename: (/** @type {Entry} */ entry, /** @type {HTMLElement} */ row) => this.#rename(entry, row),
    remove: (/** @type {Entry} */ entry) => this.#delete([entry]),
  };

  #listen() {
    const { dialog, app } = this;
    dialog.addEventListener("close", () => this.#working.abort());
    dialog.addEventListener("dragover", (event) => event.preventDefault());
    dialog.addEventListener("drop", (event) => this.#take(event, event.dataTransfer));
    dialog.addEventListener("paste", (event) => {
      if (!(event.target instanceof HTMLInputElement)) this.#take(event, event.clipboardData);
    });
    app.store.library.addEventListener("change", () => {
      clearTimeout(this.#refreshing);
      this.#refreshing = setTimeout(() => dialog.open && this.#refresh(), REFRESH_DELAY);
    });
    document.addEventListener("language", () => dialog.open && this.#refresh());
  }

  /**
   * @param {string} [group] the id of a collection
   */
  async show(group) {
    if (!this.dialog.open) {
      this.app.save();
      this.dialog.showModal();
    }
    this.#undo = null;
    await this.#refresh();
    if (group !== undefined) this.filters.reset(group);
    this.#select(true);
    this.list.focus(0);
  }

  /** Read the library again, for instance because another tab has changed it. */
  async #refresh() {
    const { library } = this.app.store;
    const [entries, collections] = await Promise.all([library.list(), library.collections()]);
    this.#entries = [...listDraft(library.draft), ...entries];
    this.#collections = new Map(collections.map((one) => [one.id, one]));
    this.filters.update(this.#entries, collections, this.app);
    this.#select();
  }

  /** @param {boolean} [isOther] whether other puzzles are wanted now */
  #select(isOther = false) {
    const listed = selectEntries(this.#entries, this.filters.wanted, (entry) => this.#name(entry));
    this.list.show(listed, isOther);
    const count = listed.length.toLocaleString(language());
    this.empty.hidden = Boolean(listed.length);
    this.empty.textContent = t(this.#entries.length ? "library.none" : "library.empty");
    this.#say(t("library.count", { n: listed.length, count }));
    this.#drawActs(listed);
  }

  /** @param {Entry[]} listed */
  #drawActs(listed) {
    const kept = listed.filter(({ kind }) => kind !== "library.draft");
    const unrated = kept.filter(({ rating }) => !rating);
    const count = kept.length.toLocaleString(language());
    const { group } = this.filters.wanted;
    const acts = [button("library.import", () => this.file.click(), "main")];
    if (listed.length) acts.push(button("library.export", () => this.#export(listed)));
    if (unrated.length) acts.push(button("library.rate", () => this.#rate(unrated)));
    if (this.#collections.has(group)) acts.push(button("library.rename", () => this.#renameCollection(group)));
    if (kept.length > 1) {
      const all = button("library.delete_listed", () => this.#delete(kept), "quiet"); // with a count
      all.textContent = t("library.delete_listed", { count });
      acts.push(all);
    }
    this.acts.replaceChildren(...acts);
  }

  /**
   * @param {Entry} entry
   * @returns {string}
   */
  #name(entry) {
    return nameEntry(entry, this.#collections);
  }

  /** @param {string} text */
  #say(text) {
    const { lack } = this.app.store.library;
    const warning = lack ? [t(`library.${lack}`), " "] : [];
    const undo = this.#undo && button("library.undo", () => this.#bringBack());
    this.status.replaceChildren(...warning, text, ...(undo ? [" ", undo] : []));
  }

  /** @param {unknown} error */
  #report(error) {
    if (!isAbort(error)) this.#say(this.app.describeError(error));
  }

  /**
   * @param {string} key
   * @param {Entry} entry
   * @param {HTMLElement} row
   */
  #handleKey(key, entry, row) {
    if (entry.kind === "library.draft") return false;
    if (key === "Delete") this.#delete([entry]);
    else if (key === "F2") this.#rename(entry, row);
    else return false;
    return true;
  }

  /** @param {Entry} entry */
  async #open(entry) {
    try {
      if (entry.kind === "library.draft") await this.app.views.show("set");
      else if (!(await this.app.opener.openSaved(entry.id))) return this.#refresh(); // another tab has deleted it
      this.dialog.close();
      this.app.board.focus();
    } catch (error) {
      this.#report(error);
    }
  }

  // ── Names ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Entry} entry
   * @param {HTMLElement} row
   */
  #rename(entry, row) {
    const taken = this.#entries.filter((one) => one !== entry).map((one) => one.title);
    const field = makeNameField(this.#name(entry), async (name) => {
      if (name && name !== this.#name(entry)) await this.#saveTitle(entry, numberName(name, taken));
      await this.#refresh();
      this.list.focus(this.list.active);
    });
    row.replaceChildren(field);
    field.select();
  }

  /**
   * @param {Entry} entry
   * @param {string} title
   */
  async #saveTitle(entry, title) {
    const { store } = this.app;
    if (store.entry?.id === entry.id) {
      store.entry = { ...store.entry, title };
      store.played.title = title;
      store.played.dispatchEvent(new Event("title"));
    }
    await store.library.write([["entries", entry.id, { ...entry, title }]]);
  }

  /** @param {string} id */
  #renameCollection(id) {
    const one = this.#collections.get(id);
    if (!one) return;
    const taken = [...this.#collections.values()].filter((other) => other !== one).map(({ name }) => name);
    const field = makeNameField(one.name, async (name) => {
      const named = { ...one, name: numberName(name || one.name, taken) };
      await this.app.store.library.write([["collections", id, named]]);
      await this.#refresh();
      this.list.focus(this.list.active);
    });
    this.acts.replaceChildren(field);
    field.select();
  }

  // ── Deleting ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** @param {Entry[]} entries */
  async #delete(entries) {
    const { group } = this.filters.wanted;
    const undo = await deleteEntries(this.app.store, entries, this.#entries);
    if (!undo) return this.#say(t("fault.full"));
    const [first] = entries;
    const count = entries.length.toLocaleString(language());
    const text =
      entries.length === 1
        ? t("library.deleted_one", { name: this.#name(first) })
        : t("library.deleted", { n: entries.length, count });
    await this.#refresh();
    this.#undo = async () => {
      await undo();
      await this.#refresh();
      this.filters.choose(group);
    };
    this.#say(text);
    this.list.focus(this.list.active);
    if (!this.list.items.length) this.status.querySelector("button")?.focus();
  }

  async #bringBack() {
    const undo = this.#undo;
    this.#undo = null;
    await undo?.();
    this.#select();
    this.list.focus(this.list.active);
  }

  // ── Work that takes a while ─────────────────────────────────────────────────────────────────────────────────────

  /**
   * Do work that can be cancelled. How far it is, is shown after a moment.
   * @param {(signal: AbortSignal, tell: (text: string) => void) => Promise<void>} work
   */
  async #do(work) {
    this.#working.abort();
    const own = (this.#working = new AbortController());
    const text = html("span", {}, t("core.working"));
    this.work.replaceChildren(
      text,
      button("new.cancel", () => own.abort(), "quiet"),
    );
    const timer = setTimeout(() => (this.work.hidden = false), SHOW_DELAY);
    try {
      await work(own.signal, (told) => (text.textContent = told));
    } catch (error) {
      this.#report(error);
    } finally {
      clearTimeout(timer);
      if (own === this.#working) this.work.hidden = true;
    }
  }

  /**
   * Take what is dropped or pasted.
   * @param {Event} event
   * @param {DataTransfer | null} data
   */
  #take(event, data) {
    event.preventDefault();
    event.stopPropagation();
    const [file] = data?.files ?? [];
    if (file) this.#importFile(file);
    else this.import(data?.getData("text/plain") ?? "", "");
  }

  /** @param {File | undefined} file */
  async #importFile(file) {
    if (!file) return;
    this.file.value = "";
    if (file.size > MAX_FILE) return this.#report(new CallError("large"));
    await this.import(await file.text(), getName(file));
  }

  /**
   * Import a text of many puzzles, and list them.
   * @param {string} text
   * @param {string} name
   * @returns {Promise<boolean>} Whether there was a puzzle.
   */
  async import(text, name) {
    if (!text.trim()) return false;
    if (!this.dialog.open) await this.show();
    let isDone = false;
    await this.#do(async (signal, tell) => {
      const onProgress = (/** @type {number} */ count) =>
        tell(t("library.reading", { count: count.toLocaleString(language()) }));
      const { found, leftOut, faults, isCut } = await readCollection(text, { lang: this.app.lang, signal, onProgress });
      signal.throwIfAborted();
      const [first] = await keepPuzzles(this.app.store.library, found, name || t("library.pasted"));
      if (!first) throw new CallError("full");
      isDone = true;
      await this.show(first.collection ?? "");
      const [fault] = faults;
      const why = fault && this.app.describeError(new CallError(fault.code, fault.message, fault.fields));
      const told = [isCut && t("library.cut"), leftOut && t("library.left_out", { n: leftOut, why })].filter(Boolean);
      if (told.length) this.#say([this.status.lastChild?.textContent, ...told].join(" "));
    });
    return isDone;
  }

  /** @param {Entry[]} entries */
  async #rate(entries) {
    await this.#do(async (signal, tell) => {
      const onProgress = (/** @type {number} */ n) =>
        tell(t("library.rating", { count: n, of: entries.length.toLocaleString(language()) }));
      await rateEntries(this.app, entries, { signal, onProgress });
    });
    await this.#refresh();
  }

  /** @param {Entry[]} entries */
  async #export(entries) {
    const { group } = this.filters.wanted;
    const name = this.#collections.get(group)?.name ?? "farandole";
    const { library } = this.app.store;
    const played = entries.filter(({ when }) => when);
    const games = await Promise.all(played.map(async ({ id }) => (await library.get(id)).game));
    const { text, isLines } = writePuzzles(entries, (entry) => games[played.indexOf(entry)]);
    const file = new Blob([text], { type: isLines ? "text/plain" : "application/jsonl" });
    download(file, `${name}.${isLines ? "txt" : "jsonl"}`);
  }
}

/** @type {LibraryDialog | undefined} */
let dialog;

/**
 * @param {import("../core/app.js").App} app
 * @returns {LibraryDialog}
 */
export function getLibrary(app) {
  return (dialog ??= new LibraryDialog(app));
}
