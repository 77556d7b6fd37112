// How a puzzle comes in: typed, pasted anywhere, as a file, dropped, chosen.

import { games } from "../../core/storage.js";
import { html } from "../../core/elements.js";
import { CallError } from "../../core/errors.js";
import { isAbort } from "../../core/transport.js";
import { t } from "../../core/words.js";
import { dialog } from "../dialog.js";
import { isTyping } from "../keys.js";
import { formatTime } from "../timer.js";
import { GenerateForm } from "./generate_form.js";
import { PhotoView } from "./photo_view.js";
import { thumbnail } from "./thumbnail.js";

/** @typedef {import("../../core/app.js").App} App */

const MOST = 1 << 16; // characters that a call may have
const MOST_OF_PHOTO = 9_000_000; // bytes

export class OpenDialog {
  /** @type {any[]} */ #shapes = [];

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.text = html("textarea", {
      rows: 4,
      id: "open-text",
      spellcheck: "false",
      autocapitalize: "off",
      "data-t-placeholder": "open.placeholder",
      "data-t-label": "open.text",
    });
    this.fault = html("p", { id: "open-fault", class: "why", hidden: true });
    this.file = html("input", {
      type: "file",
      hidden: true,
      "data-t-label": "open.file",
      onchange: () => this.#read(this.file.files?.[0]),
    });
    this.camera = html("input", {
      type: "file",
      accept: "image/*",
      capture: "environment",
      hidden: true,
      "data-t-label": "open.camera",
      onchange: () => this.#read(this.camera.files?.[0]),
    });
    this.photo = new PhotoView(app);
    this.shapes = html("div", { class: "gallery", role: "group", "data-t-label": "open.examples" });
    this.blank = html("div", { class: "row" });
    this.recent = html("ul", { class: "recent" });
    this.making = new GenerateForm(app, (error) => this.#reportError(error));
    this.#blanks();
    this.dialog = dialog(
      "open.title",
      html(
        "form",
        { class: "open-form", onsubmit: (event) => this.#submit(event) },
        this.text,
        this.fault,
        html(
          "div",
          { class: "row" },
          html("button", { class: "main", "data-t": "open.this" }),
          html("button", { type: "button", "data-t": "open.file", onclick: () => this.file.click() }),
          this.file,
          html("button", { type: "button", "data-t": "open.camera", onclick: () => this.camera.click() }),
          this.camera,
          html("span", { class: "soft", "data-t": "open.anywhere" }),
        ),
      ),
      html("h3", { "data-t": "open.recent", class: "recent-title" }),
      this.recent,
      html("h3", { "data-t": "open.new" }),
      this.making.form,
      html("h3", { "data-t": "open.blank" }),
      html("p", { class: "soft", "data-t": "open.blank_how" }),
      this.blank,
      html("h3", { "data-t": "open.examples" }),
      this.shapes,
    ); // last: they come a moment later, and nothing may move under a finger
    this.dialog.classList.add("open-dialog");
    document.getElementById("open")?.addEventListener("click", () => this.show());
    for (const game of [app.played, app.draft]) game.addEventListener("puzzle", () => this.#close());
    document.addEventListener("paste", (event) => this.#paste(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.#drop(event));
    document.addEventListener("language", () => this.#fill());
    this.dialog.addEventListener("close", () => this.making.giveUp());
  }

  async show() {
    this.#showRecent();
    this.#blame("");
    this.dialog.showModal();
    this.text.focus();
    this.making.learn();
    if (this.#shapes.length) return;
    try {
      this.#shapes = (await this.app.ask("shapes", {})).shapes;
      this.#fill();
    } catch (error) {
      this.shapes.replaceChildren(html("p", { class: "soft" }, t("fault.offline")));
    }
  }

  #fill() {
    this.shapes.replaceChildren(
      ...this.#shapes.map(({ name, title, document: puzzle }) => {
        const known = t(`shape.${name}`);
        const said = known === `shape.${name}` ? (title ?? name) : known;
        return html(
          "button",
          { type: "button", class: "shape", onclick: () => this.#choose(puzzle, said) },
          thumbnail(puzzle),
          html("span", {}, said),
        );
      }),
    );
  }

  /**
   * @param {any} puzzle
   * @param {string} title
   */
  async #choose(puzzle, title) {
    try {
      await this.app.opener.openDocument(puzzle, { title });
    } catch (error) {
      this.#reportError(error);
    }
  }

  #blanks() {
    const sizes = [4, 6, 8, 9, 12, 16, 25].map((size) => /** @type {[string, any]} */ ([`${size}×${size}`, { size }]));
    this.blank.append(
      ...sizes.map(([name, grid]) =>
        html("button", { type: "button", onclick: () => this.#begin({ farandole: 1, grid }, name) }, name),
      ),
      html("button", {
        type: "button",
        "data-t": "shape.samurai",
        onclick: () => this.#begin({ farandole: 1, grid: { named: "samurai" } }, t("shape.samurai")),
      }),
    );
  }

  /**
   * Show an empty board; what is entered there becomes the givens.
   * @param {any} puzzle
   * @param {string} title
   */
  async #begin(puzzle, title) {
    try {
      await this.app.opener.openDocument(puzzle, { title, fresh: true });
      this.app.announce(t("open.enter"));
    } catch (error) {
      this.#reportError(error);
    }
  }

  #showRecent() {
    const list = games.list();
    this.recent.previousElementSibling?.toggleAttribute("hidden", list.length < 2);
    this.recent.hidden = list.length < 2;
    this.recent.replaceChildren(
      ...list.slice(0, 8).map((entry) => {
        const state = entry.solved ? t("open.done") : t("open.filled", { filled: entry.filled, cells: entry.cells });
        const when = new Date(entry.when).toLocaleString(this.app.lang, {
          month: "short",
          day: "numeric",
          hour: "2-digit",
          minute: "2-digit",
        });
        const open = () => this.app.opener.openSaved(entry.id);
        return html(
          "li",
          {},
          html(
            "button",
            { type: "button", class: "recent-game", onclick: open },
            html("span", {}, entry.title),
            html("span", { class: "soft" }, `${state} · ${formatTime(entry.seconds)} · ${when}`),
          ),
        );
      }),
    );
  }

  /**
   * Open what is typed; where that fails, say so beside it.
   * @param {Event} event
   */
  async #submit(event) {
    event.preventDefault();
    this.#blame("");
    if (await this.#open(this.text.value)) this.text.value = "";
    else if (this.text.value.trim()) this.#blame(document.getElementById("status")?.textContent ?? "");
  }

  /** Give way to the puzzle that has come. */
  #close() {
    if (!this.dialog.open) return;
    this.dialog.close();
    this.app.board.focus();
  }

