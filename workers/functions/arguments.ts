import { z } from "zod";
import { GRANTABLE_ROLES } from "#app/domain/access/permissions.ts";
import { ID_PATTERN, type UserId } from "#app/domain/ids.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { WAVEFORM_POINTS } from "#app/domain/tracks/track-analysis.ts";

// Arguments that several functions take.

export const roomIdOrUrl = z.string().min(1).max(100).describe("The room's id or url");

export function idOf<Id extends string>() {
  return z
    .string()
    .regex(ID_PATTERN)
    .transform((id) => id as Id);
}

export const userId = idOf<UserId>();

/** Lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const grantableRole = z.enum(GRANTABLE_ROLES);

/** Plain text or LRC. Its parser applies the other limits. */
export const lyricsText = z.string().max(lyricsLimits.rawChars);

/** Server time, ms since the epoch. */
export const timeMs = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

export const durationMs = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** Degrees on the color wheel. */
export const hue = z.number().int().min(0).max(359).nullable();

const level = z.number().min(-200).max(200).nullable();
const WAVEFORM_CHARS = Math.ceil(WAVEFORM_POINTS / 3) * 4;

/** The analysis of a track, measured by a browser. */
export const analysis = z
  .strictObject({
    loudnessLufs: level,
    truePeakDb: level,
    waveform: z.base64().length(WAVEFORM_CHARS).nullable(),
  })
  .describe("The browser's measurements: loudness (EBU R 128), true peak in dBTP, a waveform of 1,000 bytes");
