import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { listContributedRoomsToExport } from "#db/queries/room-contributors.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

type OwnChatMessage = Awaited<ReturnType<ReturnType<typeof roomObject>["listOwnChat"]>>[number];

/** A message of the user. `room` is the room's name. */
export type ChatMessageInRoom = { readonly room: string; readonly message: OwnChatMessage };

type Source = { readonly env: Env; readonly db: Db; readonly user: { readonly id: UserId } };

const ROOMS_PER_PAGE = 50;
const MESSAGES_PER_PAGE = 200;

/** The user's messages in the chats of rooms that the user may enter now, room by room. */
export async function* listChatPages({ env, db, user }: Source): AsyncGenerator<readonly ChatMessageInRoom[]> {
  for (let after: RoomId | null = null; ; ) {
    const rooms = await listContributedRoomsToExport(db, user.id, { after, limit: ROOMS_PER_PAGE });
    for (const { room } of rooms) yield* listRoomPages(env, room, user.id);
    after = rooms.at(-1)?.room.id ?? null;
    if (rooms.length < ROOMS_PER_PAGE) return;
  }
}

async function* listRoomPages(
  env: Env,
  { id, name }: { readonly id: RoomId; readonly name: string },
  userId: UserId,
): AsyncGenerator<readonly ChatMessageInRoom[]> {
  for (let afterSeq = 0; ; ) {
    const messages = await roomObject(env, id).listOwnChat(userId, afterSeq, MESSAGES_PER_PAGE);
    if (messages.length > 0) yield messages.map((message) => ({ room: name, message }));
    afterSeq = messages.at(-1)?.seq ?? 0;
    if (messages.length < MESSAGES_PER_PAGE) return;
  }
}