  /** @param {unknown} error */
  #reportError(error) {
    if (isAbort(error)) return;
    this.app.reportError(error);
    if (this.dialog.open) this.#blame(document.getElementById("status")?.textContent ?? "");
  }

  /** @param {string} said */
  #blame(said) {
    this.fault.hidden = !said;
    this.fault.textContent = said;
    this.text.setAttribute("aria-invalid", String(Boolean(said)));
    if (!said) return this.text.removeAttribute("aria-describedby");
    this.text.setAttribute("aria-describedby", this.fault.id);
    this.text.focus();
  }

  /**
   * @param {string} text
   * @returns {Promise<boolean>} Whether there was a puzzle.
   */
  async #open(text) {
    if (!text.trim()) return false;
    if (text.length <= MOST) return this.app.opener.open(text);
    this.app.announce(t("fault.large"), { fault: true });
    return false;
  }

  /** @param {File | undefined} file */
  async #read(file) {
    if (!file) return;
    this.file.value = this.camera.value = "";
    if (/^image\/(?!svg)|pdf$/.test(file.type)) return this.#readPhoto(file);
    const isTaken = file.size <= MOST && (await this.#open(await file.text()));
    if (file.size > MOST) this.app.announce(t("fault.large"), { fault: true });
    if (!isTaken && this.dialog.open) this.#blame(document.getElementById("status")?.textContent ?? "");
  }

  /**
   * Have a photo read. Where a cell is doubtful, its digits come as entries: they can be corrected before they are givens.
   * @param {File} file
   * @param {number} [index] which of several puzzles
   */
  async #readPhoto(file, index) {
    if (file.size > MOST_OF_PHOTO) return this.#reportError(new CallError("large_photo"));
    this.app.announce(t("open.reading"));
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      let letters = "";
      for (let at = 0; at < bytes.length; at += 32768)
        letters += String.fromCharCode(...bytes.subarray(at, at + 32768));
      const read = await this.app.ask("read", { photo: btoa(letters), index });
      if (read.several) {
        this.#close();
        this.app.announce("");
        return this.photo.choose(file, read.several, (one) => this.#readPhoto(file, one));
      }
      const said = await this.#openRead(read);
      if (this.app.game === this.app.played) await this.photo.show(file, /** @type {any} */ (read), said);
    } catch (error) {
      this.#reportError(error);
    }
  }

  /**
   * @param {any} read
   * @returns {Promise<string>} What the player should do.
   */
  async #openRead({ document: puzzle, board, digits, candidates, doubtful }) {
    const { givens, ...empty } = puzzle;
    const mayCorrect = doubtful.length > 0 && !puzzle.rules?.length;
    const title = t("open.photo");
    if (mayCorrect) await this.app.opener.openDocument(empty, { title, digits: board.givens, fresh: true });
    else {
      /** @type {[number, any][]} */
      const written = board.cells.map((/** @type {any} */ { name }, /** @type {number} */ cell) => {
        const center = (candidates[name] ?? []).map((/** @type {number} */ digit) => board.digits[digit - 1]).join("");
        return [cell, { digit: digits[cell].replace(".", ""), center }];
      });
      const some = written.filter(([, { digit, center }]) => digit || center);
      const game = some.length ? { state: { cells: Object.fromEntries(some), pen: [], auto: false } } : undefined;
      await this.app.opener.openDocument(puzzle, { title, game });
    }
    if (!doubtful.length) return "";
    const cells = doubtful.map((/** @type {string} */ name) => this.app.game.cellNamed(name));
    this.app.game.select(cells, cells[0]);
    const said = t(mayCorrect ? "open.correct" : "open.doubtful", { count: doubtful.length });
    this.app.announce(said);
    return said;
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    if (isTyping(event)) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain");
    if (file) this.#read(file);
    else if (text) this.#open(text);
    if (file || text) event.preventDefault();
  }

  /** @param {DragEvent} event */
  #drop(event) {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) this.#read(file);
    else this.#open(event.dataTransfer?.getData("text/plain") ?? "");
  }
}
