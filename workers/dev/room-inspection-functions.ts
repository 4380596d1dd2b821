import { z } from "zod";
import { fail, ok } from "#app/domain/result.ts";
import { findRoom } from "#db/queries/rooms.ts";
import { roomIdOrUrl } from "#workers/functions/arguments.ts";
import { defineFunction, superadmin } from "#workers/functions/define.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomInspection } from "#workers/room-contract/room-inspection.ts";

export const roomInspectionFunctions = {
  inspectRoom: defineFunction({
    kind: "query",
    access: superadmin,
    summary: "Returns what D1 and a room's object know about the room, without tokens and passwords.",
    returns:
      "`room`: the settings and epochs in D1; `object`: revision, epochs, playback, counts, connections, alarm and storage of the room object, null for a room that was never opened.",
    args: z.strictObject({ roomId: roomIdOrUrl }),
    handler: async ({ env, db }, { roomId }) => {
      const found = await findRoom(db, roomId);
      if (!found) return fail("room-not-found");
      const { id, name, url, visibility, passwordHash, createdAtMs, activeUsers, accessEpoch, mediaEpoch } = found.room;
      const hasPassword = passwordHash !== null;
      const epochs = { accessEpoch, mediaEpoch };
      const room = { id, name, url, visibility, hasPassword, owner: found.owner.name, createdAtMs, activeUsers, epochs };
      const object: RoomInspection | null = await roomObject(env, id).inspect();
      return ok({ room, object });
    },
  }),
};
