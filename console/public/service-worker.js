// Shows offline.html when a page cannot be loaded because the service does not answer. It keeps nothing else: no page of
// the console and no answer of the API. A change of the files below needs another name of the cache.
const cacheName = 'parley-offline-1';
const offlinePage = '/offline.html';
const offlineScript = '/offline.js';

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles());
});

async function keepFiles() {
  const cache = await caches.open(cacheName);
  await cache.addAll([offlinePage, offlineScript].map((path) => new Request(path, { cache: 'reload' })));
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(begin());
});

async function begin() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  // The browser asks for a page while this worker starts, so that pages are not slower.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { pathname } = new URL(url);
  if (method !== 'GET' || /^\/(api|console)\//.test(pathname)) return;
  if (mode === 'navigate') event.respondWith(pageOf(event));
  else if (pathname === offlineScript) event.respondWith(scriptOf(event.request));
});

/** A proxy answers 502 or 504 for a service that does not answer. */
function isAway(answer) {
  return answer.status === 502 || answer.status === 504;
}

async function pageOf(event) {
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    answer = undefined;
  }
  if (answer && !isAway(answer)) return answer;
  return (await caches.match(offlinePage)) ?? answer ?? Response.error();
}

async function scriptOf(request) {
  const answer = await fetch(request).catch(() => undefined);
  if (answer && !isAway(answer)) return answer;
  return (await caches.match(offlineScript)) ?? Response.error();
}
