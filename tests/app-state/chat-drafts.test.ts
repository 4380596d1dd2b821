import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draftKey, hasUnsentChat } from "#app/app-state/chat-draft-keys.ts";
import { createChatDrafts, type UnsentMessage } from "#app/app-state/chat-drafts.ts";
import { keepChatDraftsOf } from "#app/app-state/chat-storage.ts";
import type { ChatMessageId, RoomId } from "#app/domain/ids.ts";
import { userId } from "#tests/support/builders.ts";
import { createMemoryStorage, FORBIDDEN_STORAGE } from "#tests/support/memory-storage.ts";

const MIRA = userId("mira");
const LEO = userId("leo");
const KITCHEN = "kitchenkitchenki" as RoomId;
const ATTIC = "atticatticatticat" as RoomId;

beforeEach(() => void vi.stubGlobal("localStorage", createMemoryStorage()));
afterEach(() => vi.unstubAllGlobals());

const message = (letter: string, changes: Partial<UnsentMessage> = {}): UnsentMessage => ({
  ...{ id: letter.repeat(16) as ChatMessageId, text: letter, mentions: [LEO], replyTo: null },
  ...{ writtenAtMs: 1, error: null },
  ...changes,
});
const open = (person = MIRA, room = KITCHEN) => createChatDrafts(person, room);

describe("the draft of a message", () => {
  it("is found again, until it is empty", () => {
    expect(open().readDraft()).toBe("");
    open().storeDraft("При");
    expect(open().readDraft()).toBe("При");
    open().storeDraft("");
    expect([open().readDraft(), localStorage.getItem(draftKey(MIRA, KITCHEN))]).toEqual(["", null]);
  });

  it("belongs to its person and its room", () => {
    open().storeDraft("При");
    expect([open(LEO).readDraft(), open(MIRA, ATTIC).readDraft()]).toEqual(["", ""]);
  });

  it("is empty if something else is stored", () => {
    localStorage.setItem(draftKey(MIRA, KITCHEN), '{"text":"При"}');
    expect(open().readDraft()).toBe("");
  });
});

describe("messages that were not sent", () => {
  it("are listed in the order in which they were written, each once, until they are removed", () => {
    const [first, second] = [
      message("b", { writtenAtMs: 1 }),
      message("a", { writtenAtMs: 2, error: "chat-muted", replyTo: 3 }),
    ];
    for (const one of [second, first, { ...first, error: "network" as const }]) open().storeUnsent(one);
    expect(open().listUnsent()).toEqual([{ ...first, error: "network" }, second]);
    expect(hasUnsentChat(MIRA, KITCHEN)).toBe(true);
    open().removeUnsent(first.id);
    open().removeUnsent(second.id);
    expect([open().listUnsent(), hasUnsentChat(MIRA, KITCHEN)]).toEqual([[], false]);
  });

  it("belong to their person and their room, and no draft is one of them", () => {
    open().storeUnsent(message("a"));
    open(LEO).storeDraft("При");
    expect([hasUnsentChat(LEO, KITCHEN), hasUnsentChat(MIRA, ATTIC)]).toEqual([false, false]);
    expect([open(LEO).listUnsent(), open(MIRA, ATTIC).listUnsent()]).toEqual([[], []]);
  });

  it("are left out if they are malformed", () => {
    open().storeUnsent(message("a"));
    const [key = ""] = Object.keys(localStorage);
    const malformed: object[] = [
      ...[{ id: "../a" }, { text: 7 }, { mentions: "leo" }, { mentions: ["no id"] }, { replyTo: "1" }],
      ...[{ writtenAtMs: "1" }, { error: "made up" }],
    ];
    for (const change of malformed) {
      localStorage.setItem(key, JSON.stringify({ ...message("a"), ...change }));
      expect(open().listUnsent(), JSON.stringify(change)).toEqual([]);
    }
    for (const text of ["null", "7", "not JSON"]) {
      localStorage.setItem(key, text);
      expect(open().listUnsent(), text).toEqual([]);
    }
  });
});

describe("what people have written in this browser", () => {
  it("stays for the same person only", () => {
    open().storeDraft("При");
    open(LEO).storeUnsent(message("a"));
    localStorage.setItem("theme", "dark");
    keepChatDraftsOf(MIRA);
    expect([open().readDraft(), open(LEO).listUnsent()]).toEqual(["При", []]);
    keepChatDraftsOf(null);
    expect([open().readDraft(), localStorage.getItem("theme")]).toEqual(["", "dark"]);
  });

  it("is nothing where storage is forbidden or missing", () => {
    for (const storage of [FORBIDDEN_STORAGE, undefined]) {
      vi.stubGlobal("localStorage", storage);
      open().storeDraft("При");
      open().storeUnsent(message("a"));
      open().removeUnsent(message("a").id);
      keepChatDraftsOf(null);
      expect([open().readDraft(), open().listUnsent(), hasUnsentChat(MIRA, KITCHEN)]).toEqual(["", [], false]);
    }
  });
});
