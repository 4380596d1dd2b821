import { expect, test } from "vitest";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { listComplaints, type Played } from "./complaints.ts";

const timesMs = clickTimesMs(30);
const BEGAN_AT_MS = 1_700_000_000_000;

/** A device that plays the track, behind the room by this. */
const play = (name: string, behindMs = 0): Played => ({
  name,
  clicks: new Map(timesMs.map((ms, index) => [index, BEGAN_AT_MS + ms + behindMs])),
  silences: [],
});
const expected = { timesMs, beganAtMs: BEGAN_AT_MS };

test("there are no complaints about devices within a second of each other, or about a short silence", () => {
  const silences = [{ fromMs: BEGAN_AT_MS + 5000, toMs: BEGAN_AT_MS + 5500 }];
  expect(listComplaints([play("a"), { ...play("b", 990), silences }], expected)).toEqual([]);
});

test("a device that plays another track, or nothing, is heard", () => {
  const silent = { ...play("b"), clicks: new Map<number, number>() };
  expect(listComplaints([play("a"), silent], expected)).toEqual(["b: the track was not played"]);
});

test("devices that do not play together, or not what the room plays, are heard", () => {
  expect(listComplaints([play("a"), play("b", -1100)], expected)).toEqual(["b: 1100 ms from a"]);
  expect(listComplaints([play("a", 1600), play("b", 1600)], expected)).toEqual(["a: 1600 ms after the room"]);
  expect(listComplaints([play("a", 1600)], { timesMs })).toEqual([]);
});

test("a jump to another place is heard, and a click that was taken for another one is not", () => {
  const jump = (from: number, to: number) =>
    new Map([...play("a").clicks].map(([index, ms]) => [index, index >= from && index < to ? ms - 5000 : ms]));
  expect(listComplaints([{ ...play("a"), clicks: jump(0, 20) }], expected)).toEqual(["a: 5000 ms from a"]);
  expect(listComplaints([{ ...play("a"), clicks: jump(20, 21) }], expected)).toEqual([]);
});

test("a silence of more than half a second is a hole, unless it is before the first click or after the last", () => {
  const at = (ms: number) => ({ fromMs: BEGAN_AT_MS + ms, toMs: BEGAN_AT_MS + ms + 510 });
  expect(listComplaints([{ ...play("a"), silences: [at(-600), at(5000), at(31_000)] }], expected)).toEqual([
    "a: a hole of 510 ms",
  ]);
});
