import { trackLimits } from "./track-limits.ts";

/** What a browser has heard in a track. Good for the eye and for equal loudness, and believed for no more than that. */
export type TrackAnalysis = {
  /** Integrated loudness (EBU R128); null: silence, or nobody has measured. */
  readonly loudnessLufs: number | null;
  /** dBTP */
  readonly truePeakDb: number | null;
  /** A byte a point, base64 */
  readonly waveform: string | null;
};

type Levels = Pick<TrackAnalysis, "loudnessLufs" | "truePeakDb">;

/** As levels are kept and sent. */
export function levelsInTenths({ loudnessLufs, truePeakDb }: Levels): Levels {
  const inTenths = (decibels: number | null) => (decibels === null ? null : Math.round(decibels * 10) / 10);
  return { loudnessLufs: inTenths(loudnessLufs), truePeakDb: inTenths(truePeakDb) };
}

/** How many points a track's waveform has. */
export const WAVEFORM_POINTS = 1000;

/** What is levelled to, and the headroom that is left to what is between the samples. */
const TARGET_LUFS = -14;
const CEILING_DB = -1;

/**
 * By how much a track is turned up or down so that all sound equally loud, dB: to −14 LUFS, but never so far up that
 * its highest peak would clip. A track that nobody has measured stays as it is.
 */
export function levelingGainDb({ loudnessLufs, truePeakDb }: Levels): number {
  if (loudnessLufs === null) return 0;
  const wanted = TARGET_LUFS - loudnessLufs;
  const most = truePeakDb === null ? 0 : CEILING_DB - truePeakDb;
  const gain = wanted > 0 ? Math.max(0, Math.min(wanted, most)) : wanted;
  return Math.max(-trackLimits.levelingDbMax, Math.min(trackLimits.levelingDbMax, gain));
}
