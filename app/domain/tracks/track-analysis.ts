import { trackLimits } from "./track-limits.ts";

/** Measurements of a track's audio, made by a browser. They are not verified, and serve only the waveform and leveling. */
export type TrackAnalysis = {
  /** Integrated loudness (EBU R 128); null for silence and for a track that was not measured. */
  readonly loudnessLufs: number | null;
  /** Highest true peak, dBTP. */
  readonly truePeakDb: number | null;
  /** One byte per point, base64. */
  readonly waveform: string | null;
};

type Levels = Pick<TrackAnalysis, "loudnessLufs" | "truePeakDb">;

/** Rounds levels to tenths of a decibel, as they are stored and sent. */
export function roundLevels({ loudnessLufs, truePeakDb }: Levels): Levels {
  const roundToTenths = (decibels: number | null) => (decibels === null ? null : Math.round(decibels * 10) / 10);
  return { loudnessLufs: roundToTenths(loudnessLufs), truePeakDb: roundToTenths(truePeakDb) };
}

/** Number of points of a waveform. */
export const WAVEFORM_POINTS = 1000;

/** The loudness that tracks are leveled to. */
const TARGET_LUFS = -14;
/** The highest peak after leveling, dBTP. The headroom is for peaks between samples. */
const CEILING_DB = -1;

/**
 * The gain in dB that levels a track to −14 LUFS. It never raises the highest peak above the ceiling, and is 0 for a
 * track that was not measured.
 */
export function levelingGainDb({ loudnessLufs, truePeakDb }: Levels): number {
  if (loudnessLufs === null) return 0;
  const neededDb = TARGET_LUFS - loudnessLufs;
  const headroomDb = truePeakDb === null ? 0 : CEILING_DB - truePeakDb;
  const gainDb = neededDb > 0 ? Math.max(0, Math.min(neededDb, headroomDb)) : neededDb;
  return Math.max(-trackLimits.levelingDbMax, Math.min(trackLimits.levelingDbMax, gainDb));
}
