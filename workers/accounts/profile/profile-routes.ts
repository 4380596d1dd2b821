import { type Context, Hono } from "hono";
import { z } from "zod";
import { ok, type Result } from "#app/domain/result.ts";
import type { SessionResponse, SessionUser } from "#app/protocol/http.ts";
import type { ProfileEdit } from "#db/queries/profile.ts";
import { createAccessToken } from "#workers/accounts/sign-in/access-token.ts";
import { type SignedInContext, toFunctionContext } from "#workers/functions/define.ts";
import { authFailure } from "#workers/http/auth-failure.ts";
import { failure } from "#workers/http/failure.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import { changeProfileWithinLimit, parseProfileEdit } from "./change-profile.ts";

const text = z.string().max(300).optional();
const updateSchema = z.object({ name: text, username: text, email: text, currentPassword: z.string().max(1000).optional() });

/** The session after a profile change, and access tokens (SPEC §7). */
export const profileRoutes = new Hono<AppEnv>()
  .post("/api/auth/update-session", updateSession)
  .get("/api/ably/token", issueAccessToken);

/**
 * Changes the given fields of the account, and returns the user as the session shows them from then on. A new email requires
 * the same reauthentication as with `users.updateUserProfile`.
 */
async function updateSession(c: Context<AppEnv>): Promise<Response> {
  const session = await c.var.requestContext.session();
  if (!session) return authFailure("login-required");
  if (session.isByToken) return failure("token-insufficient");
  const input = await readJson(c.req.raw);
  if (!input.ok) return failure(input.error);
  const fields = updateSchema.safeParse(input.value);
  if (!fields.success) return failure("malformed-request");
  const { currentPassword = "", ...profile } = fields.data;
  const edit = parseProfileEdit(profile);
  if (!edit.ok) return authFailure(edit.error);
  const context = { ...toFunctionContext(c.var.requestContext, session), user: session.user };
  const updated = await updateUser(context, edit.value, currentPassword);
  if (!updated.ok) return authFailure(updated.error);
  const body: SessionResponse = { user: updated.value };
  return c.json(body, 200, NO_STORE);
}

/** A page sends the fields that `users.updateUserProfile` has changed before: they are no change. */
async function updateUser(context: SignedInContext, edit: ProfileEdit, currentPassword: string): Promise<Result<SessionUser>> {
  const { user } = context;
  const { name = user.name, username = user.username, email = user.email } = edit;
  if (name === user.name && username === user.username && email === user.email) return ok(user);
  const changed = await runToCompletion(context, () => changeProfileWithinLimit(context, edit, currentPassword));
  return changed.ok ? ok({ ...user, name, username, email }) : changed;
}

async function issueAccessToken(c: Context<AppEnv>): Promise<Response> {
  const { env, nowMs, session } = c.var.requestContext;
  const current = await session();
  if (!current) return failure("login-required");
  if (current.isByToken) return failure("token-insufficient");
  return c.json(await createAccessToken(env, current, nowMs), 200, NO_STORE);
}
