// The game, without a page: moves, undo, notes of peers, savepoints, links. Run by test_modules.py.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Game } from "../../src/farandole/web/static/core/game.js";
import { colorCandidate, eraseInk, linkCandidates } from "../../src/farandole/web/static/core/ink.js";
import { encodeLink, decodeLink } from "../../src/farandole/web/static/core/link.js";

/** A board of 4x4 with two givens, as `parse` answers. */
function board(givens = "1" + ".".repeat(14) + "4") {
  const cells = [...givens].map((_, i) => ({ name: `r${(i >> 2) + 1}c${(i & 3) + 1}`, at: [i >> 2, i & 3] }));
  const four = [0, 1, 2, 3];
  const houses = [
    ...four.map((r) => ({ name: `row ${r + 1}`, cells: four.map((c) => 4 * r + c) })),
    ...four.map((c) => ({ name: `column ${c + 1}`, cells: four.map((r) => 4 * r + c) })),
    ...[0, 2, 8, 10].map((i, n) => ({ name: `box ${n + 1}`, cells: [i, i + 1, i + 4, i + 5] })),
  ];
  return { cells, houses, digits: "1234", givens, marks: [], size: [4, 4], classic: true };
}

function startGame(document = {}) {
  const game = new Game();
  game.start(document, board());
  return game;
}

test("A digit takes itself out of the notes of its peers, and undo brings them back", () => {
  const game = startGame();
  for (const cell of [1, 5, 10]) game.toggle("center", "2", [cell]);
  game.toggle("corner", "2", [2]);
  game.enter("2", [3]);
  assert.deepEqual(
    [1, 5, 10].map((cell) => game.center[cell].has("2")),
    [false, true, true],
  );
  assert.equal(game.corner[2].size, 0);
  game.undo();
  assert.deepEqual([game.digits[3], game.center[1].has("2"), game.corner[2].has("2")], ["", true, true]);
  game.redo();
  assert.deepEqual([game.digits[3], game.center[1].size], ["2", 0]);
});

test("Notes stay where a player wants them to", () => {
  const game = startGame();
  game.clearsPeers = false;
  game.toggle("center", "2", [1]);
  game.enter("2", [3]);
  assert.ok(game.center[1].has("2"));
});

test("Givens can't be changed", () => {
  const game = startGame();
  game.enter("3", [0, 1]);
  assert.deepEqual(game.digits.slice(0, 2), ["1", "3"]);
  game.remove("all", [0, 1]);
  assert.deepEqual(game.digits.slice(0, 2), ["1", ""]);
});

test("Delete removes digits, then marks, then colors", () => {
  const game = startGame();
  game.toggle("colors", 3, [5]);
  game.toggle("corner", "4", [5]);
  game.enter("2", [5]);
  const content = () => [game.digits[5], game.corner[5].size, game.colors[5].size];
  assert.deepEqual(content(), ["2", 1, 1]);
  game.remove(undefined, [5]);
  assert.deepEqual(content(), ["", 1, 1]);
  game.remove(undefined, [5]);
  assert.deepEqual(content(), ["", 0, 1]);
  game.remove(undefined, [5]);
  assert.deepEqual(content(), ["", 0, 0]);
  for (let i = 0; i < 3; i++) game.undo();
  assert.deepEqual(content(), ["2", 1, 1]);
});

test("There are nine colors, whatever the number of digits", () => {
  const game = new Game();
  game.start({}, { ...board(), digits: "123456789A" });
  game.write("color", "9", [1]);
  game.write("color", "A", [1]);
  assert.deepEqual([...game.colors[1]], [9]);
});

test("A move reports which cells look different after it", () => {
  const game = startGame();
  const changes = [];
  game.addEventListener("change", (event) => changes.push([...event.detail.cells].sort((a, b) => a - b)));
  game.enter("2", [1]);
  game.draw([
    ["5o", true],
    ["1-2", true],
  ]);
  game.keepCandidates(true);
  game.enter("3", [1]);
  assert.deepEqual(changes.slice(0, 2), [[1], [5]]);
  assert.deepEqual(changes[2].length, 16);
  assert.deepEqual(changes[3], [0, 1, 2, 3, 4, 5, 9, 13]);
});

test("Automatic candidates follow the digits and can be crossed out", () => {
  const game = startGame();
  game.keepCandidates(true);
  assert.deepEqual(game.notes(5), ["2", "3", "4"]);
  game.toggle("center", "3", [5]);
  assert.deepEqual(game.notes(5), ["2", "4"]);
  game.enter("2", [6]);
  assert.deepEqual(game.notes(5), ["4"]);
  game.remove(undefined, [6]);
  assert.deepEqual(game.notes(5), ["2", "4"]);
  game.toggle("center", "3", [5]);
  assert.deepEqual(game.notes(5), ["2", "3", "4"]);
  for (let i = 0; i < 5; i++) game.undo();
  assert.deepEqual([game.auto, game.notes(5)], [false, []]);
});

test("Repeated digits in a house and in a cage are found", () => {
  const game = startGame({ rules: [{ rule: "cage", cells: "r1c3 r2c2", total: 5 }] });
  game.enter("2", [2]);
  game.enter("2", [5]);
  assert.deepEqual(game.findRepeats().repeats, [{ cells: [2, 5], digit: "2", house: "cage 5" }]);
  game.enter("2", [3]);
  assert.deepEqual([...game.findRepeats().cells].sort(), [2, 3, 5]);
});

