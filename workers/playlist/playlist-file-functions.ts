import { z } from "zod";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { PlaylistFileTrack } from "#app/domain/playlist/playlist-file.ts";
import { writeJsonPlaylist } from "#app/domain/playlist/playlist-json.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { writeM3u8Playlist } from "#app/domain/playlist/playlist-m3u8.ts";
import { ok } from "#app/domain/result.ts";
import { breathe } from "#db/breathe.ts";
import { noteRoomRead } from "#db/changes/read-recorder.ts";
import { listHashes, matchTracks } from "#db/queries/library.ts";
import { durationMs, roomIdOrUrl, sha256 } from "#workers/functions/arguments.ts";
import { defineFunction, signedIn } from "#workers/functions/define.ts";
import { roomVisitor } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

const WRITERS = { m3u8: writeM3u8Playlist, json: writeJsonPlaylist } as const;
const PIECES_AT_ONCE = 500;
const text = z.string().max(5000);

/** Export of a playlist to a file, and the matching of its tracks on import. */
export const playlistFileFunctions = {
  export: defineFunction({
    kind: "query",
    access: roomVisitor("roomId"),
    summary: "Exports a room's playlist as a file.",
    returns: "`text`, the content of the file, and `fileName`.",
    args: z.strictObject({ roomId: roomIdOrUrl, format: z.enum(["m3u8", "json"]) }),
    handler: async ({ env, db, access: { room, metadata } }, { format }) => {
      const snapshot = await roomObject(env, room.id).getState(metadata);
      noteRoomRead(db, room.id);
      if (!snapshot.ok) return snapshot;
      const { playlist } = snapshot.value.state;
      const hashes = await listHashes(
        db,
        playlist.map(({ track }) => track.id),
      );
      const tracks = playlist.map((entry) => toFileTrack(entry, hashes.get(entry.track.id) ?? null));
      return ok({ text: await join(WRITERS[format]({ name: room.name, tracks })), fileName: `${room.url}.${format}` });
    },
  }),

  match: defineFunction({
    kind: "query",
    access: signedIn,
    summary:
      "Finds the tracks of a playlist file in the caller's library: by their bytes or else by artist, title and duration.",
    returns: "`trackIds`, one per track in the same order; null if the library has no such track.",
    args: z.strictObject({
      tracks: z
        .array(
          z.strictObject({
            sha256: sha256.nullable(),
            title: text,
            artist: text,
            durationMs: durationMs.nullable(),
          }),
        )
        .min(1)
        .max(playlistLimits.entriesPerCommand),
    }),
    handler: async ({ db, user }, { tracks }) => ok({ trackIds: await matchTracks(db, user.id, tracks) }),
  }),
};

/** Joins the pieces of a file. Those of ten thousand tracks take a tenth of a second. */
async function join(pieces: Iterable<string>): Promise<string> {
  let text = "";
  let count = 0;
  for (const piece of pieces) {
    text += piece;
    count += 1;
    if (count % PIECES_AT_ONCE === 0) await breathe();
  }
  return text;
}

function toFileTrack({ track }: Entry, hash: string | null): PlaylistFileTrack {
  const { title, artist, album, genre, year, durationMs, sizeBytes, format } = track;
  const facts = { durationMs, sizeBytes, format, sha256: hash, link: null, fileName: null };
  return { title, artist, album, genre, year, ...facts };
}
