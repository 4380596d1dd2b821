import { env } from "cloudflare:test";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { findUser } from "#db/queries/users.ts";
import { startSession } from "#workers/accounts/sign-in/sessions.ts";
import { ORIGIN } from "./client.ts";

/** Signs somebody in without a password: what their browser sends to be known. */
export async function seedSession(userId: UserId, { nowMs = Date.now(), request = new Request(ORIGIN) } = {}): Promise<string> {
  const db = createDb(env.DB);
  const user = await findUser(db, userId);
  if (!user) throw new Error(`no user ${userId}`);
  const signInMethod = { kind: "password", passwordHash: user.passwordHash } as const;
  const cookie = await startSession(db, { userId, signInMethod, nowMs, request });
  if (!cookie) throw new Error(`no session of ${userId}`);
  return cookie.split(";")[0] ?? "";
}
