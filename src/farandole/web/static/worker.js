// Keeps the page for when nobody answers: what was got last is given then. Calls are never kept.

const KEPT = "farandole-1";

/** @typedef {Event & {request: Request, respondWith(answer: Promise<Response>): void, waitUntil(work: Promise<any>): void}} Work */

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {Work} */ event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (/** @type {Work} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {Work} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = origin === location.origin && (pathname === "/" || pathname.startsWith("/static/"));
  if (request.method === "GET" && isOurs) event.respondWith(fresh(request, pathname));
});

/**
 * @param {Request} request
 * @param {string} pathname links to puzzles differ in what follows it, and the page is the same
 * @returns {Promise<Response>}
 */
async function fresh(request, pathname) {
  const kept = await caches.open(KEPT);
  if (!navigator.onLine) {
    const known = await kept.match(pathname);
    if (known) return known;
  }
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(pathname, response.clone());
    return response;
  } catch (error) {
    const known = await kept.match(pathname);
    if (known) return known;
    throw error;
  }
}
