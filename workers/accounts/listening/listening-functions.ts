import { z } from "zod";
import { isMember } from "#app/domain/access/permissions.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { canSeeListening, listeningLimits } from "#app/domain/room/listening.ts";
import type { NowPlaying } from "#app/domain/room/now-playing.ts";
import { mapInChunks } from "#app/lib/chunk.ts";
import { findListening, type Listening, setListeningShown } from "#db/queries/listening.ts";
import { findMember } from "#db/queries/members.ts";
import { listRoomsOfPerson } from "#db/queries/profile.ts";
import { findRole, type RoomRow } from "#db/queries/rooms.ts";
import { roomIdOrUrl, userId } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext, self } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import { allowProfileChange } from "#workers/rate-limits/user-limits.ts";
import { type InRoom, roomAction } from "#workers/room-access/room-requirement.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ROOMS_AT_ONCE } from "#workers/room-client/rooms-at-once.ts";

/** Where a person listens, as others see it. */
export type ListeningView = {
  readonly room: { readonly _id: RoomId; readonly name: string; readonly room_url: string };
  /** Null while the room plays nothing. */
  readonly track: NowPlaying | null;
};

/** Functions about the rooms in which people listen. */
export const listeningFunctions = {
  getListening: defineFunction({
    kind: "query",
    access: roomAction("roomId", "listen"),
    summary:
      "Returns where a person of a room listens now, if they show it and the caller may see it: in a public room without a password, or in a room of which the caller is a member.",
    returns:
      "`listening`: `room` with its `_id`, `name` and `room_url`, and `track` (null while nothing plays). Null otherwise.",
    args: z.strictObject({
      roomId: roomIdOrUrl.describe("The id or url of the room in which the caller sees the person"),
      userId,
    }),
    handler: async (context, { userId: personId }) => {
      const found = await findListening(context.db, personId, context.nowMs);
      if (!found || !(await isPersonOfRoom(context, personId, found))) return ok({ listening: null });
      const role = await findRole(context.db, found.room.id, context.user.id);
      return ok({ listening: canSeeListening(toRoomFacts(found.room), role) ? toListeningView(found) : null });
    },
  }),

  setListeningShown: defineFunction({
    kind: "mutation",
    access: self("id"),
    summary: "Begins or ends to show other users in which room the signed-in user listens.",
    returns: "`isListeningShown`.",
    args: z.strictObject({ id: userId, isShown: z.boolean() }),
    handler: async (context, { isShown }) => {
      if (!isShown) {
        await setListeningShown(context.db, context.user.id, false);
        return ok({ isListeningShown: false });
      }
      const allowed = await allowProfileChange(context.db, context.user.id, context.nowMs);
      if (!allowed.ok) return allowed;
      await runToCompletion(context, () => beginToShow(context));
      return ok({ isListeningShown: true });
    },
  }),
};

/** Whether the caller sees the person in the room that the arguments name: as a member, or because the person is listening in it. */
async function isPersonOfRoom({ db, access }: SignedInContext & InRoom, personId: UserId, found: Listening): Promise<boolean> {
  if (found.room.id === access.room.id) return true;
  const member = await findMember(db, access.room.id, personId);
  return member !== null && isMember(member.role);
}

function toRoomFacts({ visibility, passwordHash }: RoomRow) {
  return { visibility, hasPassword: passwordHash !== null };
}

function toListeningView({ room: { id, name, url }, track }: Listening): ListeningView {
  return { room: { _id: id, name, room_url: url }, track };
}

/**
 * The rooms write where the person listens when the person joins. Those in which the person is already are notified if the
 * person has a role in them, or tracks. Others write it with their next refresh.
 */
async function beginToShow({ env, db, user }: SignedInContext): Promise<void> {
  await setListeningShown(db, user.id, true);
  const rooms = await listRoomsOfPerson(db, user.id);
  const active = rooms.filter(({ room }) => room.activeUsers > 0).slice(0, listeningLimits.notifiedRooms);
  await mapInChunks(active, ROOMS_AT_ONCE, ({ room }) => refreshRoom(env, room.id));
}

async function refreshRoom(env: Env, roomId: RoomId): Promise<void> {
  try {
    await roomObject(env, roomId).refreshListening();
  } catch (error) {
    logError("listening", error, { room: roomId });
  }
}
