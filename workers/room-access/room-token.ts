import { accessLimits } from "#app/domain/access/access-limits.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { findRoomToken, insertRoomToken, type RoomTokenRow } from "#db/queries/room-tokens.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { newToken } from "#workers/crypto/random.ts";
import { sign, verifySignature } from "#workers/crypto/signature.ts";
import type { FunctionContext } from "#workers/functions/define.ts";

const SIGNATURE_BYTES = 12;

type TokenContext = Pick<FunctionContext, "env" | "db" | "nowMs">;
/** A token is valid for one room, in one browser session. */
type TokenScope = { readonly roomId: RoomId; readonly sessionId: string };
export type RoomTokenError = "room-token-expired" | "room-token-invalid";

/** Issues a room access token: a secret, its expiry, and a signature by which it is recognized after its row is deleted. */
export async function issueRoomToken(
  { env, db, nowMs }: TokenContext,
  scope: TokenScope,
): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
  const expiresAtMs = nowMs + accessLimits.roomTokenMs;
  const content = `${newToken()}.${expiresAtMs}`;
  const token = `${content}.${sign(env.APP_SECRET, "room-token", toSignedText(scope, content), SIGNATURE_BYTES)}`;
  await insertRoomToken(db, { ...scope, tokenHash: hashToken(token), expiresAtMs });
  return { token, expiresAtMs };
}

/** Checks a room access token. A token that is not stored has expired if it was issued for this scope and its time is over. */
export async function verifyRoomToken(
  { env, db, nowMs }: TokenContext,
  token: string,
  scope: TokenScope,
): Promise<Result<RoomTokenRow, RoomTokenError>> {
  const stored = await findRoomToken(db, hashToken(token));
  if (!stored) return fail(hasExpired(env, token, { ...scope, nowMs }) ? "room-token-expired" : "room-token-invalid");
  if (stored.roomId !== scope.roomId || stored.sessionId !== scope.sessionId) return fail("room-token-invalid");
  return stored.expiresAtMs > nowMs ? ok(stored) : fail("room-token-expired");
}

function hasExpired(env: Env, token: string, { nowMs, ...scope }: TokenScope & { readonly nowMs: number }): boolean {
  const [secret = "", expiresAtMs = "", signature = ""] = token.split(".", 3);
  const text = toSignedText(scope, `${secret}.${expiresAtMs}`);
  return (
    Number(expiresAtMs) <= nowMs && verifySignature(env.APP_SECRET, "room-token", { text, signature, bytes: SIGNATURE_BYTES })
  );
}

function toSignedText({ roomId, sessionId }: TokenScope, content: string): string {
  return `${roomId} ${content} ${sessionId}`;
}
