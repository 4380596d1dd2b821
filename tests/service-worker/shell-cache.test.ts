import { describe, expect, it } from "vitest";
import { createShellCache } from "#service-worker/shell-cache.ts";
import { createMemoryCaches } from "#tests/support/memory-caches.ts";

const BUILD = { id: "0a1b2c3d", assets: ["/assets/home-1.js", "/assets/app-2.css"] };
const ALL_PATHS = ["/offline", ...BUILD.assets];

/** A server with a build. `missing` is not found there. */
function createServer(build = BUILD.id, missing = "") {
  const requests: string[] = [];
  let text = "first";
  return {
    requests,
    change: () => {
      text = "second";
    },
    async fetch(path: string) {
      requests.push(path);
      if (path === missing) return new Response("", { status: 404 });
      return new Response(path === "/offline" ? `${text} import "/assets/manifest-${build}.js"` : path);
    },
  };
}

const readPage = async (shell: ReturnType<typeof createShellCache>) => (await shell.find("/offline"))?.text();

describe("the shell's cache", () => {
  it("has the assets and the offline page of its build, each fetched once", async () => {
    const server = createServer();
    const shell = createShellCache(BUILD, { caches: createMemoryCaches(), fetch: server.fetch });
    await shell.fill();
    await shell.fill();
    expect(server.requests).toEqual(ALL_PATHS);
    expect(await (await shell.find("/assets/home-1.js"))?.text()).toBe("/assets/home-1.js");
    expect(await readPage(shell)).toContain("first");
  });

  it("is filled again after all caches were deleted", async () => {
    const caches = createMemoryCaches();
    const server = createServer();
    const shell = createShellCache(BUILD, { caches, fetch: server.fetch });
    await shell.fill();
    for (const key of await caches.keys()) await caches.delete(key);
    expect(await shell.find("/offline")).toBeUndefined();
    expect(await caches.keys()).toEqual([]);
    await shell.fill();
    expect(server.requests).toEqual([...ALL_PATHS, ...ALL_PATHS]);
    expect(await readPage(shell)).toContain("first");
  });

  it("is not complete without each of its files", async () => {
    for (const missing of ALL_PATHS) {
      const shell = createShellCache(BUILD, { caches: createMemoryCaches(), fetch: createServer(BUILD.id, missing).fetch });
      await expect(shell.fill()).rejects.toThrow(missing);
    }
  });

  it("takes no page of another build, neither at first nor for changed settings", async () => {
    const caches = createMemoryCaches();
    const own = createServer();
    const shell = createShellCache(BUILD, { caches, fetch: own.fetch });
    const updated = createShellCache(BUILD, { caches, fetch: createServer("ffffffff").fetch });
    await expect(updated.fill()).rejects.toThrow("another build");
    expect(await shell.find("/offline")).toBeUndefined();
    await shell.fill();
    await expect(updated.refreshPage()).rejects.toThrow("another build");
    expect(await readPage(shell)).toContain("first");
  });

  it("replaces the copy of the offline page when the settings have changed", async () => {
    const server = createServer();
    const shell = createShellCache(BUILD, { caches: createMemoryCaches(), fetch: server.fetch });
    await shell.fill();
    server.change();
    await shell.refreshPage();
    expect(await readPage(shell)).toContain("second");
  });

  it("deletes the shells of other builds and no other caches", async () => {
    const caches = createMemoryCaches();
    for (const name of ["shell-ffffffff", "shared-items"]) await caches.open(name);
    const shell = createShellCache(BUILD, { caches, fetch: createServer().fetch });
    await shell.fill();
    await shell.deleteOthers();
    expect([...(await caches.keys())].sort()).toEqual(["shared-items", "shell-0a1b2c3d"]);
  });
});
