import { afterEach, expect, it, vi } from "vitest";
import { ScreenWakeLock } from "#app/audio/screen-wake-lock.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Lets all promises resolve. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A browser that gives locks to visible pages, and releases them when the page is hidden. */
function createBrowser() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const locks: { released: boolean }[] = [];
  const request = async () => {
    if (page.visibilityState === "hidden") throw new DOMException("hidden", "NotAllowedError");
    const lock = {
      released: false,
      async release() {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock;
  };
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { wakeLock: { request } });
  const show = (isVisible: boolean): void => {
    page.visibilityState = isVisible ? "visible" : "hidden";
    if (!isVisible) for (const lock of locks) lock.released = true;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const held = () => locks.filter(({ released }) => !released).length;
  return { show, held, locks };
}

it("holds a lock while it is wanted", async () => {
  const { held } = createBrowser();
  const lock = new ScreenWakeLock();
  lock.setWanted(true);
  lock.setWanted(true);
  await settle();
  expect(held()).toBe(1);
  lock.setWanted(false);
  await settle();
  expect(held()).toBe(0);
});

it("takes the lock again when the page is shown", async () => {
  const { show, held, locks } = createBrowser();
  const lock = new ScreenWakeLock();
  lock.setWanted(true);
  await settle();
  show(false);
  await settle();
  expect(held()).toBe(0);
  show(true);
  await settle();
  expect([held(), locks.length]).toEqual([1, 2]);
  lock.close();
  await settle();
  show(false);
  show(true);
  await settle();
  expect([held(), locks.length]).toEqual([0, 2]);
});

it("releases a lock that arrives when it is no longer wanted", async () => {
  const { held } = createBrowser();
  const lock = new ScreenWakeLock();
  lock.setWanted(true);
  lock.setWanted(false);
  await settle();
  expect(held()).toBe(0);
});

it("asks once while it is wanted", async () => {
  createBrowser();
  const request = vi.fn(() => Promise.reject(new DOMException("low battery", "NotAllowedError")));
  vi.stubGlobal("navigator", { wakeLock: { request } });
  const lock = new ScreenWakeLock();
  lock.setWanted(true);
  await settle();
  lock.setWanted(true);
  await settle();
  expect(request).toHaveBeenCalledOnce();
  lock.close();
});

it("does nothing where the browser has no locks, until it has some", async () => {
  const { show, held } = createBrowser();
  const { wakeLock } = navigator;
  vi.stubGlobal("navigator", {});
  const lock = new ScreenWakeLock();
  lock.setWanted(true);
  await settle();
  vi.stubGlobal("navigator", { wakeLock });
  show(true);
  await settle();
  expect(held()).toBe(1);
  lock.close();
});
