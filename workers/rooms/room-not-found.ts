import { fail, ok, type Result } from "#app/domain/result.ts";

/** The answer of a room object, which is null if the room was removed meanwhile. */
export function roomNotFound<T>(answer: T | null): Result<T> {
  return answer === null ? fail("room-not-found") : ok(answer);
}
