import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { UserId } from "#app/domain/ids.ts";
import { SESSION_COOKIE, type SessionAnswer, type SessionUser } from "#app/protocol/http.ts";
import { readCookie } from "#app/protocol/read-cookie.ts";
import type { Db } from "#db/client.ts";
import {
  deleteSession,
  findSession,
  insertSession,
  noteSessionSeen,
  renewSession,
  type SignInMethod,
} from "#db/queries/sessions.ts";
import type { UserRow } from "#db/queries/users.ts";
import { newToken } from "#workers/crypto/random.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import { serverCookie } from "#workers/http/set-cookie.ts";
import { readBrowserName } from "./browser-name.ts";
import { knownBrowserCookie } from "./known-browser.ts";

/** A person's session, and the cookie to send when it was prolonged. */
export type Session = {
  /** The hash of its token: names it to its owner and opens nothing. */
  readonly id: string;
  readonly user: SessionUser;
  readonly setCookie: string | null;
};

type Start = {
  readonly userId: UserId;
  readonly signInMethod: SignInMethod;
  readonly nowMs: number;
  readonly request: Request;
};

/** Signs somebody in, in place of the session that the request came with: the cookie to set. Null: their way in has closed. */
export async function startSession(db: Db, { userId, signInMethod, nowMs, request }: Start): Promise<string | null> {
  const token = newToken();
  const session = {
    tokenHash: tokenHash(token),
    userId,
    createdAtMs: nowMs,
    renewedAtMs: nowMs,
    seenAtMs: nowMs,
    ...readBrowserName(request),
    expiresAtMs: nowMs + accountLimits.sessionMs,
  };
  const now = tokenOf(request);
  const hasBegun = await insertSession(db, session, { signInMethod, inPlaceOf: now && tokenHash(now) });
  return hasBegun ? sessionCookie(request, token, accountLimits.sessionMs) : null;
}

export async function readSession(
  db: Db,
  { request, nowMs }: { readonly request: Request; readonly nowMs: number },
): Promise<Session | null> {
  const token = tokenOf(request);
  if (!token) return null;
  const id = tokenHash(token);
  const found = await findSession(db, { tokenHash: id, nowMs });
  if (!found) return null;
  const user = toSessionUser(found.user);
  const { renewedAtMs, seenAtMs } = found.session;
  // the answer to an upgrade carries no cookie
  if (nowMs - renewedAtMs >= accountLimits.sessionRenewAfterMs && !request.headers.has("Upgrade")) {
    await renewSession(db, { tokenHash: id, nowMs, expiresAtMs: nowMs + accountLimits.sessionMs });
    return { id, user, setCookie: sessionCookie(request, token, accountLimits.sessionMs) };
  }
  if (nowMs - seenAtMs >= accountLimits.sessionSeenAfterMs) await noteSessionSeen(db, { tokenHash: id, nowMs });
  return { id, user, setCookie: null };
}

/** Ends the session that the request came with: whose it was, if it was one, and the cookie that removes it. */
export async function endSession(
  db: Db,
  request: Request,
): Promise<{ readonly userId: UserId | null; readonly setCookie: string }> {
  const token = tokenOf(request);
  const userId = token && (await deleteSession(db, tokenHash(token)));
  return { userId: userId || null, setCookie: sessionCookie(request, "", 0) };
}

export function toSessionUser(user: UserRow): SessionUser {
  const { id, name, username, email, avatar } = user;
  return { id, name, username, email, avatar, type: user.superAdmin ? "superadmin" : "user" };
}

/** What every way in ends with: a session, and a browser that is known from now on. Null: the way has closed meanwhile. */
export async function signIn(
  { env, db, nowMs }: { readonly env: Env; readonly db: Db; readonly nowMs: number },
  user: UserRow,
  { signInMethod, request }: { readonly signInMethod: SignInMethod; readonly request: Request },
): Promise<Response | null> {
  const cookie = await startSession(db, { userId: user.id, signInMethod, nowMs, request });
  if (cookie === null) return null;
  const answer: SessionAnswer = { user: toSessionUser(user) };
  const response = Response.json(answer, { headers: { "Cache-Control": "no-store" } });
  response.headers.append("Set-Cookie", cookie);
  response.headers.append("Set-Cookie", knownBrowserCookie(env.APP_SECRET, request, { user, nowMs }));
  return response;
}

function tokenOf(request: Request): string | null {
  return readCookie(request.headers.get("Cookie") ?? "", SESSION_COOKIE);
}

function sessionCookie(request: Request, value: string, maxAgeMs: number): string {
  return serverCookie(request, { name: SESSION_COOKIE, value, maxAgeMs });
}
