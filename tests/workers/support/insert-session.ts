import { env } from "cloudflare:test";
import type { UserId } from "#app/domain/ids.ts";
import { openDb } from "#db/client.ts";
import { findUser } from "#db/queries/users.ts";
import { startSession } from "#workers/accounts/sign-in/sessions.ts";
import { ORIGIN } from "./client.ts";

/** Signs somebody in without a password: what their browser sends to be known. */
export async function plantSession(
  userId: UserId,
  { nowMs = Date.now(), request = new Request(ORIGIN) } = {},
): Promise<string> {
  const db = openDb(env.DB);
  const user = await findUser(db, userId);
  if (!user) throw new Error(`no user ${userId}`);
  const wayIn = { kind: "password", passwordHash: user.passwordHash } as const;
  const cookie = await startSession(db, { userId, wayIn, nowMs, request });
  if (!cookie) throw new Error(`no session of ${userId}`);
  return cookie.split(";")[0] ?? "";
}
