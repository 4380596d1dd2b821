import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { outputDelays } from "#app/app-state/output-delays.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { TAP_PERIOD_MS, TAPS_NEEDED } from "#app/features/devices/tap-beat.ts";
import { createTapPlayer } from "#app/features/devices/tap-player.ts";
import { createFakeEngine } from "../../support/fake-room.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  outputDelays.setDelay(0);
});

it("taps to a beat that sounds late add to the delay of the output", () => {
  outputDelays.setDelay(40);
  const engine = createFakeEngine();
  let localMs = 500;
  const beat = createTapPlayer({ engine, localNowMs: () => localMs });
  expect(beat.start()).toBe(true);
  const [check] = engine.values("startSoundCheck") as SoundCheck[];
  if (!check) throw new Error("no beat was started");
  expect(check).toMatchObject({
    sound: "beat",
    periodMs: TAP_PERIOD_MS,
    silentUntilMs: check.startMs + check.count * TAP_PERIOD_MS,
  });
  for (let i = 0; i < TAPS_NEEDED; i++) {
    engine.server.nowMs = check.startMs + i * TAP_PERIOD_MS + 175;
    localMs += TAP_PERIOD_MS;
    // the browser delivers the event 25 ms after the tap
    beat.tap(localMs - 25);
  }
  expect(beat.state.get()).toMatchObject({ isPlaying: true, result: { delayMs: 150, spreadMs: 0, outliers: 0 } });
  beat.apply();
  expect(outputDelays.delayMs.get()).toBe(190);
  expect(engine.values("endSoundCheck")).toEqual([check.id]);
  expect(beat.state.get()).toEqual({ isPlaying: false, offsetsMs: [], result: null });
});

it("no beat starts without sound or without the server's time", () => {
  const engine = createFakeEngine();
  const beat = createTapPlayer({ engine, localNowMs: () => 0 });
  engine.server.nowMs = null;
  expect(beat.start()).toBe(false);
  engine.server.nowMs = 1;
  engine.status.update((status) => ({ ...status, sound: "locked" }));
  expect(beat.start()).toBe(false);
  beat.tap();
  expect(beat.state.get().offsetsMs).toEqual([]);
  expect(engine.calls).toEqual([]);
});

it("the beat ends by itself and keeps the taps", () => {
  const engine = createFakeEngine();
  const beat = createTapPlayer({ engine, localNowMs: () => 0 });
  beat.start();
  vi.advanceTimersByTime(10 * 60_000);
  expect(beat.state.get().isPlaying).toBe(false);
  expect(engine.values("endSoundCheck")).toHaveLength(1);
});
