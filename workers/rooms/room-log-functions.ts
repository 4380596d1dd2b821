import { z } from "zod";
import type { Person } from "#app/domain/accounts/person.ts";
import type { EditId, UserId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import type { LogRow } from "#app/domain/room-log/room-log.ts";
import { editIdSchema } from "#app/protocol/room-server-codec.ts";
import { noteRoomRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { findPeople } from "#db/queries/profile.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomIdOrUrl, timeMs } from "#workers/functions/arguments.ts";
import { defineFunction } from "#workers/functions/define.ts";
import { roomAction } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

/** A row of the log with the people whom it names. */
export type LogRowView = Omit<LogRow, "userId" | "targetId" | "editId"> & {
  /** Null for a guest, and for a deleted account. */
  readonly person: Person | null;
  /** The person whose role was changed; null if there is none, or the account was deleted. */
  readonly target: Person | null;
};

const place = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const target = {
  roomId: roomIdOrUrl,
  place: place.optional().describe("The state before the edit at this place of the log"),
  atMs: timeMs
    .optional()
    .describe("The state at this server time, if there is no `place`. Without both, the oldest state of the log"),
};
type Target = { readonly place?: number | undefined; readonly atMs?: number | undefined };

/** The log of a room, and the way back to an earlier state of its playlist. */
export const roomLogFunctions = {
  list: defineFunction({
    kind: "query",
    access: roomAction("roomId", "see-log"),
    summary: "Returns the edits of a room in the last 30 days, newest first: 50 at a time.",
    returns:
      "`rows`, each with its `place`, the time, the person (null for a guest or a deleted account), `isGuest`, the `target` of a changed role and the `subject`: what was edited; `nextBeforePlace` for the next page, null on the last page.",
    args: z.strictObject({
      roomId: roomIdOrUrl,
      beforePlace: place.optional().describe("Only edits before this place. Default: the latest edits"),
    }),
    handler: async ({ env, db, access: { room, metadata } }, { beforePlace = Number.MAX_SAFE_INTEGER }) => {
      noteRoomRead(db, room.id);
      const page = await roomObject(env, room.id).listLog(metadata, beforePlace);
      if (!page.ok) return page;
      const { rows, nextBeforePlace } = page.value;
      return ok({ rows: await withPeople(db, rows), nextBeforePlace });
    },
  }),

  preview: defineFunction({
    kind: "query",
    access: roomAction("roomId", "see-log"),
    summary: "Returns what setting a room's playlist back to an earlier state would change. Changes nothing.",
    returns: "The numbers of tracks that would be `returning`, `leaving` and `moving`.",
    args: z.strictObject(target),
    handler: ({ env, db, user, access: { room, metadata, effectiveRole } }, requested) => {
      noteRoomRead(db, room.id);
      const actor = { kind: "person", userId: user.id, effectiveRole } as const;
      return roomObject(env, room.id).previewSetBack(metadata, toTarget(requested), actor);
    },
  }),

  restore: defineFunction({
    kind: "mutation",
    access: roomAction("roomId", "see-log"),
    summary:
      "Sets a room's playlist back to an earlier state of the last 30 days: its entries and their order. What plays continues. Tracks that were deleted stay away. It can be undone like any other edit.",
    returns: "The numbers of tracks that have been `returning`, `leaving` and `moving`, and the room's `revision`.",
    args: z.strictObject({
      ...target,
      editId: editIdSchema
        .optional()
        .describe("Identifies the edit: an `undo` names it, and a repeated call is not applied again"),
    }),
    handler: ({ env, user, access: { room, metadata, effectiveRole } }, { editId = newId<EditId>(), ...requested }) => {
      const actor = { kind: "person", userId: user.id, effectiveRole } as const;
      return roomObject(env, room.id).setBack(metadata, toTarget(requested), { actor, editId });
    },
  }),
};

function toTarget({ place, atMs }: Target) {
  if (place !== undefined) return { place };
  return atMs === undefined ? "oldest" : { atMs };
}

async function withPeople(db: Db, rows: readonly LogRow[]): Promise<readonly LogRowView[]> {
  const ids = new Set(rows.flatMap(({ userId, targetId }) => [userId, targetId]).filter((id) => id !== null));
  const found = ids.size === 0 ? [] : await findPeople(db, [...ids]);
  const people = new Map(found.map((person) => [person.id, person]));
  const find = (id: UserId | null) => (id && people.get(id)) ?? null;
  return rows.map(({ userId, targetId, editId: _, ...row }) => ({ ...row, person: find(userId), target: find(targetId) }));
}
