import { Hono } from "hono";
import { z } from "zod";
import { parseEmail, parsePassword } from "#app/domain/accounts/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { ResetAnswer, ResetRequestAnswer, ResetTokenAnswer } from "#app/protocol/http.ts";
import { findGrantedUser, findPasswordReset, spendGrant } from "#db/queries/password-resets.ts";
import { findUser, findUserByLogin } from "#db/queries/users.ts";
import { confirmOwner } from "#workers/accounts/sign-in/confirm-owner.ts";
import { signIn } from "#workers/accounts/sign-in/sessions.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import { refuse } from "#workers/http/auth-failure.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { mailLinkOrigin } from "#workers/mail/mail-link-origin.ts";
import { mayAskForReset, mayTryResetLink } from "#workers/rate-limits/rate-limits.ts";
import { replacePassword, resetPassword } from "./new-password.ts";
import { grantCookie, readGrant, removedGrantCookie } from "./reset-grant.ts";
import { resetStatus, sendResetLink } from "./reset-link.ts";

const requestSchema = z.object({ emailOrUsername: z.string().trim().min(1).max(300) });
const tokenSchema = z.object({ token: z.string().trim().min(1).max(300) });
const newPasswordSchema = z.object({ newPassword: z.string() });
const grantedSchema = z.object({ userId: z.string(), email: z.string(), name: z.string() });
const changeSchema = newPasswordSchema.extend({ userId: z.string(), currentPassword: z.string().max(1000).optional() });

const NO_STORE = { "Cache-Control": "no-store" };
const UNUSABLE: Record<Exclude<ResetTokenAnswer["status"], "valid">, ErrorCode> = {
  invalid: "reset-link-invalid",
  expired: "reset-link-expired",
  used: "reset-link-used",
};

/** Passwords that are lost or changed (SPEC §7). */
export const passwordRoutes = new Hono<AppEnv>()
  /**
   * Answers before anybody is looked for, so that neither the answer nor its time tells who has an account. The link leads
   * to the host that was asked; a forged one would hand the token to somebody else. The platform gives us only what is
   * addressed to a host of ours. A local run is given everything: its mail stays in the outbox, or it says where it is.
   */
  .post("/api/auth/request-password-reset", async (c) => {
    const { env, db, nowMs, address, waitUntil } = c.var.requestContext;
    const parsed = requestSchema.safeParse(await readJson(c.req.raw));
    if (!parsed.success) return refuse("all-fields-required");
    if (!(await mayAskForReset(db, address, nowMs))) return refuse("too-many-attempts");
    const typed = parsed.data.emailOrUsername;
    const asked = { typed, origin: mailLinkOrigin(env, c.req.raw), locale: c.var.requestContext.locale };
    const send = async () => sendResetLink(c.var.requestContext, await findLiving(db, typed), asked);
    if (env.RESET_TELLS_MISSING === "allow" && !(await findLiving(db, typed))) return refuse("reset-user-not-found");
    waitUntil(send());
    const email = parseEmail(typed);
    const answer: ResetRequestAnswer = { success: true, email: email.ok ? email.value : null };
    return c.json(answer, 200, NO_STORE);
  })

  .post("/api/auth/verify-reset-token", async (c) => {
    const { db, nowMs, address } = c.var.requestContext;
    const parsed = tokenSchema.safeParse(await readJson(c.req.raw));
    if (!parsed.success) return refuse("reset-token-missing");
    if (!(await mayTryResetLink(db, address, nowMs))) return refuse("too-many-attempts");
    const reset = await findPasswordReset(db, tokenHash(parsed.data.token));
    const answer: ResetTokenAnswer = { status: resetStatus(reset, nowMs) };
    return c.json(answer, 200, NO_STORE);
  })

  .post("/api/auth/reset-password-with-token", async (c) => {
    const { db, nowMs, address } = c.var.requestContext;
    const body = await readJson(c.req.raw);
    const parsed = tokenSchema.safeParse(body);
    if (!parsed.success) return refuse("reset-token-missing");
    const wanted = newPasswordSchema.safeParse(body);
    const password = parsePassword(wanted.success ? wanted.data.newPassword : "");
    if (!password.ok) return refuse(password.error, "newPassword");
    if (!(await mayTryResetLink(db, address, nowMs))) return refuse("too-many-attempts");
    const found = await findPasswordReset(db, tokenHash(parsed.data.token));
    if (!found) return refuse(UNUSABLE.invalid);
    const status = resetStatus(found, nowMs);
    if (status !== "valid") return refuse(UNUSABLE[status]);
    const reset = await resetPassword(c.var.requestContext, found, password.value);
    if (!reset) return refuse("reset-link-used");
    const { id: userId, email, name } = reset.user;
    const answer: ResetAnswer = { userId, email, name };
    return c.json(answer, 200, { ...NO_STORE, "Set-Cookie": grantCookie(c.req.raw, reset.grant) });
  })

  .post("/api/auth/auto-login", async (c) => {
    const { db, nowMs } = c.var.requestContext;
    const parsed = grantedSchema.safeParse(await readJson(c.req.raw));
    const grant = readGrant(c.req.raw);
    if (!parsed.success || !grant) return refuse("grant-invalid");
    const user = await findGrantedUser(db, tokenHash(grant), nowMs);
    const { userId, email, name } = parsed.data;
    if (user?.id !== userId || user.email !== email || user.name !== name) return refuse("grant-invalid");
    if (!(await spendGrant(db, tokenHash(grant), nowMs))) return refuse("grant-invalid");
    const signInMethod = { kind: "password", passwordHash: user.passwordHash } as const;
    const answer = await signIn(c.var.requestContext, user, { signInMethod, request: c.req.raw });
    if (!answer) return refuse("grant-invalid");
    answer.headers.append("Set-Cookie", removedGrantCookie(c.req.raw));
    return answer;
  })

  .post("/api/auth/change-password", async (c) => {
    const { db } = c.var.requestContext;
    const session = await c.var.requestContext.session();
    if (!session) return refuse("login-required");
    const parsed = changeSchema.safeParse(await readJson(c.req.raw));
    if (!parsed.success) return refuse("all-fields-required");
    const { userId, newPassword, currentPassword = "" } = parsed.data;
    const user = userId === session.user.id ? await findUser(db, session.user.id) : null;
    if (!user) return refuse("forbidden");
    const password = parsePassword(newPassword);
    if (!password.ok) return refuse(password.error, "newPassword");
    const proven = await confirmOwner(c.var.requestContext, { user, currentPassword, sessionId: session.id });
    if (!proven.ok) return refuse(proven.error, proven.error === "password-wrong" ? "currentPassword" : undefined);
    const change = { user, sessionId: session.id, password: password.value };
    if (!(await replacePassword(c.var.requestContext, change))) return refuse("password-wrong", "currentPassword");
    return c.json({ success: true }, 200, NO_STORE);
  });

async function findLiving(db: Parameters<typeof findUserByLogin>[0], emailOrUsername: string) {
  const user = await findUserByLogin(db, emailOrUsername);
  return user?.deletedAtMs === null ? user : null;
}
