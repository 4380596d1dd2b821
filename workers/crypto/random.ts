import { encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import type { AnyId } from "#app/domain/ids.ts";
import { ID_BYTES, makeId } from "#app/domain/make-id.ts";

export function newId<T extends AnyId>(): T {
  return makeId<T>(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
}

/** A secret of 160 random bits, 32 characters of base32. */
export function newToken(): string {
  return encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(20)));
}

/** A uniform integer in [0, 2^32). */
export function randomUint32(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
