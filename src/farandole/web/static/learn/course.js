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
 * Find what to learn next: what hints named most often, or else the easiest technique without a badge.
 * @param {string[]} techniques the easiest first
 * @returns {string | undefined}
 */
export function suggest(techniques) {
  const open = techniques.filter((technique) => (getProgress(technique).solved ?? 0) < N_DRILLS);
  const hints = (/** @type {string} */ technique) => getProgress(technique).hints ?? 0;
  return [...open].sort((a, b) => hints(b) - hints(a))[0];
}
