// Links that hold a puzzle and what is entered: #p=1. and JSON, deflated (raw) and in base64url. 1 is the version.

/** @typedef {{puzzle: any, digits?: string, game?: any}} Shared */

const VERSION = "1";
const MAX_BYTES = 1 << 20;

/**
 * @param {Shared} shared
 * @returns {Promise<string>} "#p=1...."
 */
export async function encodeLink(shared) {
  const packed = await transform(
    new TextEncoder().encode(JSON.stringify(shared)),
    new CompressionStream("deflate-raw"),
  );
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return `#p=${VERSION}.${btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/**
 * @param {string} fragment
 * @returns {Promise<Shared | null>} null if it isn't such a link
 */
export async function decodeLink(fragment) {
  const match = /^#p=(\d+)\.([\w-]+)$/.exec(fragment);
  if (!match || match[1] !== VERSION) return null;
  const text = atob(match[2].replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const shared = JSON.parse(new TextDecoder().decode(await transform(bytes, new DecompressionStream("deflate-raw"))));
  return shared && typeof shared === "object" && shared.puzzle ? shared : null;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @returns {Promise<Uint8Array>}
 */
async function transform(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_BYTES) throw new RangeError("expected a link of at most a megabyte");
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
