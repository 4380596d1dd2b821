import { z } from "zod";
import { can } from "#app/domain/access/permissions.ts";
import type { EntryId, TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail } from "#app/domain/result.ts";
import { findLibraryTracks } from "#db/queries/library.ts";
import { newId } from "#workers/crypto/random.ts";
import { idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { signedInFunction } from "#workers/functions/define.ts";
import { loadAccessibleRoom } from "#workers/rooms/room-access.ts";
import { addToRoom } from "./add-to-playlist.ts";

export const playlist = {
  add: signedInFunction("mutation", {
    summary: "Adds tracks of the caller's library to the end of a room's playlist, in the given order.",
    returns: "`revision` of the room after it.",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      trackIds: z.array(idOf<TrackId>()).min(1).max(playlistLimits.entriesPerCommand),
    }),
    handler: async (context, { roomId, trackIds }) => {
      const { env, db, user, nowMs } = context;
      const access = await loadAccessibleRoom(context, roomId);
      if (!access.ok) return access;
      if (!can(access.value.effectiveRole, "add-tracks")) return fail("forbidden");
      const library = new Map((await findLibraryTracks(db, trackIds, user.id)).map((track) => [track.id, track]));
      const additions = trackIds.flatMap((id) => {
        const track = library.get(id);
        return track ? [{ entryId: newId<EntryId>(), track }] : [];
      });
      if (additions.length < trackIds.length) return fail("not-found");
      return addToRoom({ env, db, metadata: access.value.metadata, user, nowMs, additions });
    },
  }),
};
