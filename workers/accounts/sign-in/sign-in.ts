import type { Context } from "hono";
import type { SessionUser } from "#app/protocol/http.ts";
import type { SignInMethod } from "#db/queries/sessions.ts";
import type { UserRow } from "#db/queries/users.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { setDeviceCookie } from "./device-cookie.ts";
import { createSession, toSessionUser } from "./sessions.ts";

/**
 * Signs a user in: creates a session and sets the session cookie and the device cookie. It is the last step of every
 * sign-in method. Null if the method was revoked in the meantime, such as by a change of the password.
 */
export async function signIn(c: Context<AppEnv>, user: UserRow, signInMethod: SignInMethod): Promise<SessionUser | null> {
  const { db, nowMs } = c.var.requestContext;
  const sessionCookie = await createSession(db, { userId: user.id, signInMethod, nowMs, request: c.req.raw });
  if (sessionCookie === null) return null;
  c.header("Set-Cookie", sessionCookie, { append: true });
  setDeviceCookie(c, user);
  return toSessionUser(user);
}
