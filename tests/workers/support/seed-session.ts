import { env } from "cloudflare:test";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { findUser } from "#db/queries/users.ts";
import { createSession } from "#workers/accounts/sign-in/sessions.ts";
import { ORIGIN } from "./origin.ts";

/** Signs a user in without a password. Returns the `Cookie` header of the session. */
export async function seedSession(userId: UserId, { nowMs = Date.now(), request = new Request(ORIGIN) } = {}): Promise<string> {
  const db = createDb(env.DB);
  const user = await findUser(db, userId);
  if (!user) throw new Error(`no user ${userId}`);
  const signInMethod = { kind: "password", passwordHash: user.passwordHash } as const;
  const cookie = await createSession(db, { userId, signInMethod, nowMs, request });
  if (!cookie) throw new Error(`no session of ${userId}`);
  return cookie.split(";")[0] ?? "";
}
