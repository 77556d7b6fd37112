// Check what is entered: which digits are wrong, and which rules they break.

import { namePlace } from "../core/labels.js";
import { t } from "../core/words.js";

const MAX_WRONG = 6;
const MAX_CONFLICTS = 3;

/**
 * @param {import("../core/game.js").Game} game
 * @param {import("./conflicts.js").Conflict[]} conflicts
 * @returns {{text: string, cells: number[], isGood: boolean}}
 */
export function checkGame(game, conflicts) {
  const wrong = game.findWrong();
  const sentences = conflicts.map(({ text }) => t("verdict.sentence", { said: text }));
  if (wrong.length) {
    const why = sentences.length ? t("verdict.between") + sentences[0] : "";
    return { text: describeWrong(game, wrong) + why, cells: wrong, isGood: false };
  }
  if (conflicts.length) {
    const cells = conflicts.flatMap((conflict) => conflict.cells.map((name) => game.cellNamed(name)));
    return { text: sentences.slice(0, MAX_CONFLICTS).join(t("verdict.between")), cells, isGood: false };
  }
  if (game.isSolved) return { text: t("verdict.solved"), cells: [], isGood: true };
  if (game.isFull) return { text: t("verdict.full"), cells: [], isGood: true };
  const left = game.nCells - game.filled;
  return { text: t(game.solution ? "verdict.right" : "verdict.no_conflict", { left }), cells: [], isGood: true };
}

/**
 * @param {import("../core/game.js").Game} game
 * @param {number[]} cells
 */
function describeWrong(game, cells) {
  const places = cells
    .slice(0, MAX_WRONG)
    .map((cell) => t("verdict.wrong_one", { digit: game.digits[cell], place: namePlace(game, cell) }));
  const more = cells.length > MAX_WRONG ? " …" : "";
  return t("verdict.wrong", { count: cells.length, places: places.join(t("board.comma")) + more });
}
