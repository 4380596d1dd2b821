import type { CalibrationPlan } from "#app/domain/devices/sound-check.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import type { Arrival, NoArrival } from "./find-arrival.ts";
import { soundsOf } from "./sound-window.ts";

/** One sound of a calibration in the recording. */
export type CalibrationArrival = {
  readonly deviceId: DeviceId;
  /** From 0; the last sound of the listening device has the number of the plan's rounds. */
  readonly round: number;
  /** `atSec` counts from the same moment for all arrivals, by the clock of the microphone. */
  readonly arrival: Result<Arrival, NoArrival>;
};

/** `unsteady`: its rounds differ. `listener-quiet`: the listening device, to which all are compared, was not found. */
export type NoDelay = NoArrival | "unsteady" | "listener-quiet";

/** How late a device sounds at the microphone compared with the listening device, ms; negative if early. Or why that is unknown. */
export type DeviceDelay =
  | { readonly deviceId: DeviceId; readonly delayMs: number; readonly boundMs: number }
  | { readonly deviceId: DeviceId; readonly reason: NoDelay };

/** Rounds that differ by less agree, ms. */
const AGREE_MS = 1;

/** The clocks of a microphone and of an output differ by less, as a share: 0.1 %. */
const MAX_DRIFT = 0.001;

/** Unknown drift while only one sound of the listening device is near, as a share. */
const UNKNOWN_DRIFT = 0.0002;

/** The input has jumped if the time between two sounds of the listening device is wrong by more, ms. */
const JUMP_MS = 0.5;

type Point = { readonly atMs: number; readonly serverMs: number; readonly boundMs: number };
type Round = { readonly delayMs: number; readonly boundMs: number };

/**
 * The delays of the devices of a calibration. The sound of a device is compared with those of the listening device before and after
 * it, all by the clock of the microphone: the latency of the input cancels, and so does a drift between the clocks.
 */
export function estimateDelays(input: {
  readonly plan: CalibrationPlan;
  readonly arrivals: readonly CalibrationArrival[];
}): readonly DeviceDelay[] {
  const [listener, ...slots] = input.plan.slots;
  if (!listener) return [];
  const reference = pointsOf(input, listener.deviceId);
  const drift = medianDrift(reference);
  return slots.map(({ deviceId }) => {
    if (reference.length < 2 || drift === null) return { deviceId, reason: "listener-quiet" };
    if (Math.abs(drift) > MAX_DRIFT) return { deviceId, reason: "unsteady" };
    const points = pointsOf(input, deviceId);
    const needed = Math.min(2, input.plan.rounds);
    if (points.length < needed) return { deviceId, reason: reasonOf(input.arrivals, deviceId) };
    const rounds = points.flatMap((point) => compare(point, reference, drift) ?? []);
    const agreeing = largestAgreement(rounds);
    return agreeing.length < needed ? { deviceId, reason: "unsteady" } : { deviceId, ...combine(agreeing) };
  });
}

/** The sounds of a device that were found, in order of time. */
function pointsOf(input: { plan: CalibrationPlan; arrivals: readonly CalibrationArrival[] }, deviceId: DeviceId): Point[] {
  const sounds = soundsOf(input.plan);
  const points = input.arrivals.flatMap(({ deviceId: id, round, arrival }) => {
    const serverMs = sounds.find((sound) => sound.deviceId === id && sound.round === round)?.serverMs;
    if (id !== deviceId || !arrival.ok || serverMs === undefined) return [];
    return [{ atMs: arrival.value.atSec * 1000, serverMs, boundMs: arrival.value.boundMs }];
  });
  return points.sort((a, b) => a.serverMs - b.serverMs);
}

/** By how much the clock of the microphone is faster than that of the listening device's output, as a share. */
function medianDrift(reference: readonly Point[]): number | null {
  const drifts = reference.slice(1).map((point, i) => driftBetween(reference[i] ?? point, point));
  return drifts.length === 0 ? null : median(drifts);
}

function driftBetween(a: Point, b: Point): number {
  return (b.atMs - a.atMs) / (b.serverMs - a.serverMs) - 1;
}

/** The delay of one sound. Null if the input has jumped between the sounds of the listening device around it. */
function compare(point: Point, reference: readonly Point[], drift: number): Round | null {
  const before = reference.findLast(({ serverMs }) => serverMs <= point.serverMs);
  const after = reference.find(({ serverMs }) => serverMs > point.serverMs);
  if (before && after) {
    const spanMs = after.serverMs - before.serverMs;
    const jumpMs = Math.abs(driftBetween(before, after) - drift) * spanMs;
    if (jumpMs > JUMP_MS + before.boundMs + after.boundMs) return null;
    const share = (point.serverMs - before.serverMs) / spanMs;
    const expectedMs = before.atMs + share * (after.atMs - before.atMs);
    return { delayMs: point.atMs - expectedMs, boundMs: point.boundMs + Math.max(before.boundMs, after.boundMs) };
  }
  const near = before ?? after;
  if (!near) return null;
  const distanceMs = point.serverMs - near.serverMs;
  const expectedMs = near.atMs + distanceMs * (1 + drift);
  return {
    delayMs: point.atMs - expectedMs,
    boundMs: point.boundMs + near.boundMs + Math.abs(distanceMs) * UNKNOWN_DRIFT,
  };
}

/** The most rounds that agree with each other; of several, those with the smallest spread. */
function largestAgreement(rounds: readonly Round[]): readonly Round[] {
  const sorted = [...rounds].sort((a, b) => a.delayMs - b.delayMs);
  let best: readonly Round[] = [];
  for (let from = 0; from < sorted.length; from++) {
    const agreeing = sorted.slice(from).filter(({ delayMs }) => delayMs - (sorted[from]?.delayMs ?? 0) <= AGREE_MS);
    const isBetter = agreeing.length === best.length && spreadOf(agreeing) < spreadOf(best);
    if (agreeing.length > best.length || isBetter) best = agreeing;
  }
  return best;
}

/** The median of the rounds. Its bound contains all of them. */
function combine(rounds: readonly Round[]): Round {
  const delayMs = median(rounds.map((round) => round.delayMs));
  const distances = rounds.map((round) => Math.abs(round.delayMs - delayMs));
  return { delayMs, boundMs: median(rounds.map(({ boundMs }) => boundMs)) + Math.max(...distances) };
}

function spreadOf(rounds: readonly Round[]): number {
  return (rounds.at(-1)?.delayMs ?? 0) - (rounds[0]?.delayMs ?? 0);
}

/** The most frequent reason why a device's sounds were not found. */
function reasonOf(arrivals: readonly CalibrationArrival[], deviceId: DeviceId): NoArrival {
  const reasons = arrivals.flatMap(({ deviceId: id, arrival }) => (id === deviceId && !arrival.ok ? [arrival.error] : []));
  const echoes = reasons.filter((reason) => reason === "too-much-echo").length;
  return echoes * 2 > reasons.length ? "too-much-echo" : "too-quiet";
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
