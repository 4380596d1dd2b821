import { percentile } from "#tests/support/percentile.ts";
import type { ClickTimes } from "./compare-devices.ts";
import type { Silence } from "./find-silences.ts";

/** The sound of one device: the clicks of a track that were recognized, with their wall-clock times, and the silences. */
export type Played = { readonly name: string; readonly clicks: ClickTimes; readonly silences: readonly Silence[] };

type Expected = {
  /** The times of the clicks in the track. */
  readonly timesMs: readonly number[];
  /** When the room's track began, wall-clock time: where its position is 0. Unknown if undefined. */
  readonly beganAtMs?: number;
};

/** A hole that everyone notices. */
const HOLE_MS = 500;
/** Devices that are further apart play something else. */
const APART_MS = 1000;
/** The seek bar, from which the tests know where the room is, shows whole seconds. */
const PLACE_MS = 1500;

/** Of the clicks. Where the sound breaks off, a few are recognized as others. */
const MOST = 0.8;

/**
 * Holds, on any machine, what a listener would complain about: another track than the room's, another place in it, holes, and devices that
 * do not play together. Clicks at their places are in order. Empty if there is nothing. The benches measure how exactly devices play.
 */
export function listComplaints(devices: readonly Played[], { timesMs, beganAtMs }: Expected): readonly string[] {
  const complaints = devices.flatMap((device) => complaintsAbout(device).map((text) => `${device.name}: ${text}`));
  const begins = devices.map(({ clicks }) => [...clicks].map(([index, ms]) => ms - (timesMs[index] ?? Number.NaN)));
  const reference = percentile(begins[0] ?? [], 0.5);
  for (const [device, ofDevice] of begins.entries()) {
    const apart = ofDevice.map((ms) => Math.abs(ms - reference));
    const mostMs = percentile(apart, MOST);
    if (mostMs > APART_MS) complaints.push(`${devices[device]?.name}: ${Math.round(mostMs)} ms from ${devices[0]?.name}`);
  }
  const awayMs = beganAtMs === undefined ? 0 : reference - beganAtMs;
  if (Math.abs(awayMs) > PLACE_MS) complaints.push(`${devices[0]?.name}: ${Math.round(awayMs)} ms after the room`);
  return complaints;
}

function complaintsAbout({ clicks, silences }: Played): readonly string[] {
  const played = [...clicks].sort(([, a], [, b]) => a - b);
  const [first, last] = [played[0], played.at(-1)];
  if (!first || !last) return ["the track was not played"];
  return listHoles(silences, { fromMs: first[1], toMs: last[1] });
}

/** The silences that begin in this time and are longer than half a second. */
export function listHoles(silences: readonly Silence[], time: Silence): readonly string[] {
  const holes = silences.filter(({ fromMs, toMs }) => fromMs > time.fromMs && fromMs < time.toMs && toMs - fromMs > HOLE_MS);
  return holes.map(({ fromMs, toMs }) => `a hole of ${Math.round(toMs - fromMs)} ms`);
}
