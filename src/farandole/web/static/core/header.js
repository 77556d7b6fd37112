// The top of the page: views, theme, language; and the buttons that zoom.

import { settings } from "./storage.js";
import { language, setLanguage, t } from "./words.js";

export class Header {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#showTheme();
    this.#listen("#theme", () => settings.set("theme", getTheme() === "dark" ? "light" : "dark"));
    document.addEventListener("setting", () => this.#showTheme());
    this.#listen("#language", () =>
      setLanguage(language() === "en" ? "zh" : "en").catch(() => app.announce(t("fault.offline"))),
    );
    this.#listen("#views button", (button) => app.views.show(button.getAttribute("data-view") ?? "play"));
    this.#listen("#zoom-in", () => app.board.zoomIn());
    this.#listen("#zoom-out", () => app.board.zoomOut());
  }

  /**
   * @param {string} selector
   * @param {(button: Element) => void} act
   */
  #listen(selector, act) {
    for (const button of document.querySelectorAll(selector)) button.addEventListener("click", () => act(button));
  }

  #showTheme() {
    const { dataset } = document.documentElement;
    for (const name of ["theme", "size", "verdict", "conflicts", "patterns"])
      dataset[name] = settings.get(name, "auto");
    document.getElementById("theme")?.setAttribute("aria-pressed", String(getTheme() === "dark"));
  }
}

/** @returns {"light" | "dark"} The theme chosen, or else that of the system. */
export function getTheme() {
  const chosen = settings.get("theme");
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
