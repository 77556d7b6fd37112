// Errors in the player's language. The server sends a code and fields; its message is English.

/** An error of a call. */
export class CallError extends Error {
  /**
   * @param {string} code of the server, such as "cell_count"; or "offline", "busy", "large", "large_photo" or "refused"
   * @param {string} [message] in English
   * @param {Record<string, any>} [fields] the values that the message names
   */
  constructor(code, message = code, fields = {}) {
    super(message);
    this.name = "CallError";
    this.code = code;
    this.fields = fields;
  }
}

/**
 * Describe an error. Errors that players meet often have words of their own, others have the message of the server.
 * @param {unknown} error
 * @param {(key: string, values?: Record<string, any>) => string} t
 * @returns {string}
 */
export function describeError(error, t) {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof CallError)) return t("fault.other", { message });
  const { code, fields } = error;
  const key = `fault.${code}`;
  const house = fields.kind ? t(`house.${fields.kind}`, { number: fields.number }) : fields.house;
  const [first, second] = fields.cells ?? [];
  const known = t(key, { ...fields, house, first, second });
  if (known === key) return t("fault.other", { message });
  return (fields.line ? t("fault.line", { line: fields.line }) : "") + known;
}
