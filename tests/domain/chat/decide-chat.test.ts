import { describe, expect, it } from "vitest";
import { EFFECTIVE_ROLES, type EffectiveRole } from "#app/domain/access/permissions.ts";
import type { WrittenMessage } from "#app/domain/chat/chat-message.ts";
import {
  type ChatLimitsOfPerson,
  decideEdit,
  decideMessageRemoval,
  decideMute,
  decideSend,
} from "#app/domain/chat/decide-chat.ts";
import type { ChatMessageId } from "#app/domain/ids.ts";
import { userId } from "#tests/support/builders.ts";

const MIRA = userId("mira");
const NO_LIMITS: ChatLimitsOfPerson = { slowModeMs: 0, mute: null, lastSentAtMs: null };
const OWN: WrittenMessage = {
  ...{ kind: "written", seq: 1, change: 1, sentAtMs: 0, id: "a" as ChatMessageId, authorId: MIRA },
  ...{ text: "Привет", replyTo: null, editedAtMs: null },
};
const OTHERS: WrittenMessage = { ...OWN, authorId: userId("anna") };
const WRITERS: readonly EffectiveRole[] = ["owner", "admin", "editor", "participant"];
const MANAGERS: readonly EffectiveRole[] = ["owner", "admin"];

const actor = (effectiveRole: EffectiveRole) => ({ userId: effectiveRole === "guest" ? null : MIRA, effectiveRole });
const codeOf = (result: { readonly ok: true } | { readonly ok: false; readonly error: string }) =>
  result.ok ? "ok" : result.error;
const send = (role: EffectiveRole, limits: Partial<ChatLimitsOfPerson>, nowMs: number) =>
  codeOf(decideSend({ actor: actor(role), limits: { ...NO_LIMITS, ...limits }, nowMs }));

describe("the rights in a chat", () => {
  it.each(EFFECTIVE_ROLES)("CH1 CH2 of %s depend on the role and on who wrote a message", (role) => {
    const attempt = { actor: actor(role), limits: NO_LIMITS, nowMs: 0 };
    const refusal = role === "guest" ? "login-required" : "forbidden";
    const canWrite = WRITERS.includes(role);
    expect(send(role, {}, 0)).toBe(canWrite ? "ok" : refusal);
    expect(codeOf(decideEdit(attempt, OWN))).toBe(canWrite ? "ok" : refusal);
    expect(codeOf(decideEdit(attempt, OTHERS))).toBe(refusal);
    expect(codeOf(decideMessageRemoval(attempt.actor, OWN))).toBe(role === "guest" ? refusal : "ok");
    expect(codeOf(decideMessageRemoval(attempt.actor, OTHERS))).toBe(MANAGERS.includes(role) ? "ok" : refusal);
    expect(codeOf(decideMessageRemoval(attempt.actor, null))).toBe(canWrite ? "chat-message-not-found" : refusal);
  });

  it("CH5 make everyone but managers wait in slow mode, whatever the clock does", () => {
    const limits = { slowModeMs: 5000, lastSentAtMs: 1000 };
    expect([send("editor", limits, 5999), send("editor", limits, 6000), send("admin", limits, 1001)]).toEqual([
      "chat-slow-mode",
      "ok",
      "ok",
    ]);
    expect(send("participant", limits, 500)).toBe("ok");
    expect(send("participant", { slowModeMs: 5000 }, 0)).toBe("ok");
  });

  it("CH6 end with a mute, which managers give to people below them", () => {
    expect(send("participant", { mute: { untilMs: 10 } }, 9)).toBe("chat-muted");
    expect(send("participant", { mute: { untilMs: 10 } }, 10)).toBe("ok");
    expect(send("admin", { mute: { untilMs: null } }, 10)).toBe("chat-muted");
    const muted = { actor: actor("participant"), limits: { ...NO_LIMITS, mute: { untilMs: null } }, nowMs: 0 };
    expect(codeOf(decideEdit(muted, OWN))).toBe("chat-muted");
    expect(codeOf(decideMute("admin", "editor"))).toBe("ok");
    expect(codeOf(decideMute("admin", null))).toBe("ok");
    for (const target of ["admin", "owner"] as const) expect(codeOf(decideMute("admin", target))).toBe("forbidden");
    expect(codeOf(decideMute("owner", "admin"))).toBe("ok");
    for (const role of ["editor", "participant", "viewer", "spectator", "guest"] as const) {
      expect(codeOf(decideMute(role, null))).toBe("forbidden");
    }
  });
});
