import { isWorkerMessage, OFFLINE_PATH, type WorkerMessage } from "#app/protocol/service-worker.ts";
import { answerNavigation } from "./answer-navigation.ts";
import { BUILD } from "./build.ts";
import { classifyRequest } from "./classify-request.ts";
import { leaveToNetwork } from "./leave-to-network.ts";
import { receiveShare } from "./receive-share.ts";
import { createShellCache } from "./shell-cache.ts";

// The events of the service worker. docs/decisions/052-service-worker.md explains what it does and what it leaves alone.

declare const self: ServiceWorkerGlobalScope;

const { origin } = self.location;
const assets = new Set(BUILD.assets);
// most of these files are in the browser's HTTP cache already
const shell = createShellCache(BUILD, { caches, fetch: (path) => fetch(path, { priority: "low" }) });

self.addEventListener("install", (event) => {
  event.waitUntil(leaveToNetwork(event));
  event.waitUntil(shell.fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(shell.deleteOthers()));

self.addEventListener("message", (event) => {
  // offline, or the server has another build already: the next page tries again
  if (isWorkerMessage(event.data)) event.waitUntil(receive(event.data).catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (classifyRequest(request, { origin, assets })) {
    case "page":
      return event.respondWith(answerNavigation(request, { fetch, findOfflinePage: () => shell.find(OFFLINE_PATH) }));
    case "asset":
      return event.respondWith(answerAsset(request));
    case "share":
      return event.respondWith(receiveShare(request, caches));
    case "other":
      return;
  }
});

function receive(message: WorkerMessage): Promise<void> {
  switch (message) {
    case "page-loaded":
      return shell.fill();
    case "settings-changed":
      return shell.refreshPage();
  }
}

/** After "Clear cache" the file comes from the server until the cache is filled again. */
async function answerAsset(request: Request): Promise<Response> {
  return (await shell.find(new URL(request.url).pathname)) ?? fetch(request);
}
