import { describe, expect, it } from "vitest";
import type { ChatMessage } from "#app/domain/chat/chat-message.ts";
import type { ChatMessageId } from "#app/domain/ids.ts";
import { findTabStop } from "#app/features/chat/chat-items.ts";
import { userId } from "#tests/support/builders.ts";

const MIRA = userId("mira");
const ANNA = userId("anna");

const written = (seq: number, authorId: typeof MIRA): ChatMessage => ({
  ...{ kind: "written", seq, change: seq, sentAtMs: seq, id: `id-${seq}` as ChatMessageId, authorId },
  ...{ text: "Привет", replyTo: null, editedAtMs: null },
});
const removed = (seq: number): ChatMessage => ({ kind: "removed", seq, change: seq, sentAtMs: seq });

describe("the message that Tab reaches", () => {
  it("is the last one that was not deleted", () => {
    const participant = { userId: MIRA, effectiveRole: "participant" } as const;
    expect(findTabStop([written(1, ANNA), written(2, ANNA)], participant)).toBe(2);
    expect(findTabStop([written(1, ANNA), removed(2)], participant)).toBe(1);
    expect(findTabStop([removed(1)], participant)).toBeNull();
  });

  it("is the last own one of a person who may not write any more", () => {
    const viewer = { userId: MIRA, effectiveRole: "viewer" } as const;
    expect(findTabStop([written(1, MIRA), written(2, ANNA)], viewer)).toBe(1);
    expect(findTabStop([written(1, ANNA)], { userId: null, effectiveRole: "guest" })).toBeNull();
  });
});
