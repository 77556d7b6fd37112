// The dialog with all keys, and the settings.

import { settings } from "../core/storage.js";
import { html } from "../core/elements.js";
import { makeDialog } from "./dialog.js";

const KEYS = [
  ["1 – 9", "keys.digits"],
  ["Shift 1 – 9", "keys.corner"],
  ["Ctrl 1 – 9", "keys.center"],
  ["Alt 1 – 9, Ctrl Shift 1 – 9", "keys.color"],
  ["Z X C V", "keys.modes"],
  ["Space, Page\u00a0Down", "keys.next"],
  ["Tab", "keys.tool"],
  ["P", "keys.pen"],
  ["Z X C V", "keys.inks"],
  ["← ↑ → ↓, W A S D", "keys.move"],
  ["Shift ←, Ctrl ←", "keys.extend"],
  ["Home, End", "keys.ends"],
  ["Ctrl A", "keys.all"],
  ["Esc", "keys.none"],
  ["Delete", "keys.delete"],
  ["Shift Delete, Ctrl Delete, Alt Delete", "keys.delete_kind"],
  ["Ctrl Z", "keys.undo"],
  ["Ctrl Y, Ctrl Shift Z", "keys.redo"],
  ["Ctrl V", "keys.paste"],
  ["+, -", "keys.zoom"],
  ["?", "keys.help"],
];
const POINTER = [
  ["keys.drag", "keys.drag_does"],
  ["keys.ctrl_click", "keys.ctrl_click_does"],
  ["keys.double", "keys.double_does"],
  ["keys.pinch", "keys.pinch_does"],
];
/** @type {Record<string, string[]>} The values of each choice; the first is the default. */
const CHOICES = { theme: ["auto", "light", "dark"], size: ["normal", "large"], wording: ["words", "notation"] };
const SWITCHES = /** @type {const} */ ([
  ["single_keys", true],
  ["clears_peers", true],
  ["counts", true],
  ["clock", true],
  ["conflicts", true],
  ["verdict", true],
  ["seen", true],
  ["patterns", true],
  ["digit_first", false],
  ["sounds", false],
  ["haptics", false],
]);

/** @returns {HTMLDialogElement} */
export function makeHelpDialog() {
  const keys = KEYS.flatMap(([keys, does]) => [
    html("dt", {}, ...keys.split(", ").map((combination) => makeCombination(combination))),
    html("dd", { "data-t": does }),
  ]);
  const pointer = POINTER.flatMap(([how, does]) => [html("dt", { "data-t": how }), html("dd", { "data-t": does })]);
  const switches = SWITCHES.map(([name, otherwise]) => {
    const box = html("input", {
      type: "checkbox",
      id: `setting-${name}`,
      onchange: () => settings.set(name, box.checked),
    });
    box.checked = settings.get(name, otherwise);
    return html(
      "label",
      { class: "row setting", for: `setting-${name}` },
      box,
      html("span", { "data-t": `setting.${name}` }),
    );
  });
  const choices = Object.entries(CHOICES).map(([name, values]) => {
    const options = values.map((value) => html("option", { value, "data-t": `setting.${name}.${value}` }));
    const choice = html("select", { onchange: () => settings.set(name, choice.value) }, ...options);
    const show = () => (choice.value = settings.get(name, values[0]));
    document.addEventListener("setting", show);
    show();
    return html("label", { class: "row setting" }, html("span", { "data-t": `setting.${name}` }), choice);
  });
  const help = [
    html("dl", { class: "keys" }, ...keys, ...pointer),
    html("p", { class: "soft", "data-t": "keys.letters" }),
  ];
  const all = [html("h3", { "data-t": "setting.title" }), ...choices, ...switches];
  const isTouch = matchMedia("(pointer: coarse)").matches; // the keys are of little use there
  return makeDialog("keys.title", ...(isTouch ? [...all, ...help] : [...help, ...all]));
}

/**
 * @param {string} keys pressed at once, or a range
 * @returns {HTMLElement} A box that no line end parts.
 */
function makeCombination(keys) {
  const signs = keys.split(" ").map((key) => (key === "–" ? "–" : html("kbd", {}, key)));
  return html("span", { class: "combination" }, ...signs);
}
