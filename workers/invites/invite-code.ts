import { type InviteId, isId } from "#app/domain/ids.ts";
import { isSigned, sign } from "#workers/crypto/signature.ts";

const SIGNATURE_BYTES = 12;

/** What stands in an invitation's link: its id, signed, so that a stolen database lets nobody in. */
export function inviteCode(secret: string, id: InviteId): string {
  return `${id}.${sign(secret, "invite", id, SIGNATURE_BYTES)}`;
}

export function readInviteCode(secret: string, code: string): InviteId | null {
  const [id = "", signature = ""] = code.split(".", 2);
  if (!isId<InviteId>(id)) return null;
  return isSigned(secret, "invite", { text: id, signature, bytes: SIGNATURE_BYTES }) ? id : null;
}
