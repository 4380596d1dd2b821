import { openTrack, type TrackFile } from "#app/audio/track-source.ts";

// Runs in a page. Compares the app's decoder with the browser's.

type FileDescription = Pick<TrackFile, "format" | "sizeBytes" | "durationMs">;

type Decoded = {
  readonly decodingMode: string;
  readonly startFrame: number;
  readonly sampleRate: number;
  readonly samples: Float32Array;
  /** The number of blocks that do not continue the block before. */
  readonly gaps: number;
};

/** Decodes the first channel from this position to the end. */
async function decodeFrom(url: string, file: FileDescription, positionMs: number): Promise<Decoded> {
  const signal = new AbortController().signal;
  const track = { ...file, audioUrl: () => url, mapUrl: () => `${url}.map`, onExpired: () => undefined };
  const source = await openTrack(track, signal);
  const parts: Float32Array[] = [];
  let startFrame = -1;
  let nextFrame = -1;
  let gaps = 0;
  let rate = 0;
  for await (const { planes, startFrame: at, sampleRate } of source.blocks(positionMs, signal)) {
    if (startFrame < 0) startFrame = at;
    else if (at !== nextFrame) gaps += 1;
    nextFrame = at + (planes[0]?.length ?? 0);
    rate = sampleRate;
    parts.push(planes[0] ?? new Float32Array(0));
  }
  return { decodingMode: source.decodingMode, startFrame, sampleRate: rate, samples: concat(parts), gaps };
}

function concat(parts: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}

/** The largest difference between `a` and `b` from `bFrom` on, as far as both go. */
function maxDifference(a: Float32Array, b: Float32Array, bFrom = 0): number {
  let max = 0;
  const length = Math.min(a.length, b.length - bFrom);
  for (let i = 0; i < length; i++) max = Math.max(max, Math.abs((a[i] ?? 0) - (b[bFrom + i] ?? 0)));
  return max;
}

/** Compares the app's decoding with the browser's of the whole file, and with itself from positions within the file. */
async function compare(url: string, file: FileDescription, positionsMs: readonly number[]) {
  const decoded = await decodeFrom(url, file, 0);
  const bytes = await (await fetch(url, { headers: { Range: `bytes=0-${file.sizeBytes - 1}` } })).arrayBuffer();
  const reference = (await new OfflineAudioContext(1, 1, decoded.sampleRate).decodeAudioData(bytes)).getChannelData(0);
  const seeks = [];
  for (const positionMs of positionsMs) {
    const part = await decodeFrom(url, file, positionMs);
    seeks.push({
      positionMs,
      startFrame: part.startFrame,
      endFrame: part.startFrame + part.samples.length,
      gaps: part.gaps,
      maxDifference: maxDifference(part.samples, decoded.samples, part.startFrame),
    });
  }
  return {
    decodingMode: decoded.decodingMode,
    startFrame: decoded.startFrame,
    frames: decoded.samples.length,
    gaps: decoded.gaps,
    sampleRate: decoded.sampleRate,
    referenceFrames: reference.length,
    maxDifference: maxDifference(decoded.samples, reference),
    seeks,
  };
}

export type DecodingComparison = Awaited<ReturnType<typeof compare>>;

Object.assign(window, { compare });
