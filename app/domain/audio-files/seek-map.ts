/**
 * Where in a file's bytes a moment of its sound begins. MP3, ADTS and FLAC streams do not say so themselves; the server
 * walks the stored bytes once and keeps this map beside them, so that a late listener reads only what they will hear.
 */
export type SeekMap = {
  readonly format: "mp3" | "aac" | "flac";
  readonly sampleRate: number;
  readonly channels: number;
  /** Frames of silence to leave out of what the decoder gives first. */
  readonly trimStartFrames: number;
  /** Frames of music, after trimming. */
  readonly totalFrames: number;
  /** First byte of the first packet with sound, and the byte behind the last. */
  readonly firstByte: number;
  readonly endByte: number;
  /** What every packet of an MP3 or ADTS stream decodes to, and no false one; 0 for FLAC, where it varies. */
  readonly framesPerPacket: number;
  /** Base64 of a FLAC stream's STREAMINFO block; else empty. */
  readonly streamInfo: string;
  readonly points: readonly SeekPoint[];
};

/** A packet begins at `byte`; what it decodes to begins at `frame`, counted before trimming. */
export type SeekPoint = readonly [frame: number, byte: number];

/** The last point at or before `frame`, and the first behind it. Points are in order; the first is at frame 0. */
export function pointsAround(
  points: readonly SeekPoint[],
  frame: number,
): { before: SeekPoint | null; after: SeekPoint | null } {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.[0] ?? Number.POSITIVE_INFINITY) <= frame) low = middle + 1;
    else high = middle;
  }
  return { before: points[low - 1] ?? null, after: points[low] ?? null };
}

/** Collects points evenly, never more than `most`: when full, every other goes and the steps double. */
export function collectPoints(
  most: number,
  stepFrames: number,
): { add(frame: number, byte: number): void; points(): readonly SeekPoint[] } {
  let points: SeekPoint[] = [];
  let step = stepFrames;
  let nextFrame = 0;
  return {
    add(frame, byte) {
      if (frame < nextFrame) return;
      points.push([frame, byte]);
      nextFrame = frame + step;
      if (points.length < most) return;
      points = points.filter((_, i) => i % 2 === 0);
      step *= 2;
      nextFrame = (points[points.length - 1]?.[0] ?? 0) + step;
    },
    points: () => points,
  };
}
