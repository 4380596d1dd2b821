import type { Role } from "#app/domain/access/permissions.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Visibility } from "#app/domain/room/room.ts";
import type { RoomFavorites } from "#db/queries/favorites.ts";
import type { RoomRow } from "#db/queries/rooms.ts";

/** A room as lists and its own page show it. The field names are those of the product specification (§3). */
export type RoomSummary = {
  readonly _id: RoomId;
  readonly name: string;
  readonly description: string;
  readonly room_url: string;
  readonly visibility: Visibility;
  readonly isPasswordProtected: boolean;
  readonly createdAt: number;
  readonly creator: UserId;
  /** The number of signed-in people and of guests' devices in the room. */
  readonly activeUsers: number;
  /** Contains the caller if the room is one of their favorites. Members read the others with `rooms.get`. */
  readonly favorite_users: readonly UserId[];
  /** How many people have marked the room as a favorite. */
  readonly favorites: number;
  /** The caller's role. */
  readonly role: Role | null;
};

type Viewer = { readonly userId: UserId | null; readonly role: Role | null; readonly favorites: RoomFavorites };

export function summarize(room: RoomRow, { userId, role, favorites }: Viewer): RoomSummary {
  const { id, name, description, url, visibility, passwordHash, createdAtMs, ownerId, activeUsers } = room;
  return {
    _id: id,
    name,
    description,
    room_url: url,
    visibility,
    isPasswordProtected: passwordHash !== null,
    createdAt: createdAtMs,
    creator: ownerId,
    activeUsers,
    favorite_users: favorites.isOwn && userId ? [userId] : [],
    favorites: favorites.count,
    role,
  };
}
