import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { can, isMember, toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import { hasPublicContent } from "#app/domain/room/public-content.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { favorites, members, rooms } from "#db/schema/rooms.ts";
import { MEMBER_ROLES } from "./members.ts";
import type { RoomRow } from "./rooms.ts";

type TargetRoom = Pick<RoomRow, "id" | "url" | "name">;

/** Bounds what one call reads, for a person with very many rooms or favorites. */
const CANDIDATES_MAX = 1000;

/**
 * The rooms to which a person may add tracks, those with people in them first: of the rooms of which they are a member, and of
 * their favorites that have public content.
 */
export async function listTargetRooms(db: Db, userId: UserId, limit: number): Promise<readonly TargetRoom[]> {
  const candidates = await listCandidates(db, userId);
  const targets = candidates.filter(({ role, visibility, passwordHash, ...opening }) => {
    const mayEnter = isMember(role) || hasPublicContent({ visibility, hasPassword: passwordHash !== null });
    return mayEnter && can(toEffectiveRole(role, true), "add-tracks", opening);
  });
  return targets.slice(0, limit).map(({ id, url, name }) => ({ id, url, name }));
}

const candidateColumns = {
  id: rooms.id,
  url: rooms.url,
  name: rooms.name,
  visibility: rooms.visibility,
  passwordHash: rooms.passwordHash,
  guestsMayControl: rooms.guestsMayControl,
  guestsMayAdd: rooms.guestsMayAdd,
  role: members.role,
};

/** The ids come from one union, because SQLite would search all public rooms for the second of two conditions. */
async function listCandidates(db: Db, userId: UserId) {
  const ids = db
    .select({ id: members.roomId })
    .from(members)
    .where(and(eq(members.userId, userId), inArray(members.role, MEMBER_ROLES)))
    .union(db.select({ id: favorites.roomId }).from(favorites).where(eq(favorites.userId, userId)));
  const candidates = await db
    .select(candidateColumns)
    .from(rooms)
    .leftJoin(members, and(eq(members.roomId, rooms.id), eq(members.userId, userId)))
    .where(and(inArray(rooms.id, ids), isNull(rooms.deletedAtMs)))
    .orderBy(desc(rooms.activeUsers), desc(rooms.createdAtMs), desc(rooms.id))
    .limit(CANDIDATES_MAX);
  // the rooms of a person are only known from their memberships and marks, so every change of a room counts
  noteRead(db, "members", "user_id", userId);
  noteRead(db, "favorites", "user_id", userId);
  return candidates;
}
