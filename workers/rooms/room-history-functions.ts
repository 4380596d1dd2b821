import { z } from "zod";
import { noteRoomRead } from "#db/changes/read-recorder.ts";
import { roomIdOrUrl } from "#workers/functions/arguments.ts";
import { defineFunction } from "#workers/functions/define.ts";
import { roomVisitor } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

/** Functions about the play history of a room. */
export const roomHistoryFunctions = {
  getHistory: defineFunction({
    kind: "query",
    access: roomVisitor("id"),
    summary: "Returns the tracks that a room has played, newest first: 50 plays at a time of the last 1,000.",
    returns:
      "`plays`, each with the time it began, the track's title and artist at that time, the person who had added it (null if unknown) and `isInPlaylist`; `nextBeforeMs` for the next page, null on the last page.",
    args: z.strictObject({
      id: roomIdOrUrl,
      beforeMs: z.number().optional().describe("Server time; only plays that began before it. Default: the latest plays"),
    }),
    handler: ({ env, db, user, address, access: { room, metadata } }, { beforeMs = Number.MAX_SAFE_INTEGER }) => {
      noteRoomRead(db, room.id);
      return roomObject(env, room.id).listHistory(metadata, beforeMs, user?.id ?? address);
    },
  }),
};
