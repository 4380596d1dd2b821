import { scryptSync } from "node:crypto";
import type { Derivation, PasswordHasher } from "#workers/crypto/password-hash.ts";

/** Costs a millisecond instead of 140. */
const N_MAX = 2 ** 10;

/** Derives keys with cheap parameters, so that the tests with many sign-ins do not wait for them. */
export const quickPasswordHasher: PasswordHasher = {
  async fetch(_, init) {
    const { password, salt, keyBytes, options }: Derivation = JSON.parse(String(init?.body));
    const { N, r } = options;
    return new Response(scryptSync(password, Buffer.from(salt, "base64"), keyBytes, { N: Math.min(N, N_MAX), r, p: 1 }));
  },
};
