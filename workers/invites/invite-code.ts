import { type InviteId, isId } from "#app/domain/ids.ts";
import { sign, verifySignature } from "#workers/crypto/signature.ts";

const SIGNATURE_BYTES = 16;

/** The code in an invite's link: its id with a signature, so that a stolen database contains no usable links. */
export function createInviteCode(secret: string, id: InviteId): string {
  return `${id}.${sign(secret, "invite", id, SIGNATURE_BYTES)}`;
}

/** Null if the code is malformed or its signature is invalid. */
export function parseInviteCode(secret: string, code: string): InviteId | null {
  const [id = "", signature = ""] = code.split(".", 2);
  if (!isId<InviteId>(id)) return null;
  return verifySignature(secret, "invite", { text: id, signature, bytes: SIGNATURE_BYTES }) ? id : null;
}
