import { type Context, Hono } from "hono";
import { z } from "zod";
import type { SessionResponse } from "#app/protocol/http.ts";
import { createAccessToken } from "#workers/accounts/sign-in/access-token.ts";
import { authFailure } from "#workers/http/auth-failure.ts";
import { failure } from "#workers/http/failure.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";

const text = z.string().max(300).optional();
const updateSchema = z.object({ name: text, username: text, email: text });

/** The session after a profile change, and access tokens (SPEC §7). */
export const profileRoutes = new Hono<AppEnv>()
  .post("/api/auth/update-session", updateSession)
  .get("/api/ably/token", issueAccessToken);

/** Returns the current user. A session does not store profile data, so the values in the body are validated and ignored. */
async function updateSession(c: Context<AppEnv>): Promise<Response> {
  const session = await c.var.requestContext.session();
  if (!session) return authFailure("login-required");
  if (!updateSchema.safeParse(await readJson(c.req.raw)).success) return failure("malformed-request");
  const body: SessionResponse = { user: session.user };
  return c.json(body, 200, NO_STORE);
}

async function issueAccessToken(c: Context<AppEnv>): Promise<Response> {
  const { env, nowMs, session } = c.var.requestContext;
  const current = await session();
  if (!current) return failure("login-required");
  return c.json(await createAccessToken(env, current, nowMs), 200, NO_STORE);
}
