import { type EditId, editIdOf } from "#app/domain/ids.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

/** Entries that the user has added to the playlist. */
export type Addition = { readonly editIds: readonly EditId[]; readonly count: number };

/** The addition of which a message informs, if it is the user's own. Entries that return after a removal come without the person. */
export function findAddition(message: ServerMessage, { revision, self }: RoomView): Addition | null {
  if (message.type !== "events" || message.revision !== revision) return null;
  const isOwn = message.events.some((event) => event.type === "person-changed" && event.person.id === self.userId);
  const added = message.events.find((event) => event.type === "entries-added");
  const first = added?.entries[0];
  return isOwn && added && first ? { editIds: [editIdOf(first.id)], count: added.entries.length } : null;
}