test("A check names what is wrong, as soon as the solution is known", () => {
  const game = startGame();
  game.enter("3", [1]);
  assert.deepEqual(game.findWrong(), []);
  game.solution = "1234341221434321";
  assert.deepEqual(game.findWrong(), [1, 15]);
});

test("Going back to a savepoint, and beginning again, are moves", () => {
  const game = startGame();
  game.enter("2", [1]);
  game.addSavepoint();
  game.enter("3", [2]);
  game.draw([
    ["1-2", true],
    ["5o", true],
  ]);
  const before = game.line;
  game.restart();
  assert.equal(game.filled, 2);
  assert.equal(game.pen.size, 0);
  game.undo();
  assert.equal(game.line, before);
  assert.deepEqual([...game.pen], ["1-2", "5o"]);
  game.restore(game.savepoints[0]);
  assert.deepEqual([game.digits[1], game.digits[2], game.pen.size], ["2", "", 0]);
  game.undo();
  assert.equal(game.line, before);
});

test("A game as JSON goes on where it was, with every move", () => {
  const game = startGame();
  game.toggle("center", "3", [6]);
  game.enter("2", [1]);
  game.enter("3", [2]);
  game.undo();
  const again = startGame();
  again.fromJSON(JSON.parse(JSON.stringify(game)));
  assert.deepEqual([again.line, again.canUndo, again.canRedo], [game.line, true, true]);
  again.redo();
  assert.equal(again.digits[2], "3");
  for (let i = 0; i < 3; i++) again.undo();
  assert.deepEqual([again.filled, again.center[6].size, again.canUndo], [2, 0, false]);
});

test("A game from elsewhere puts nothing invalid on the board", () => {
  const game = startGame();
  const cells = {
    0: { digit: "3" },
    1: { digit: "<b>", corner: 12, center: ["x"], colors: "red" },
    2: { digit: "2", colors: [1, 99, "4"] },
  };
  game.fromJSON({ version: 1, state: { cells, pen: ["1-999", "<o>", "3x"], auto: "yes" } });
  assert.deepEqual([game.line.slice(0, 3), [...game.colors[2]], [...game.pen]], ["1.2", [1], ["3x"]]);
});

test("A link holds a puzzle and what is written on it", async () => {
  const shared = { puzzle: { farandole: 1, grid: { size: 4 } }, digits: "12..", game: { version: 1, title: "数独" } };
  const link = await encodeLink(shared);
  assert.match(link, /^#p=1\.[\w-]+$/);
  assert.deepEqual(await decodeLink(link), shared);
  assert.equal(await decodeLink("#p=2.abc"), null);
  await assert.rejects(decodeLink("#p=1.abcdef"));
});

test("A link that unpacks to too much is refused", async () => {
  const link = await encodeLink({ puzzle: "0".repeat(2 ** 21) });
  await assert.rejects(decodeLink(link), RangeError);
});

test("A game has the title of its puzzle, unless it is given another", () => {
  assert.equal(startGame({ about: { title: "<b>Snake</b>" } }).title, "<b>Snake</b>");
  assert.equal(startGame().title, "");
  const game = new Game();
  game.start({ about: { title: "Snake" } }, board(), "Mine");
  assert.equal(game.title, "Mine");
});

test("The end is told once, at the last digit, and stays when digits are removed", () => {
  const game = startGame();
  let ends = 0;
  game.addEventListener("solved", () => ends++);
  game.solution = "1423324143122134";
  game.countHint();
  game.seconds = 7;
  for (let cell = 1; cell < 14; cell++) game.enter(game.solution[cell], [cell]);
  assert.equal(ends, 0);
  game.enter("3", [14]);
  game.toggle("colors", 1, [3]);
  assert.deepEqual([ends, game.end?.seconds, game.end?.hints], [1, 7, 1]);
  game.undo();
  game.countHint();
  const again = new Game();
  again.start({}, game.board);
  again.fromJSON(JSON.parse(JSON.stringify(game)));
  assert.deepEqual(again.end, game.end);
  game.playAgain();
  assert.deepEqual([game.end, game.seconds, game.hints], [null, 0, 0]);
});

test("A game that was full before its solution was known ends when it is", () => {
  const game = startGame();
  let ends = 0;
  game.addEventListener("solved", () => ends++);
  [..."1423324143122134"].forEach((digit, cell) => game.digits[cell] || game.enter(digit, [cell]));
  game.solution = "1423324143122134";
  assert.equal(ends, 1);
});

test("Ink is refused where the board has no place for it", () => {
  const game = startGame();
  const good = ["1.2:4", "1.2=5.2", "1.2~1.3"];
  const bad = ["1.5:1", "16.1:1", "1.2:3", "1.2:0", "5.2=1.2", "1.2=1.2", "1.2", "1.2=x", "1.2=99.1"];
  game.setPen([...good, ...bad].map((key) => [key, true]));
  assert.deepEqual([...game.pen], good);
});

test("A candidate has one color, a pair of candidates one link", () => {
  const game = startGame();
  game.draw(colorCandidate(game, [1, 2], 1));
  game.draw(colorCandidate(game, [1, 2], 4));
  assert.deepEqual([...game.pen], ["1.2:4"]);
  game.draw(colorCandidate(game, [1, 2], 4));
  assert.equal(game.pen.size, 0);
  game.draw(linkCandidates(game, [5, 3], [1, 2], true));
  game.draw(linkCandidates(game, [1, 2], [5, 3], false));
  assert.deepEqual([...game.pen], ["1.2~5.3"]);
  game.undo();
  assert.deepEqual([...game.pen], ["1.2=5.3"]);
  game.draw(eraseInk(game, [5]));
  assert.equal(game.pen.size, 0);
});
