import type { EntryId } from "#app/domain/ids.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

type Votes = Pick<RoomView, "state" | "votes" | "confirmedVotes">;

/** The votes for a queued entry, with the pending vote of this device. */
export function countQueueVotes({ state, votes, confirmedVotes }: Votes, entryId: EntryId): number {
  const ownCount = ({ own }: RoomView["votes"]) => (own.queue.includes(entryId) ? 1 : 0);
  return Math.max(0, (state?.order.queueVotes[entryId] ?? 0) + ownCount(votes) - ownCount(confirmedVotes));
}
