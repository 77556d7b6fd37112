// Fog of war: which cells of a puzzle are hidden until the digits near them are right.

/**
 * Find the cells under fog.
 * @param {import("./position.js").Position} game
 * @param {string[]} givens of all cells, hidden or not; "" for none
 * @returns {Set<number>} none if the puzzle has no fog
 */
export function findHidden(game, givens) {
  const fog = game.document?.about?.fog;
  if (!fog) return new Set();
  const solution = findRightDigits(game, fog);
  const isRight = (/** @type {number} */ cell) => Boolean(game.digits[cell]) && game.digits[cell] === solution?.[cell];
  const right = [...game.digits.keys()].filter((cell) => !givens[cell] && isRight(cell));
  const clear = new Set(listCells(game, fog.lamps));
  if (fog.links) clearByLinks(game, fog.links, givens, new Set(right), clear);
  else for (const cell of right) findAround(game, cell).forEach((near) => clear.add(near));
  return new Set([...game.digits.keys()].filter((cell) => !clear.has(cell)));
}

/**
 * @param {import("./position.js").Position} game
 * @param {any} fog
 * @returns {string[] | null} The right digit of each cell; null if they are unknown.
 */
function findRightDigits(game, fog) {
  if (fog.solution) return fog.solution.map((/** @type {number} */ digit) => game.board.digits[digit - 1] ?? "");
  return game.solution ? [...game.solution] : null;
}

/**
 * @param {import("./position.js").Position} game
 * @param {[string, string][]} links
 * @param {string[]} givens
 * @param {Set<number>} right
 * @param {Set<number>} clear to which cells are added
 */
function clearByLinks(game, links, givens, right, clear) {
  const pairs = links.map((link) => link.map((names) => listCells(game, names)));
  for (let before = -1; before !== clear.size;) {
    before = clear.size;
    const isKnown = (/** @type {number} */ cell) => right.has(cell) || (Boolean(givens[cell]) && clear.has(cell));
    for (const [triggers, cells] of pairs) {
      if (triggers.length && triggers.every(isKnown)) cells.forEach((cell) => clear.add(cell));
    }
  }
}

/**
 * @param {import("./position.js").Position} game
 * @param {unknown} names such as "r1c1 r1c2"
 * @returns {number[]}
 */
function listCells(game, names) {
  const words = typeof names === "string" ? names.split(" ").filter(Boolean) : [];
  return words.map((name) => game.cellNamed(name)).filter((cell) => cell >= 0);
}

/**
 * @param {import("./position.js").Position} game
 * @param {number} cell
 * @returns {number[]} The cell and those around it, also diagonally.
 */
function findAround(game, cell) {
  const [row, column] = game.board.cells[cell].at;
  const isNear = (/** @type {import("./position.js").Place} */ { at }) =>
    Math.abs(at[0] - row) <= 1 && Math.abs(at[1] - column) <= 1;
  return game.board.cells.flatMap((place, other) => (isNear(place) ? [other] : []));
}
