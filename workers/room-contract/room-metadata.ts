import type { Epochs } from "#app/domain/access/access-epochs.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import type { RoomWithOwner } from "#db/queries/rooms.ts";

/**
 * A room's settings as read from D1 by a Worker, with the epochs at that time. The room object ignores settings
 * that are older than those it has.
 */
export type RoomMetadata = { readonly info: RoomInfo; readonly epochs: Epochs };

export function toRoomMetadata({ room, owner }: RoomWithOwner): RoomMetadata {
  const { id, name, description, url, visibility, isFair, isLeveled, accessEpoch, mediaEpoch } = room;
  const { guestsMayControl, guestsMayAdd } = room;
  const hasPassword = room.passwordHash !== null;
  const settings = { visibility, hasPassword, isFair, isLeveled, guestsMayControl, guestsMayAdd };
  return { info: { id, name, description, url, owner, ...settings }, epochs: { accessEpoch, mediaEpoch } };
}
