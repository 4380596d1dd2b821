import { canByRole, type EffectiveRole, type Role, rankOf } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { WrittenMessage } from "./chat-message.ts";

/** A mute of a person. `untilMs` is server time; null until it is lifted. */
export type ChatMute = { readonly untilMs: number | null };

/** The limits of a person in the chat at the moment, beside the permissions of their role. */
export type ChatLimitsOfPerson = {
  readonly slowModeMs: number;
  readonly mute: ChatMute | null;
  /** When the person sent their last message, server time; null for no message. */
  readonly lastSentAtMs: number | null;
};

/** A person who acts in the chat. */
export type ChatActor = { readonly userId: UserId | null; readonly effectiveRole: EffectiveRole };

type Attempt = { readonly actor: ChatActor; readonly limits: ChatLimitsOfPerson; readonly nowMs: number };

/** Whether a person may send a message now. */
export function decideSend({ actor, limits, nowMs }: Attempt): Result<null> {
  const written = decideWrite({ actor, limits, nowMs });
  if (!written.ok || isExemptFromSlowMode(actor.effectiveRole)) return written;
  return nowMs < nextSendAtMs(limits, nowMs) ? fail("chat-slow-mode") : ok(null);
}

/** Whether a person may edit a message. */
export function decideEdit(attempt: Attempt, message: WrittenMessage | null): Result<null> {
  const written = decideWrite(attempt);
  if (!written.ok) return written;
  if (!message) return fail("chat-message-not-found");
  return message.authorId === attempt.actor.userId ? ok(null) : fail("forbidden");
}

/** Whether a person may remove a message: authors their own, also while they are muted, and managers any. */
export function decideMessageRemoval({ userId, effectiveRole }: ChatActor, message: WrittenMessage | null): Result<null> {
  if (userId === null) return fail("login-required");
  const canModerate = canByRole(effectiveRole, "moderate-chat");
  if (!message)
    return canModerate || canByRole(effectiveRole, "write-chat") ? fail("chat-message-not-found") : fail("forbidden");
  return canModerate || message.authorId === userId ? ok(null) : fail("forbidden");
}

function decideWrite({ actor, limits, nowMs }: Attempt): Result<null> {
  if (actor.userId === null) return fail("login-required");
  if (!canByRole(actor.effectiveRole, "write-chat")) return fail("forbidden");
  return isMuted(limits.mute, nowMs) ? fail("chat-muted") : ok(null);
}

export function isMuted(mute: ChatMute | null, nowMs: number): boolean {
  return mute !== null && (mute.untilMs === null || nowMs < mute.untilMs);
}

export function isExemptFromSlowMode(effectiveRole: EffectiveRole): boolean {
  return canByRole(effectiveRole, "moderate-chat");
}

/** When slow mode lets a person send again, server time. A clock that was set back does not delay it. */
export function nextSendAtMs({ slowModeMs, lastSentAtMs }: ChatLimitsOfPerson, nowMs: number): number {
  return lastSentAtMs === null || lastSentAtMs > nowMs ? 0 : lastSentAtMs + slowModeMs;
}

/**
 * Whether a manager may mute a person, or lift the mute.
 * @param targetRole null for a person without a role
 */
export function decideMute(actorRole: EffectiveRole, targetRole: Role | null): Result<null> {
  if (actorRole === "spectator" || actorRole === "guest" || !canByRole(actorRole, "moderate-chat")) return fail("forbidden");
  return targetRole === null || rankOf(targetRole) < rankOf(actorRole) ? ok(null) : fail("forbidden");
}
