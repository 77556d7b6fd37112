// Statistics from the results of solved puzzles: streaks of days, best times by kind. They don't know the page.

/**
 * @typedef {{id: string, kind: string, level: string, day: string, seconds: number, hints: number, when: number}}
 *   Result The first solve of a puzzle. `day` is its date if it is a puzzle of the day, else "".
 */

/**
 * @param {Date} [date]
 * @returns {string} The player's date, such as 2026-11-28: the day begins at midnight where the player is.
 */
export function formatDay(date = new Date()) {
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/**
 * @param {string} day
 * @param {number} days
 * @returns {string} The date that many days later.
 */
export function addDays(day, days) {
  const [year, month, date] = day.split("-").map(Number);
  return formatDay(new Date(year, month - 1, date + days, 12));
}

/**
 * Count the days in a row on which a puzzle of that day was solved. Today still has time.
 * @param {Result[]} results
 * @param {string} today
 * @returns {{now: number, longest: number}}
 */
export function countStreaks(results, today) {
  const days = new Set(
    results.filter(({ day, when }) => day && formatDay(new Date(when)) === day).map(({ day }) => day),
  );
  const countBack = (/** @type {string} */ day) => {
    let n = 0;
    for (; days.has(day); day = addDays(day, -1)) n++;
    return n;
  };
  const ends = [...days].filter((day) => !days.has(addDays(day, 1)));
  return {
    now: countBack(days.has(today) ? today : addDays(today, -1)),
    longest: Math.max(0, ...ends.map(countBack)),
  };
}

/**
 * @param {Result[]} results
 * @returns {{kind: string, level: string, n: number, best: number, mean: number}[]} By kind and level, the most first.
 */
export function summarize(results) {
  /** @type {Map<string, Result[]>} */
  const groups = new Map();
  for (const result of results) {
    const key = `${result.kind} ${result.level}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()]
    .map((group) => {
      const times = group.map(({ seconds }) => seconds);
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
      return { kind: group[0].kind, level: group[0].level, n: group.length, best: Math.min(...times), mean };
    })
    .sort((a, b) => b.n - a.n || a.best - b.best);
}
