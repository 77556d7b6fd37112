// What a pointer draws on: paths of cells, edges, corners, lines seen from outside, and regions.

/** @typedef {import("./tools.js").Place} Place */

/**
 * Extend the path of a stroke. The cells of a line are neighbors, also diagonally.
 * @param {number[]} path
 * @param {number} cell where the pointer is now
 * @param {Place[]} places
 * @param {boolean} isLine whether order matters; then going back removes the last cell
 * @returns {number[]} the new path
 */
export function extendPath(path, cell, places, isLine) {
  if (path[path.length - 1] === cell) return path;
  if (path.length > 1 && path[path.length - 2] === cell) return isLine ? path.slice(0, -1) : path;
  if (path.includes(cell)) return path;
  if (!isLine || !path.length) return [...path, cell];
  const [row, column] = places[cell].at,
    [before, beside] = places[path[path.length - 1]].at;
  return Math.max(Math.abs(row - before), Math.abs(column - beside)) === 1 ? [...path, cell] : path;
}

/**
 * Find the two cells whose common edge is nearest to a point.
 * @param {number} x in units of 100 a cell
 * @param {number} y
 * @param {(row: number, column: number) => number | null} cellAt
 * @returns {number[] | null}
 */
export function findEdge(x, y, cellAt) {
  const row = Math.floor(y / 100),
    column = Math.floor(x / 100);
  const cell = cellAt(row, column);
  const dx = x / 100 - column,
    dy = y / 100 - row;
  const ways = /** @type {[number, number, number][]} */ ([
    [dx, 0, -1],
    [1 - dx, 0, 1],
    [dy, -1, 0],
    [1 - dy, 1, 0],
  ]).sort((one, other) => one[0] - other[0]);
  for (const [, down, right] of ways) {
    const other = cellAt(row + down, column + right);
    if (cell !== null && other !== null) return cell < other ? [cell, other] : [other, cell];
  }
  return null;
}

/**
 * Find the four cells around the corner nearest to a point.
 * @param {number} x
 * @param {number} y
 * @param {(row: number, column: number) => number | null} cellAt
 * @returns {number[] | null}
 */
export function findCorner(x, y, cellAt) {
  const row = Math.round(y / 100),
    column = Math.round(x / 100);
  const four = [
    [-1, -1],
    [-1, 0],
    [0, -1],
    [0, 0],
  ].map(([down, right]) => cellAt(row + down, column + right));
  return four.every((cell) => cell !== null) ? /** @type {number[]} */ (four) : null;
}

/**
 * List the cells of a line as seen from outside, nearest first.
 * @param {number} row outside of the grid
 * @param {number} column
 * @param {[number, number]} way down and right
 * @param {(row: number, column: number) => number | null} cellAt
 * @returns {number[]}
 */
export function listLine(row, column, [down, right], cellAt) {
  const cells = [];
  for (let at = 1; ; at++) {
    const cell = cellAt(row + at * down, column + at * right);
    if (cell === null) return cells;
    cells.push(cell);
  }
}

/**
 * Find the line that a clue outside looks along, from the point where it is put.
 * @param {number} x in units of 100 a cell
 * @param {number} y
 * @param {[number, number]} size rows and columns
 * @param {boolean} isDiagonal then the half of the square in which the point lies decides the direction
 * @param {(row: number, column: number) => number | null} cellAt
 * @returns {number[]}
 */
export function findLine(x, y, [height, width], isDiagonal, cellAt) {
  const row = Math.floor(y / 100),
    column = Math.floor(x / 100);
  const down = row < 0 ? 1 : row >= height ? -1 : 0,
    right = column < 0 ? 1 : column >= width ? -1 : 0;
  if (!down && !right) return [];
  if (!isDiagonal)
    return down && right
      ? []
      : listLine(
          down ? (down > 0 ? -1 : height) : row,
          right ? (right > 0 ? -1 : width) : column,
          [down, right],
          cellAt,
        );
  /** @type {[number, number]} */
  const way = [down || (y / 100 - row > 0.5 ? 1 : -1), right || (x / 100 - column > 0.5 ? 1 : -1)];
  return listLine(down ? (down > 0 ? -1 : height) : row, right ? (right > 0 ? -1 : width) : column, way, cellAt);
}

/**
 * Write regions as in a document: rows with a letter for each cell.
 * @param {number[]} regionOf each cell
 * @param {{cells: Place[], size: [number, number]}} board
 * @returns {string[]}
 */
export function writeRegions(regionOf, { cells, size: [height, width] }) {
  const rows = Array.from({ length: height }, () => Array(width).fill("#"));
  cells.forEach(({ at: [row, column] }, cell) => (rows[row][column] = String.fromCharCode(65 + regionOf[cell])));
  return rows.map((row) => row.join(""));
}
