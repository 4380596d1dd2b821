type MemoryCaches = Pick<CacheStorage, "open" | "match" | "keys" | "delete">;

/** The caches of a browser, in memory. Requests differ by their path only. */
export function createMemoryCaches(): MemoryCaches {
  const caches = new Map<string, Map<string, Response>>();
  return {
    async open(name) {
      const stored = caches.get(name) ?? new Map<string, Response>();
      caches.set(name, stored);
      const cache: Pick<Cache, "match" | "put"> = {
        match: async (request) => stored.get(toPath(request))?.clone(),
        put: async (request, response) => void stored.set(toPath(request), response),
      };
      // the code under test uses no other methods
      return cache as Cache;
    },
    match: async (request, { cacheName = "" } = {}) => caches.get(cacheName)?.get(toPath(request))?.clone(),
    keys: async () => [...caches.keys()],
    delete: async (name) => caches.delete(name),
  };
}

function toPath(request: RequestInfo | URL): string {
  const url = request instanceof Request ? request.url : request;
  return new URL(url, "https://tutti.test").pathname;
}
