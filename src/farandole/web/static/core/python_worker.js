// A Worker with Python, which answers calls of farandole.web.protocol. See python.js.
//
// It gets {site, isSpare} first, then {method, params, seconds} for each call. It sends {loaded} in bytes, and {failed}
// or {ready}; then {event, memory} for each event of a call: as JSON, and the bytes of memory.

/**
 * @typedef {import("./python.js").Site} Site
 * @typedef {(send: (event: string) => void, method: string, params: string, seconds: number) => void} Answer
 */

const SETUP = `
import json
from farandole.web.protocol import answer_to

def answer(send, method, params, seconds):
    answer_to(lambda event: send(json.dumps(event, ensure_ascii=False)), method, json.loads(params), most_seconds=seconds)

answer
`;

const SMALL = "1..4..1..2..3..2"; // a puzzle

let loaded = 0;
/** @type {Promise<{python: any, answer: Answer, site: Site}>} */
let started;

/** @param {any} message */
const send = (message) => postMessage(message);

/**
 * Fetch a file, and count its bytes. The large ones are compressed, because not every server compresses them.
 * @param {Site} site
 * @param {typeof fetch} load
 * @returns {typeof fetch}
 */
function countBytes(site, load) {
  return async (input, init) => {
    const name = String(input instanceof Request ? input.url : input);
    const isPacked = name.startsWith(site.folder) && name.slice(site.folder.length) + ".gzip" in site.files;
    const response = await load(isPacked ? `${name}.gzip` : input, init);
    if (!response.ok || !response.body) return response;
    const counter = new TransformStream({
      transform(/** @type {Uint8Array<ArrayBuffer>} */ part, controller) {
        loaded += part.length;
        send({ loaded });
        controller.enqueue(part);
      },
    });
    const body = response.body.pipeThrough(counter);
    if (!isPacked) return new Response(body, response);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
  };
}

/** @param {Site} site */
async function start(site) {
  const { folder, packages } = site;
  self.fetch = countBytes(site, self.fetch.bind(self));
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const [python, archive] = await Promise.all([
    loadPyodide({
      indexURL: folder,
      stdLibURL: `${folder}stdlib.zip`,
      lockFileURL: `${folder}pyodide-lock.json`,
      packageBaseUrl: new URL(packages, folder).href,
    }),
    fetchBytes(`${folder}farandole.zip`),
  ]);
  unpack(python, archive);
  return { python, answer: python.runPython(SETUP), site };
}

/** @param {string} address */
async function fetchBytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/**
 * @param {any} python
 * @param {ArrayBuffer} archive
 */
function unpack(python, archive) {
  const extractDir = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(archive, "zip", { extractDir });
}

let readsPhotos = false;

/** Load what only photos need, which is as large again as all the rest. */
async function loadPhotoReader() {
  if (readsPhotos) return;
  const { python, site } = await started;
  await python.loadPackage(["numpy", "pillow"], { messageCallback: () => {} });
  unpack(python, await fetchBytes(`${site.folder}photo.zip`));
  readsPhotos = true;
}

addEventListener("message", async ({ data: { site, isSpare, method, params, seconds } }) => {
  if (site) {
    started = start(site);
    started.then(
      ({ answer }) => {
        if (isSpare) answer(() => {}, "hint", JSON.stringify({ puzzle: SMALL }), 1); // this loads most modules
        send({ ready: true });
      },
      (error) => send({ failed: String(error) }),
    );
    return;
  }
  try {
    if (method === "read") await loadPhotoReader();
    const { python, answer } = await started;
    answer((event) => send({ event, memory: python._module.HEAP8.length }), method, params, seconds);
  } catch (error) {
    const fault = { event: "error", kind: "Ended", code: "ended", fields: {}, message: String(error) };
    send({ event: JSON.stringify(fault) });
  }
});
