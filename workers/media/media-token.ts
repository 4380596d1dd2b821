import { isId, type RoomId, type UserId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import type { MediaGrant } from "#app/protocol/room-socket.ts";
import { isSigned, sign } from "./signature.ts";

/** Says that somebody may read what belongs to a room, for a while. The room hands it out over the socket. */
export type MediaToken = { readonly roomId: RoomId; readonly subject: Listener; readonly expiresAtMs: number };
/** All guests of a room may the same. */
export type Listener = UserId | "guest";

const SIGNATURE_BYTES = 16;

/**
 * The grant of somebody who may listen now. Expiries are rounded, so that joining again gives the same address and the
 * browser finds what it has loaded.
 */
export function grantMedia(
  secret: string,
  { roomId, subject, nowMs }: { readonly roomId: RoomId; readonly subject: Listener; readonly nowMs: number },
): MediaGrant {
  const expiresAtMs = (Math.floor(nowMs / limits.mediaTokenMs) + 2) * limits.mediaTokenMs;
  const text = `${roomId}.${subject}.${expiresAtMs.toString(36)}`;
  return { query: `l=${text}.${sign(secret, "media-token", text, SIGNATURE_BYTES)}`, expiresAtMs };
}

/** What a token says, if it is ours and not over. */
export function readMediaToken(secret: string, token: string, nowMs: number): MediaToken | null {
  const [roomId = "", subject = "", expiry = "", signature = ""] = token.split(".", 4);
  const expiresAtMs = Number.parseInt(expiry, 36);
  if (!isId<RoomId>(roomId) || !(subject === "guest" || isId<UserId>(subject)) || !(expiresAtMs > nowMs)) return null;
  const text = `${roomId}.${subject}.${expiry}`;
  if (!isSigned(secret, "media-token", { text, signature, bytes: SIGNATURE_BYTES })) return null;
  return { roomId, subject, expiresAtMs };
}
