import { type Context, Hono } from "hono";
import { z } from "zod";
import type { SessionResponse } from "#app/protocol/http.ts";
import { confirmSession } from "#db/queries/sessions.ts";
import { findUser, findUserByLogin, replacePasswordHash, type UserRow } from "#db/queries/users.ts";
import { hashPassword, simulateVerification, verifyPassword } from "#workers/crypto/password-hash.ts";
import { authFailure } from "#workers/http/auth-failure.ts";
import { failure } from "#workers/http/failure.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import {
  allowRegistration,
  allowSignInAttempt,
  clearSignInAttempts,
  loginNameKey,
} from "#workers/rate-limits/sign-in-limits.ts";
import { readDeviceId } from "./device-cookie.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { createUser, parseRegistration } from "./registration.ts";
import { endSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

const loginSchema = z.object({
  emailOrUsername: z.string().max(300).trim().min(1),
  password: z.string().min(1).max(1000),
});

const confirmSchema = z.object({ currentPassword: z.string().max(1000) });

/** The session, and signing in and up with a password (SPEC §7). */
export const authRoutes = new Hono<AppEnv>()
  .get("/api/_auth/session", getSession)
  .delete("/api/_auth/session", signOut)
  .post("/api/auth/login", login)
  .post("/api/auth/confirm", confirm)
  .post("/api/auth/register", register);

async function getSession(c: Context<AppEnv>): Promise<Response> {
  const session = await c.var.requestContext.session();
  const body: SessionResponse = session ? { user: session.user } : {};
  return c.json(body, 200, NO_STORE);
}

/**
 * The page notifies the other tabs of the browser over a broadcast channel. The server does not: they could reload before the
 * browser has removed the cookie.
 */
async function signOut(c: Context<AppEnv>): Promise<Response> {
  await endSession(c);
  return c.json({ loggedOut: true }, 200, NO_STORE);
}

async function login(c: Context<AppEnv>): Promise<Response> {
  const { env, db, nowMs, address } = c.var.requestContext;
  const input = await readJson(c.req.raw);
  if (!input.ok) return failure(input.error);
  const parsed = loginSchema.safeParse(input.value);
  if (!parsed.success) return authFailure("all-fields-required");
  const { emailOrUsername, password } = parsed.data;
  const user = await findUserByLogin(db, emailOrUsername);
  const device = user && readDeviceId(c, user);
  const attempt = { account: loginNameKey(env.APP_SECRET, emailOrUsername), address, device };
  if (!(await allowSignInAttempt(db, attempt, nowMs)).ok) return authFailure("sign-in-locked");
  const verified = user?.passwordHash
    ? await verifyPassword(user.passwordHash, password)
    : await simulateVerification(password);
  if (!user || !verified?.isCorrect) return authFailure("login-failed");
  await clearSignInAttempts(db, attempt);
  const current = verified.isOutdated ? await renewPasswordHash(c.var.requestContext, user, password) : user;
  return current ? signInWithPassword(c, current) : authFailure("login-failed");
}

/** Hashes a verified password with the current parameters. Null if the password was changed since it was verified. */
async function renewPasswordHash({ db }: RequestContext, user: UserRow, password: string): Promise<UserRow | null> {
  if (user.passwordHash === null) return user;
  const passwordHash = await hashPassword(password);
  const isReplaced = await replacePasswordHash(db, user.id, { previousHash: user.passwordHash, passwordHash });
  return isReplaced ? { ...user, passwordHash } : null;
}

/**
 * Confirms the session with the password, after which it counts as recent. An account without a password cannot confirm: only
 * a sign-in begins a recent session of it.
 */
async function confirm(c: Context<AppEnv>): Promise<Response> {
  const context = c.var.requestContext;
  const { db, nowMs } = context;
  const session = await context.session();
  if (!session) return authFailure("login-required");
  if (session.isByToken) return failure("token-insufficient");
  const input = await readJson(c.req.raw);
  if (!input.ok) return failure(input.error);
  const parsed = confirmSchema.safeParse(input.value);
  if (!parsed.success) return authFailure("all-fields-required");
  const user = await findUser(db, session.user.id);
  if (!user) return authFailure("login-required");
  if (user.passwordHash === null) return authFailure("recent-sign-in-required");
  const { currentPassword } = parsed.data;
  const verified = await reauthenticate(context, { user, currentPassword, sessionId: session.id });
  if (!verified.ok) return authFailure(verified.error, verified.error === "password-wrong" ? "currentPassword" : undefined);
  await confirmSession(db, { tokenHash: session.id, nowMs });
  return c.json({ success: true }, 200, NO_STORE);
}

async function register(c: Context<AppEnv>): Promise<Response> {
  const { db, nowMs, address } = c.var.requestContext;
  const input = await readJson(c.req.raw);
  if (!input.ok) return failure(input.error);
  const registration = parseRegistration(input.value);
  if (!registration.ok) return authFailure(registration.error.code, registration.error.field);
  const allowed = await allowRegistration(db, address, nowMs);
  if (!allowed.ok) return authFailure(allowed.error);
  const user = await createUser(db, registration.value, nowMs);
  return user.ok ? signInWithPassword(c, user.value) : authFailure(user.error.code, user.error.field);
}

async function signInWithPassword(c: Context<AppEnv>, user: UserRow): Promise<Response> {
  const sessionUser = await signIn(c, user, { kind: "password", passwordHash: user.passwordHash });
  if (!sessionUser) return authFailure("login-failed");
  const body: SessionResponse = { user: sessionUser };
  return c.json(body, 200, NO_STORE);
}
