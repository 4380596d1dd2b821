import { encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import { type AnyId, ID_BYTES, makeId } from "#app/domain/ids.ts";

export function newId<T extends AnyId>(): T {
  return makeId<T>(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
}

/** 160 bits that nobody guesses, 32 characters. */
export function newToken(): string {
  return encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(20)));
}

export function randomIndex(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
