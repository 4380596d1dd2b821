import type { Person } from "#app/domain/accounts/person.ts";
import type { ChatMute } from "#app/domain/chat/decide-chat.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { PersonMute } from "#app/protocol/chat-messages.ts";
import type { RoomRuntime } from "./room-runtime.ts";

export type ChatMuting = {
  /** Null lifts the mute. */
  readonly mute: ChatMute | null;
  /** Whether the person has a role in the room. Others can be muted once they have written. */
  readonly hasRole: boolean;
};

/** Sends the limits of the chat to everyone, each their own. */
export function sendLimits({ chat, connections, broadcaster }: RoomRuntime): void {
  for (const { key, connection } of connections.entries()) {
    broadcaster.send(key, { type: "chat-limits", limits: chat.chat.limitsOf(connection.person?.id ?? null) });
  }
}

/** Mutes a person, or lifts their mute, and informs them. */
export function muteInChat(
  { chat }: RoomRuntime,
  person: Person,
  { mute, hasRole }: ChatMuting,
): Result<readonly PersonMute[]> {
  if (!hasRole && !chat.people.find(person.id)) return fail("member-not-found");
  if (!chat.chat.mute(person, mute)) return fail("too-many-attempts");
  chat.sendTo(person.id, { type: "chat-limits", limits: chat.chat.limitsOf(person.id) });
  return ok(chat.people.listMutes(Date.now()));
}
