// What the player has learned: for each technique, the drills solved without help, and the hints that named it.

import { settings } from "../core/storage.js";

export const N_DRILLS = 3; // for a badge

/** @typedef {{solved?: number, hints?: number}} Progress */

/**
 * @param {string} technique
 * @returns {Progress}
 */
export function getProgress(technique) {
  return settings.get("course", {})[technique] ?? {};
}

/**
 * @param {string} technique
 * @param {"solved" | "hints"} what
 */
export function record(technique, what) {
  const progress = getProgress(technique);
  const course = { ...settings.get("course", {}), [technique]: { ...progress, [what]: (progress[what] ?? 0) + 1 } };
  settings.set("course", course);
}

/**
 * Find what to learn next: what hints named most often, or else the easiest lesson without a badge.
 * @param {{technique: string, rules?: string[]}[]} lessons the easiest first; those about rules count hints that use them
 * @returns {string | undefined} its technique
 */
export function suggest(lessons) {
  const hints = (/** @type {string} */ name) => getProgress(name).hints ?? 0;
  const count = (/** @type {{technique: string, rules?: string[]}} */ { technique, rules }) =>
    rules ? Math.max(0, ...rules.map((rule) => hints(`rule ${rule}`))) : hints(technique);
  const open = lessons.filter(({ technique }) => (getProgress(technique).solved ?? 0) < N_DRILLS);
  return [...open].sort((a, b) => count(b) - count(a))[0]?.technique;
}
