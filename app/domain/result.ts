import type { ErrorCode } from "./errors.ts";

/** The outcome of an operation that can be refused: a value, or an error code. Bugs and infrastructure failures throw instead. */
export type Result<T, E = ErrorCode> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}
