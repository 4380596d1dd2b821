import { z } from "zod";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { ListedTrack } from "#app/domain/playlist/playlist-file.ts";
import { writeJson } from "#app/domain/playlist/playlist-json.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { writeM3u8 } from "#app/domain/playlist/playlist-m3u8.ts";
import { fail, ok } from "#app/domain/result.ts";
import { listHashes, matchTracks } from "#db/queries/library.ts";
import { roomIdOrUrl, sha256 } from "#workers/functions/arguments.ts";
import { openFunction, signedInFunction } from "#workers/functions/define.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { loadAccessibleRoom } from "#workers/rooms/room-access.ts";

const WRITERS = { m3u8: writeM3u8, json: writeJson } as const;
const text = z.string().max(5000);

/** A playlist as a file: taken out, and brought back in. */
export const playlistFiles = {
  export: openFunction("query", {
    summary: "A room's playlist as a file, in the order in which it stands.",
    returns: "`text` of the file, UTF-8, and `fileName`.",
    args: z.strictObject({ roomId: roomIdOrUrl, format: z.enum(["m3u8", "json"]) }),
    handler: async (context, { roomId, format }) => {
      const access = await loadAccessibleRoom(context, roomId);
      if (!access.ok) return access;
      const { room, metadata } = access.value;
      const snapshot = await roomObject(context.env, room.id).snapshot(metadata);
      if (!snapshot) return fail("room-not-found");
      const { playlist } = snapshot.state;
      const hashes = await listHashes(
        context.db,
        playlist.map(({ track }) => track.id),
      );
      const tracks = playlist.map((entry) => listedTrack(entry, hashes.get(entry.track.id) ?? null));
      return ok({ text: WRITERS[format]({ name: room.name, tracks }), fileName: `${room.url}.${format}` });
    },
  }),

  match: signedInFunction("query", {
    summary: "Which tracks of the caller's library those of a playlist's file are: by their bytes, else by name and length.",
    returns: "`trackIds`, one for each in the same order; null: none.",
    args: z.strictObject({
      tracks: z
        .array(
          z.strictObject({
            sha256: sha256.nullable(),
            title: text,
            artist: text,
            durationMs: z.number().min(0).nullable(),
          }),
        )
        .min(1)
        .max(playlistLimits.entriesPerCommand),
    }),
    handler: async ({ db, user }, { tracks }) => ok({ trackIds: await matchTracks(db, user.id, tracks) }),
  }),
};

function listedTrack({ track }: Entry, hash: string | null): ListedTrack {
  const { title, artist, album, genre, year, durationMs, sizeBytes, format } = track;
  const facts = { durationMs, sizeBytes, format, sha256: hash, link: null, fileName: null };
  return { title, artist, album, genre, year, ...facts };
}
