import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Engine } from "#app/audio/engine.ts";
import { createFakeEngine } from "#tests/support/fake-room.ts";

let engine: ReturnType<typeof createFakeEngine> & { unlock: () => Promise<void> };
let unlocks: number;

beforeEach(() => {
  // the element that plays the silence lasts as long as its module
  vi.resetModules();
  vi.useFakeTimers();
  // the silence that starts the sound of an iPhone
  vi.stubGlobal(
    "Audio",
    class {
      play = async () => undefined;
    },
  );
  vi.stubGlobal("navigator", {});
  unlocks = 0;
  const unlock = async () => {
    unlocks += 1;
  };
  engine = { ...createFakeEngine(), unlock };
  setSound("locked");
});
afterEach(() => {
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const setSound = (sound: "on" | "locked" | "stopped") => engine.status.update((status) => ({ ...status, sound }));

/** Presses the button. Returns after how many ms the sound counts as started. */
async function unlock(): Promise<() => number | null> {
  let endedAtMs: number | null = null;
  const startedAtMs = Date.now();
  // the parts of an engine that the function uses
  const { unlockSound } = await import("#app/features/devices/unlock-sound.ts");
  void unlockSound(engine as unknown as Engine).then(() => {
    endedAtMs = Date.now();
  });
  await vi.advanceTimersByTimeAsync(0);
  return () => endedAtMs && endedAtMs - startedAtMs;
}

it("the sound of a locked device starts during the press, and is ready once the room's time is known", async () => {
  engine.server.nowMs = null;
  const endedAfterMs = await unlock();
  expect(unlocks).toBe(1);
  setSound("on");
  await vi.advanceTimersByTimeAsync(200);
  expect(endedAfterMs()).toBeNull();
  engine.server.nowMs = 1;
  await vi.advanceTimersByTimeAsync(100);
  expect(endedAfterMs()).not.toBeNull();
});

it("a browser that does not start it is not waited for longer than three seconds", async () => {
  const endedAfterMs = await unlock();
  await vi.advanceTimersByTimeAsync(2900);
  expect(endedAfterMs()).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(endedAfterMs()).toBe(3000);
});

it("a person who has stopped the sound does not hear it, and does not wait", async () => {
  setSound("stopped");
  const endedAfterMs = await unlock();
  expect([unlocks, endedAfterMs()]).toEqual([0, 0]);
});
