import { type Context, Hono } from "hono";
import { z } from "zod";
import { parsePassword } from "#app/domain/accounts/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { PasswordResetResponse, ResetTokenResponse } from "#app/protocol/http.ts";
import { findGrantedUser, findPasswordReset, redeemGrant } from "#db/queries/password-resets.ts";
import { findUser } from "#db/queries/users.ts";
import { reauthenticate } from "#workers/accounts/sign-in/reauthenticate.ts";
import { signIn } from "#workers/accounts/sign-in/sign-in.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { authFailure } from "#workers/http/auth-failure.ts";
import { failure } from "#workers/http/failure.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { allowResetLinkAttempt } from "#workers/rate-limits/password-reset-limits.ts";
import { changePassword, resetPassword } from "./change-password.ts";
import { requestReset } from "./request-reset.ts";
import { deleteGrantCookie, readGrant, setGrantCookie } from "./reset-grant.ts";
import { getResetStatus } from "./reset-link.ts";

const tokenSchema = z.object({ token: z.string().trim().min(1).max(300) });
const newPasswordSchema = z.object({ newPassword: z.string().max(10_000) });
const text = z.string().max(300);
const grantedUserSchema = z.object({ userId: text, email: text, name: text });
const changeSchema = newPasswordSchema.extend({ userId: text, currentPassword: z.string().max(1000).optional() });

const STATUS_ERRORS: Record<Exclude<ResetTokenResponse["status"], "valid">, ErrorCode> = {
  invalid: "reset-link-invalid",
  expired: "reset-link-expired",
  used: "reset-link-used",
};

/** Resetting and changing passwords (SPEC §7). */
export const passwordRoutes = new Hono<AppEnv>()
  .post("/api/auth/request-password-reset", requestReset)
  .post("/api/auth/verify-reset-token", verifyResetToken)
  .post("/api/auth/reset-password-with-token", resetWithToken)
  .post("/api/auth/auto-login", signInWithGrant)
  .post("/api/auth/change-password", changeOwnPassword);

async function verifyResetToken(c: Context<AppEnv>): Promise<Response> {
  const { db, nowMs, address } = c.var.requestContext;
  const input = await readJson(c.req.raw);
  if (!input.ok) return failure(input.error);
  const parsed = tokenSchema.safeParse(input.value);
  if (!parsed.success) return authFailure("reset-token-missing");
  const allowed = await allowResetLinkAttempt(db, address, nowMs);
  if (!allowed.ok) return authFailure(allowed.error);
  const reset = await findPasswordReset(db, hashToken(parsed.data.token));
  const body: ResetTokenResponse = { status: getResetStatus(reset, nowMs) };
  return c.json(body, 200, NO_STORE);
}

async function resetWithToken(c: Context<AppEnv>): Promise<Response> {
  const { db, nowMs, address } = c.var.requestContext;
  const input = await readJson(c.req.raw);
  if (!input.ok) return failure(input.error);
  const parsed = tokenSchema.safeParse(input.value);
  if (!parsed.success) return authFailure("reset-token-missing");
  const { data } = newPasswordSchema.safeParse(input.value);
  const password = parsePassword(data?.newPassword ?? "");
  if (!password.ok) return authFailure(password.error, "newPassword");
  const allowed = await allowResetLinkAttempt(db, address, nowMs);
  if (!allowed.ok) return authFailure(allowed.error);
  const reset = await findPasswordReset(db, hashToken(parsed.data.token));
  if (!reset) return authFailure(STATUS_ERRORS.invalid);
  const status = getResetStatus(reset, nowMs);
  if (status !== "valid") return authFailure(STATUS_ERRORS[status]);
  const completed = await resetPassword(c.var.requestContext, reset, password.value);
  if (!completed) return authFailure("reset-link-used");
  setGrantCookie(c, completed.grant);
  const { id: userId, email, name } = completed.user;
  const body: PasswordResetResponse = { userId, email, name };
  return c.json(body, 200, NO_STORE);
}

/** Signs in once with the grant of a password reset. The body must name the user of that reset. */
async function signInWithGrant(c: Context<AppEnv>): Promise<Response> {
  const { db, nowMs } = c.var.requestContext;
  const input = await readJson(c.req.raw);
  if (!input.ok) return failure(input.error);
  const parsed = grantedUserSchema.safeParse(input.value);
  const grant = readGrant(c);
  if (!parsed.success || !grant) return authFailure("grant-invalid");
  const user = await findGrantedUser(db, hashToken(grant), nowMs);
  const { userId, email, name } = parsed.data;
  if (user?.id !== userId || user.email !== email || user.name !== name) return authFailure("grant-invalid");
  if (!(await redeemGrant(db, hashToken(grant), nowMs))) return authFailure("grant-invalid");
  const sessionUser = await signIn(c, user, { kind: "password", passwordHash: user.passwordHash });
  if (!sessionUser) return authFailure("grant-invalid");
  deleteGrantCookie(c);
  return c.json({ user: sessionUser }, 200, NO_STORE);
}

async function changeOwnPassword(c: Context<AppEnv>): Promise<Response> {
  const context = c.var.requestContext;
  const session = await context.session();
  if (!session) return authFailure("login-required");
  if (session.isByToken) return failure("token-insufficient");
  const input = await readJson(c.req.raw);
  if (!input.ok) return failure(input.error);
  const parsed = changeSchema.safeParse(input.value);
  if (!parsed.success) return authFailure("all-fields-required");
  const { userId, newPassword, currentPassword = "" } = parsed.data;
  const user = userId === session.user.id ? await findUser(context.db, session.user.id) : null;
  if (!user) return authFailure("forbidden");
  const password = parsePassword(newPassword);
  if (!password.ok) return authFailure(password.error, "newPassword");
  const verified = await reauthenticate(context, { user, currentPassword, sessionId: session.id });
  if (!verified.ok) return authFailure(verified.error, verified.error === "password-wrong" ? "currentPassword" : undefined);
  const change = { user, sessionId: session.id, password: password.value };
  if (!(await changePassword(context, change))) return authFailure("password-wrong", "currentPassword");
  return c.json({ success: true }, 200, NO_STORE);
}
