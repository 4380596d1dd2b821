import { z } from "zod";
import { isId, type RoomId, type TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { parseTrackQuery } from "#app/domain/text/search-key.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { type LibraryPlace, listLibrary } from "#db/queries/library-page.ts";
import { areOwn, countEditions, listUsage } from "#db/queries/track-removal.ts";
import { toTrack } from "#db/queries/tracks.ts";
import { idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { loadAccessibleRoom } from "#workers/rooms/room-access.ts";
import { removeTracks } from "./remove-tracks.ts";

/** A track as the library shows it. */
export type LibraryTrackView = {
  readonly track: Track;
  /** The caller has uploaded it, and may remove it. */
  readonly isOwn: boolean;
  /** Of the caller's rooms, how many hold it. */
  readonly rooms: number;
  /** The room that was named holds it. */
  readonly isHere: boolean;
};

/** A room in which tracks are in use. */
export type UsingRoom = { readonly id: RoomId; readonly name: string; readonly url: string };

const QUERY_CHARS = 200;
const trackIds = z.array(idOf<TrackId>()).min(1).max(playlistLimits.entriesPerCommand);

/** What somebody has uploaded, and what the rooms hold of which they are a member. */
export const library = {
  list: signedInFunction("query", {
    summary: `The caller's library, the newest first, ${trackLimits.libraryPage} tracks at a time; with a query, those that have words beginning with all of its words.`,
    returns:
      "`tracks`, each with `track`, `isOwn`, `rooms` (of the caller's) and `isHere`, and `nextCursor` for the call after this one; null: these were the last.",
    args: z.strictObject({
      query: z.string().max(QUERY_CHARS).optional(),
      roomId: roomIdOrUrl.optional().describe("Of which `isHere` is told"),
      cursor: z.string().max(100).optional().describe("Where the page before has ended"),
    }),
    handler: async (context, { query = "", roomId, cursor }) => {
      const after = cursor === undefined ? null : readCursor(cursor);
      if (cursor !== undefined && !after) return fail("invalid-arguments");
      const room = await roomNamed(context, roomId);
      if (!room.ok) return room;
      const words = parseTrackQuery(query);
      if (words.length === 0 && query.trim() !== "") return ok({ tracks: [], nextCursor: null });
      const { db, user } = context;
      const { libraryPage: limit } = trackLimits;
      const found = await listLibrary(db, user.id, { words, after, limit: limit + 1, roomId: room.value });
      const page = found.slice(0, limit);
      const last = page.at(-1)?.track;
      const tracks = page.map(({ track, rooms, isHere }): LibraryTrackView => {
        return { track: toTrack(track), isOwn: track.uploadedBy === user.id, rooms, isHere };
      });
      return ok({ tracks, nextCursor: last && found.length > limit ? writeCursor(last) : null });
    },
  }),

  usage: signedInFunction("query", {
    summary: "Which rooms hold any of some tracks that the caller has uploaded.",
    returns:
      "`rooms` that the caller is a member of or that are public, with `id`, `name` and `url`; how many `others`; and `editions`: how many tracks of other people have the same sound.",
    args: z.strictObject({ trackIds }),
    handler: async ({ db, user }, { trackIds }) => {
      if (!(await areOwn(db, user.id, { ids: trackIds, withMarked: false }))) return fail("not-found");
      const holding = await listUsage(db, user.id, trackIds);
      const rooms = holding.filter(({ isKnown }) => isKnown).map(({ id, name, url }): UsingRoom => ({ id, name, url }));
      const editions = await countEditions(db, user.id, trackIds);
      return ok({ rooms, others: holding.length - rooms.length, editions });
    },
  }),

  remove: signedInFunction("mutation", {
    summary: "Removes tracks that the caller has uploaded: out of every library and every room, for good.",
    returns: "null",
    args: z.strictObject({ trackIds }),
    handler: async ({ env, db, user, nowMs }, { trackIds }): Promise<Result<null>> => {
      // who got no answer may ask again
      if (!(await areOwn(db, user.id, { ids: trackIds, withMarked: true }))) return fail("not-found");
      await removeTracks({ env, db, nowMs }, trackIds);
      return ok(null);
    },
  }),
};

async function roomNamed(context: SignedInContext, roomId: string | undefined): Promise<Result<RoomId | null>> {
  if (roomId === undefined) return ok(null);
  const access = await loadAccessibleRoom(context, roomId);
  return access.ok ? ok(access.value.room.id) : access;
}

function writeCursor({ createdAtMs, id }: LibraryPlace): string {
  return `${createdAtMs}-${id}`;
}

function readCursor(cursor: string): LibraryPlace | null {
  const [time = "", id = ""] = cursor.split("-");
  return /^\d{1,15}$/.test(time) && isId<TrackId>(id) ? { createdAtMs: Number(time), id } : null;
}
