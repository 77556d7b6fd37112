// The houses of a puzzle: those of its grid, and those that its rules add.

/**
 * @param {import("./position.js").Board} board
 * @param {any} document
 * @returns {Set<number>[]}
 */
export function findPeers(board, document) {
  const peers = board.cells.map(() => /** @type {Set<number>} */ (new Set()));
  for (const { cells } of [...board.houses, ...findCages(document, board)]) {
    for (const cell of cells) for (const other of cells) if (cell !== other) peers[cell].add(other);
  }
  return peers;
}

/**
 * Find the houses that rules add: cages and groups of cells without repeated digits.
 * @param {any} document
 * @param {import("./position.js").Board} board
 * @returns {import("./position.js").House[]}
 */
export function findCages(document, board) {
  const number = new Map(board.cells.map(({ name }, cell) => [name, cell]));
  return getRules(document)
    .filter((rule) => rule.rule === "cage" || rule.rule === "all_different")
    .map((rule) => ({
      name: rule.total ? `cage ${rule.total}` : "cage",
      cells: String(rule.cells)
        .split(" ")
        .flatMap((name) => number.get(name) ?? []),
    }))
    .filter(({ cells }) => cells.length <= board.digits.length);
}

/**
 * @param {any} document
 * @returns {any[]} The rules of a document.
 */
export function getRules(document) {
  return Array.isArray(document?.rules) ? document.rules : [];
}

/**
 * @param {import("./position.js").Position} game
 * @returns {Set<number>} The cells in whose upper left corner a total is written.
 */
export function findTotals(game) {
  const numbers = new Map(game.board.cells.map(({ name }, cell) => [name, cell]));
  const rules = getRules(game.document);
  const corners = rules
    .filter(({ total, cells }) => total !== undefined && total !== null && typeof cells === "string")
    .map(({ cells }) =>
      Math.min(...cells.split(" ").map((/** @type {string} */ name) => numbers.get(name) ?? Infinity)),
    );
  const hasCages = rules.some(({ rule }) => rule === "cage");
  return hasCages && corners.length ? new Set(game.digits.keys()) : new Set(corners);
}
