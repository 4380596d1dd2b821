import { type CalibrationArrival, type DeviceDelay, estimateDelays } from "#app/domain/calibration/estimate-delays.ts";
import { findArrival } from "#app/domain/calibration/find-arrival.ts";
import { type PlannedSound, soundsOf, soundWindow } from "#app/domain/calibration/sound-window.ts";
import type { CalibrationPlan } from "#app/domain/devices/sound-check.ts";
import { fail } from "#app/domain/result.ts";
import { nextTask } from "#app/lib/next-task.ts";
import type { Microphone } from "./microphone.ts";

/** How often the recording is checked for the end of the next sound, ms. */
const CHECK_MS = 100;

/** Lengths of silence that are searched first, s: browsers compile the search with the short ones, and the last one has the full length. */
const WARM_UP_SEC = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.55] as const;

/**
 * A recording that does not grow for so many checks has ended: its device was removed, or the context was stopped. An output that
 * is measured again has its time before that.
 */
const STALLED_CHECKS = 30;

export type Measurement = {
  readonly plan: CalibrationPlan;
  readonly microphone: Pick<Microphone, "sampleRate" | "recordedFromSec" | "recordedToSec" | "read">;
  /** The time of the audio context at which a server time sounds at this device's output. Null while it is unknown. */
  readonly toContextSec: (serverMs: number) => number | null;
  /** Called when a sound has been searched for. */
  readonly onSound?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
};

/**
 * Measures the delays of a plan while it is played; resolves about a second after its last sound. Each sound takes about 20 ms of
 * work, in a task of its own. Null if it is aborted, or if the recording ends or the server's time is lost before the last sound.
 */
export async function measureCalibration(measurement: Measurement): Promise<readonly DeviceDelay[] | null> {
  const { plan, onSound, signal } = measurement;
  const sounds = soundsOf(plan);
  const arrivals: CalibrationArrival[] = [];
  let previousSec: number | null = null;
  await warmUp(measurement.microphone.sampleRate);
  for (const sound of sounds) {
    const arrival = await findSound(measurement, sound, previousSec);
    if (arrival === null || signal?.aborted) return null;
    if (arrival.arrival.ok) previousSec = arrival.arrival.value.atSec;
    arrivals.push(arrival);
    onSound?.({ done: arrivals.length, total: sounds.length });
    await nextTask();
  }
  return estimateDelays({ plan, arrivals });
}

/** Prepares the search in short tasks. Otherwise the first one would take 100 ms. */
async function warmUp(sampleRate: number): Promise<void> {
  for (const sec of WARM_UP_SEC) {
    findArrival(new Float32Array(sec * sampleRate), { sampleRate });
    await nextTask();
  }
}

/** The arrival of one sound, in the time of the context. */
async function findSound(
  measurement: Measurement,
  { deviceId, round, serverMs }: PlannedSound,
  previousSec: number | null,
): Promise<CalibrationArrival | null> {
  const { microphone, signal } = measurement;
  const early = await findContextSec(measurement, serverMs);
  if (early === null || !(await recorded(microphone, soundWindow(early, previousSec).toSec, signal))) return null;
  const dueSec = await findContextSec(measurement, serverMs);
  if (dueSec === null) return null;
  const { fromSec, toSec } = soundWindow(dueSec, previousSec);
  // at a whole frame, to which the time of the arrival is added
  const fromFrame = Math.round(Math.max(fromSec, microphone.recordedFromSec()) * microphone.sampleRate);
  const startSec = fromFrame / microphone.sampleRate;
  const samples = microphone.read(startSec, Math.min(toSec, microphone.recordedToSec()));
  // a sound before the first sample of the recording cannot be found
  if (!samples) return { deviceId, round, arrival: fail("too-quiet") };
  const arrival = findArrival(samples, { sampleRate: microphone.sampleRate });
  if (!arrival.ok) return { deviceId, round, arrival };
  return { deviceId, round, arrival: { ok: true, value: { ...arrival.value, atSec: startSec + arrival.value.atSec } } };
}

/**
 * The time of the context at which a server time sounds. It is unknown for a moment while the output is measured again, which
 * Safari causes when it opens the microphone. Null if that lasts.
 */
async function findContextSec({ toContextSec, signal }: Measurement, serverMs: number): Promise<number | null> {
  for (let checks = 0; checks <= STALLED_CHECKS && !signal?.aborted; checks++) {
    const contextSec = toContextSec(serverMs);
    if (contextSec !== null) return contextSec;
    await nextCheck();
  }
  return null;
}

/** Waits until a moment of the context is recorded. False if that does not happen. */
async function recorded(
  microphone: Measurement["microphone"],
  untilSec: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let lastSec = Number.NEGATIVE_INFINITY;
  for (let stalled = 0; microphone.recordedToSec() < untilSec; stalled++) {
    if (signal?.aborted || stalled > STALLED_CHECKS) return false;
    if (microphone.recordedToSec() > lastSec) stalled = 0;
    lastSec = microphone.recordedToSec();
    await nextCheck();
  }
  return true;
}

function nextCheck(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, CHECK_MS));
}
