import type { Connection } from "#app/domain/access/connection.ts";
import { canByRole, toEffectiveRole } from "#app/domain/access/permissions.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import { isExemptFromSlowMode, isMuted } from "#app/domain/chat/decide-chat.ts";
import { fail, type Result } from "#app/domain/result.ts";
import type { ChatClientMessage } from "#app/protocol/chat-messages.ts";
import { logError } from "#workers/http/log-error.ts";
import { toErrorCode } from "#workers/http/to-error-code.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ChatSender } from "./chat.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { RoomChat } from "./create-chat.ts";
import { type ChatWriting, writeChat } from "./write-chat.ts";

type Deps = { readonly connections: ConnectionStore; readonly broadcaster: Broadcaster; readonly chat: RoomChat };
type Sender = { readonly socket: WebSocket; readonly connection: Connection };
type Writing = Extract<ChatClientMessage, ChatWriting>;

/** Handles the messages of a room's connections about its chat. */
export class ChatProtocol {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  handle(sender: Sender, message: ChatClientMessage): void {
    switch (message.type) {
      case "chat-send":
      case "chat-edit":
      case "chat-remove":
        return this.#write(sender, message);
      case "chat-typing":
        return this.#setTyping(sender, message.isTyping);
      case "chat-read":
        return this.#markRead(sender, message.seq);
    }
  }

  #write({ socket, connection }: Sender, message: Writing): void {
    const { broadcaster, chat } = this.#deps;
    const sender = toSender(connection);
    broadcaster.serveFirst(socket, () => {
      const result = sender ? this.#run(sender, message) : fail("login-required" as const);
      const outcome = result.ok ? { error: null, seq: result.value } : { error: result.error, seq: null };
      broadcaster.send(socket, { type: "chat-reply", id: message.id, ...outcome });
      if (!sender || message.type !== "chat-send") return;
      const userId = sender.person.id;
      const limits = chat.chat.limitsOf(userId);
      const isLimited = limits.slowModeMs > 0 && !isExemptFromSlowMode(sender.effectiveRole);
      if (isLimited) chat.sendTo(userId, { type: "chat-limits", limits });
      if (result.ok) this.#markRead({ socket, connection }, result.value);
    });
  }

  #run(sender: ChatSender, message: Writing): Result<number> {
    try {
      return writeChat(this.#deps.chat, sender, message);
    } catch (error) {
      // what is stored is stored entirely or not at all
      logError("room-chat", error, { type: message.type });
      return fail(toErrorCode(error));
    }
  }

  #setTyping({ socket, connection }: Sender, isTyping: boolean): void {
    const { connections, broadcaster, chat } = this.#deps;
    const sender = toSender(connection);
    if (!sender || !canByRole(sender.effectiveRole, "write-chat")) {
      return broadcaster.send(socket, { type: "error", error: sender ? "forbidden" : "login-required" });
    }
    const isMutedNow = isMuted(chat.people.findMute(sender.person.id), Date.now());
    if (isMutedNow || !connections.recordMessage(socket, Date.now(), chatLimits.typingCost - 1)) return;
    chat.messages.setTyping(sender.person.id, isTyping);
  }

  /** Read marks are kept for people with a role: nothing else would remove those of others with their accounts. */
  #markRead({ socket, connection: { person, role } }: Sender, seq: number): void {
    const { people, storage, contributors, sendTo } = this.#deps.chat;
    if (!person || role === null) return;
    const readSeq = Math.min(seq, storage.latestSeq());
    // a reader can be mentioned while they are away
    people.put(person);
    contributors.record();
    if (people.setReadSeq(person.id, readSeq, Date.now())) sendTo(person.id, { type: "chat-read", seq: readSeq }, socket);
  }
}

/** Null for a guest. */
function toSender({ person, role }: Connection): ChatSender | null {
  return person && { person, userId: person.id, effectiveRole: toEffectiveRole(role, true) };
}
