import { z } from "zod";
import { ok } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { findFamiliar } from "#db/queries/library.ts";
import { shownTrack } from "#db/queries/tracks.ts";
import { sha256 } from "#workers/functions/arguments.ts";
import { signedInFunction } from "#workers/functions/define.ts";

/** A track that a file is like. */
export type FamiliarTrack = {
  readonly track: Track;
  /** The very same bytes, and not only the same name and length. */
  readonly isExact: boolean;
  /** Of the caller's rooms, how many hold it. */
  readonly rooms: number;
};

const text = z.string().max(5000);

export const tracks = {
  findFamiliar: signedInFunction("query", {
    summary: "What the caller's library has already of a file: the very same bytes, or the same name and length.",
    returns: "`familiar`: tracks with `isExact` and `rooms`, at most five, the same bytes first.",
    args: z.strictObject({
      sha256: sha256.describe("Of the file, hex"),
      title: text,
      artist: text,
      durationMs: z.number().min(0).nullable(),
    }),
    handler: async ({ db, user }, file) => {
      const found = await findFamiliar(db, user.id, file);
      const familiar = found.map(({ track, isExact, rooms }): FamiliarTrack => ({ track: shownTrack(track), isExact, rooms }));
      return ok({ familiar });
    },
  }),
};
