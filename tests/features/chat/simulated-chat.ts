import type { ChatDrafts, UnsentMessage } from "#app/app-state/chat-drafts.ts";
import type { ChatMessage, WrittenMessage } from "#app/domain/chat/chat-message.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { ChatMessageId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { ChatStore, type ListArgs } from "#app/features/chat/chat-store.ts";
import { createStore } from "#app/lib/store.ts";
import type { ChatPage } from "#app/protocol/chat-messages.ts";
import type { ClientMessage, ServerMessage } from "#app/protocol/room-messages.ts";
import { applyToChatSummary, INITIAL_CHAT_SUMMARY, markChatRead } from "#app/server-client/room/chat-summary.ts";
import { userId } from "#tests/support/builders.ts";
import type { VirtualTime } from "#tests/support/virtual-time.ts";

export const MIRA = userId("mira");
export const ANNA = userId("anna");

/** A room's chat as its object keeps it, with one page on a link that a test breaks. */
export function simulateChat(time: VirtualTime) {
  const messages: ChatMessage[] = [];
  const sentIds = new Map<string, number>();
  const listeners = new Set<(message: ServerMessage) => void>();
  const summary = createStore(INITIAL_CHAT_SUMMARY);
  const unsent = new Map<string, UnsentMessage>();
  const received: ClientMessage[] = [];
  const listRequests: ListArgs[] = [];
  let change = 0;
  let isUp = true;
  let areRepliesLost = false;
  let refusal: ErrorCode | null = null;
  let failList: ErrorCode | null = null;

  function deliver(message: ServerMessage): void {
    if (!isUp) return;
    summary.update((current) => applyToChatSummary(current, message));
    for (const listener of listeners) listener(message);
  }

  function store(message: ChatMessage): void {
    messages[message.seq - 1] = message;
    deliver({ type: "chat", fromChange: change - 1, change, messages: [message], quotes: [], people: [], removedPeople: [] });
  }

  type Options = { readonly id?: string; readonly replyTo?: number | null };

  function write(authorId: typeof MIRA, text: string, options: Options = {}): WrittenMessage {
    const { id = `id-${messages.length}`, replyTo = null } = options;
    change += 1;
    const place = { seq: messages.length + 1, change, sentAtMs: time.nowMs() };
    const message = {
      kind: "written",
      ...place,
      id: id as ChatMessageId,
      authorId,
      text,
      replyTo,
      editedAtMs: null,
    } as const;
    store(message);
    return message;
  }

  function edit(seq: number, text: string): void {
    const message = messages[seq - 1];
    if (message?.kind !== "written") throw new Error(`no message ${seq}`);
    change += 1;
    store({ ...message, text, change, editedAtMs: time.nowMs() });
  }

  function remove(seq: number): void {
    change += 1;
    store({ kind: "removed", seq, change, sentAtMs: time.nowMs() });
  }

  function reply(id: string, error: ErrorCode | null, seq: number | null): void {
    if (!areRepliesLost) deliver({ type: "chat-reply", id, error, seq });
  }

  function handle(message: ClientMessage): void {
    received.push(message);
    if (message.type === "chat-send") {
      if (refusal) return reply(message.id, refusal, null);
      const known = sentIds.get(message.id);
      const wasUp = isUp;
      if (areRepliesLost) isUp = false;
      const seq = known ?? write(MIRA, message.text, { id: message.id }).seq;
      isUp = wasUp;
      sentIds.set(message.id, seq);
      reply(message.id, null, seq);
    }
    if (message.type === "chat-edit") {
      if (refusal) return reply(message.id, refusal, null);
      edit(message.seq, message.text);
      reply(message.id, null, message.seq);
    }
    if (message.type === "chat-remove") {
      if (refusal) return reply(message.id, refusal, null);
      remove(message.seq);
      reply(message.id, null, message.seq);
    }
  }

  async function list(args: ListArgs): Promise<Result<ChatPage>> {
    const { beforeSeq, limit = 50, sinceChange } = args;
    listRequests.push(args);
    if (failList) return { ok: false, error: failList };
    const before = messages.filter(({ seq }) => seq < (beforeSeq ?? Number.POSITIVE_INFINITY)).slice(-limit);
    const changed = messages.filter((message) => message.change > (sinceChange ?? 0));
    const isComplete = sinceChange === undefined || changed.length <= 200;
    const listed = sinceChange === undefined ? before : isComplete ? changed : [];
    const place = { latestSeq: messages.length, change, firstSeq: messages.length > 0 ? 1 : 0, slowModeMs: 0, mutes: null };
    return ok({ messages: listed, quotes: [], people: [], ...place, isComplete });
  }

  const drafts: ChatDrafts = {
    readDraft: () => "",
    storeDraft: () => undefined,
    listUnsent: () => [...unsent.values()],
    storeUnsent: (message) => void unsent.set(message.id, message),
    removeUnsent: (id) => void unsent.delete(id),
  };
  const connection = {
    send(message: ClientMessage) {
      if (isUp) handle(message);
      return isUp;
    },
    onMessage(listener: (message: ServerMessage) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    chat: summary,
    markChatRead: (seq: number) => summary.update((current) => markChatRead(current, seq)),
  };

  return {
    ...{ write, edit, remove, received, listRequests, unsent },
    refusals: [] as ErrorCode[],
    /** A page with the chat: a new one after a reload. */
    openPage(): ChatStore {
      listeners.clear();
      const { nowMs, after } = time;
      const store = new ChatStore({
        ...{ connection, userId: MIRA, drafts, list, nowMs, after },
        onRemovalRefused: (error) => this.refusals.push(error),
      });
      store.start();
      return store;
    },
    breakLink(): void {
      isUp = false;
    },
    /** Opens the connection again. The page receives a snapshot. */
    restoreLink(): void {
      isUp = true;
      areRepliesLost = false;
      const limits = { slowModeMs: 0, mute: null, lastSentAtMs: null };
      const chat = { latestSeq: messages.length, change, readSeq: null, unread: 0, mention: null, limits };
      // the chat uses nothing else of a snapshot
      deliver({ type: "snapshot", self: { userId: MIRA, effectiveRole: "participant" }, chat } as ServerMessage);
    },
    /** The room receives messages, but nothing that it answers arrives. */
    loseReplies(): void {
      areRepliesLost = true;
    },
    refuse(error: ErrorCode | null): void {
      refusal = error;
    },
    failToList(error: ErrorCode | null): void {
      failList = error;
    },
    storedTexts: () => messages.map((message) => (message.kind === "written" ? message.text : null)),
  };
}
