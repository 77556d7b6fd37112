// Ratings in words.

import { language, t } from "./words.js";

/**
 * @param {any} event `scale` of `rate`
 * @returns {string}
 */
export function describeRating({ scale, difficulty, score, level, er, is_least, guesses }) {
  if (scale === "logic") {
    const key = is_least ? "learn.difficulty_least" : "learn.difficulty";
    return t(key, { difficulty: difficulty.toFixed(1), level: t(`learn.level.${level}`) });
  }
  if (scale === "hodoku") {
    return t("learn.hodoku", { score: score.toLocaleString(language()), level: t(`learn.level.${level}`) });
  }
  if (scale === "explainer") return t(is_least ? "learn.explainer_least" : "learn.explainer", { er });
  return t("learn.guesses", { n: guesses });
}
