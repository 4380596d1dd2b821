import type { Epochs } from "#app/domain/access/access-epochs.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import type { LoggedSetting } from "#app/domain/room-log/room-log.ts";
import type { RoomWithOwner } from "#db/queries/rooms.ts";

/**
 * A room's settings as read from D1 by a Worker, with the epochs at that time. The room object ignores settings
 * that are older than those it has.
 */
export type RoomMetadata = { readonly info: RoomInfo; readonly epochs: Epochs };

/** A change of a room's settings in D1. */
export type SettingsChange = {
  readonly epochs: Epochs;
  readonly isPasswordChanged: boolean;
  /** The edit for the room's log. Missing if no person has made it. */
  readonly edit?: SettingsEdit;
};
export type SettingsEdit = { readonly by: UserId; readonly settings: readonly LoggedSetting[] };

export function toRoomMetadata({ room, owner }: RoomWithOwner): RoomMetadata {
  const { id, name, description, url, visibility, isFair, isLeveled, accessEpoch, mediaEpoch } = room;
  const { guestsMayControl, guestsMayAdd, skipVoteShare, hasQueueVotes } = room;
  const hasPassword = room.passwordHash !== null;
  const settings = { visibility, hasPassword, isFair, isLeveled, guestsMayControl, guestsMayAdd, skipVoteShare, hasQueueVotes };
  return { info: { id, name, description, url, owner, ...settings }, epochs: { accessEpoch, mediaEpoch } };
}
