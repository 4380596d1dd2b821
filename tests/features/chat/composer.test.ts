import { describe, expect, it } from "vitest";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { WrittenMessage } from "#app/domain/chat/chat-message.ts";
import type { ChatMessageId } from "#app/domain/ids.ts";
import { NEW_MESSAGE, readSubmission, replaceRange, type Writing } from "#app/features/chat/composer-state.ts";
import { formatClockTime } from "#app/features/chat/format-clock-time.ts";
import { userId } from "#tests/support/builders.ts";

const MIRA = { id: userId("mira"), name: "Mira", avatar: "#000000" };
const MESSAGE: WrittenMessage = {
  ...{ kind: "written", seq: 7, change: 7, sentAtMs: 0, id: "id" as ChatMessageId, authorId: MIRA.id },
  ...{ text: "Привет", replyTo: null, editedAtMs: null },
};
const REPLY: Writing = { kind: "new", replyTo: MESSAGE };
const EDIT: Writing = { kind: "edit", message: MESSAGE };

describe("a text that is sent", () => {
  const read = (text: string, writing = NEW_MESSAGE) => readSubmission(text, writing, [MIRA]);

  it("is a message, trimmed, with the people whom it mentions", () => {
    const draft = { text: "Привет, @Mira", mentions: [MIRA.id], replyTo: null };
    expect(read("  Привет, @Mira\n")).toEqual({ kind: "message", draft });
    expect(read("Да", REPLY)).toEqual({ kind: "message", draft: { text: "Да", mentions: [], replyTo: 7 } });
  });

  it("is a command, known or not, also as a reply", () => {
    expect(read("/skip")).toEqual({ kind: "command", typed: { kind: "command", name: "skip", words: "" } });
    expect(read("/dance", REPLY)).toMatchObject({ kind: "command", typed: { kind: "unknown-command" } });
  });

  it("is the new text of an edited message, and never a command", () => {
    expect(read(" /skip @Mira ", EDIT)).toEqual({ kind: "edit", seq: 7, draft: { text: "/skip @Mira", mentions: [MIRA.id] } });
  });

  it("is nothing if it is empty or too long, as people count characters", () => {
    for (const writing of [NEW_MESSAGE, EDIT]) expect(read(" \n ", writing)).toBeNull();
    const longest = "🎵".repeat(chatLimits.messageChars);
    expect(read(` ${longest} `)).toMatchObject({ kind: "message" });
    expect(read(`${longest}a`)).toBeNull();
  });
});

it("a mention takes the place of what was typed, and the caret is behind it", () => {
  expect(replaceRange("Hi @mi!", { from: 3, to: 6, by: "@Mira " })).toEqual({ text: "Hi @Mira !", caret: 9 });
  expect(replaceRange("", { from: 0, to: 0, by: "🎵" })).toEqual({ text: "🎵", caret: 2 });
});

it("a time of day is written as the language does", () => {
  const atMs = new Date(2026, 10, 30, 14, 5).getTime();
  expect(formatClockTime(atMs, "ru")).toBe("14:05");
  expect(formatClockTime(atMs, "en")).toMatch(/^2:05\sPM$/u);
  expect(formatClockTime(new Date(2026, 10, 30, 9, 5).getTime(), "ru")).toBe("9:05");
});
