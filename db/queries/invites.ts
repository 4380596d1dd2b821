import { and, count, eq, gt, lte, sql } from "drizzle-orm";
import type { InviteId, RoomId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { invites } from "#db/schema/rooms.ts";

export type InviteRow = typeof invites.$inferSelect;

export async function insertInvite(db: Db, invite: InviteRow): Promise<void> {
  await db.insert(invites).values(invite);
}

/** Those that are still good for somebody. */
export async function listInvites(db: Db, roomId: RoomId, nowMs: number): Promise<readonly InviteRow[]> {
  return db
    .select()
    .from(invites)
    .where(and(eq(invites.roomId, roomId), isGood(nowMs)))
    .orderBy(invites.createdAtMs);
}

export async function countInvites(db: Db, roomId: RoomId, nowMs: number): Promise<number> {
  const row = await db
    .select({ n: count() })
    .from(invites)
    .where(and(eq(invites.roomId, roomId), isGood(nowMs)))
    .get();
  return row?.n ?? 0;
}

export async function findInvite(db: Db, id: InviteId, nowMs: number): Promise<InviteRow | null> {
  const row = await db
    .select()
    .from(invites)
    .where(and(eq(invites.id, id), isGood(nowMs)))
    .get();
  return row ?? null;
}

/** The room that it led to, be it good or not. */
export async function findInvitedRoom(db: Db, id: InviteId): Promise<RoomId | null> {
  const row = await db.select({ roomId: invites.roomId }).from(invites).where(eq(invites.id, id)).get();
  return row?.roomId ?? null;
}

/** Takes one use of it; false where another was faster with the last. */
export async function takeUse(db: Db, id: InviteId, nowMs: number): Promise<boolean> {
  const used = await db
    .update(invites)
    .set({ usesLeft: sql`${invites.usesLeft} - 1` })
    .where(and(eq(invites.id, id), isGood(nowMs)))
    .returning({ id: invites.id });
  return used.length > 0;
}

export async function deleteInvite(db: Db, roomId: RoomId, id: InviteId): Promise<boolean> {
  const gone = await db
    .delete(invites)
    .where(and(eq(invites.roomId, roomId), eq(invites.id, id)))
    .returning({ id: invites.id });
  return gone.length > 0;
}

/** Those that are over. One that is used up still leads its people back. */
export async function deleteExpiredInvites(db: Db, nowMs: number): Promise<void> {
  await db.delete(invites).where(lte(invites.expiresAtMs, nowMs));
}

function isGood(nowMs: number) {
  return and(gt(invites.expiresAtMs, nowMs), gt(invites.usesLeft, 0));
}
