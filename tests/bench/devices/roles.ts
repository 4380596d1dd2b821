import { setTimeout as wait } from "node:timers/promises";
import type { SpeakerRole } from "#app/domain/devices/device.ts";
import type { CardRecording } from "#tests/sound-card/card-recorder.ts";
import { delayBetween, measureTone, type Tone } from "#tests/sound-card/tones.ts";
import { percentile } from "#tests/support/percentile.ts";
import { LEFT_HZ, RIGHT_HZ } from "#tests/support/tone-track.ts";
import { openCardRoom } from "./card-room.ts";
import { toneTrack } from "./tone-tracks.ts";

type Server = Pick<Parameters<typeof openCardRoom>[0], "request" | "baseURL">;

/** The first device plays everything; the others are compared with it. */
export type RoleFigures = {
  readonly roles: readonly SpeakerRole[];
  /** How much later each device sounds than the first one, ms: the median over the seconds of the recording. */
  readonly delaysMs: readonly number[];
  /** The level of the other channel's tones on a device with one channel, dB below its own; null for other roles. */
  readonly crosstalkDb: readonly (number | null)[];
  /** The level of low plus high minus everything, dB below everything; null unless both are there. */
  readonly differenceDb: number | null;
};

const RECORD_SEC = 12;
const EDGE_SEC = 1;
const WINDOW_SEC = 1;

/** Plays tones on devices with these roles, one for each, and measures what the sound card got. */
export async function measureRoles(server: Server, roles: readonly SpeakerRole[]): Promise<RoleFigures> {
  const room = await openCardRoom({ ...server, files: [toneTrack(90)], settings: roles.map((role) => ({ role })) });
  try {
    const recorder = await room.card.record();
    await wait(RECORD_SEC * 1000);
    return toFigures(roles, await recorder.stop());
  } finally {
    await room.close();
  }
}

/** The tones of one device in one second of a recording. */
type Second = { readonly left: readonly Tone[]; readonly right: readonly Tone[] };

function toFigures(roles: readonly SpeakerRole[], recording: CardRecording): RoleFigures {
  const frames = recording.devices[0]?.length ?? 0;
  const count = Math.floor((frames / recording.sampleRate - 2 * EDGE_SEC) / WINDOW_SEC);
  const seconds = Array.from({ length: count }, (_, i) => roles.map((_, device) => readSecond(recording, device, i)));
  const median = (read: (devices: readonly Second[]) => number) => percentile(seconds.map(read), 0.5);
  const delays = (devices: readonly Second[]) => roles.map((role, device) => delayOf(role, devices[0], devices[device]));
  const [low, high] = [roles.indexOf("low"), roles.indexOf("high")];
  const hasBoth = low >= 0 && high >= 0;
  return {
    roles,
    delaysMs: roles.map((_, device) => median((devices) => (delays(devices)[device] ?? Number.NaN) * 1000)),
    crosstalkDb: roles.map((role, device) =>
      role === "left" || role === "right" ? median((devices) => crosstalkOf(role, devices[device])) : null,
    ),
    differenceDb: hasBoth ? median((devices) => differenceOf(devices, delays(devices), { low, high })) : null,
  };
}

function readSecond({ devices, rightChannels, sampleRate }: CardRecording, device: number, index: number): Second {
  const span = { sampleRate, fromSec: EDGE_SEC + index * WINDOW_SEC, seconds: WINDOW_SEC };
  const measure = (samples: Float32Array | undefined) =>
    [...LEFT_HZ, ...RIGHT_HZ].map((hz) => measureTone(samples ?? new Float32Array(0), { ...span, hz }));
  return { left: measure(devices[device]), right: measure(rightChannels[device]) };
}

/** The tones that a role plays on its own, on the left output: below or above the crossover, or of its channel. */
function tonesOf(role: SpeakerRole): readonly number[] {
  if (role === "low") return [0];
  return role === "right" ? [6, 7] : [2, 3];
}

function delayOf(role: SpeakerRole, first: Second | undefined, device: Second | undefined): number {
  const indexes = tonesOf(role);
  const hz = indexes.map((index) => [...LEFT_HZ, ...RIGHT_HZ][index] ?? 0);
  const pick = (second: Second | undefined, side: keyof Second) => indexes.flatMap((index) => second?.[side][index] ?? []);
  // the first device plays the right channel's tones on its right output only
  const a = pick(first, role === "right" ? "right" : "left");
  const b = pick(device, "left");
  if (hz.length > 1) return delayBetween(a, b, hz);
  const phase = (a[0]?.phase ?? Number.NaN) - (b[0]?.phase ?? Number.NaN);
  return (phase - 2 * Math.PI * Math.round(phase / (2 * Math.PI))) / (2 * Math.PI * (hz[0] ?? 0));
}

function crosstalkOf(role: "left" | "right", device: Second | undefined): number {
  const level = (side: keyof Second, from: number) =>
    Math.hypot(...(device?.[side].slice(from, from + LEFT_HZ.length).map(({ amplitude }) => amplitude) ?? []));
  const [own, other] = role === "left" ? [0, LEFT_HZ.length] : [LEFT_HZ.length, 0];
  const worst = Math.max(level("left", other) / level("left", own), level("right", other) / level("right", own));
  return 20 * Math.log10(worst);
}

type Pair = { readonly low: number; readonly high: number };

/** The two devices are moved onto the first one: loudspeakers that stand apart differ by more than their alignment. */
function differenceOf(devices: readonly Second[], delays: readonly number[], { low, high }: Pair): number {
  let [difference, total] = [0, 0];
  for (const [index, hz] of LEFT_HZ.entries()) {
    const all = toComplex(devices[0]?.left[index], hz, 0);
    const parts = [low, high].map((device) => toComplex(devices[device]?.left[index], hz, delays[device] ?? 0));
    const re = parts.reduce((sum, part) => sum + part.re, 0) - all.re;
    const im = parts.reduce((sum, part) => sum + part.im, 0) - all.im;
    difference += re ** 2 + im ** 2;
    total += all.re ** 2 + all.im ** 2;
  }
  return 10 * Math.log10(difference / total);
}

function toComplex(tone: Tone | undefined, hz: number, delaySec: number): { readonly re: number; readonly im: number } {
  const { amplitude = 0, phase = 0 } = tone ?? {};
  const angle = phase + 2 * Math.PI * hz * delaySec;
  return { re: amplitude * Math.cos(angle), im: amplitude * Math.sin(angle) };
}
