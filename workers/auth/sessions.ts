import type { UserId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { readCookie } from "#app/protocol/cookies.ts";
import { SESSION_COOKIE, type SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { deleteSession, findSession, insertSession, renewSession } from "#db/queries/sessions.ts";
import type { UserRow } from "#db/queries/users.ts";
import { newToken } from "../random.ts";
import { tokenHash } from "./token-hash.ts";

/** A person's session, and the cookie to send when it was prolonged. */
export type Session = { readonly user: SessionUser; readonly setCookie: string | null };

/** Signs somebody in: the cookie to set. */
export async function startSession(
  db: Db,
  { userId, nowMs, isSecure }: { readonly userId: UserId; readonly nowMs: number; readonly isSecure: boolean },
): Promise<string> {
  const token = newToken();
  await insertSession(db, {
    tokenHash: tokenHash(token),
    userId,
    createdAtMs: nowMs,
    renewedAtMs: nowMs,
    expiresAtMs: nowMs + limits.sessionMs,
  });
  return cookie(token, { maxAgeMs: limits.sessionMs, isSecure });
}

export async function readSession(
  db: Db,
  { request, nowMs }: { readonly request: Request; readonly nowMs: number },
): Promise<Session | null> {
  const token = readCookie(request.headers.get("Cookie") ?? "", SESSION_COOKIE);
  if (!token) return null;
  const hash = tokenHash(token);
  const found = await findSession(db, { tokenHash: hash, nowMs });
  if (!found) return null;
  const user = toSessionUser(found.user);
  // the answer to an upgrade carries no cookie
  const isDue = nowMs - found.session.renewedAtMs >= limits.sessionRenewAfterMs && !request.headers.has("Upgrade");
  if (!isDue) return { user, setCookie: null };
  await renewSession(db, { tokenHash: hash, nowMs, expiresAtMs: nowMs + limits.sessionMs });
  return { user, setCookie: cookie(token, { maxAgeMs: limits.sessionMs, isSecure: isSecure(request) }) };
}

/** Ends the session that the request came with: the cookie that removes it. */
export async function endSession(db: Db, request: Request): Promise<string> {
  const token = readCookie(request.headers.get("Cookie") ?? "", SESSION_COOKIE);
  if (token) await deleteSession(db, tokenHash(token));
  return cookie("", { maxAgeMs: 0, isSecure: isSecure(request) });
}

export function toSessionUser(user: UserRow): SessionUser {
  const { id, name, username, email, avatar } = user;
  return { id, name, username, email, avatar, type: user.superAdmin ? "superadmin" : "user" };
}

/** Local runs have no TLS; browsers treat their host as secure. */
export function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

function cookie(value: string, { maxAgeMs, isSecure }: { readonly maxAgeMs: number; readonly isSecure: boolean }): string {
  const attributes = [`Max-Age=${maxAgeMs / 1000}`, "Path=/", "HttpOnly", "SameSite=Lax", ...(isSecure ? ["Secure"] : [])];
  return [`${SESSION_COOKIE}=${value}`, ...attributes].join("; ");
}
