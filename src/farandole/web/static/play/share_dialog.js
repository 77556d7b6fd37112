// The dialog that shares a puzzle: links, other sites, pictures, print.

import { encodeLink } from "../core/link.js";
import { download, html } from "../core/elements.js";
import { t } from "../core/words.js";
import { makeDialog } from "./dialog.js";

/** @typedef {import("../core/app.js").App} App */

const SCALE = 3; // of a PNG, in pixels per unit of the drawing

export class ShareDialog {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.withProgress = html("input", {
      type: "checkbox",
      id: "share-progress",
      checked: true,
      onchange: () => this.#showLink(),
    });
    this.link = html("input", { type: "text", readonly: true, "data-t-label": "share.link", class: "wide" });
    this.sites = html("div", { class: "row" });
    this.dialog = makeDialog(
      "share.title",
      html(
        "div",
        { class: "row" },
        this.link,
        html("button", {
          type: "button",
          class: "main",
          "data-t": "share.copy",
          onclick: () => this.#copy(this.link.value),
        }),
      ),
      html(
        "label",
        { class: "row", for: "share-progress" },
        this.withProgress,
        html("span", { "data-t": "share.progress" }),
      ),
      html("h3", { "data-t": "share.open_in" }),
      this.sites,
      html("h3", { "data-t": "share.picture" }),
      html(
        "div",
        { class: "row" },
        html("button", { type: "button", "data-t": "share.print", onclick: () => this.#print() }),
        html("button", { type: "button", onclick: () => this.#saveSvg() }, "SVG"),
        html("button", { type: "button", onclick: () => this.#savePng() }, "PNG"),
        html("button", { type: "button", "data-t": "share.pdf", onclick: () => this.#print() }),
      ),
      html("h3", { "data-t": "share.text" }),
      html(
        "div",
        { class: "row" },
        html("button", { type: "button", "data-t": "share.line", onclick: () => this.#copy(app.game.line) }),
        html("button", { type: "button", "data-t": "share.document", onclick: () => this.#saveDocument() }),
      ),
    );
    document.getElementById("share")?.addEventListener("click", () => this.show());
  }

  async show() {
    this.link.value = "";
    this.sites.replaceChildren(html("span", { class: "soft" }, "…"));
    this.dialog.showModal();
    this.link.focus();
    await this.#showLink();
    await this.#showSites();
  }

  async #showLink() {
    const { game } = this.app;
    const { state } = game.toJSON();
    const shared = this.withProgress.checked
      ? { puzzle: game.document, digits: game.line, game: { version: 1, title: game.title, seconds: 0, state } }
      : { puzzle: game.document };
    this.link.value = `${location.origin}${location.pathname}${await encodeLink(shared)}`;
    this.link.select();
  }

  async #showSites() {
    const { game } = this.app;
    try {
      const { links } = await this.app.ask("open_in", { puzzle: game.document, digits: game.line });
      const others = links.filter((/** @type {any} */ one) => /^https:/.test(one.link));
      this.sites.replaceChildren(
        ...others.map((/** @type {{site: string, link: string}} */ { site, link }) =>
          html("a", { class: "button", href: link, target: "_blank", rel: "noopener noreferrer" }, `${site} ↗`),
        ),
      );
      if (!others.length) this.sites.replaceChildren(html("span", { class: "soft" }, t("share.nowhere")));
    } catch (error) {
      this.sites.replaceChildren(html("span", { class: "soft" }, t("fault.offline")));
    }
  }

  /** @param {string} text */
  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.app.announce(t("share.copied"));
    } catch {
      this.link.value = text;
      this.link.select();
      this.app.announce(t("share.by_hand"));
    }
    this.dialog.close();
  }

  #print() {
    this.dialog.close();
    this.app.game.select([]);
    setTimeout(() => print(), 50); // after the dialog is closed
  }

  /** @returns {Promise<string>} The server's drawing of the puzzle. */
  async #fetchDrawing() {
    const { game } = this.app;
    return (await this.app.ask("draw", { puzzle: game.document, theme: "light" })).svg;
  }

  async #saveSvg() {
    try {
      this.#save(new Blob([await this.#fetchDrawing()], { type: "image/svg+xml" }), "svg");
    } catch (error) {
      this.app.reportError(error);
    }
  }

  async #savePng() {
    try {
      const drawing = await this.#fetchDrawing();
      const picture = new Image();
      picture.src = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
      await picture.decode();
      const canvas = html("canvas", { width: picture.width * SCALE, height: picture.height * SCALE });
      canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(picture.src);
      canvas.toBlob((blob) => blob && this.#save(blob, "png"));
    } catch (error) {
      this.app.reportError(error);
    }
  }

  #saveDocument() {
    this.#save(new Blob([JSON.stringify(this.app.game.document, null, 1)], { type: "application/json" }), "json");
  }

  /**
   * @param {Blob} blob
   * @param {string} ending
   */
  #save(blob, ending) {
    download(blob, `${(this.app.game.title || "sudoku").replace(/[^\p{L}\p{N}]+/gu, "-")}.${ending}`);
    this.dialog.close();
  }
}
