/**
 * Maps positions in a track to bytes of its file. MP3, ADTS and FLAC streams have no such index, so the server scans the
 * stored bytes once and stores this map beside them. It lets a late joiner fetch only the part that will play.
 */
export type SeekMap = {
  readonly format: "mp3" | "aac" | "flac";
  readonly sampleRate: number;
  readonly channels: number;
  /**
   * Frames before the track begins: the encoder's silence at the start of the decoder's output, or in a FLAC file that was
   * cut out of a longer stream the number of its first frame.
   */
  readonly primingFrames: number;
  /** Frames of music, after trimming. */
  readonly totalFrames: number;
  /** The first byte of the first packet with audio, and the byte after the last packet. */
  readonly firstByte: number;
  readonly endByte: number;
  /** Frames in each packet of an MP3 or ADTS stream, which also identifies its packets; 0 for FLAC, where it varies. */
  readonly framesPerPacket: number;
  /** The STREAMINFO block of a FLAC stream, Base64; empty for other formats. */
  readonly streamInfo: string;
  readonly points: readonly SeekPoint[];
};

/** A packet begins at `byte`, and its audio at `frame`, counted before trimming. */
export type SeekPoint = readonly [frame: number, byte: number];

/** The last point at or before `frame`, and the first one after it. Points are in order; the first is the first packet. */
export function findPointsAround(
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

export type PointCollector = {
  /** Records a point if it is due. Frames come in ascending order. */
  add(frame: number, byte: number): void;
  points(): readonly SeekPoint[];
};

/** Collects evenly spaced points, fewer than `maxPoints`: when that many are reached, every other one is dropped and the step doubles. */
export function createPointCollector(maxPoints: number, stepFrames: number): PointCollector {
  let points: SeekPoint[] = [];
  let step = stepFrames;
  let nextFrame = 0;
  return {
    add(frame, byte) {
      if (frame < nextFrame) return;
      points.push([frame, byte]);
      nextFrame = frame + step;
      if (points.length < maxPoints) return;
      points = points.filter((_, i) => i % 2 === 0);
      step *= 2;
      nextFrame = (points[points.length - 1]?.[0] ?? 0) + step;
    },
    points: () => points,
  };
}
