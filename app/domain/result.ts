import type { ErrorCode } from "./errors.ts";

/** An expected outcome: a value, or the reason why there is none. Bugs and lost infrastructure throw instead. */
export type Result<T, E = ErrorCode> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}
