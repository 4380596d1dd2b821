import { z } from "zod";
import type { Person } from "#app/domain/accounts/person.ts";
import { isId, type RoomId, type TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { parseTrackQuery } from "#app/domain/text/search-key.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { countReturnedEditions, returnEditions } from "#db/queries/edition-return.ts";
import { listLibrary } from "#db/queries/library-page.ts";
import { findPeople } from "#db/queries/profile.ts";
import { countEditions, listUsage } from "#db/queries/track-removal.ts";
import { type TrackCursor, toTrack } from "#db/queries/tracks.ts";
import { idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext } from "#workers/functions/define.ts";
import type { RoomAccess } from "#workers/room-access/room-access.ts";
import { optionalRoom } from "#workers/room-access/room-requirement.ts";
import { removeTracks } from "./remove-tracks.ts";
import { ownTracks } from "./track-requirement.ts";

/** A track as the library shows it. */
export type LibraryTrackView = {
  readonly track: Track;
  /** Whether the caller uploaded it, and may remove it. */
  readonly isOwn: boolean;
  /** Whether the caller has saved it. */
  readonly isSaved: boolean;
  /** The person who uploaded it. Null if their account was deleted. */
  readonly uploader: Person | null;
  /** The number of the caller's rooms that have it. */
  readonly rooms: number;
  /** Whether the requested room has it. */
  readonly isHere: boolean;
};

/** A room that uses some tracks. */
export type UsingRoom = { readonly id: RoomId; readonly name: string; readonly url: string };

const QUERY_CHARS = 200;
const listArgs = z.strictObject({
  query: z.string().max(QUERY_CHARS).optional(),
  roomId: roomIdOrUrl.optional().describe("The room to which `isHere` refers"),
  saved: z.boolean().optional().describe("Only tracks that the caller has saved"),
  cursor: z.string().max(100).optional().describe("`nextCursor` of the previous page"),
});
const trackIds = z.array(idOf<TrackId>()).min(1).max(playlistLimits.entriesPerCommand);

/** Functions about a person's library: the tracks they uploaded or saved, and those of the rooms of which they are a member. */
export const libraryFunctions = {
  list: defineFunction({
    kind: "query",
    access: optionalRoom("roomId"),
    summary: `The caller's library, the newest first, ${trackLimits.libraryPageSize} tracks at a time. With a query, only tracks in which every word of the query begins some word.`,
    returns:
      "`tracks`, each with `track`, `isOwn`, `isSaved`, `uploader`, `rooms` (the number of the caller's rooms that have it) and `isHere`; `nextCursor` for the next call, null if `isDone`.",
    args: listArgs,
    handler: listTracks,
  }),

  usage: defineFunction({
    kind: "query",
    access: ownTracks({ includesDeleted: false }),
    summary: "Lists the rooms from which removing the given tracks, which the caller must have uploaded, would remove a track.",
    returns:
      "`rooms` that are public or that the caller is a member of, with `id`, `name` and `url`; `others`: the number of other rooms; `editions`: the number of other people's tracks with the same audio; `returned`: the number of the given tracks that `tracks.remove` would pass to others.",
    args: z.strictObject({ trackIds }),
    handler: async ({ db, user }, { trackIds }) => {
      const returned = await countReturnedEditions(db, user.id, trackIds);
      const usage = await listUsage(db, user.id, trackIds);
      const rooms = usage.filter(({ isVisible }) => isVisible).map(({ id, name, url }): UsingRoom => ({ id, name, url }));
      const editions = await countEditions(db, user.id, trackIds);
      return ok({ rooms, others: usage.length - rooms.length, editions, returned });
    },
  }),

  remove: defineFunction({
    kind: "mutation",
    access: ownTracks({ includesDeleted: true }),
    summary:
      "Removes tracks that the caller uploaded from every library and every room, permanently. Editions of other people's tracks that a room has pass to the uploaders of the originals instead.",
    returns: "`returned`: the ids of the editions that have passed to others.",
    args: z.strictObject({ trackIds }),
    handler: async ({ env, db, user, nowMs }, { trackIds }): Promise<Result<{ readonly returned: readonly TrackId[] }>> => {
      const returned = await returnEditions(db, user.id, trackIds);
      const removed = trackIds.filter((id) => !returned.includes(id));
      await removeTracks({ env, db, nowMs }, removed);
      return ok({ returned });
    },
  }),
};

type LibraryPage = {
  readonly tracks: readonly LibraryTrackView[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  readonly isDone: boolean;
};

async function listTracks(
  { db, user, access }: SignedInContext & { readonly access: RoomAccess | null },
  { query = "", saved = false, cursor }: z.infer<typeof listArgs>,
): Promise<Result<LibraryPage>> {
  const after = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && !after) return fail("invalid-arguments");
  const words = parseTrackQuery(query);
  if (words.length === 0 && query.trim() !== "") return ok({ tracks: [], nextCursor: null, isDone: true });
  const { libraryPageSize: limit } = trackLimits;
  const page = { after, limit: limit + 1, roomId: access?.room.id ?? null };
  const found = await listLibrary(db, user.id, { words, isSavedOnly: saved, ...page });
  const listed = found.slice(0, limit);
  const last = listed.at(-1)?.track;
  const people = await findPeople(db, [...new Set(listed.map(({ track }) => track.uploadedBy))]);
  const tracks = listed.map(({ track, rooms, isHere, isSaved }): LibraryTrackView => {
    const uploader = people.find(({ id }) => id === track.uploadedBy) ?? null;
    return { track: toTrack(track), isOwn: track.uploadedBy === user.id, isSaved, uploader, rooms, isHere };
  });
  const isDone = found.length <= limit;
  return ok({ tracks, nextCursor: last && !isDone ? writeCursor(last) : null, isDone });
}

function writeCursor({ createdAtMs, id }: TrackCursor): string {
  return `${createdAtMs}-${id}`;
}

function readCursor(cursor: string): TrackCursor | null {
  const [time = "", id = ""] = cursor.split("-");
  return /^\d{1,15}$/.test(time) && isId<TrackId>(id) ? { createdAtMs: Number(time), id } : null;
}
