import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { SkipVoteTally } from "#app/domain/votes/skip-vote.ts";
import type { OwnVotes, ServerMessage } from "#app/protocol/room-messages.ts";

/** The votes in a room as this device sees them. */
export type RoomVotes = {
  /** The vote to skip the current entry. Null while no vote is needed. */
  readonly skip: SkipVoteTally | null;
  readonly own: OwnVotes;
};

export const NO_VOTES: RoomVotes = { skip: null, own: { skip: null, queue: [] } };

/** The votes after a message about them. */
export function applyVoteMessage(
  votes: RoomVotes,
  message: Extract<ServerMessage, { type: "skip-vote" | "own-votes" }>,
): RoomVotes {
  return message.type === "skip-vote" ? { ...votes, skip: message.vote } : { ...votes, own: message.votes };
}

/** The votes as if the room had confirmed the commands. */
export function withPendingVotes(votes: RoomVotes, commands: readonly RoomCommand[]): RoomVotes {
  return commands.reduce(applyVote, votes);
}

function applyVote(votes: RoomVotes, command: RoomCommand): RoomVotes {
  const { skip, own } = votes;
  switch (command.type) {
    case "vote-queue": {
      const others = own.queue.filter((id) => id !== command.entryId);
      return { skip, own: { ...own, queue: command.isFor ? [...others, command.entryId] : others } };
    }
    case "vote-skip": {
      const { entryId, isFor } = command;
      if (skip?.entryId !== entryId || (own.skip === entryId) === isFor) return votes;
      return { skip: { ...skip, votes: skip.votes + (isFor ? 1 : -1) }, own: { ...own, skip: isFor ? entryId : null } };
    }
    default:
      return votes;
  }
}
