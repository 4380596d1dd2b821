import { z } from "zod";
import { ok } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { findDuplicates } from "#db/queries/library.ts";
import { toTrack } from "#db/queries/tracks.ts";
import { durationMs, sha256 } from "#workers/functions/arguments.ts";
import { defineFunction, signedIn } from "#workers/functions/define.ts";

/** A track of the caller's library that a file equals or resembles. */
export type DuplicateCandidate = {
  readonly track: Track;
  /** Whether the file has the same bytes; if not, it has the same artist and title and about the same duration. */
  readonly isExact: boolean;
  /** The number of the caller's rooms that have it. */
  readonly rooms: number;
};

const text = z.string().max(5000);

export const duplicateFunctions = {
  findDuplicates: defineFunction({
    kind: "query",
    access: signedIn,
    summary:
      "Finds duplicate candidates of a file in the caller's library: tracks with the same bytes, or with the same artist, title and about the same duration.",
    returns:
      "`duplicates`: at most five, each with `track`, `isExact` (the same bytes) and `rooms` (the number of the caller's rooms that have it); exact ones first.",
    args: z.strictObject({
      sha256: sha256.describe("SHA-256 of the file, hex"),
      title: text,
      artist: text,
      durationMs: durationMs.nullable(),
    }),
    handler: async ({ db, user }, file) => {
      const found = await findDuplicates(db, user.id, file);
      const duplicates = found.map(
        ({ track, isExact, rooms }): DuplicateCandidate => ({ track: toTrack(track), isExact, rooms }),
      );
      return ok({ duplicates });
    },
  }),
};
