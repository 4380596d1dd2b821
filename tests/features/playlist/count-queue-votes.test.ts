import { expect, it } from "vitest";
import { countQueueVotes } from "#app/features/playlist/count-queue-votes.ts";
import { NO_VOTES, withPendingVotes } from "#app/server-client/room/room-votes.ts";
import { buildRoom, entryId } from "#tests/support/builders.ts";

const room = buildRoom(2);
const vote = { type: "vote-queue", entryId: entryId(1), isFor: true } as const;

/** The room has counted three votes. */
const state = { ...room, order: { ...room.order, queueVotes: { [entryId(1)]: 3 } } };

it("the votes for a queued entry contain the pending one of this device", () => {
  const voted = withPendingVotes(NO_VOTES, [vote]);
  const count = (votes: typeof NO_VOTES, confirmedVotes: typeof NO_VOTES) =>
    countQueueVotes({ state, votes, confirmedVotes }, entryId(1));
  expect(count(voted, NO_VOTES)).toBe(4);
  expect(count(voted, voted)).toBe(3);
  expect(count(NO_VOTES, voted)).toBe(2);
  expect(countQueueVotes({ state, votes: NO_VOTES, confirmedVotes: NO_VOTES }, entryId(2))).toBe(0);
});
