import { openTrack, type TrackAddress } from "#app/audio/track-source.ts";

/** Runs in a page: the product's own way from bytes to samples, for comparison with the browser's decoder. */
type Decoded = {
  readonly means: string;
  readonly startFrame: number;
  readonly sampleRate: number;
  readonly samples: Float32Array;
  readonly gaps: number;
};

async function decodeFrom(
  url: string,
  facts: Pick<TrackAddress, "format" | "sizeBytes" | "durationMs">,
  positionMs: number,
): Promise<Decoded> {
  const context = new OfflineAudioContext(1, 1, 44_100);
  const signal = new AbortController().signal;
  const address = { ...facts, audioUrl: () => url, mapUrl: () => `${url}.map`, onExpired: () => undefined };
  const source = await openTrack(address, context, signal);
  const parts: Float32Array[] = [];
  let startFrame = -1;
  let next = -1;
  let gaps = 0;
  let rate = 0;
  for await (const { planes, startFrame: at, sampleRate } of source.blocks(positionMs, signal)) {
    if (startFrame < 0) startFrame = at;
    else if (at !== next) gaps += 1;
    next = at + (planes[0]?.length ?? 0);
    rate = sampleRate;
    parts.push(planes[0] ?? new Float32Array(0));
  }
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return { means: source.means, startFrame, sampleRate: rate, samples, gaps };
}

/** The largest difference of two stretches of sound. */
function worst(a: Float32Array, aFrom: number, b: Float32Array, bFrom: number): number {
  let most = 0;
  const length = Math.min(a.length - aFrom, b.length - bFrom);
  for (let i = 0; i < length; i++) most = Math.max(most, Math.abs((a[aFrom + i] ?? 0) - (b[bFrom + i] ?? 0)));
  return most;
}

/** Our stream against the browser's decoding of the whole file, and against itself from moments in the middle. */
async function compare(
  url: string,
  facts: Pick<TrackAddress, "format" | "sizeBytes" | "durationMs">,
  momentsMs: readonly number[],
) {
  const all = await decodeFrom(url, facts, 0);
  const file = await (await fetch(url, { headers: { Range: `bytes=0-${facts.sizeBytes - 1}` } })).arrayBuffer();
  const whole = await new OfflineAudioContext(1, 1, all.sampleRate).decodeAudioData(file);
  const reference = whole.getChannelData(0);
  const middles = [];
  for (const ms of momentsMs) {
    const part = await decodeFrom(url, facts, ms);
    middles.push({
      ms,
      startFrame: part.startFrame,
      endFrame: part.startFrame + part.samples.length,
      gaps: part.gaps,
      worst: worst(part.samples, 0, all.samples, part.startFrame),
    });
  }
  return {
    means: all.means,
    startFrame: all.startFrame,
    frames: all.samples.length,
    gaps: all.gaps,
    sampleRate: all.sampleRate,
    wholeFrames: reference.length,
    worst: worst(all.samples, 0, reference, 0),
    middles,
  };
}

Object.assign(window, { compare });
