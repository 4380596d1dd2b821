import { fail, ok, type Result } from "#app/domain/result.ts";

/** The answer of a room object, or an error if it is null, because the room was removed meanwhile. */
export function orRoomNotFound<T>(answer: T | null): Result<T> {
  return answer === null ? fail("room-not-found") : ok(answer);
}
