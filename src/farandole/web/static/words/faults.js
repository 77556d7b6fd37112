// What Python finds wrong with a text, in the player's language: its sentences are English, and few are met often.

/** @type {[RegExp, string][]} What Python says, and the key of its words; groups fill the braces. */
const KNOWN = [
  [/^no puzzle in it: expected (?<wanted>\d+) cells, found none$/, "fault.no_puzzle"],
  [/^expected (?<wanted>\d+) cells, found (?<found>\d+)$/, "fault.cells"],
  [/^the link is damaged: .*$/, "fault.link"],
  [/^LZ-string, .*$/, "fault.link"],
  [
    /^(?<house>row|column|box|region|cage|diagonal|window) (?<number>\d+) holds (?<digit>\w+) twice: (?<one>r\d+c\d+) and (?<other>r\d+c\d+)$/,
    "fault.twice",
  ],
  [/^(?:.*: )?JSON: .*$/, "fault.json"],
  [/^farandole: expected version 1, found .*$/, "fault.version"],
  [/^the picture given: expected a puzzle, found no grid.*$/, "fault.no_grid"],
];

/**
 * Say a fault in the player's language.
 * @param {string} message as Python tells it
 * @param {(key: string, values?: Record<string, string>) => string} t
 * @returns {string}
 */
export function translateFault(message, t) {
  const [, place = "", line = "", said = message] = /^(line (\d+)(?:, column \d+)?: )?(.*)$/s.exec(message) ?? [];
  for (const [pattern, key] of KNOWN) {
    const groups = pattern.exec(said)?.groups ?? (pattern.test(said) ? {} : null);
    if (!groups) continue;
    const house = groups.house ? t(`house.${groups.house}`, { number: groups.number }) : "";
    return (place ? t("fault.line", { line }) : "") + t(key, { ...groups, house });
  }
  return t("fault.other", { said: message });
}
