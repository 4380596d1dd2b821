import { z } from "zod";
import type { EntryId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { reactionSchema } from "#app/protocol/room-server-codec.ts";
import { noteRoomRead } from "#db/changes/read-recorder.ts";
import { idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { defineFunction } from "#workers/functions/define.ts";
import { roomVisitor } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

/** Functions about the reactions to tracks. */
export const reactionFunctions = {
  send: defineFunction({
    kind: "mutation",
    access: roomVisitor("roomId"),
    summary: "Reacts to the entry that a room plays, at its present position. Three reactions a second are accepted.",
    returns: "null",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      entryId: idOf<EntryId>().describe("The entry that plays; refused if another one does"),
      reaction: reactionSchema.describe("The index of the emoji: 👍 ❤️ 🔥 😂 😮 👏"),
    }),
    handler: ({ env, user, address, access: { room, metadata } }, { entryId, reaction }) =>
      roomObject(env, room.id).react(metadata, { entryId, reaction, sender: user?.id ?? address }),
  }),

  get: defineFunction({
    kind: "query",
    access: roomVisitor("roomId"),
    summary: "Returns the reactions to the track of an entry.",
    returns:
      "`marks`: for each hundredth of the track that has reactions, its `part` (0 to 99) and the `counts` of the six emoji.",
    args: z.strictObject({ roomId: roomIdOrUrl, entryId: idOf<EntryId>() }),
    handler: async ({ env, db, access: { room, metadata } }, { entryId }) => {
      noteRoomRead(db, room.id);
      const marks = await roomObject(env, room.id).getReactions(metadata, entryId);
      return marks.ok ? ok({ marks: marks.value }) : marks;
    },
  }),
};
