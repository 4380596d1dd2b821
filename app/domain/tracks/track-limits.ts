import { DAY_MS, HOUR_MS, MIB } from "#app/domain/units.ts";

/** Limits of tracks, their tags and covers, and of the library. "§n" refers to the product specification. */
export const trackLimits = {
  /** Maximum size of a cover as the browser uploads it, a 512×512 WebP, bytes. */
  coverUploadBytes: MIB,
  /** Width and height of a stored cover, px (§9). */
  coverSidePx: 512,
  /** Maximum size of a picture that a cover is made from, bytes (§9). */
  coverSourceBytes: 10 * MIB,
  /** Maximum gain of leveling in either direction, dB. */
  levelingDbMax: 20,
  /** Maximum length of a tag, characters; longer tags are cut. */
  tagChars: 200,
  /** Maximum number of tracks and unfinished uploads of one person. */
  tracksPerPerson: 50_000,
  /** Maximum number of tracks of other people that one person has saved. */
  savedTracksPerPerson: 10_000,
  /** Maximum duration of a track, ms. */
  trackDurationMsMax: 24 * HOUR_MS,
  /** Number of tracks on a page of the library. */
  libraryPageSize: 50,
  /** A track is marked NEW for this long after its upload, ms (§9). */
  newTrackMs: 10 * DAY_MS,
} as const;
