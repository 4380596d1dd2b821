import { beforeEach, expect, it } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { SleepTimer } from "#app/features/player/sleep-timer.ts";
import { entryId } from "#tests/support/builders.ts";
import { createVirtualTime, type VirtualTime } from "#tests/support/virtual-time.ts";

let time: VirtualTime;
let timer: SleepTimer;
let fade: number;
let stops: number;
let track: { entryId: EntryId | null; endMs: number | null };

beforeEach(() => {
  time = createVirtualTime();
  fade = 1;
  stops = 0;
  track = { entryId: entryId(1), endMs: 90 * SECOND_MS };
  timer = new SleepTimer({
    nowMs: time.nowMs,
    after: time.after,
    readTrack: () => ({ entryId: track.entryId, leftMs: track.endMs === null ? null : track.endMs - time.nowMs() }),
    setFade(share) {
      fade = share;
    },
    stop() {
      stops += 1;
    },
  });
});

it("stops after the chosen minutes, once, and fades out in the last five seconds", () => {
  timer.choose(15);
  time.advance(15 * MINUTE_MS - 6 * SECOND_MS);
  expect([fade, stops]).toEqual([1, 0]);
  time.advance(3.5 * SECOND_MS);
  expect(fade).toBeGreaterThan(0.4);
  expect(fade).toBeLessThan(0.6);
  time.advance(2.5 * SECOND_MS);
  expect(stops).toBe(1);
  expect(fade).toBeLessThan(0.05);
  time.advance(60 * MINUTE_MS);
  expect(stops).toBe(1);
});

it("shows the minutes that are left, rounded up", () => {
  expect(timer.state.get()).toEqual({ choice: null, minutesLeft: null });
  timer.choose(30);
  expect(timer.state.get()).toEqual({ choice: 30, minutesLeft: 30 });
  time.advance(MINUTE_MS);
  expect(timer.state.get().minutesLeft).toBe(29);
  time.advance(29 * MINUTE_MS);
  expect(timer.state.get()).toEqual({ choice: null, minutesLeft: null });
});

it("does not stop after it was switched off, and restores the volume", () => {
  timer.choose(15);
  time.advance(15 * MINUTE_MS - SECOND_MS);
  expect(fade).toBeLessThan(1);
  timer.choose(null);
  expect(fade).toBe(1);
  time.advance(60 * MINUTE_MS);
  expect(stops).toBe(0);
});

it("counts again from the beginning when another time is chosen", () => {
  timer.choose(15);
  time.advance(14 * MINUTE_MS);
  timer.choose(45);
  time.advance(44 * MINUTE_MS);
  expect(stops).toBe(0);
  time.advance(MINUTE_MS);
  expect(stops).toBe(1);
});

it("stops at the end of the track", () => {
  timer.choose("track");
  expect(timer.state.get()).toEqual({ choice: "track", minutesLeft: 2 });
  time.advance(89 * SECOND_MS);
  expect(stops).toBe(0);
  expect(fade).toBeLessThan(0.3);
  time.advance(SECOND_MS);
  expect(stops).toBe(1);
});

it("waits for the end of the track while the room is paused", () => {
  timer.choose("track");
  track.endMs = null;
  time.advance(10 * MINUTE_MS);
  expect(timer.state.get()).toEqual({ choice: "track", minutesLeft: null });
  track.endMs = time.nowMs() + 20 * SECOND_MS;
  time.advance(19 * SECOND_MS);
  expect(stops).toBe(0);
  time.advance(2 * SECOND_MS);
  expect(stops).toBe(1);
});

it("stops when another track plays, or when a repeated one starts again", () => {
  timer.choose("track");
  track = { entryId: entryId(2), endMs: 5 * MINUTE_MS };
  time.advance(SECOND_MS);
  expect(stops).toBe(1);

  track = { entryId: entryId(2), endMs: time.nowMs() + 30 * SECOND_MS };
  timer.choose("track");
  time.advance(29.5 * SECOND_MS);
  track.endMs = time.nowMs() + 3 * MINUTE_MS;
  time.advance(SECOND_MS);
  expect(stops).toBe(2);
});

it("waits for the end of the first track when it is chosen while nothing plays", () => {
  track = { entryId: null, endMs: null };
  timer.choose("track");
  time.advance(MINUTE_MS);
  track = { entryId: entryId(3), endMs: time.nowMs() + 30 * SECOND_MS };
  time.advance(29 * SECOND_MS);
  expect(stops).toBe(0);
  time.advance(2 * SECOND_MS);
  expect(stops).toBe(1);
});

it("follows a seek within the track", () => {
  timer.choose("track");
  time.advance(60 * SECOND_MS);
  track.endMs = time.nowMs() + 80 * SECOND_MS;
  time.advance(79 * SECOND_MS);
  expect(stops).toBe(0);
  time.advance(SECOND_MS);
  expect(stops).toBe(1);
});
