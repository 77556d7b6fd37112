// Puzzles from outside: a text, a file, a photo; typed, chosen, pasted or dropped.

import { html } from "../../core/elements.js";
import { t } from "../../core/words.js";
import { MAX_FILE, getName, hasGames } from "../../library/importing.js";
import { isTyping } from "../keys.js";
import { PhotoReader } from "./photo_reader.js";

const MAX_TEXT = 1 << 16; // characters of a call

export class Importer {
  /**
   * @param {import("../../core/app.js").App} app
   * @param {import("./photo_view.js").PhotoView} photo
   * @param {{showFault: () => void, close: () => void}} dialog
   */
  constructor(app, photo, dialog) {
    this.app = app;
    this.dialog = dialog;
    this.photos = new PhotoReader(app, photo, dialog);
    this.file = this.#makeInput("open.file");
    this.camera = this.#makeInput("open.camera", { accept: "image/*", capture: "environment" });
    document.addEventListener("paste", (event) => this.#paste(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.#drop(event));
  }

  /**
   * @param {string} key of its label
   * @param {Record<string, string>} [look]
   * @returns {HTMLInputElement}
   */
  #makeInput(key, look = {}) {
    const onchange = () => this.#openFile(input.files?.[0]);
    const input = html("input", { type: "file", ...look, hidden: true, "data-t-label": key, onchange });
    return input;
  }

  /**
   * Open a text. The library reads exported games, and a text that is too large for a call: it shows how far it is.
   * @param {string} text
   * @param {string} [name]
   * @returns {Promise<boolean>} Whether there was a puzzle.
   */
  async openText(text, name = "") {
    if (!text.trim()) {
      this.app.announce(t("fault.no_puzzle"), { fault: true });
      return false;
    }
    if (text.length <= MAX_TEXT && !hasGames(text)) return this.app.opener.open(text, { name });
    const { getLibrary } = await import("../../library/library_dialog.js");
    this.dialog.close();
    return getLibrary(this.app).import(text, name);
  }

  /** @param {File | undefined} file */
  async #openFile(file) {
    if (!file) return;
    this.file.value = this.camera.value = ""; // so that the same file can be chosen again
    if (/^image\/(?!svg)|pdf$/.test(file.type)) return this.photos.read(file);
    const isSmall = file.size <= MAX_FILE;
    if (!isSmall) this.app.announce(t("fault.large"), { fault: true });
    const isOpen = isSmall && (await this.openText(await file.text(), getName(file)));
    if (!isOpen) this.dialog.showFault();
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    if (isTyping(event)) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain");
    if (file) this.#openFile(file);
    else if (text) this.openText(text);
    if (file || text) event.preventDefault();
  }

  /** @param {DragEvent} event */
  #drop(event) {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) this.#openFile(file);
    else this.openText(event.dataTransfer?.getData("text/plain") ?? "");
  }
}
