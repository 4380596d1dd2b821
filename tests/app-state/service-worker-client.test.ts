import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { registerServiceWorker, reportSettings } from "#app/app-state/use-service-worker.ts";

/** A promise that never resolves: no worker is active yet. */
const NEVER = new Promise<never>(() => undefined);

let events: string[];
/** The worker's copy of the offline page; null without one. */
let copy: string | null;
let page: { lang: string; dataset: { choice: string } };

beforeEach(() => {
  events = [];
  page = { lang: "en", dataset: { choice: "dark" } };
  copy = '<!doctype html><html lang="en" data-choice="dark" class="dark">';
  const active = { postMessage: (message: string) => void events.push(message) };
  const register = async (script: string) => void events.push(`register ${script}`);
  stubWorkers({ register, ready: Promise.resolve({ active }) });
  vi.stubGlobal("document", { documentElement: page });
  vi.stubGlobal("location", { pathname: "/room/kitchen" });
  vi.stubGlobal("caches", { match: async () => (copy === null ? undefined : new Response(copy)) });
});
afterEach(() => vi.unstubAllGlobals());

const stubWorkers = (serviceWorker: object) => vi.stubGlobal("navigator", { serviceWorker });

describe("the service worker of a page", () => {
  it("is registered, and completes its cache once the page has loaded", async () => {
    await registerServiceWorker();
    expect(events).toEqual(["register /service-worker.js", "page-loaded"]);
  });

  it("is left out if the browser forbids it, or if its script does not arrive", async () => {
    stubWorkers({ register: () => Promise.reject(new DOMException("insecure", "SecurityError")), ready: NEVER });
    await registerServiceWorker();
    expect(events).toEqual([]);
  });
});

describe("the worker's copy of the offline page", () => {
  it.each([
    ["language", { lang: "ru", dataset: { choice: "dark" } }],
    ["theme", { lang: "en", dataset: { choice: "light" } }],
  ])("is replaced if this page has another %s", async (_case, settings) => {
    await reportSettings();
    expect(events).toEqual([]);
    Object.assign(page, settings);
    await reportSettings();
    expect(events).toEqual(["settings-changed"]);
  });

  it("is not replaced from itself, before it exists, or where caches are forbidden", async () => {
    page.lang = "ru";
    copy = null;
    await reportSettings();
    copy = '<html lang="en" data-choice="dark"';
    vi.stubGlobal("location", { pathname: "/offline" });
    await reportSettings();
    vi.stubGlobal("location", { pathname: "/" });
    vi.stubGlobal("caches", { match: () => Promise.reject(new DOMException("insecure", "SecurityError")) });
    await reportSettings();
    expect(events).toEqual([]);
  });
});
