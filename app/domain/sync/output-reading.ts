/** The report of an audio context about its output at one moment. */
export type OutputReading = {
  /** Device time, ms. */
  readonly localMs: number;
  /** `currentTime`, s. It advances in blocks. */
  readonly currentSec: number;
  /** `getOutputTimestamp()`; null where it is missing, or while it is zero because nothing was played yet. */
  readonly timestamp: OutputTimestamp | null;
  /** `outputLatency`, s; null where it is missing or zero. */
  readonly latencySec: number | null;
  /** Position, s, of a media element that plays on the same output; null while none does. */
  readonly mediaSec: number | null;
};

/** The context's time, s, that is heard at a device time, ms. */
export type OutputTimestamp = { readonly contextSec: number; readonly localMs: number };

/** Which of its reports can be used. Recognized by the reports, because browsers change. */
export type OutputBehavior =
  /** The timestamps are right on average (Chromium; Safari from 17.4). */
  | "timestamps"
  /** The latency is subtracted from both times, so that it cancels out (Firefox). */
  | "latency-cancels"
  /** The device time of the timestamps runs at double speed (WebKitGTK). */
  | "double-speed"
  /** There are no timestamps, or they make no sense (Safari 15.1 to 17.3). */
  | "no-timestamps"
  /** The context is heard through a media element, whose latency nothing reports (iPhones before Safari 16.4). */
  | "media-element";

/** A timestamp lies within this time of the moment at which it is read. */
const NEAR_MS = 1000;
/** The context time of a timestamp is not ahead of `currentTime`, but for rounding. */
const AHEAD_SEC = 0.005;
/** Two differences that are closer than this are equal; Firefox rounds its clock to 1 ms. */
const SAME_MS = 1.5;
/** A smaller latency cannot be told apart from none. */
const LATENCY_MIN_MS = 3;
/** This many successive changes of the timestamp decide. An output that starts may move by whole buffers twice. */
const DECISIVE_STEPS = 3;
/** An output that has not played its first buffer may report zeros for a second. */
const WAIT_MS = 3000;
/** Timestamps whose two times run apart by this share of the elapsed time are wrong, unless the output stalled. */
const WRONG_SPEED = 0.2;
/** While an output starts, right timestamps can stand still and jump for this long too. */
const WRONG_SPEED_MS = 1000;
const DOUBLE_SPEED_MIN = 1.3;

/** OC1–OC4: the behavior that the latest readings show; null while there are too few of them. */
export function classifyOutput(readings: readonly OutputReading[]): OutputBehavior | null {
  if (haveFailed(readings)) return "no-timestamps";
  const advances = readings.filter(isAdvance);
  const recent = advances.slice(-DECISIVE_STEPS - 1);
  if (recent.length <= DECISIVE_STEPS) return null;
  const speeds = recent.slice(1).map((reading, i) => timestampSpeeds(recent[i] ?? reading, reading));
  if (speeds.every(isWrongSpeed)) return classifyWrongSpeed(advances);
  // two readings in the same millisecond look right; only a longer time shows the speed then
  if (speeds.some(isWrongSpeed) && !hasRightSpeed(advances)) return classifyWrongSpeed(advances);
  if (!recent.every(isPlausible)) return null;
  return recent.every(hasCancelledLatency) ? "latency-cancels" : "timestamps";
}

/** Null until the speed has been wrong for longer than an output takes to start. */
function classifyWrongSpeed(advances: readonly OutputReading[]): OutputBehavior | null {
  const speeds = longSpeeds(advances);
  if (!speeds || !isWrongSpeed(speeds)) return null;
  return speeds.device > DOUBLE_SPEED_MIN && speeds.context > WRONG_SPEED ? "double-speed" : "no-timestamps";
}

function hasRightSpeed(advances: readonly OutputReading[]): boolean {
  const speeds = longSpeeds(advances);
  return speeds !== null && !isWrongSpeed(speeds);
}

/** The speeds over the time that an output takes to start. Null if it has not passed yet. */
function longSpeeds(advances: readonly OutputReading[]): TimestampSpeeds | null {
  const latest = advances.at(-1);
  const earlier = advances.findLast(({ localMs }) => (latest?.localMs ?? 0) - localMs >= WRONG_SPEED_MS);
  return earlier ? timestampSpeeds(earlier, latest) : null;
}

function isWrongSpeed(speeds: TimestampSpeeds): boolean {
  return Math.abs(speeds.device - speeds.context) > WRONG_SPEED && !hasStalled(speeds);
}

/** Whether the output stalled for a part of the time, as on a busy machine. `currentTime` stalls with it. */
function hasStalled({ context, current }: TimestampSpeeds): boolean {
  return context < 1 - WRONG_SPEED && Math.abs(context - current) < WRONG_SPEED;
}

function isAdvance({ timestamp }: OutputReading, i: number, readings: readonly OutputReading[]): boolean {
  return timestamp !== null && timestamp.contextSec !== readings[i - 1]?.timestamp?.contextSec;
}

/** Whether no reading was plausible for longer than an output takes to start. */
function haveFailed(readings: readonly OutputReading[]): boolean {
  const spanMs = (readings.at(-1)?.localMs ?? 0) - (readings[0]?.localMs ?? 0);
  return spanMs > WAIT_MS && readings.every((reading) => !isPlausible(reading));
}

/** How fast the two times of the timestamps, and `currentTime`, advance: 1 is right. */
type TimestampSpeeds = { readonly device: number; readonly context: number; readonly current: number };

function timestampSpeeds(earlier?: OutputReading, later?: OutputReading): TimestampSpeeds {
  const [from, to] = [earlier?.timestamp, later?.timestamp];
  const elapsedMs = (later?.localMs ?? 0) - (earlier?.localMs ?? 0);
  if (!from || !to || elapsedMs <= 0) return { device: 1, context: 1, current: 1 };
  return {
    device: (to.localMs - from.localMs) / elapsedMs,
    context: ((to.contextSec - from.contextSec) * 1000) / elapsedMs,
    current: (((later?.currentSec ?? 0) - (earlier?.currentSec ?? 0)) * 1000) / elapsedMs,
  };
}

function isPlausible({ timestamp, localMs, currentSec }: OutputReading): boolean {
  if (!timestamp) return false;
  return Math.abs(timestamp.localMs - localMs) < NEAR_MS && timestamp.contextSec <= currentSec + AHEAD_SEC;
}

function hasCancelledLatency({ timestamp, localMs, currentSec }: OutputReading): boolean {
  if (!timestamp) return false;
  const contextLagMs = (currentSec - timestamp.contextSec) * 1000;
  return contextLagMs > LATENCY_MIN_MS && Math.abs(contextLagMs - (localMs - timestamp.localMs)) < SAME_MS;
}

/** Device time minus context time, ms. */
export function timestampOffsetMs({ localMs, contextSec }: OutputTimestamp): number {
  return localMs - contextSec * 1000;
}
