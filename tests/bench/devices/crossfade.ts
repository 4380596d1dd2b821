import { setTimeout as wait } from "node:timers/promises";
import type { CardRecording } from "#tests/sound-card/card-recorder.ts";
import { findClicks } from "#tests/sound-card/find-clicks.ts";
import { measureTone } from "#tests/sound-card/tones.ts";
import { percentile } from "#tests/support/percentile.ts";
import { openCardRoom } from "./card-room.ts";
import { clickToneTrack } from "./tone-tracks.ts";

type Server = Pick<Parameters<typeof openCardRoom>[0], "request" | "baseURL">;

export type CrossfadeFigures = {
  /** How far the devices are apart in the crossfade and before it, ms: median and largest distance of their clicks. */
  readonly during: Distances;
  readonly before: Distances;
  /** The sum of both tones' powers in the crossfade, dB relative to one tone alone: the lowest and the highest of both devices. */
  readonly powerDb: { readonly least: number; readonly most: number };
  /** The length of the crossfade, s, from the levels of the tones. */
  readonly lengthSec: number;
};
type Distances = { readonly clicks: number; readonly medianMs: number; readonly maxMs: number };

const CROSSFADE_MS = 6000;
const TRACK_SEC = 30;
const TONES_HZ = [700, 1900] as const;
const WINDOW_SEC = 0.1;
/** The clicks of this time before the crossfade are compared with those in it. */
const BEFORE_SEC = 12;
/** Both tones have at least this share of their power in a crossfade. */
const FADING_SHARE = 0.02;
/** Clicks of two devices that belong together are closer than this. */
const SAME_CLICK_MS = 20;

/** Two devices play two tracks with a crossfade of 6 s. */
export async function measureCrossfade(server: Server): Promise<CrossfadeFigures> {
  const files = TONES_HZ.map((hz, i) => clickToneTrack(hz, TRACK_SEC, i + 1));
  const room = await openCardRoom({ ...server, files, settings: [{}, {}] });
  try {
    await room.command({ type: "crossfade", ms: CROSSFADE_MS });
    const { state } = await room.owner.call("query", "rooms.getState", { id: room.id });
    const [first] = state.playlist;
    if (!first) throw new Error("the room has no track");
    await room.command({ type: "select", entryId: first.id });
    const recorder = await room.card.record();
    await wait((TRACK_SEC + 8) * 1000);
    return toFigures(await recorder.stop());
  } finally {
    await room.close();
  }
}

function toFigures(recording: CardRecording): CrossfadeFigures {
  const shares = recording.devices.map((samples) => toShares(readPowers(samples, recording.sampleRate)));
  const fades = shares.map(findFade);
  const sums = shares.flatMap((device, i) => device.slice(...(fades[i] ?? [0, 0]))).map((share) => 10 * Math.log10(sum(share)));
  const [first, end] = fades[0] ?? [0, 0];
  const [fromSec, toSec] = [first * WINDOW_SEC, end * WINDOW_SEC];
  return {
    during: compareClicks(recording, fromSec, toSec),
    before: compareClicks(recording, fromSec - BEFORE_SEC, fromSec),
    powerDb: { least: Math.min(...sums), most: Math.max(...sums) },
    lengthSec: toSec - fromSec,
  };
}

/** The powers of both tones in each window as shares of what each has alone. */
function toShares(powers: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const alone = TONES_HZ.map((_, tone) =>
    percentile(
      powers.map((power) => power[tone] ?? 0),
      1,
    ),
  );
  return powers.map((power) => power.map((value, tone) => value / (alone[tone] ?? 1)));
}

/**
 * The longest time in which both tones sound, as windows: the first one, and the one after the last. Where a track is started, both
 * sound for a moment as well.
 */
function findFade(shares: readonly (readonly number[])[]): readonly [number, number] {
  let longest: readonly [number, number] = [0, 0];
  let start = 0;
  for (const [i, share] of shares.entries()) {
    if (!isFading(share)) start = i + 1;
    else if (i + 1 - start > longest[1] - longest[0]) longest = [start, i + 1];
  }
  return longest;
}

const isFading = (share: readonly number[]) => share.every((value) => value > FADING_SHARE);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The powers of both tones in each window. */
function readPowers(samples: Float32Array, sampleRate: number): readonly (readonly number[])[] {
  const count = Math.floor(samples.length / sampleRate / WINDOW_SEC);
  return Array.from({ length: count }, (_, i) =>
    TONES_HZ.map((hz) => measureTone(samples, { hz, sampleRate, fromSec: i * WINDOW_SEC, seconds: WINDOW_SEC }).amplitude ** 2),
  );
}

function compareClicks({ devices, sampleRate }: CardRecording, fromSec: number, toSec: number): Distances {
  const [a = [], b = []] = devices.map((samples) =>
    findClicks(samples, sampleRate).filter((ms) => ms >= fromSec * 1000 && ms < toSec * 1000),
  );
  const distances = a.flatMap((ms) => {
    const nearest = b.find((other) => Math.abs(other - ms) < SAME_CLICK_MS);
    return nearest === undefined ? [] : [nearest - ms];
  });
  return {
    clicks: distances.length,
    medianMs: percentile(distances, 0.5),
    maxMs: percentile(distances.map(Math.abs), 1),
  };
}
