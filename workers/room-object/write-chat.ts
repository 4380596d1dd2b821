import type { SharedBudgets } from "#app/domain/access/budget.ts";
import type { ChatDraft, NewChatMessage } from "#app/domain/chat/chat-message.ts";
import { fail, type Result } from "#app/domain/result.ts";
import type { Chat, ChatSender } from "./chat.ts";

/** A change of the chat that a person asks for. */
export type ChatWriting =
  | ({ readonly type: "chat-send" } & NewChatMessage)
  | ({ readonly type: "chat-edit"; readonly seq: number } & ChatDraft)
  | { readonly type: "chat-remove"; readonly seq: number };

type Deps = { readonly chat: Chat; readonly writes: SharedBudgets };

/**
 * Writes, edits or removes a message, within the person's allowance. Returns its place. A message that the room already has costs
 * nothing: it was sent again after a lost connection.
 */
export function writeChat({ chat, writes }: Deps, sender: ChatSender, writing: ChatWriting): Result<number> {
  const isKnown = writing.type === "chat-send" && chat.findSent(sender, writing.id) !== null;
  if (!isKnown && !writes.spend(sender.person.id, { nowMs: Date.now() })) return fail("too-many-messages");
  switch (writing.type) {
    case "chat-send":
      return chat.send(sender, writing);
    case "chat-edit":
      return chat.edit(sender, writing.seq, writing);
    case "chat-remove":
      return chat.remove(sender, writing.seq);
  }
}
