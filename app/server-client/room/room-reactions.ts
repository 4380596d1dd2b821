import type { EntryId } from "#app/domain/ids.ts";
import { addMarks, type ReactionMarks } from "#app/domain/reactions/reactions.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";

/** The reactions to the track of an entry. */
export type RoomReactions = { readonly entryId: EntryId | null; readonly marks: ReactionMarks };

export const NO_REACTIONS: RoomReactions = { entryId: null, marks: [] };

/**
 * The reactions after a message.
 * @param currentId the current entry after the message: reactions to an earlier one arrive late
 */
export function applyReactions(known: RoomReactions, message: ServerMessage, currentId: EntryId | null): RoomReactions {
  const reactions = known.entryId === currentId ? known : { entryId: currentId, marks: [] };
  switch (message.type) {
    case "snapshot":
      return { entryId: currentId, marks: [] };
    case "track-reactions":
      return message.entryId === currentId ? { entryId: currentId, marks: message.marks } : reactions;
    case "reactions": {
      const added = message.added.find(({ entryId }) => entryId === currentId)?.marks;
      return added ? { entryId: currentId, marks: addMarks(reactions.marks, added) } : reactions;
    }
    default:
      return reactions;
  }
}
