import type { Role } from "#app/domain/access/permissions.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Visibility } from "#app/domain/room/room.ts";
import type { RoomRow } from "#db/queries/rooms.ts";

/** A room as lists and its own page show it. */
export type RoomSummary = {
  readonly _id: RoomId;
  readonly name: string;
  readonly description: string;
  readonly room_url: string;
  readonly visibility: Visibility;
  readonly isPasswordProtected: boolean;
  readonly createdAt: number;
  readonly creator: UserId;
  /** The caller, where they have marked it: whom else it pleases is nobody's business. */
  readonly favorite_users: readonly UserId[];
  /** What the caller is in it. */
  readonly role: Role | null;
};

type Viewer = { readonly userId: UserId | null; readonly role: Role | null; readonly isFavorite: boolean };

export function summarize(room: RoomRow, { userId, role, isFavorite }: Viewer): RoomSummary {
  const { id, name, description, url, visibility, passwordHash, createdAtMs, ownerId } = room;
  return {
    _id: id,
    name,
    description,
    room_url: url,
    visibility,
    isPasswordProtected: passwordHash !== null,
    createdAt: createdAtMs,
    creator: ownerId,
    favorite_users: isFavorite && userId ? [userId] : [],
    role,
  };
}
