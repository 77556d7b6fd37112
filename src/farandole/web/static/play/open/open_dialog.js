// The dialog that opens a puzzle: from a text or a file, or a saved game.

import { html } from "../../core/elements.js";
import { makeDialog } from "../dialog.js";
import { Importer } from "./importer.js";
import { PhotoView } from "./photo_view.js";
import { ReadingChooser } from "./reading_chooser.js";
import { RecentGames } from "./recent_games.js";

export class OpenDialog {
  /** @param {import("../../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    this.photo = new PhotoView(app);
    this.importer = new Importer(app, this.photo, { showFault: () => this.#showStatus(), close: () => this.#close() });
    this.recent = new RecentGames(app);
    this.text = html("textarea", {
      rows: 4,
      id: "open-text",
      spellcheck: "false",
      autocapitalize: "off",
      "data-t-placeholder": "open.placeholder",
      "data-t-label": "open.text",
    });
    this.fault = html("p", { id: "open-fault", class: "why", hidden: true });
    /** @type {(number: number) => void} Opens the drawing that is asked about. */
    this.openReading = () => {};
    this.readings = new ReadingChooser((number) => this.openReading(number));
    app.opener.askReading = (text, options, error) => this.#askReading(text, options, error);
    this.dialog = makeDialog(
      "open.title",
      this.#makeForm(),
      this.readings.element,
      html("h3", { "data-t": "open.recent", class: "recent-title" }),
      this.recent.element,
      html("button", { type: "button", id: "library", "data-t": "library.open", onclick: () => this.#showLibrary() }),
    );
    this.dialog.classList.add("open-dialog");
    this.dialog.addEventListener("close", () => {
      this.readings.drop();
    });
    document.getElementById("open")?.addEventListener("click", () => this.show());
    for (const game of [app.played, app.draft]) {
      game.addEventListener("puzzle", () => !this.readings.isAsking && this.#close());
    }
  }

  #makeForm() {
    const { file, camera } = this.importer;
    return html(
      "form",
      { class: "open-form", onsubmit: (event) => this.#submit(event) },
      this.text,
      this.fault,
      html(
        "div",
        { class: "row" },
        html("button", { class: "main", "data-t": "open.open" }),
        html("button", { type: "button", "data-t": "open.file", onclick: () => file.click() }),
        file,
        html("button", { type: "button", "data-t": "open.camera", onclick: () => camera.click() }),
        camera,
        html("span", { class: "soft", "data-t": "open.anywhere" }),
      ),
    );
  }

  show() {
    this.recent.refresh();
    this.#showFault("");
    this.readings.drop();
    this.dialog.showModal();
    this.text.focus();
  }

  async #showLibrary() {
    const { getLibrary } = await import("../../library/library_dialog.js");
    this.dialog.close();
    getLibrary(this.app).show();
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    this.#showFault("");
    this.readings.drop();
    if (await this.importer.openText(this.text.value)) this.text.value = "";
    else if (!this.readings.isAsking) this.#showStatus();
  }

  /**
   * Ask which rules a drawing stands for.
   * @param {string} text
   * @param {import("../../core/puzzle_opener.js").OpenOptions} options
   * @param {import("../../core/errors.js").CallError} error
   */
  #askReading(text, options, error) {
    if (!this.dialog.open) this.show();
    this.openReading = async (reading) => {
      const isOpen = await this.app.opener.open(text, { ...options, reading });
      if (isOpen) this.text.value = "";
      else if (!this.readings.isAsking) this.#showStatus();
    };
    this.readings.ask(/** @type {any} */ (error.fields));
  }

  /** Close the dialog if it is open. */
  #close() {
    if (!this.dialog.open) return;
    this.dialog.close();
    this.app.board.focus();
  }

  /** Show the error that was announced in the dialog, too, which hides the rest of the page. */
  #showStatus() {
    if (this.dialog.open) this.#showFault(document.getElementById("status")?.textContent ?? "");
  }

  /** @param {string} text "" to hide it */
  #showFault(text) {
    this.fault.hidden = !text;
    this.fault.textContent = text;
    this.text.setAttribute("aria-invalid", String(Boolean(text)));
    if (!text) return this.text.removeAttribute("aria-describedby");
    this.text.setAttribute("aria-describedby", this.fault.id);
    this.text.focus();
  }
}
