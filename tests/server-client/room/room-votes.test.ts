import { describe, expect, it } from "vitest";
import { applyReactions, NO_REACTIONS } from "#app/server-client/room/room-reactions.ts";
import { applyVoteMessage, NO_VOTES, withPendingVotes } from "#app/server-client/room/room-votes.ts";
import { entryId } from "#tests/support/builders.ts";

const VOTE = { type: "vote-skip", entryId: entryId(1), isFor: true } as const;
const OPEN = applyVoteMessage(NO_VOTES, { type: "skip-vote", vote: { entryId: entryId(1), votes: 1, needed: 3 } });

describe("the votes of a device", () => {
  it("contain its pending votes once, whether or not the room has counted them", () => {
    const voted = withPendingVotes(OPEN, [VOTE]);
    expect(voted).toEqual({ skip: { entryId: entryId(1), votes: 2, needed: 3 }, own: { skip: entryId(1), queue: [] } });
    expect(withPendingVotes(voted, [VOTE])).toBe(voted);
    expect(withPendingVotes(voted, [{ ...VOTE, isFor: false }])).toEqual(OPEN);
  });

  it("contain no vote for a track that is not the current one", () => {
    expect(withPendingVotes(OPEN, [{ ...VOTE, entryId: entryId(2) }])).toBe(OPEN);
    expect(withPendingVotes(NO_VOTES, [VOTE])).toBe(NO_VOTES);
  });

  it("contain pending votes for queued tracks", () => {
    const vote = { type: "vote-queue", entryId: entryId(2), isFor: true } as const;
    const voted = withPendingVotes(OPEN, [vote, vote]);
    expect(voted.own.queue).toEqual([entryId(2)]);
    expect(withPendingVotes(voted, [{ ...vote, isFor: false }]).own.queue).toEqual([]);
  });
});

describe("the reactions to the current track", () => {
  const marks = [{ part: 4, counts: [1, 0, 0, 0, 0, 0] }];
  const ofFirst = applyReactions(NO_REACTIONS, { type: "track-reactions", entryId: entryId(1), marks }, entryId(1));

  it("RE4 are the stored ones and those that follow", () => {
    const added = [{ entryId: entryId(1), marks }];
    const next = applyReactions(ofFirst, { type: "reactions", added }, entryId(1));
    expect(next).toEqual({ entryId: entryId(1), marks: [{ part: 4, counts: [2, 0, 0, 0, 0, 0] }] });
  });

  it("RE4 begin empty with another track, and leave out late reactions to the one before", () => {
    const second = applyReactions(ofFirst, { type: "waiting" }, entryId(2));
    expect(second).toEqual({ entryId: entryId(2), marks: [] });
    const late = { type: "reactions", added: [{ entryId: entryId(1), marks }] } as const;
    expect(applyReactions(second, late, entryId(2))).toBe(second);
  });
});
