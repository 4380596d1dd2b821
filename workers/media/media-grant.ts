import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { isId, type RoomId, type UserId } from "#app/domain/ids.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { sign, verifySignature } from "#workers/crypto/signature.ts";

/**
 * The content of a media grant. A grant is a signed query string that the room sends over its socket; until it expires,
 * or the room's media epoch is incremented, the listener may fetch the media of the room's tracks with it.
 */
export type SignedMediaGrant = {
  readonly roomId: RoomId;
  readonly listener: Listener;
  readonly expiresAtMs: number;
  /** The room's media epoch at the time of the grant. It is incremented when a person loses access. */
  readonly epoch: number;
};

/**
 * A person in one of their sessions, with which the grant ends. `sessionStart` is how the session's id begins, because addresses are
 * short. Null for a guest: all guests of a room have the same access.
 */
export type Listener = { readonly userId: UserId; readonly sessionStart: string } | null;

const SIGNATURE_BYTES = 16;
const SESSION_START_LENGTH = 16;
const GUEST = "guest";

export function toListener(userId: UserId, sessionId: string): Listener {
  return { userId, sessionStart: sessionId.slice(0, SESSION_START_LENGTH) };
}

/**
 * Issues a grant to a listener. The expiry is rounded, so that a listener who joins again gets the same address and the
 * browser finds the media in its cache.
 * @param grant.untilMs when the listener's access ends; null if it does not
 */
export function grantMedia(
  secret: string,
  grant: Omit<SignedMediaGrant, "expiresAtMs"> & { readonly nowMs: number; readonly untilMs: number | null },
): MediaGrant {
  const { roomId, listener, epoch, nowMs, untilMs } = grant;
  const fullMs = (Math.floor(nowMs / connectionLimits.mediaGrantMs) + 2) * connectionLimits.mediaGrantMs;
  const expiresAtMs = Math.min(fullMs, untilMs ?? fullMs);
  const subject = listener === null ? GUEST : `${listener.userId}-${listener.sessionStart}`;
  const text = `${roomId}.${subject}.${expiresAtMs.toString(36)}.${epoch.toString(36)}`;
  return { query: `l=${text}.${sign(secret, "media-grant", text, SIGNATURE_BYTES)}`, expiresAtMs };
}

/** Null if the grant is malformed, expired or not signed with the secret. */
export function readMediaGrant(secret: string, query: string, nowMs: number): SignedMediaGrant | null {
  const [roomId = "", subject = "", expiry = "", epochText = "", signature = ""] = query.split(".", 5);
  const expiresAtMs = Number.parseInt(expiry, 36);
  const [userId = "", sessionStart = ""] = subject.split("-", 2);
  const isPerson = isId<UserId>(userId);
  if (!isId<RoomId>(roomId) || !(subject === GUEST || isPerson) || !(expiresAtMs > nowMs)) return null;
  const text = `${roomId}.${subject}.${expiry}.${epochText}`;
  if (!verifySignature(secret, "media-grant", { text, signature, bytes: SIGNATURE_BYTES })) return null;
  return { roomId, listener: isPerson ? { userId, sessionStart } : null, expiresAtMs, epoch: Number.parseInt(epochText, 36) };
}
