import { z } from "zod";
import { ok } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { findDuplicates } from "#db/queries/library.ts";
import { toTrack } from "#db/queries/tracks.ts";
import { sha256 } from "#workers/functions/arguments.ts";
import { signedInFunction } from "#workers/functions/define.ts";

/** A track that a file is like. */
export type DuplicateCandidate = {
  readonly track: Track;
  /** The very same bytes, and not only the same name and length. */
  readonly isExact: boolean;
  /** Of the caller's rooms, how many hold it. */
  readonly rooms: number;
};

const text = z.string().max(5000);

export const tracks = {
  findDuplicates: signedInFunction("query", {
    summary: "What the caller's library has already of a file: the very same bytes, or the same name and length.",
    returns: "`duplicates`: tracks with `isExact` and `rooms`, at most five, the same bytes first.",
    args: z.strictObject({
      sha256: sha256.describe("Of the file, hex"),
      title: text,
      artist: text,
      durationMs: z.number().min(0).nullable(),
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
