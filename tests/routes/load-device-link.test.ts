import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as DeviceLinkModule from "#app/features/devices/device-link.ts";
import { loadDeviceLink } from "#app/routes/room/load-device-link.ts";

const MODULE = {} as typeof DeviceLinkModule;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a link that cannot be loaded is loaded later, and closed with the room", async () => {
  const close = vi.fn();
  const create = vi.fn(() => ({ close }));
  let attempts = 0;
  const stop = loadDeviceLink(create, async () => {
    attempts += 1;
    if (attempts <= 6) throw new TypeError("offline");
    return MODULE;
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect(attempts).toBe(1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(attempts).toBe(2);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(create).toHaveBeenCalledExactlyOnceWith(MODULE);
  stop();
  expect(close).toHaveBeenCalledOnce();
});

it("a room that is left is not linked any more", async () => {
  const create = vi.fn(() => ({ close: vi.fn() }));
  const load = vi.fn(() => Promise.reject(new TypeError("offline")));
  const stop = loadDeviceLink(create, load);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledOnce();
  const stopEarly = loadDeviceLink(create, async () => MODULE);
  stopEarly();
  await vi.advanceTimersByTimeAsync(0);
  expect(create).not.toHaveBeenCalled();
});
