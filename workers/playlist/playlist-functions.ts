import { z } from "zod";
import type { EntryId, TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail } from "#app/domain/result.ts";
import { editIdSchema } from "#app/protocol/room-server-codec.ts";
import { findLibraryTracks } from "#db/queries/library.ts";
import { newId } from "#workers/crypto/random.ts";
import { idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { defineFunction } from "#workers/functions/define.ts";
import { roomAction } from "#workers/room-access/room-requirement.ts";
import { addToPlaylist } from "./add-to-playlist.ts";

/** Functions about a room's playlist. */
export const playlistFunctions = {
  add: defineFunction({
    kind: "mutation",
    access: roomAction("roomId", "add-tracks"),
    summary: "Adds tracks of the caller's library to the end of a room's playlist, in the given order.",
    returns: "`revision` of the room after the change.",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      trackIds: z.array(idOf<TrackId>()).min(1).max(playlistLimits.entriesPerCommand),
      editId: editIdSchema
        .optional()
        .describe("Identifies the edit: an `undo` names it, and a call that is repeated with it is not applied again"),
    }),
    handler: async ({ env, db, user, nowMs, access }, { trackIds, editId }) => {
      const library = new Map((await findLibraryTracks(db, trackIds, user.id)).map((track) => [track.id, track]));
      const additions = trackIds.flatMap((id) => {
        const track = library.get(id);
        return track ? [{ entryId: newId<EntryId>(), track }] : [];
      });
      if (additions.length < trackIds.length) return fail("not-found");
      return addToPlaylist({ env, db, metadata: access.metadata, user, nowMs, additions, editId });
    },
  }),
};
