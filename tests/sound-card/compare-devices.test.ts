import { expect, test } from "vitest";
import { compareDevices } from "./compare-devices.ts";

const times = (list: readonly number[]) => new Map(list.entries());
const track = Array.from({ length: 40 }, (_, i) => i * 500);

test("a constant distance has a median, no wander, and a sign", () => {
  const b = track.map((ms) => ms + 7);
  expect(compareDevices(times(track), times(b))).toEqual({ clicks: 40, medianMs: 7, p95Ms: 7, maxMs: 7, wanderMs: 0 });
  expect(compareDevices(times(b), times(track)).medianMs).toBe(-7);
});

test("a single stray click raises the maximum but is no wander", () => {
  const b = track.map((ms, i) => ms + (i === 20 ? 12 : 1));
  expect(compareDevices(times(track), times(b))).toMatchObject({ medianMs: 1, p95Ms: 1, maxMs: 12, wanderMs: 0 });
});

test("a distance that moves away and back wanders", () => {
  const b = track.map((ms, i) => ms + (i >= 10 && i < 24 ? 4 : 1));
  expect(compareDevices(times(track), times(b))).toMatchObject({ medianMs: 1, wanderMs: 3 });
});

test("only clicks that both devices played are compared, by their index", () => {
  const a = new Map([
    [3, 100],
    [4, 600],
  ]);
  const b = new Map([
    [4, 602],
    [5, 1100],
  ]);
  expect(compareDevices(a, b)).toMatchObject({ clicks: 1, medianMs: 2 });
});

test("there are no figures without common clicks", () => {
  expect(compareDevices(new Map(), times(track))).toEqual({
    clicks: 0,
    medianMs: Number.NaN,
    p95Ms: Number.NaN,
    maxMs: Number.NaN,
    wanderMs: Number.NaN,
  });
});
