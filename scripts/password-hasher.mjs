// Derives keys from passwords in threads of their own. The runtime of a self-hosted server has one thread, on which a derivation
// would hold up all rooms for 140 ms.
import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { Response } from "miniflare";

const derive = promisify(scrypt);

/** The binding that `workers/crypto/password-hash.ts` calls. */
export const bindPasswordHasher = () => ({ PASSWORD_HASHER: deriveKey });

/**
 * @param {import("miniflare").Request} request a password, already normalized, with the parameters of the derivation
 * @returns {Promise<Response>} the bytes of the key
 */
async function deriveKey(request) {
  const { password, salt, keyBytes, options } = await request.json();
  return new Response(await derive(password, Buffer.from(salt, "base64"), keyBytes, options));
}
