import { z } from "zod";
import { noteRoomRead } from "#db/changes/read-recorder.ts";
import { roomIdOrUrl, timeMs } from "#workers/functions/arguments.ts";
import { defineFunction } from "#workers/functions/define.ts";
import { roomVisitor } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

/** Functions about what a room has played. */
export const roomHistoryFunctions = {
  getHistory: defineFunction({
    kind: "query",
    access: roomVisitor("id"),
    summary: "Returns the tracks that a room has played, newest first: 50 plays at a time of the last 1,000.",
    returns:
      "`plays`, each with the time it began, the track's title and artist at that time, the person who had added it (null if unknown) and `isInPlaylist`; `nextBeforeMs` for the next page, null on the last page.",
    args: z.strictObject({
      id: roomIdOrUrl,
      beforeMs: timeMs.optional().describe("Server time; only plays that began before it. Default: the latest plays"),
    }),
    handler: ({ env, db, access: { room, metadata } }, { beforeMs = Number.MAX_SAFE_INTEGER }) => {
      noteRoomRead(db, room.id);
      return roomObject(env, room.id).listHistory(metadata, beforeMs);
    },
  }),

  getSessionSummary: defineFunction({
    kind: "query",
    access: roomVisitor("id"),
    summary: "Returns the summary of a room's latest session: the plays since the last silence of more than 30 minutes.",
    returns:
      "`session`: `startedAtMs` and `endedAtMs` (server times), `plays`, `trackCount`, `tracks` (at most 10, with `plays`, `reactions`, `cover` and `addedBy`), `personCount` and `people` who added them (at most 20). Null if nothing has played.",
    args: z.strictObject({ id: roomIdOrUrl }),
    handler: ({ env, db, access: { room, metadata } }) => {
      noteRoomRead(db, room.id);
      return roomObject(env, room.id).getSessionSummary(metadata);
    },
  }),
};
