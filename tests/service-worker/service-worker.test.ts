import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryCaches } from "#tests/support/memory-caches.ts";

const ORIGIN = "https://tutti.test";
const ASSET = "/assets/home-1.js";
const PAGE = 'offline page import "/assets/manifest-0a1b2c3d.js"';

type Handler = (event: object) => void;

let handlers: Map<string, Handler>;
let isWaitingSkipped: boolean;
/** The requests of the worker, in their order. */
let fetched: string[];
let isOnline: boolean;

beforeEach(async () => {
  vi.resetModules();
  [handlers, isWaitingSkipped, fetched, isOnline] = [new Map(), false, [], true];
  vi.stubGlobal("__BUILD__", { id: "0a1b2c3d", assets: [ASSET] });
  vi.stubGlobal("caches", createMemoryCaches());
  vi.stubGlobal("fetch", async (request: string | Request) => {
    const path = new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname;
    fetched.push(path);
    if (!isOnline) throw new TypeError("Failed to fetch");
    return new Response(path === "/offline" ? PAGE : `server's ${path}`);
  });
  vi.stubGlobal("self", {
    location: { origin: ORIGIN },
    addEventListener: (type: string, handler: Handler) => void handlers.set(type, handler),
    async skipWaiting() {
      isWaitingSkipped = true;
    },
  });
  await import("#service-worker/service-worker.ts");
});
afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

/** Fires an event and waits for what the worker asks the browser to wait for. */
async function fire(type: string, event: object = {}): Promise<void> {
  const work: Promise<unknown>[] = [];
  handlers.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => void work.push(promise) });
  await Promise.all(work);
}

/** The worker's answer to a request; null if it leaves it to the browser. */
async function request(
  path: string,
  facts: { readonly mode?: string; readonly method?: string; readonly body?: BodyInit } = {},
) {
  const { mode = "no-cors", method = "GET", body } = facts;
  const sent = new Request(ORIGIN + path, { method, ...(body !== undefined && { body }) });
  // a script cannot make a request of the mode `navigate`
  Object.defineProperty(sent, "mode", { value: mode });
  const answers: Promise<Response>[] = [];
  handlers.get("fetch")?.({ request: sent, respondWith: (response: Promise<Response>) => void answers.push(response) });
  return answers[0] ?? null;
}
const textOf = async (path: string, mode?: string) => (await request(path, mode === undefined ? {} : { mode }))?.text();

describe("the service worker", () => {
  it("takes over as soon as it has all files of its build, and lets the requests of rooms pass without it", async () => {
    const routes: unknown[] = [];
    await fire("install", { addRoutes: async (rules: readonly unknown[]) => void routes.push(...rules) });
    expect(isWaitingSkipped).toBe(true);
    expect(fetched.sort()).toEqual([ASSET, "/offline"]);
    expect(routes).toEqual(["/api/*", "/media/*"].map((urlPattern) => ({ condition: { urlPattern }, source: "network" })));
  });

  it("is installed in browsers without static routes, or with other rules", async () => {
    await fire("install");
    await fire("install", { addRoutes: () => Promise.reject(new TypeError("unknown condition")) });
    expect(isWaitingSkipped).toBe(true);
  });

  it("is not installed without a file of its build", async () => {
    isOnline = false;
    await expect(fire("install")).rejects.toThrow("Failed to fetch");
    expect(isWaitingSkipped).toBe(false);
  });

  it("deletes the files of other builds once it is active", async () => {
    await caches.open("shell-ffffffff");
    await fire("install");
    await fire("activate");
    expect(await caches.keys()).toEqual(["shell-0a1b2c3d"]);
  });
});

describe("a request", () => {
  beforeEach(async () => {
    await fire("install");
    fetched.length = 0;
  });

  it("for a file of the build is answered from the cache, and from the server after the cache was cleared", async () => {
    expect([await textOf(ASSET), fetched]).toEqual([`server's ${ASSET}`, []]);
    await caches.delete("shell-0a1b2c3d");
    expect([await textOf(ASSET), fetched]).toEqual([`server's ${ASSET}`, [ASSET]]);
  });

  it("for a page comes from the server, and without one leads to the offline page", async () => {
    expect(await textOf("/room/kitchen", "navigate")).toBe("server's /room/kitchen");
    isOnline = false;
    const answer = await request("/room/kitchen", { mode: "navigate" });
    expect([answer?.status, answer?.headers.get("Location")]).toEqual([302, `${ORIGIN}/offline?from=%2Froom%2Fkitchen`]);
    expect(await textOf("/offline?from=%2Froom%2Fkitchen", "navigate")).toBe(PAGE);
  });

  it("of another app that shares something is stored, and leads to the page that offers it", async () => {
    const body = new FormData();
    body.set("url", "https://example.org/a.mp3");
    const answer = await request("/share", { mode: "navigate", method: "POST", body });
    expect([answer?.status, answer?.headers.get("Location")]).toEqual([303, `${ORIGIN}/share`]);
    expect(fetched).toEqual([]);
  });

  it("for anything else is left to the browser", async () => {
    for (const path of ["/api/query", "/media/audio/a", "/assets/other.js"]) expect(await request(path), path).toBeNull();
    expect(await request("/auth/google", { mode: "navigate" })).toBeNull();
  });
});

describe("a message of a page", () => {
  it("has the missing files fetched, or the offline page in the page's language", async () => {
    await fire("install");
    await caches.delete("shell-0a1b2c3d");
    fetched.length = 0;
    await fire("message", { data: "page-loaded" });
    expect(fetched.sort()).toEqual([ASSET, "/offline"]);
    await fire("message", { data: "settings-changed" });
    expect(fetched.slice(2)).toEqual(["/offline"]);
  });

  it("changes nothing if it is unknown, or if there is no connection", async () => {
    await fire("install");
    fetched.length = 0;
    await fire("message", { data: "dance" });
    expect(fetched).toEqual([]);
    isOnline = false;
    await fire("message", { data: "settings-changed" });
    expect(await textOf("/offline", "navigate")).toBe(PAGE);
  });
});
