import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startAudioService } from "#app/audio/audio-service.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether the audio service counts as started, a time after the page has asked for its devices. */
async function isStartedAfter(ms: number, enumerateDevices?: () => Promise<unknown>): Promise<boolean> {
  vi.stubGlobal("navigator", { mediaDevices: enumerateDevices && { enumerateDevices } });
  let isStarted = false;
  void startAudioService().then(() => {
    isStarted = true;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return isStarted;
}

it("waits for the browser's answer", async () => {
  const answer = () => new Promise((resolve) => setTimeout(resolve, 80));
  expect(await isStartedAfter(79, answer)).toBe(false);
  expect(await isStartedAfter(80, answer)).toBe(true);
});

it("waits no longer than 300 ms, as in a hidden page of Firefox", async () => {
  const never = () => new Promise(() => undefined);
  expect(await isStartedAfter(299, never)).toBe(false);
  expect(await isStartedAfter(300, never)).toBe(true);
});

it("does not need the devices", async () => {
  expect(await isStartedAfter(0, () => Promise.reject(new Error("not allowed")))).toBe(true);
  expect(await isStartedAfter(0)).toBe(true);
});
