import { DAY_MS, HOUR_MS, MIB } from "#app/domain/units.ts";

/** Limits of tracks, their tags and covers, and of the library. §n: the section of the specification that states the limit. */
export const trackLimits = {
  /** A cover as the browser sends it: 512×512 WebP. */
  coverUploadBytes: MIB,
  coverSidePx: 512,
  /** §9 */
  coverSourceBytes: 10 * MIB,
  /** Nothing is turned up or down by more, so that all sound equally loud. */
  levelingDbMax: 20,
  /** Tags longer than this are cut. */
  tagChars: 200,
  trackDurationMsMax: 24 * HOUR_MS,
  /** Tracks of the library that are told at once. */
  libraryPage: 50,
  /** §9: NEW badge */
  newTrackMs: 10 * DAY_MS,
} as const;
