import { z } from "zod";
import { fail, ok } from "#app/domain/result.ts";
import { roomIdOrUrl } from "#workers/functions/arguments.ts";
import { openFunction } from "#workers/functions/define.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { loadAccessibleRoom } from "./room-access.ts";

/** What has played in a room. */
export const roomHistory = {
  getHistory: openFunction("query", {
    summary: "What has played in a room, newest first: 50 plays at a time of the last 1,000.",
    returns:
      "`plays`, each with when it began, what it was called then, who had added it (null: unknown) and whether the playlist holds the track now; `nextBeforeMs` for the next page, null behind the last.",
    args: z.strictObject({
      id: roomIdOrUrl,
      beforeMs: z.number().optional().describe("Only what began before this server time; absent: the latest"),
    }),
    handler: async (context, { id, beforeMs = Number.MAX_SAFE_INTEGER }) => {
      const access = await loadAccessibleRoom(context, id);
      if (!access.ok) return access;
      const { room, metadata } = access.value;
      const history = await roomObject(context.env, room.id).history(metadata, beforeMs);
      return history ? ok(history) : fail("room-not-found");
    },
  }),
};
