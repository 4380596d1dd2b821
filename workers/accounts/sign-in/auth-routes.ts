import { type Context, Hono } from "hono";
import { z } from "zod";
import { parseDisplayName, parseEmail, parsePassword, parseUsername } from "#app/domain/accounts/account.ts";
import { avatarColor } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { SessionAnswer } from "#app/protocol/http.ts";
import { findTaken, findUserByLogin, insertUser, setPasswordHash, type UserRow } from "#db/queries/users.ts";
import { hashPassword, verifyNothing, verifyPassword } from "#workers/crypto/password-hash.ts";
import { newId, randomIndex } from "#workers/crypto/random.ts";
import { refuse } from "#workers/http/auth-failure.ts";
import { clientAddress, readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { forgetSignInTries, mayTryRegistration, mayTrySignIn, typedKey } from "#workers/rate-limits/rate-limits.ts";
import { readKnownBrowser } from "./known-browser.ts";
import { endSession, signIn } from "./sessions.ts";

const loginSchema = z.object({ emailOrUsername: z.string().max(300), password: z.string().max(1000) });
const registrationSchema = z.object({
  name: z.string().max(300),
  username: z.string().max(300),
  email: z.string().max(300),
  password: z.string().max(1000),
});

/** Sessions, and signing in and up with a password (SPEC §7). */
export const authRoutes = new Hono<AppEnv>()
  .get("/api/_auth/session", async (c) => {
    const session = await c.var.requestContext.session();
    const answer: SessionAnswer = session ? { user: session.user } : {};
    return c.json(answer, 200, { "Cache-Control": "no-store" });
  })

  .delete("/api/_auth/session", async (c) => {
    // its other pages hear of it in the browser: sent back to the door now, they would ask as whom they have been
    const { setCookie } = await endSession(c.var.requestContext.db, c.req.raw);
    return c.json({ loggedOut: true }, 200, { "Set-Cookie": setCookie, "Cache-Control": "no-store" });
  })

  .post("/api/auth/login", async (c) => {
    const { env, db, nowMs } = c.var.requestContext;
    const parsed = loginSchema.safeParse(await readJson(c.req.raw));
    if (!parsed.success) return refuse("all-fields-required");
    const { password } = parsed.data;
    const account = parsed.data.emailOrUsername.trim();
    if (!account || !password) return refuse("all-fields-required");
    const user = await findUserByLogin(db, account);
    const device = user && readKnownBrowser(env.APP_SECRET, c.req.raw, { user, nowMs });
    const tried = { account: typedKey(env.APP_SECRET, account), address: clientAddress(c.req.raw), device };
    if (!(await mayTrySignIn(db, { ...tried, nowMs }))) return refuse("too-many-attempts");
    const check = user?.passwordHash ? await verifyPassword(user.passwordHash, password) : await verifyNothing(password);
    if (!user || !check?.isRight) return refuse("login-failed");
    await forgetSignInTries(db, tried);
    const { passwordHash: before } = user;
    const passwordHash = before && check.isOutdated ? await hashPassword(password) : before;
    // it may have been changed since it was looked at: then neither the new hash nor a session is for who has shown it
    if (before && passwordHash && passwordHash !== before && !(await setPasswordHash(db, user.id, { before, passwordHash })))
      return refuse("login-failed");
    return (await signInByPassword(c, { ...user, passwordHash })) ?? refuse("login-failed");
  })

  .post("/api/auth/register", async (c) => {
    const { db, nowMs } = c.var.requestContext;
    const parsed = registrationSchema.safeParse(await readJson(c.req.raw));
    if (!parsed.success) return refuse("all-fields-required");
    const name = parseDisplayName(parsed.data.name);
    if (!name.ok) return refuse(name.error, "name");
    const username = parseUsername(parsed.data.username);
    if (!username.ok) return refuse(username.error, "username");
    const email = parseEmail(parsed.data.email);
    if (!email.ok) return refuse(email.error, "email");
    const password = parsePassword(parsed.data.password);
    if (!password.ok) return refuse(password.error, "password");
    if (!(await mayTryRegistration(db, clientAddress(c.req.raw), nowMs))) return refuse("too-many-attempts");
    const wanted = { username: username.value, email: email.value };
    const taken = await takenFailure(c.var.requestContext.db, wanted);
    if (taken) return taken;
    const wantedUser = {
      id: newId<UserId>(),
      name: name.value,
      ...wanted,
      avatar: avatarColor(randomIndex()),
      passwordHash: await hashPassword(password.value),
      createdAtMs: nowMs,
    };
    let user: UserRow;
    try {
      user = await insertUser(db, wantedUser);
    } catch (error) {
      // somebody else may have taken the name since it was looked up
      const raced = await takenFailure(db, wanted);
      if (raced) return raced;
      throw error;
    }
    return (await signInByPassword(c, user)) ?? refuse("login-failed");
  });

function signInByPassword(c: Context<AppEnv>, user: UserRow): Promise<Response | null> {
  const signInMethod = { kind: "password", passwordHash: user.passwordHash } as const;
  return signIn(c.var.requestContext, user, { signInMethod, request: c.req.raw });
}

async function takenFailure(
  db: Parameters<typeof findTaken>[0],
  wanted: { readonly username: string; readonly email: string },
): Promise<Response | null> {
  const taken = await findTaken(db, wanted);
  // who looks for an email needs a username for it that is free, and has an account where there was none
  if (taken.username) return refuse("username-taken", "username");
  return taken.email ? refuse("email-taken", "email") : null;
}
