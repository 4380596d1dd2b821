import type { ErrorCode } from "#app/domain/errors.ts";

/** SQLite's message for a full disk, which D1, R2 and the storage of a Durable Object of a self-hosted server pass on. */
const FULL = /SQLITE_FULL|disk is full/;
const MAX_CAUSES = 5;

/** The code of an error that was not expected: `internal`, unless the disk of a self-hosted server is full. */
export function toErrorCode(error: unknown): Extract<ErrorCode, "internal" | "disk-full"> {
  return listMessages(error).some((message) => FULL.test(message)) ? "disk-full" : "internal";
}

/** The messages of an error and of its causes. Drizzle's message has only the statement, and its cause has the reason. */
export function listMessages(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause && depth < MAX_CAUSES ? listMessages(error.cause, depth + 1) : [])];
}
