// The words of the page in the player's language. ../words/ has a table for each language.

import en from "../words/en.js";
import zh from "../words/zh.js";
import { settings } from "./storage.js";
import { html } from "./elements.js";

/** @type {Record<"en" | "zh", Record<string, string>>} */
const TABLES = { en, zh };

/** @typedef {"en" | "zh"} Language */

/** @returns {Language} The chosen language, or else that of the browser. */
export function language() {
  const chosen = settings.get("language");
  if (chosen === "en" || chosen === "zh") return chosen;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** @param {Language} chosen */
export function setLanguage(chosen) {
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
  const text = TABLES[language()][key] ?? en[key] ?? key;
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
