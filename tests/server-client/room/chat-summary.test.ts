import { expect, it } from "vitest";
import type { Person } from "#app/domain/accounts/person.ts";
import type { ChatMessage } from "#app/domain/chat/chat-message.ts";
import { markMentions } from "#app/domain/chat/mentions.ts";
import type { ChatMessageId } from "#app/domain/ids.ts";
import type { ChatStatus } from "#app/protocol/chat-messages.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import {
  applyToChatSummary,
  type ChatSummary,
  INITIAL_CHAT_SUMMARY,
  markChatRead,
} from "#app/server-client/room/chat-summary.ts";
import { userId } from "#tests/support/builders.ts";

const MIRA: Person = { id: userId("mira"), name: "Мира", avatar: "#204060" };
const ANNA: Person = { id: userId("anna"), name: "Анна", avatar: "#204060" };
const LIMITS = { slowModeMs: 0, mute: null, lastSentAtMs: null };

function snapshot(self: Person | null, status: Partial<ChatStatus>): ServerMessage {
  const chat = { latestSeq: 10, change: 10, readSeq: null, unread: 0, mention: null, limits: LIMITS, ...status };
  // the summary uses nothing else of a snapshot
  return { type: "snapshot", self: { userId: self?.id ?? null, effectiveRole: "participant" }, chat } as ServerMessage;
}

function chat(...messages: readonly ChatMessage[]): ServerMessage {
  const change = Math.max(...messages.map((message) => message.change));
  return { type: "chat", fromChange: change - 1, change, messages, quotes: [], people: [MIRA, ANNA], removedPeople: [] };
}

const written = (seq: number, author: Person, text = "Привет"): ChatMessage => ({
  ...{ kind: "written", seq, change: seq, sentAtMs: 0, id: `m${seq}` as ChatMessageId, authorId: author.id },
  ...{ text, replyTo: null, editedAtMs: null },
});
const removed = (seq: number, change: number): ChatMessage => ({ kind: "removed", seq, change, sentAtMs: 0 });
const after = (summary: ChatSummary, ...messages: readonly ServerMessage[]) => messages.reduce(applyToChatSummary, summary);

it("CH7 counts the messages of other people since the read mark", () => {
  const joined = after(INITIAL_CHAT_SUMMARY, snapshot(MIRA, { readSeq: 7, unread: 3 }));
  expect(joined).toMatchObject({ unread: 3, readSeq: 7 });
  const later = after(joined, chat(written(11, ANNA), written(12, MIRA)), chat(removed(11, 13)));
  expect(later).toMatchObject({ unread: 3, latestSeq: 12, change: 13 });
  expect(markChatRead(later, 12)).toMatchObject({ unread: 0, readSeq: 12 });
  expect(after(later, { type: "chat-read", seq: 12 })).toMatchObject({ unread: 0 });
  // the read mark of another device may come before the message
  expect(after(joined, { type: "chat-read", seq: 11 }, chat(written(11, ANNA)))).toMatchObject({ unread: 0, latestSeq: 11 });
});

it("CH7 counts nothing that was there before the first visit, and keeps counting after a reconnect", () => {
  const joined = after(INITIAL_CHAT_SUMMARY, snapshot(null, {}));
  expect(joined).toMatchObject({ unread: 0, readSeq: 10 });
  expect(after(joined, chat(written(11, ANNA)), snapshot(null, { latestSeq: 13, change: 13 }))).toMatchObject({ unread: 3 });
  expect(after(joined, snapshot(MIRA, { latestSeq: 13, change: 13 }))).toMatchObject({ unread: 0, userId: MIRA.id });
});

it("CH7 takes a mention in a chat that was never opened for unread", () => {
  const mention = { seq: 9, author: ANNA };
  const joined = after(INITIAL_CHAT_SUMMARY, snapshot(MIRA, { mention }));
  expect(joined).toMatchObject({ unread: 2, readSeq: 8, mention });
  const read = markChatRead(joined, 10);
  expect(read).toMatchObject({ unread: 0, mention: null });
  expect(after(read, snapshot(MIRA, { mention }))).toMatchObject({ unread: 0, mention: null });
});

it("CH7 remembers an unread mention until it is read or removed", () => {
  const joined = after(INITIAL_CHAT_SUMMARY, snapshot(MIRA, { readSeq: 10 }));
  const mentioned = after(joined, chat(written(11, ANNA, markMentions("@Мира, привет", [MIRA]))));
  expect(mentioned.mention).toEqual({ seq: 11, author: ANNA });
  expect(markChatRead(mentioned, 11).mention).toBeNull();
  expect(after(mentioned, chat(removed(11, 12))).mention).toBeNull();
  const missed = snapshot(MIRA, { readSeq: 10, unread: 1, mention: { seq: 12, author: ANNA } });
  expect(after(joined, missed).mention).toEqual({ seq: 12, author: ANNA });
});
