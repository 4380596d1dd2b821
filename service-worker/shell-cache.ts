import { OFFLINE_PATH } from "#app/protocol/service-worker.ts";
import type { Build } from "./build.ts";

/** The cached shell of one build: its assets, and a copy of its offline page. */
export type ShellCache = {
  /** Fetches the missing files. Rejects if one cannot be had, so that a worker is installed with all of them or not at all. */
  fill(): Promise<void>;
  /** Replaces the copy of the offline page. Rejects, and keeps the copy, if the server has a page of another build. */
  refreshPage(): Promise<void>;
  /** Deletes the shells of other builds. */
  deleteOthers(): Promise<void>;
  find(path: string): Promise<Response | undefined>;
};

type ShellDeps = {
  readonly caches: Pick<CacheStorage, "open" | "match" | "keys" | "delete">;
  readonly fetch: (path: string) => Promise<Response>;
};

const PREFIX = "shell-";

export function createShellCache({ id, assets }: Build, { caches, fetch }: ShellDeps): ShellCache {
  const name = `${PREFIX}${id}`;

  async function load(path: string): Promise<Response> {
    const response = await fetch(path);
    // a browser refuses a redirected response to a navigation
    if (!response.ok || response.redirected) throw new Error(`${path}: status ${response.status}`);
    return response;
  }

  /** While servers are updated one after another, one may still have the former build. */
  async function loadPage(): Promise<Response> {
    const response = await load(OFFLINE_PATH);
    const html = await response.clone().text();
    if (!html.includes(`manifest-${id}.js`)) throw new Error("the offline page is of another build");
    return response;
  }

  async function fill(): Promise<void> {
    const cache = await caches.open(name);
    const loadMissing = async (path: string) => {
      if (await cache.match(path)) return;
      await cache.put(path, await (path === OFFLINE_PATH ? loadPage() : load(path)));
    };
    await Promise.all([OFFLINE_PATH, ...assets].map(loadMissing));
  }

  return {
    fill,
    async refreshPage() {
      const page = await loadPage();
      await (await caches.open(name)).put(OFFLINE_PATH, page);
    },
    async deleteOthers() {
      const others = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name);
      await Promise.all(others.map((key) => caches.delete(key)));
    },
    find: (path) => caches.match(path, { cacheName: name }),
  };
}
