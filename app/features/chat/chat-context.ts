import { createContext, type RefObject, useContext } from "react";
import type { EffectiveRole } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { WrittenMessage } from "#app/domain/chat/chat-message.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { ChatStore } from "./chat-store.ts";

/** The values and actions that the rows of the chat share. None changes with each message: all rows would be rendered again. */
export type ChatContextValue = {
  readonly store: ChatStore;
  readonly roomId: RoomId;
  readonly userId: UserId | null;
  readonly effectiveRole: EffectiveRole;
  readonly people: ReadonlyMap<UserId, Person>;
  /** The field for a message. */
  readonly field: RefObject<HTMLTextAreaElement>;
  readonly onReply: (message: WrittenMessage) => void;
  readonly onEdit: (message: WrittenMessage) => void;
  /** Scrolls to a message and focuses it. */
  readonly onJump: (seq: number) => void;
};

const ChatContext = createContext<ChatContextValue | null>(null);
export const ChatProvider = ChatContext.Provider;

export function useChat(): ChatContextValue {
  const value = useContext(ChatContext);
  if (!value) throw new Error("a part of the chat was rendered outside of it");
  return value;
}
