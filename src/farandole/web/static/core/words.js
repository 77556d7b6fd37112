// The words of the page in the player's language. ../words/ has a table for each language; only the one that is shown is
// loaded.

import { settings } from "./storage.js";
import { html } from "./elements.js";

/** @typedef {"en" | "zh"} Language */

/** @type {Record<Language, () => Promise<{default: Record<string, string>}>>} */
const TABLES = { en: () => import("../words/en.js"), zh: () => import("../words/zh.js") };

let shown = chooseLanguage();
let { default: words } = await TABLES[shown]();

/** @returns {Language} The chosen language, or else that of the browser. */
function chooseLanguage() {
  const chosen = settings.get("language");
  if (chosen === "en" || chosen === "zh") return chosen;
  return globalThis.navigator?.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** @returns {Language} The language that is shown. */
export function language() {
  return shown;
}

/**
 * Show another language; rejects if its words can't be loaded.
 * @param {Language} chosen
 */
export async function setLanguage(chosen) {
  words = (await TABLES[chosen]()).default;
  shown = chosen;
  settings.set("language", chosen);
  document.documentElement.lang = chosen;
  translate(document.documentElement);
  document.dispatchEvent(new CustomEvent("language"));
}

/**
 * Translate a key. Names in braces are values; "{n|cell|cells}" is the singular or the plural.
 * @param {string} key
 * @param {Record<string, string | number>} [values] for the names in braces
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name, one, many) => {
    if (!(name in values)) return whole;
    return many === undefined ? String(values[name]) : Number(values[name]) === 1 ? one : many;
  });
}

/**
 * Translate all elements that name a key: data-t is for the text, data-t-label the label, data-t-title the tooltip,
 * data-t-option the head of a group of options.
 * @param {Element} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]"))
    element.textContent = t(element.getAttribute("data-t") ?? "");
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("data-t-label") ?? ""));
  }
  for (const element of root.querySelectorAll("[data-t-title]")) {
    element.setAttribute("title", t(element.getAttribute("data-t-title") ?? ""));
  }
  for (const element of root.querySelectorAll("[data-t-option]")) {
    element.setAttribute("label", t(element.getAttribute("data-t-option") ?? ""));
  }
  for (const element of root.querySelectorAll("[data-t-placeholder]")) {
    element.setAttribute("placeholder", t(element.getAttribute("data-t-placeholder") ?? ""));
  }
}

/**
 * Make a button.
 * @param {string} key of its text
 * @param {() => void} act
 * @param {string} [look] its classes
 */
export function button(key, act, look = "") {
  return html("button", { type: "button", class: look, onclick: act }, t(key));
}
