// Caches whole releases of the page: for use without a network, and for tabs of an old release whose files the server
// no longer has. A tab never gets files of two releases. The build writes two constants before this: RELEASE, the
// prefix of its file names, and FILES, these names.
const { scope } = registration;
/** Prefix of the names of all caches of this page. */
const OURS = `shardwise ${scope} `;
const KEPT = OURS + RELEASE;
/** The release of each tab, by the tab's id. */
const TABS = `${OURS}tabs`;
/** The name under which the page itself is cached. */
const PAGE = "index.html";
/** Milliseconds that the network has to answer with the page. */
const PATIENCE = 3_000;

addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim().then(forget)));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  const [name] = url.slice(scope.length).split(/[?#]/);
  if (mode === "navigate") {
    // Other pages may be hosted beside this one.
    if (name !== "" && name !== PAGE) return;
    event.respondWith(page(event.request));
    event.waitUntil(forget());
  } else {
    const [release] = name.match(/^shardwise-page-[0-9a-f]{16}/) ?? [];
    if (!release) return;
    event.respondWith(part(event.request));
    event.waitUntil(note(event.clientId, release));
  }
});

/** Caches this release completely, or not at all. */
async function keep() {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(PAGE, { cache: "reload" });
    const html = await response.text();
    // The server may already have the next release, and will soon deliver its worker.
    if (!html.includes(`="./${RELEASE}"`)) throw new Error("another release");
    // A new response, because a redirected one cannot be used as the page.
    await cache.put(PAGE, new Response(html, { headers: response.headers }));
    await cache.addAll(FILES);
  } catch (error) {
    await caches.delete(KEPT);
    throw error;
  }
}

/** The page: from the server, or from the cache if the server does not answer. */
async function page(request) {
  const asked = fetch(new Request(request, { cache: "no-cache" }));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const response = await Promise.race([asked.catch(() => {}), late]);
  if (response && response.status < 500) return response;
  const cache = await caches.open(KEPT);
  return await cache.match(PAGE) ?? asked;
}

/** A file of any release. Its name contains the release, so its source does not matter. */
async function part(request) {
  for (const name of await releases()) {
    const cache = await caches.open(name);
    const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    if (kept) return kept;
  }
  const response = await fetch(request);
  // A language is cached once a reader has chosen it.
  if (response.ok && request.url.startsWith(scope + RELEASE) && request.url.endsWith(".txt") && await caches.has(KEPT)) {
    const cache = await caches.open(KEPT);
    await cache.put(request, response.clone());
  }
  return response;
}

/** The caches of all releases. */
async function releases() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(`${OURS}shardwise-page-`));
}

/** Records the release of a tab, which requests only files of that release. */
async function note(id, release) {
  const tabs = await caches.open(TABS);
  await tabs.put(`tab-${id}`, new Response(release));
}

/** Removes old releases without an open tab. */
async function forget() {
  const before = await releases();
  // A release being cached has no tab yet; and a replaced worker leaves the cleaning to its successor.
  if (registration.installing || registration.waiting || self.serviceWorker?.state === "redundant") return;
  const tabs = await caches.open(TABS);
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const inUse = new Set([KEPT]);
  const noted = new Set();
  for (const { id, url } of open) {
    if (!url.startsWith(scope)) continue;
    const release = await tabs.match(`tab-${id}`);
    // The tab may be of any release.
    if (!release) return;
    inUse.add(OURS + await release.text());
    noted.add(new URL(`tab-${id}`, scope).href);
  }
  for (const { url } of await tabs.keys()) {
    if (!noted.has(url)) await tabs.delete(url);
  }
  for (const name of before) {
    if (!inUse.has(name)) await caches.delete(name);
  }
}
