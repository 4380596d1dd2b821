import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import { markMentions } from "#app/domain/chat/mentions.ts";
import type { ChatMessageId, RoomId } from "#app/domain/ids.ts";
import { userId } from "#tests/support/builders.ts";
import { registerUser } from "#tests/workers/support/client.ts";
import { controlServerClock } from "#tests/workers/support/server-clock.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ChatStorage } from "#workers/room-object/chat-storage.ts";
import type { Room } from "#workers/room-object/room-object.ts";

const clock = controlServerClock();
const MIRA = userId("mira");
/** Messages beyond the limit are deleted once in so many. */
const PRUNE_EVERY = 50;

const countRows = (sql: SqlStorage, table: string) => sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n;

describe("a hostile writer in the chat", () => {
  it("keeps at most 5,000 messages, and the mentions of those alone", () =>
    runInDurableObject(roomObject(env, newId<RoomId>()), (_: Room, { storage }) => {
      const chat = new ChatStorage(storage);
      const people = Array.from({ length: 4 }, (_, i) => ({ id: userId(`p${i}`), name: `P${i}`, avatar: "#204060" }));
      const text = markMentions(people.map(({ name }) => `@${name}`).join(" "), people);
      storage.transactionSync(() => {
        for (let i = 0; i < chatLimits.keptMessages + 300; i++) {
          chat.add({ authorId: MIRA, id: newId<ChatMessageId>(), text, replyTo: null, nowMs: i });
        }
      });
      expect(countRows(storage.sql, "chat_messages")).toBeLessThan(chatLimits.keptMessages + PRUNE_EVERY);
      expect(countRows(storage.sql, "chat_mentions")).toBeLessThan(4 * (chatLimits.keptMessages + PRUNE_EVERY));
    }));

  it("an edit writes one message, and no more mentions than the text has", () =>
    runInDurableObject(roomObject(env, newId<RoomId>()), (_: Room, { storage }) => {
      const chat = new ChatStorage(storage);
      const { seq } = chat.add({ authorId: MIRA, id: newId<ChatMessageId>(), text: "x", replyTo: null, nowMs: 1 });
      const people = [{ id: userId("p"), name: "P", avatar: "#204060" }];
      for (let i = 0; i < 100; i++) chat.edit(seq, markMentions("@P ".repeat(300), people), i);
      expect([countRows(storage.sql, "chat_messages"), countRows(storage.sql, "chat_mentions")]).toEqual([1, 1]);
    }));

  it("sends, edits and removes at most 20 at once over HTTP", async () => {
    const { owner, id } = await createRoom();
    clock.stop();
    const send = () => owner.refusal("chat.send", { id, messageId: newId(), text: "x", mentions: [], replyTo: null });
    const refusals: (string | undefined)[] = [];
    for (let i = 0; i < chatLimits.writeBurst + 5; i++) refusals.push(await send());
    expect(refusals.slice(0, chatLimits.writeBurst)).toEqual(Array(chatLimits.writeBurst).fill(undefined));
    expect(refusals.slice(chatLimits.writeBurst).every((code) => code !== undefined)).toBe(true);
    expect(await owner.refusal("chat.edit", { id, seq: 1, text: "y", mentions: [] })).toBeDefined();
    expect(await owner.refusal("chat.remove", { id, seq: 1 })).toBeDefined();
    const { messages } = await owner.call("chat.list", { id, limit: 200 });
    expect(messages).toHaveLength(chatLimits.writeBurst);
  });

  it.each([
    ["nothing visible", "\u200b\u2060\u00ad\u0000"],
    ["1,001 characters", "ы".repeat(1001)],
    ["8,192 units of joined emoji", "👩‍👩‍👧‍👦".repeat(744)],
    ["lines alone", "\n".repeat(8000)],
    ["marks of mentions alone", "\u0001".repeat(8000)],
  ])("a message of %s is refused", async (_, text) => {
    const { owner, id } = await createRoom();
    const message = {
      id,
      messageId: newId<ChatMessageId>(),
      text: text.slice(0, chatLimits.rawMessageUnits),
      mentions: [],
      replyTo: null,
    };
    expect(await owner.refusal("chat.send", message)).toMatch(/^chat-text-/);
  });

  it("mentions no person who is unknown to the room", async () => {
    const { owner, id } = await createRoom();
    const strangers = await Promise.all(Array.from({ length: 3 }, () => registerUser()));
    const mentions = strangers.map(({ username }) => userId(username));
    await owner.call("chat.send", { id, messageId: newId<ChatMessageId>(), text: "@Mira", mentions, replyTo: 999_999 });
    const { messages, people } = await owner.call("chat.list", { id });
    expect(messages).toMatchObject([{ text: "@Mira", replyTo: null }]);
    expect(people).toHaveLength(1);
  });
});
