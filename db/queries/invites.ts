import { and, count, eq, gt, lte, sql } from "drizzle-orm";
import type { InviteId, RoomId } from "#app/domain/ids.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { invites } from "#db/schema/rooms.ts";

// An invite is valid while it has not expired and has uses left.

export type InviteRow = typeof invites.$inferSelect;

export async function insertInvite(db: Db, invite: InviteRow): Promise<void> {
  await db.insert(invites).values(invite);
}

/** Valid invites of a room, oldest first. */
export async function listInvites(db: Db, roomId: RoomId, nowMs: number): Promise<readonly InviteRow[]> {
  const rows = await db
    .select()
    .from(invites)
    .where(and(eq(invites.roomId, roomId), isValid(nowMs)))
    .orderBy(invites.createdAtMs, invites.id);
  noteRead(db, "invites", "room_id", roomId);
  return rows;
}

/** The number of valid invites of a room. */
export async function countInvites(db: Db, roomId: RoomId, nowMs: number): Promise<number> {
  const row = await db
    .select({ n: count() })
    .from(invites)
    .where(and(eq(invites.roomId, roomId), isValid(nowMs)))
    .get();
  return row?.n ?? 0;
}

/** Null if the invite does not exist or is not valid. */
export async function findInvite(db: Db, id: InviteId, nowMs: number): Promise<InviteRow | null> {
  const row = await db
    .select()
    .from(invites)
    .where(and(eq(invites.id, id), isValid(nowMs)))
    .get();
  noteRead(db, "invites", "id", id);
  return row ?? null;
}

/** The room of an invite, valid or not. Null if the invite does not exist. */
export async function findInviteRoomId(db: Db, id: InviteId): Promise<RoomId | null> {
  const row = await db.select({ roomId: invites.roomId }).from(invites).where(eq(invites.id, id)).get();
  noteRead(db, "invites", "id", id);
  return row?.roomId ?? null;
}

/** Takes one use of an invite. False if it is not valid; of simultaneous calls for the last use one succeeds. */
export async function redeemInvite(db: Db, id: InviteId, nowMs: number): Promise<boolean> {
  const redeemed = await db
    .update(invites)
    .set({ usesLeft: sql`${invites.usesLeft} - 1` })
    .where(and(eq(invites.id, id), isValid(nowMs)))
    .returning({ id: invites.id });
  return redeemed.length > 0;
}

export async function deleteInvite(db: Db, roomId: RoomId, id: InviteId): Promise<boolean> {
  const deleted = await db
    .delete(invites)
    .where(and(eq(invites.roomId, roomId), eq(invites.id, id)))
    .returning({ id: invites.id });
  return deleted.length > 0;
}

/** Deletes expired invites. One without uses left stays until it expires: its link still leads members to the room. */
export async function deleteExpiredInvites(db: Db, nowMs: number): Promise<void> {
  await db.delete(invites).where(lte(invites.expiresAtMs, nowMs));
}

function isValid(nowMs: number) {
  return and(gt(invites.expiresAtMs, nowMs), gt(invites.usesLeft, 0));
}
