// Runs Interactive-Sudoku-Solver for bench/iss.py: a puzzle a line comes in, its times in ms of CPU go out.
//
//     node iss.mjs FOLDER < {"text": ".~R1C1_3", "seconds": 20}    > {"count": 1, "whole": [.31, .35], ...}
//
// One process asks for everything, so that its code is compiled when times are taken. A puzzle is repeated until it gets no
// faster. Its modules are imported from its folder; none of them is here.
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

globalThis.self = globalThis;
globalThis.VERSION_PARAM = "";

const load = (...path) => import(pathToFileURL(join(process.argv[2], "js", ...path)).href);
const { SudokuParser } = await load("sudoku_parser.js");
const { SudokuBuilder } = await load("solver", "sudoku_builder.js");

const CHECKS = 8; // it asks whether time is over after 2 ** CHECKS steps
const LIMIT = 2; // solutions to look for: the second would disprove the first

class TimeIsOver extends Error {}

const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

// From the text to the proof, with the time that the solver takes to make, and the time that it takes to search.
const solve = (text, seconds) => {
  const began = now();
  const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)));
  const built = now();
  let solution = null;
  solver.setProgressCallback((state) => {
    solution = state?.solutions?.[0] ?? solution;
    if (now() - built > 1000 * seconds) throw new TimeIsOver();
  }, CHECKS);
  const count = solver.countSolutions(LIMIT);
  const ended = now();
  return { count, solution: solution && Array.from(solution), whole: ended - began, search: ended - built };
};

// Median and best of runs, as many as they get faster; `patience` runs that don't are enough.
const repeat = (text, seconds, { patience, enough }) => {
  const times = { whole: [], search: [] };
  const best = { whole: Infinity, search: Infinity };
  for (let last = 0, spent = 0; ;) {
    const run = solve(text, seconds);
    for (const key of ["whole", "search"]) {
      if (run[key] < 0.97 * best[key]) last = times[key].length;
      best[key] = Math.min(best[key], run[key]);
      times[key].push(run[key]);
    }
    spent += run.whole;
    const isLong = spent > 1000 * enough * (times.whole.length < 3 ? 5 : 1);
    if (isLong || times.whole.length - last > patience) return { ...run, ...times };
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  const { text, seconds, ...most } = JSON.parse(line);
  let answer;
  try {
    answer = repeat(text, seconds, most);
  } catch (error) {
    answer = error instanceof TimeIsOver ? { capped: true } : { error: String(error.message ?? error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
