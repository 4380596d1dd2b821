import { isId, type RoomId, type UserId } from "#app/domain/ids.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { isSigned, sign } from "#workers/crypto/signature.ts";

/** Says that somebody may read what belongs to a room, for a while. The room hands it out over the socket. */
export type MediaToken = {
  readonly roomId: RoomId;
  readonly subject: Listener;
  readonly expiresAtMs: number;
  /** Of the room when it was granted; the room raises it when somebody loses what they had. */
  readonly epoch: number;
};
/** All guests of a room may the same. */
export type Listener = UserId | "guest";

const SIGNATURE_BYTES = 16;

/**
 * The grant of somebody who may listen now. Expiries are rounded, so that joining again gives the same address and the
 * browser finds what it has loaded.
 * @param grant.untilMs when the listener's access ends; null: it does not
 */
export function grantMedia(
  secret: string,
  grant: Omit<MediaToken, "expiresAtMs"> & { readonly nowMs: number; readonly untilMs: number | null },
): MediaGrant {
  const { roomId, subject, epoch, nowMs, untilMs } = grant;
  const fullMs = (Math.floor(nowMs / connectionLimits.mediaTokenMs) + 2) * connectionLimits.mediaTokenMs;
  const expiresAtMs = Math.min(fullMs, untilMs ?? fullMs);
  const text = `${roomId}.${subject}.${expiresAtMs.toString(36)}.${epoch.toString(36)}`;
  return { query: `l=${text}.${sign(secret, "media-token", text, SIGNATURE_BYTES)}`, expiresAtMs };
}

/** What a token says, if it is ours and not over. */
export function readMediaToken(secret: string, token: string, nowMs: number): MediaToken | null {
  const [roomId = "", subject = "", expiry = "", epochText = "", signature = ""] = token.split(".", 5);
  const expiresAtMs = Number.parseInt(expiry, 36);
  if (!isId<RoomId>(roomId) || !(subject === "guest" || isId<UserId>(subject)) || !(expiresAtMs > nowMs)) return null;
  const text = `${roomId}.${subject}.${expiry}.${epochText}`;
  if (!isSigned(secret, "media-token", { text, signature, bytes: SIGNATURE_BYTES })) return null;
  return { roomId, subject, expiresAtMs, epoch: Number.parseInt(epochText, 36) };
}
