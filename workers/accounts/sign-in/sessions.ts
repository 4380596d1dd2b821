import type { Context } from "hono";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { UserId } from "#app/domain/ids.ts";
import { SESSION_COOKIE, type SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import {
  deleteSession,
  findSession,
  insertSession,
  recordSessionUse,
  renewSession,
  type SignInMethod,
} from "#db/queries/sessions.ts";
import type { UserRow } from "#db/queries/users.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { newToken } from "#workers/crypto/random.ts";
import type { AppEnv, Session } from "#workers/http/request-context.ts";
import { createServerCookie, deleteServerCookie, readServerCookie } from "#workers/http/server-cookie.ts";
import { readBrowserName } from "./browser-name.ts";

type NewSession = {
  readonly userId: UserId;
  readonly signInMethod: SignInMethod;
  readonly nowMs: number;
  readonly request: Request;
};

/**
 * Creates a session that replaces the one of the request, if any. Returns its `Set-Cookie` header, or null if the sign-in
 * method was revoked in the meantime.
 */
export async function createSession(db: Db, { userId, signInMethod, nowMs, request }: NewSession): Promise<string | null> {
  const token = newToken();
  const session = {
    tokenHash: hashToken(token),
    userId,
    createdAtMs: nowMs,
    renewedAtMs: nowMs,
    seenAtMs: nowMs,
    ...readBrowserName(request),
    expiresAtMs: nowMs + accountLimits.sessionMs,
    confirmedAtMs: null,
  };
  const previousToken = readServerCookie(request, SESSION_COOKIE);
  const replaces = previousToken === null ? null : hashToken(previousToken);
  const isCreated = await insertSession(db, session, { signInMethod, replaces });
  return isCreated ? createSessionCookie(request, token) : null;
}

/**
 * Loads the session of a request's cookie, or null for a guest. Renews a session that has not been renewed for a day, so that a
 * session in use never expires, and otherwise records its use.
 */
export async function loadCookieSession(
  db: Db,
  { request, nowMs }: { readonly request: Request; readonly nowMs: number },
): Promise<Session | null> {
  const token = readServerCookie(request, SESSION_COOKIE);
  if (token === null) return null;
  const id = hashToken(token);
  const found = await findSession(db, { tokenHash: id, nowMs });
  if (!found) return null;
  const user = toSessionUser(found.user);
  const { renewedAtMs, seenAtMs } = found.session;
  // a WebSocket upgrade cannot set the cookie
  if (nowMs - renewedAtMs >= accountLimits.sessionRenewAfterMs && !request.headers.has("Upgrade")) {
    await renewSession(db, { tokenHash: id, nowMs, expiresAtMs: nowMs + accountLimits.sessionMs });
    return { id, user, isByToken: false, renewedCookie: createSessionCookie(request, token) };
  }
  if (nowMs - seenAtMs >= accountLimits.sessionUseRecordMs) await recordSessionUse(db, { tokenHash: id, nowMs });
  return { id, user, isByToken: false, renewedCookie: null };
}

/** The session with this id, for which a token acts. Null if it has ended. */
export async function findSessionById(db: Db, id: string, nowMs: number): Promise<Session | null> {
  const found = await findSession(db, { tokenHash: id, nowMs });
  return found && { id, user: toSessionUser(found.user), isByToken: true, renewedCookie: null };
}

/** Deletes the session of the request, if any, and its cookie. */
export async function endSession(c: Context<AppEnv>): Promise<void> {
  const token = readServerCookie(c.req.raw, SESSION_COOKIE);
  if (token !== null) await deleteSession(c.var.requestContext.db, hashToken(token));
  deleteServerCookie(c, SESSION_COOKIE);
}

export function toSessionUser({ id, name, username, email, avatar, superAdmin }: UserRow): SessionUser {
  return { id, name, username, email, avatar, type: superAdmin ? "superadmin" : "user" };
}

function createSessionCookie(request: Request, token: string): string {
  return createServerCookie(request, SESSION_COOKIE, { value: token, maxAgeMs: accountLimits.sessionMs });
}
