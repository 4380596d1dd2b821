import { z } from "zod";
import type { EntryId } from "#app/domain/ids.ts";
import { idOf, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { defineFunction } from "#workers/functions/define.ts";
import { roomVisitor } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

/** Functions about votes. */
export const voteFunctions = {
  skip: defineFunction({
    kind: "mutation",
    access: roomVisitor("roomId"),
    summary:
      "Votes to skip the entry that a room plays, or withdraws the vote. Where no vote is needed, it skips like the command next. The room checks that the caller may do so.",
    returns: "The room's `revision` after it.",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      entryId: idOf<EntryId>().describe("The current entry; without effect if it is another one"),
      isFor: z.boolean().default(true).describe("false withdraws the vote"),
    }),
    handler: ({ env, user, address, access: { room, metadata, effectiveRole } }, { entryId, isFor }) => {
      const actor = { kind: "person", userId: user?.id ?? null, effectiveRole } as const;
      return roomObject(env, room.id).runCommand(metadata, { type: "vote-skip", entryId, isFor }, actor, { address });
    },
  }),
};
